import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readPostmasterPid } from '@lisura/embedded-postgres';
import { Client } from 'pg';

/**
 * Copies the data folder of an embedded database that runs, as docs/operations/backup.md says: it comes without the tools
 * of PostgreSQL.
 */
export async function backUp(from: string, to: string): Promise<void> {
  const { socketFolder = '', port = 0 } = (await readPostmasterPid(path.join(from, 'postgres'))) ?? {};
  const client = new Client({ host: socketFolder, port, user: 'lisura', database: 'postgres' });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('copy', true)`);
    // These files belong to the running server alone, or may vanish between being listed and being read.
    const isLeftOut = (file: string) =>
      /postmaster\.(pid|opts)$|\/pgsql_tmp|\/pg_internal\.init|\/xlogtemp\.|\.tmp$|-socket$|\.lock$/.test(file);
    const options = { recursive: true, force: true, filter: (file: string) => !isLeftOut(file) };
    await cp(from, to, options);
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    await writeFile(path.join(to, 'postgres/backup_label'), rows[0].labelfile);
    await cp(path.join(from, 'postgres/pg_wal'), path.join(to, 'postgres/pg_wal'), options);
  } finally {
    await client.end();
  }
}
