import { createTemplate } from '../support/databases.ts';

/** Test databases are made on this server, for campaigns that need several. */
export async function useServer(databaseUrl: string): Promise<void> {
  Object.assign(process.env, {
    TEST_SERVER_URL: databaseUrl,
    TEST_TEMPLATE: await createTemplate(databaseUrl),
    TEST_CLONING: 'wal_log',
  });
}
