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

/** Files up to this one are the baseline, with the schema by domain. */
const BASELINE_END = '0014_figures.sql';

/**
 * The baseline replaces these migrations. A database with all of them has its schema and keeps their names, so that the
 * version before still starts.
 */
const REPLACED = { last: '0330_prices_made_up.sql', count: 93, commit: '57fed7da' };

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** An advisory lock keeps other processes waiting. Each file has a transaction; a failed one leaves nothing behind. */
export async function migrate(address: DatabaseAddress, folder: string, logger: Logger): Promise<string[]> {
  const migrations = await readMigrations(folder);
  return asOneProcess(address, MIGRATION_LOCK, async (client) => {
    await client.query(`create table if not exists schema_migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from schema_migrations');
    const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
    await adoptBaseline(client, migrations, applied);
    const missing = missingMigrations(migrations, applied, logger);
    for (const migration of missing) await applyMigration(client, migration);
    return missing.map(({ name }) => name);
  });
}

/** Refuses a database that has only some of the replaced migrations. */
async function adoptBaseline(client: Client, migrations: Migration[], applied: Map<string, string>): Promise<void> {
  const known = new Set(migrations.map(({ name }) => name));
  const baseline = migrations.filter(({ name }) => name <= BASELINE_END && !applied.has(name));
  const replaced = [...applied.keys()].filter((name) => name <= REPLACED.last && !known.has(name));
  if (replaced.length === 0 || baseline.length === 0) return;
  if (replaced.length !== REPLACED.count || !replaced.includes(REPLACED.last)) {
    throw new Error(
      `This database has ${replaced.length} of the ${REPLACED.count} migrations that the baseline replaces. ` +
        `Start commit ${REPLACED.commit} once on it, which applies the others, and then this version`,
    );
  }
  await client.query('insert into schema_migrations (name, hash) select * from unnest($1::text[], $2::text[])', [
    baseline.map(({ name }) => name),
    baseline.map(({ hash }) => hash),
  ]);
  for (const { name, hash } of baseline) applied.set(name, hash);
}

function missingMigrations(migrations: Migration[], applied: Map<string, string>, logger: Logger): Migration[] {
  for (const { name, hash } of migrations) {
    const appliedHash = applied.get(name);
    if (appliedHash !== undefined && appliedHash !== hash) {
      throw new Error(`Migration ${name} was changed after it had been applied; write a new one instead`);
    }
  }
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name) && name > REPLACED.last);
  // CHANGELOG.md says whether versions may run side by side.
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
