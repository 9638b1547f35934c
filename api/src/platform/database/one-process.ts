import { Client, type ClientConfig } from 'pg';
import { addressConfig, type DatabaseAddress } from './db.ts';

/** Numbers that nothing else on the database uses as advisory locks. */
export const MIGRATION_LOCK = 7_316_871_001;
export const FIRST_FILL_LOCK = 7_316_871_002;
export const DEMO_PLAYERS_LOCK = 7_316_871_005;

/**
 * Work that one process does at a time; the others wait, however long it takes. On a connection of its own, whose end
 * releases the lock even where the process is killed.
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

/** A right that one process has for as long as it likes, or until it dies. */
export interface ProcessLock {
  /** Whether this process has it now; nobody waits for it. */
  take(): Promise<boolean>;
  release(): Promise<void>;
}

/** Held by a connection of its own. Where that breaks the right is lost, and the next try is for it anew. */
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
        // One that is held is asked for something all the same: whether its connection still stands, only an answer shows.
        const held = isHeld ? 'select true as held' : `select pg_try_advisory_lock(${lock}) as held`;
        isHeld = (await client.query<{ held: boolean }>(held)).rows[0]?.held === true;
        // Who has to wait for another process, perhaps for days, takes no connection from those who work.
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

/** Neither side waits long for the other: a machine that is gone must not hold a lock, nor one that is not there be asked. */
async function connectForLong(address: DatabaseAddress): Promise<Client> {
  const client = await connectAlone(address, 'lisura lock', { connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
  return client;
}

/** A connection outside all pools. */
export async function connectAlone(address: DatabaseAddress, name: string, config: ClientConfig = {}): Promise<Client> {
  const client = new Client({ ...addressConfig(address), ...config, application_name: name });
  // A connection that breaks while nobody asks it anything must not end the process; the next statement fails.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
