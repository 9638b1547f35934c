import { Client, type ClientConfig } from 'pg';
import { addressConfig, type DatabaseAddress, type Db } from './db.ts';
import { sql } from './sql.ts';

/** Nothing else on the database uses these numbers as advisory locks. */
export const MIGRATION_LOCK = 7_316_871_001;
export const FIRST_FILL_LOCK = 7_316_871_002;
export const DEMO_PLAYERS_LOCK = 7_316_871_005;

/**
 * Runs work that one process does at a time; the others wait, however long it takes. It uses a connection of its own,
 * whose end releases the lock even if the process is killed.
 */
export async function asOneProcess<Result>(
  address: DatabaseAddress,
  lock: number,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await connectAlone(address, 'lisura start');
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A right that one process holds until it gives it up or dies. */
interface ProcessLock {
  /** Says whether this process has it now, without waiting. */
  take(): Promise<boolean>;
  release(): Promise<void>;
}

/** A connection of its own holds the right. If that breaks, the right is lost, and the next try is for it again. */
export function createProcessLock(address: DatabaseAddress, lock: number): ProcessLock {
  let client: Client | null = null;
  let isHeld = false;

  async function release(): Promise<void> {
    const connected = client;
    client = null;
    isHeld = false;
    await connected?.end();
  }

  return {
    take: async () => {
      try {
        client ??= await connectForLong(address);
        // A held right is checked by a statement, because only an answer shows that its connection still stands.
        const held = isHeld ? 'select true as held' : `select pg_try_advisory_lock(${lock}) as held`;
        isHeld = (await client.query<{ held: boolean }>(held)).rows[0]?.held === true;
        // A process may wait for days, so it must not take a connection of the pool.
        if (!isHeld) await release();
        return isHeld;
      } catch (error) {
        await release().catch(() => undefined);
        throw error;
      }
    },
    release,
  };
}

/** A machine that is gone must not hold a lock for long, and must not be asked for long either. */
async function connectForLong(address: DatabaseAddress): Promise<Client> {
  const client = await connectAlone(address, 'lisura lock', { connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
  return client;
}

export async function connectAlone(address: DatabaseAddress, name: string, config: ClientConfig = {}): Promise<Client> {
  const client = new Client({ ...addressConfig(address), ...config, application_name: name });
  // A connection that breaks while idle must not end the process; the next statement fails.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Gives work that one process does at a time to one of them; if it dies in the middle, the others wait until its lease
 * ends.
 */
interface Lease {
  name: string;
  /** Names this lease uniquely, because a process must not hold a second one either. */
  owner: string;
  until: Date;
}

/** Returns whether the lease was free. */
export async function takeLease(db: Db, { name, owner, until }: Lease, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    insert into leases (name, owner, until) values (${name}, ${owner}, ${until})
    on conflict (name) do update set owner = excluded.owner, until = excluded.until
    where leases.until <= ${now} returning name`);
  return rows.length > 0;
}

/** Moves the end of the lease. Returns false if another process holds it by now. */
export async function setLeaseEnd(db: Db, { name, owner, until }: Lease): Promise<boolean> {
  const rows = await db.query(sql`
    update leases set until = ${until} where name = ${name} and owner = ${owner} returning name`);
  return rows.length > 0;
}
