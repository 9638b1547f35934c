import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { DatabaseAddress } from './db.ts';
import { connectAlone } from './one-process.ts';

/** A pooler may have several sessions to give, in any order: one look could miss what another shows. */
const LOOKS = 5;

/**
 * Advisory locks, LISTEN, prepared statements and limits belong to a session. A pooler in transaction mode gives each
 * transaction whichever session is free: nothing of that would hold, and a lock might stay with nobody to release it.
 */
export async function refuseSharedSessions(address: DatabaseAddress): Promise<void> {
  if (!(await areSessionsShared(address))) return;
  throw new Error(
    'a pooler in transaction mode stands before it, where sessions are not kept ' +
      '(advisory locks, LISTEN, prepared statements): connect to PostgreSQL itself, each process has a pool of its own',
  );
}

async function areSessionsShared(address: DatabaseAddress): Promise<boolean> {
  const one = await connectAlone(address, 'lisura start');
  try {
    if (await isDirect(one)) return false;
    const other = await connectAlone(address, 'lisura start');
    try {
      for (let look = 0; look < LOOKS; look += 1) {
        const mark = randomUUID();
        await one.query(`select set_config('lisura.session', $1, false)`, [mark]);
        if ((await markOf(other)) === mark || (await markOf(one)) !== mark) return true;
      }
      return false;
    } finally {
      await other.end();
    }
  } finally {
    await one.end();
  }
}

/** PostgreSQL greets with the number of the session; a pooler, which has none when it greets, makes one up. */
async function isDirect(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid === (client as Client & { processID: number | null }).processID;
}

async function markOf(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select current_setting('lisura.session', true) as mark`,
  );
  return rows[0]?.mark ?? null;
}
