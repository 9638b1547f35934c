import type { Db, Tx } from '../../../platform/database/db.ts';
import type { Cents } from '../../../platform/money.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { findRate, lockRate, shareRate } from './exchange-rate.sql.ts';
import { coinsToUsdCents, valueCentsBrlOf, valueCentsOf } from './items.rules.ts';
import type { Pricing } from './items.sql.ts';
import { priceMarginSetting } from './price-margin.ts';

/** What prices follow from until the end of `tx`: nobody changes it meanwhile. */
export async function currentPricing(tx: Tx, settings: Settings): Promise<Pricing> {
  const { usdToBrl } = await lockRate(tx);
  return { usdToBrl, priceMargin: await settings.read(tx, priceMarginSetting) };
}

/** What prices follow from now: to show, and not to move money by. */
export async function pricingInForce(db: Db, settings: Settings): Promise<Pricing> {
  const { usdToBrl } = await findRate(db);
  return { usdToBrl, priceMargin: settings.get(priceMarginSetting) };
}

/**
 * For who compares a price of the market with values of the catalogue: until the end of `tx` neither changes. Several may
 * at once. Taken first, like the lock of those who write prices.
 */
export async function holdPricing(tx: Tx, settings: Settings): Promise<Pricing> {
  const { usdToBrl } = await shareRate(tx);
  return { usdToBrl, priceMargin: await settings.read(tx, priceMarginSetting) };
}

/** What the platform would take an item for that the marketplace sells for so many coins. */
export const valueOfCoins = (coins: number, { priceMargin, usdToBrl }: Pricing): Cents =>
  valueCentsBrlOf(valueCentsOf(coinsToUsdCents(BigInt(coins)), priceMargin), usdToBrl);
