import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { createTestDatabase } from './databases.ts';

const run = promisify(execFile);

export interface Dump {
  restore(): Promise<{ url: string; drop(): Promise<void> }>;
  remove(): Promise<void>;
}

/** Finds `pg_dump` as docs/operations/backup.md says; null where none is at least as new as the server. */
export async function dumpDatabase(url: string): Promise<Dump | null> {
  if ((await majorOfTools()) < (await majorOfServer(url))) return null;
  const folder = await mkdtemp(path.join(tmpdir(), 'lisura-dump-'));
  const file = path.join(folder, 'lisura.dump');
  await run('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`, url]);
  return {
    restore: async () => {
      const database = await createTestDatabase({ empty: true });
      await run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${database.url}`, file]);
      return database;
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

async function majorOfTools(): Promise<number> {
  const { stdout } = await run('pg_dump', ['--version']).catch(() => ({ stdout: '' }));
  return Number(/ (\d+)/.exec(stdout)?.[1] ?? 0);
}

async function majorOfServer(url: string): Promise<number> {
  const client = new Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  } finally {
    await client.end();
  }
}
