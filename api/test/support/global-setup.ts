import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@lisura/embedded-postgres';
import { createTemplate, dropStaleDatabases } from './databases.ts';

/** Run once before all test files: a server, and on it the template that every file's database is cloned from. */
let embedded: EmbeddedPostgres | undefined;
let folder: string | undefined;

export async function globalSetup(): Promise<void> {
  let serverUrl = process.env.DATABASE_URL;
  if (serverUrl === undefined) {
    folder = await mkdtemp(path.join(tmpdir(), 'lisura-tests-'));
    embedded = await startEmbeddedPostgres({
      dataDir: folder,
      // Nothing in a test run outlives the machine, so nothing is forced to disk.
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
    });
    serverUrl = embedded.url;
  }
  await dropStaleDatabases(serverUrl);
  process.env.TEST_SERVER_URL = serverUrl;
  process.env.TEST_TEMPLATE = await createTemplate(serverUrl);
}

export async function globalTeardown(): Promise<void> {
  const serverUrl = process.env.TEST_SERVER_URL;
  const template = process.env.TEST_TEMPLATE;
  if (embedded !== undefined) await embedded.stop();
  else if (serverUrl !== undefined && template !== undefined) {
    const { dropDatabase } = await import('./databases.ts');
    await dropDatabase(serverUrl, template);
  }
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
