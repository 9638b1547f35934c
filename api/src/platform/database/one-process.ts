import { Client, type ClientConfig } from 'pg';
import { addressConfig, type DatabaseAddress, type Db } from './db.ts';
import { sql } from './sql.ts';

export const MIGRATION_LOCK = 7_316_871_001;
export const FIRST_FILL_LOCK = 7_316_871_002;
export const DEMO_PLAYERS_LOCK = 7_316_871_005;

/** Other processes wait, however long it takes. The lock's own connection releases it even if the process is killed. */
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

interface ProcessLock {
  /** Says at once whether this process has it. */
  take(): Promise<boolean>;
  release(): Promise<void>;
}

/** The right lives on a connection of its own. If that breaks, the next try asks again. */
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
        // Only an answer shows that the connection still stands.
        const held = isHeld ? 'select true as held' : `select pg_try_advisory_lock(${lock}) as held`;
        isHeld = (await client.query<{ held: boolean }>(held)).rows[0]?.held === true;
        // A process may wait for days without a connection of the pool.
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

/** A dead machine must not hold a lock for long. */
async function connectForLong(address: DatabaseAddress): Promise<Client> {
  const client = await connectAlone(address, 'lisura lock', { connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
  return client;
}

export async function connectAlone(address: DatabaseAddress, name: string, config: ClientConfig = {}): Promise<Client> {
  const client = new Client({ ...addressConfig(address), ...config, application_name: name });
  // An idle connection that breaks must not end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** If the holder dies, others wait for the end of its lease. */
interface Lease {
  name: string;
  /** Unique, because a process must not hold a second lease either. */
  owner: string;
  until: Date;
}

export async function takeLease(db: Db, { name, owner, until }: Lease, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    insert into leases (name, owner, until) values (${name}, ${owner}, ${until})
    on conflict (name) do update set owner = excluded.owner, until = excluded.until
    where leases.until <= ${now} returning name`);
  return rows.length > 0;
}

/** Returns false if another process holds it by now. */
export async function setLeaseEnd(db: Db, { name, owner, until }: Lease): Promise<boolean> {
  const rows = await db.query(sql`
    update leases set until = ${until} where name = ${name} and owner = ${owner} returning name`);
  return rows.length > 0;
}
