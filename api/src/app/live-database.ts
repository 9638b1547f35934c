import path from 'node:path';
import { readPostmasterPid } from '@lisura/embedded-postgres';
import { type DatabaseAddress, type Db, openDatabase } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import { silentLogger } from '../platform/observability/logger.ts';
import type { Config } from './config.ts';

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;

export const liveAddress = async ({ databaseUrl, dataDir }: Place): Promise<DatabaseAddress> =>
  databaseUrl ?? (await embeddedAddress(dataDir));

export async function openLiveDatabase({ databaseUrl, dataDir }: Place): Promise<Db> {
  const db = openDatabase({
    address: await liveAddress({ databaseUrl, dataDir }),
    logger: silentLogger,
    poolSize: 2,
    timeoutMs: 600_000,
    isParallel: true,
  });
  if (databaseUrl === null) await reachEmbedded(db, dataDir);
  return db;
}

async function embeddedAddress(dataDir: string): Promise<DatabaseAddress> {
  const found = await readPostmasterPid(path.join(dataDir, 'postgres'));
  const host = found?.socketFolder || path.join(dataDir, 'postgres-socket');
  return { host, port: found?.port || 5432, user: 'lisura', database: 'postgres' };
}

/** The driver's message would not say that no server runs, the usual reason. */
async function reachEmbedded(db: Db, dataDir: string): Promise<void> {
  try {
    await db.query(sql`select 1`);
  } catch (error) {
    await db.close();
    throw new Error(
      `no server answers in ${dataDir}. Start one with "npm start" and check from another terminal, set DATA_DIR to ` +
        `the folder of one that runs, or DATABASE_URL to a database (${(error as Error).message})`,
      { cause: error },
    );
  }
}
