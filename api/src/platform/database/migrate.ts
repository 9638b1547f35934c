import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from 'pg';
import type { Logger } from '../observability/logger.ts';
import type { DatabaseAddress } from './db.ts';
import { asOneProcess, MIGRATION_LOCK } from './one-process.ts';

interface Migration {
  name: string;
  text: string;
  hash: string;
}

/** The migrations of a folder: plain SQL, forward only, in the order of their names. */
async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/**
 * Applies what is missing, each file in a transaction of its own, while an advisory lock keeps other processes that
 * start at the same moment waiting. A file that fails leaves nothing of itself, and those before it stay.
 */
export async function migrate(address: DatabaseAddress, folder: string, logger: Logger): Promise<string[]> {
  const migrations = await readMigrations(folder);
  return asOneProcess(address, MIGRATION_LOCK, async (client) => {
    await client.query(`create table if not exists schema_migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from schema_migrations');
    const missing = missingMigrations(migrations, new Map(rows.map(({ name, hash }) => [name, hash])), logger);
    for (const migration of missing) await applyMigration(client, migration);
    return missing.map(({ name }) => name);
  });
}

function missingMigrations(migrations: Migration[], applied: Map<string, string>, logger: Logger): Migration[] {
  for (const { name, hash } of migrations) {
    const appliedHash = applied.get(name);
    if (appliedHash !== undefined && appliedHash !== hash) {
      throw new Error(`Migration ${name} was changed after it had been applied; write a new one instead`);
    }
  }
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  // CHANGELOG.md says whether an older process may run beside the migrations of a newer one.
  if (unknown.length > 0) logger.warn({ unknown }, 'The database has migrations that this version does not know');
  return migrations.filter(({ name }) => !applied.has(name));
}

async function applyMigration(client: Client, { name, text, hash }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(text);
    await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${name} failed and nothing of it remains: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
