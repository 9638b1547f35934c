import { randomInt } from 'node:crypto';
import path from 'node:path';
import { Client } from 'pg';
import { migrate } from '../../src/platform/database/migrate.ts';
import { migrateJobs } from '../../src/platform/jobs/jobs.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations');
const PREFIX = 'lisura_test_';
const STALE_AFTER_MS = 60 * 60 * 1000;

/** A fresh database of this test's own, cloned from the migrated template or another. Empty where `empty` is asked for. */
export async function createTestDatabase(
  options: { empty?: boolean; template?: string } = {},
): Promise<{ url: string; drop(): Promise<void> }> {
  const serverUrl = required('TEST_SERVER_URL');
  const name = newName();
  const template = options.empty ? null : (options.template ?? required('TEST_TEMPLATE'));
  await onServer(serverUrl, (client) => client.query(`create database ${name}${template ? cloneOf(template) : ''}`));
  return { url: urlOf(serverUrl, name), drop: () => dropDatabase(serverUrl, name) };
}

export const cloneOf = (template: string) => ` template ${template} strategy ${required('TEST_CLONING')}`;

export async function createTemplate(serverUrl: string): Promise<string> {
  const name = newName();
  await onServer(serverUrl, (client) => client.query(`create database ${name}`));
  const url = urlOf(serverUrl, name);
  await migrate(url, MIGRATIONS, silentLogger);
  await migrateJobs(url, silentLogger);
  return name;
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
}

/** A killed test run leaves databases behind on a server that lives on. */
export async function dropStaleDatabases(serverUrl: string): Promise<void> {
  await onServer(serverUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where datname like $1', [
      `${PREFIX}%`,
    ]);
    for (const { datname } of rows) {
      const createdMs = Number.parseInt(datname.slice(PREFIX.length), 36);
      if (Date.now() - createdMs > STALE_AFTER_MS)
        await client.query(`drop database if exists ${datname} with (force)`);
    }
  });
}

/** Simulations do not seed this chance, because the same seed is played on two databases at once. */
const newName = () => `${PREFIX}${Date.now().toString(36)}_${randomInt(2 ** 47).toString(36)}`;

export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

export async function onServer<Result>(serverUrl: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run tests with "npm run tests -- <file>"`);
  return value;
}
