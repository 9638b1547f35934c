import type { Db } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import type { Logger } from '../platform/observability/logger.ts';
import type { Config } from './config.ts';

/** What a platform can start without, but hardly means to be without. */
export async function warnOfGaps(config: Config, db: Db, logger: Logger): Promise<void> {
  if (config.adminPlatformIds.length === 0) logger.warn('ADMIN_PLATFORM_IDS is not set: there is no administrator');
  if (config.ratesUrl === null) {
    logger.warn('RATES_URL is not set: the exchange rate stays the last one known, or 5 where none was');
  }
  if (config.market === null) {
    logger.warn('MARKET_API_URL is not set: nothing is bought, so no item can be withdrawn');
  } else if (config.market.houseAccount === null) {
    logger.warn('MARKET_TRADE_URL is not set: nothing can be sent to the house, so there are no site swaps');
  }
  if (config.pix === null) logger.warn('PIX_URL is not set: nobody can deposit');
  const [catalogue] = await db.query<{ isEmpty: boolean }>(sql`select not exists (select from items) as is_empty`);
  if (catalogue?.isEmpty !== true) return;
  const source = config.itemDatabaseUrl === null ? 'set ITEM_DATABASE_URL and sync' : 'sync';
  logger.warn(`The catalogue has no items: ${source} them as an administrator, or create some`);
}
