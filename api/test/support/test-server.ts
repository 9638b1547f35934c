import { rm } from 'node:fs/promises';
import { startEmbeddedPostgres } from '@lisura/embedded-postgres';
import { createTemplate, dropDatabase, dropStaleDatabases } from './databases.ts';
import { dropFilledTemplate } from './filled-databases.ts';
import { FLEETING_SETTINGS } from './fleeting-settings.ts';
import { isInMemory, makeDataFolder } from './folders.ts';

interface TestServer {
  environment: { TEST_SERVER_URL: string; TEST_TEMPLATE: string; TEST_CLONING: Cloning };
  stop(): Promise<void>;
}

/** Copying files is quickest in memory; on a disk it waits until everything is written, before and after. */
type Cloning = 'file_copy' | 'wal_log';

interface StartedServer {
  url: string;
  cloning: Cloning;
  stop(): Promise<void>;
}

/** Started once for all test files: a server, and on it the template that every file's database is cloned from. */
export async function startTestServer(serverUrl: string | undefined): Promise<TestServer> {
  const { url, cloning, stop } = serverUrl === undefined ? await startEmbedded() : alreadyStarted(serverUrl);
  await dropStaleDatabases(url);
  const template = await createTemplate(url);
  return {
    environment: { TEST_SERVER_URL: url, TEST_TEMPLATE: template, TEST_CLONING: cloning },
    stop: async () => {
      await dropFilledTemplate(url, template);
      await dropDatabase(url, template);
      await stop();
    },
  };
}

const alreadyStarted = (url: string): StartedServer => ({ url, cloning: 'wal_log', stop: async () => {} });

async function startEmbedded(): Promise<StartedServer> {
  const folder = await makeDataFolder('lisura-tests-');
  const embedded = await startEmbeddedPostgres({
    dataDir: folder,
    // Vacuum workers would visit every database.
    settings: {
      ...FLEETING_SETTINGS,
      autovacuum: 'off',
      max_wal_size: '256MB',
      max_connections: '400',
    },
  });
  return {
    url: embedded.url,
    cloning: isInMemory(folder) ? 'file_copy' : 'wal_log',
    stop: async () => {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
