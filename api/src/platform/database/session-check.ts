import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { DatabaseAddress } from './db.ts';
import { connectAlone } from './one-process.ts';

/** A pooler may use several sessions in any order, so one look could miss the fault. */
const LOOKS = 5;

/** No server has this time as its own. */
const LIMIT = { lock_timeout: 4_321, shown: '4321ms' };

/**
 * Checks that sessions are ours, because advisory locks, LISTEN, prepared statements and limits belong to a session. A
 * pooler in transaction mode gives each transaction whichever session is free: nothing of that would hold, and a lock
 * might never be released.
 */
export async function refusePooler(address: DatabaseAddress): Promise<void> {
  const client = await connectAlone(address, 'lisura start');
  try {
    if (await isDirect(client)) return;
    const fault = (await isShared(client, address)) ? NO_SESSIONS : await limitsFault(address);
    if (fault !== null) throw new Error(`${fault}: ${INSTEAD}`);
  } finally {
    await client.end();
  }
}

const NO_SESSIONS =
  'a pooler in transaction mode stands before it, where sessions are not kept (advisory locks, LISTEN, prepared statements)';
const NO_LIMITS = 'a pooler stands before it that does not pass on the limits of sessions (lock_timeout and others)';
const INSTEAD = 'connect to PostgreSQL itself, each process has a pool of its own';

async function isShared(one: Client, address: DatabaseAddress): Promise<boolean> {
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
}

/** A pooler refuses them, or does not pass them on. */
async function limitsFault(address: DatabaseAddress): Promise<string | null> {
  try {
    const client = await connectAlone(address, 'lisura start', { lock_timeout: LIMIT.lock_timeout });
    try {
      const { rows } = await client.query<{ lock_timeout: string }>('show lock_timeout');
      return rows[0]?.lock_timeout === LIMIT.shown ? null : NO_LIMITS;
    } finally {
      await client.end();
    }
  } catch (error) {
    return /startup parameter/.test((error as Error).message) ? NO_LIMITS : Promise.reject(error);
  }
}

/** PostgreSQL greets with the number of the session; a pooler, which has none when it greets, invents one. */
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
