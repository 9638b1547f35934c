import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import type { Client } from 'pg';
import { cloneOf, createTestDatabase, dropDatabase, onServer, required, urlOf } from './databases.ts';
import { makeDataFolder } from './folders.ts';
import { TEST_KEYS } from './keys.ts';
import { startServerProcess } from './processes.ts';
import { until } from './until.ts';

/** A first start takes twice as long, so tests that are not about it begin with what it has left. */
export interface FilledDatabase {
  url: string;
  /**
   * A server continues from these. The folder belongs to this database alone: each public log continues from the same
   * first head, by which its newest is kept.
   */
  environment: { DATABASE_URL: string; SECRETS_KEY: string; DATA_DIR: string };
  drop(): Promise<void>;
}

const SECRETS_KEY = TEST_KEYS.current.toString('hex');

export async function createFilledDatabase(): Promise<FilledDatabase> {
  const { url, drop } = await createTestDatabase({ template: await filledTemplate() });
  const folder = await makeDataFolder('lisura-filled-');
  return {
    url,
    environment: { DATABASE_URL: url, SECRETS_KEY, DATA_DIR: folder },
    drop: async () => {
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const nameOfFilled = (template: string) => `${template}_filled`;
const nameOfUnfinished = (template: string) => `${template}_filling`;

/** Made once in a run, by the process that asks first. The others wait for it. */
async function filledTemplate(): Promise<string> {
  const serverUrl = required('TEST_SERVER_URL');
  const template = required('TEST_TEMPLATE');
  const [filled, unfinished] = [nameOfFilled(template), nameOfUnfinished(template)];
  await onServer(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [filled]);
    const { rows } = await client.query('select from pg_database where datname = $1', [filled]);
    if (rows.length > 0) return;
    await dropDatabase(serverUrl, unfinished);
    await client.query(`create database ${unfinished}${cloneOf(template)}`);
    await fill(urlOf(serverUrl, unfinished));
    await untilNobodyIsIn(client, unfinished);
    await client.query(`alter database ${unfinished} rename to ${filled}`);
  });
  return filled;
}

export async function dropFilledTemplate(serverUrl: string, template: string): Promise<void> {
  await dropDatabase(serverUrl, nameOfUnfinished(template));
  await dropDatabase(serverUrl, nameOfFilled(template));
}

async function fill(url: string): Promise<void> {
  const folder = await makeDataFolder('lisura-filling-');
  const server = startServerProcess({ DATABASE_URL: url, SECRETS_KEY, DATA_DIR: folder });
  try {
    await server.ready;
    const { code, output } = await server.stop();
    assert.equal(code, 0, output);
  } finally {
    await server.stop('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

/** The server notices a moment later that a process is gone. */
async function untilNobodyIsIn(client: Client, database: string): Promise<void> {
  const sessions = () => client.query('select from pg_stat_activity where datname = $1', [database]);
  await until(async () => (await sessions()).rows.length === 0);
}
