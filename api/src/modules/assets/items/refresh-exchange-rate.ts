import { announce } from '../../../platform/announcements.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, transaction } from '../../../platform/db.ts';
import type { Settings } from '../../../platform/settings.ts';
import type { ExchangeRateSource } from './exchange-rate-source.ts';
import { isRateFresh } from './items.rules.ts';
import type { ExchangeRate } from './items.types.ts';
import { ITEMS_CHANGED, priceMarginSetting } from './price-margin.ts';
import { findRate, lockRate, repriceAllItems, updateRate } from './prices.sql.ts';

export interface RefreshRateDeps {
  db: Db;
  clock: Clock;
  settings: Settings;
  rateSource: ExchangeRateSource;
}

/**
 * Gives the rate in force, obtained anew where it is older than ten minutes. The fallback of 5 stands only until a rate
 * is obtained for the first time. When the source fails later, the last known rate stays, with its source and its time:
 * a jump to 5 and back would let anybody buy at one rate and sell at the other.
 */
export async function refreshExchangeRate(deps: RefreshRateDeps): Promise<ExchangeRate> {
  const current = await findRate(deps.db);
  if (isRateFresh(current, deps.clock.now())) return current;
  const told = await deps.rateSource.usdToBrl();
  if (told === null) return current;
  return transaction(deps.db, async (tx) => {
    const before = await lockRate(tx);
    const after = await updateRate(tx, told.usdToBrl, told.source);
    if (before.usdToBrl !== after.usdToBrl) {
      await repriceAllItems(tx, await deps.settings.read(tx, priceMarginSetting));
      await announce(tx, ITEMS_CHANGED, {});
    }
    return after;
  });
}
