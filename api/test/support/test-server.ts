import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@lisura/embedded-postgres';
import { createTemplate, dropDatabase, dropStaleDatabases } from './databases.ts';

interface TestServer {
  /** What the processes of the tests find in their environment. */
  environment: { TEST_SERVER_URL: string; TEST_TEMPLATE: string };
  stop(): Promise<void>;
}

/** Started once for all test files: a server, and on it the template that every file's database is cloned from. */
export async function startTestServer(serverUrl: string | undefined): Promise<TestServer> {
  const { url, stop } = serverUrl === undefined ? await startEmbedded() : { url: serverUrl, stop: async () => {} };
  await dropStaleDatabases(url);
  const template = await createTemplate(url);
  return {
    environment: { TEST_SERVER_URL: url, TEST_TEMPLATE: template },
    stop: async () => {
      await dropDatabase(url, template);
      await stop();
    },
  };
}

async function startEmbedded(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lisura-tests-'));
  const embedded = await startEmbeddedPostgres({
    dataDir: folder,
    // Nothing in a test run outlives the machine, so nothing is forced to disk.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  return {
    url: embedded.url,
    stop: async () => {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
