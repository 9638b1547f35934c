import { type DatabaseOptions, type Db, openDatabase } from '../../src/platform/database/db.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import { createTestDatabase } from './databases.ts';
import { PATIENCE } from './patience.ts';
import { use } from './use-app.ts';

type Options = Partial<Omit<DatabaseOptions, 'address'>> & { empty?: boolean };

/** A database that is dropped when it is closed. It takes a fifth of the time of an app, which not every test needs. */
export async function openTestDatabase({ empty = false, ...options }: Options = {}): Promise<Db & { url: string }> {
  const { url, drop } = await createTestDatabase({ empty });
  const db = openDatabase({ address: url, logger: silentLogger, patience: PATIENCE, ...options });
  const close = async () => {
    await db.close();
    await drop();
  };
  return { ...db, url, close };
}

/** A database of the file's own, open from before its first test until after its last. */
export const useTestDatabase = (options?: Options): Db & { url: string } =>
  use(
    () => openTestDatabase(options),
    ({ close }) => close(),
  );
