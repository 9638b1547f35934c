import { after, before } from 'node:test';
import { type Db, openDatabase } from '../../src/platform/database/db.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { createTestDatabase } from './databases.ts';
import { PATIENCE } from './patience.ts';

/** A database of the file's own, open from before its first test until after its last. */
export function useTestDatabase(onOpen: (db: Db) => void): void {
  let close: () => Promise<void>;
  before(async () => {
    const database = await createTestDatabase();
    const db = openDatabase({ address: database.url, logger, patience: PATIENCE });
    close = async () => {
      await db.close();
      await database.drop();
    };
    onOpen(db);
  });
  after(() => close());
}
