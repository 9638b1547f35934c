import { Client } from 'pg';
import { addressConfig, type DatabaseAddress } from './db.ts';

/** Numbers that nothing else on the database uses as advisory locks. */
export const MIGRATION_LOCK = 7_316_871_001;
export const FIRST_FILL_LOCK = 7_316_871_002;

/**
 * Work that one process does at a time; the others wait, however long it takes. On a connection of its own, whose end
 * releases the lock even where the process is killed.
 */
export async function asOneProcess<Result>(
  address: DatabaseAddress,
  lock: number,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ ...addressConfig(address), application_name: 'lisura start' });
  // A connection that breaks while nobody asks it anything must not end the process; the next statement tells.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lock]);
    return await work(client);
  } finally {
    await client.end();
  }
}
