import type { Tx } from '../../../platform/database/db.ts';
import type { Settings } from '../../../platform/settings.ts';
import { lockRate } from './exchange-rate.sql.ts';
import type { Pricing } from './items.sql.ts';
import { priceMarginSetting } from './price-margin.ts';

/** What prices follow from until the end of `tx`: nobody changes it meanwhile. */
export async function currentPricing(tx: Tx, settings: Settings): Promise<Pricing> {
  const { usdToBrl } = await lockRate(tx);
  return { usdToBrl, priceMargin: await settings.read(tx, priceMarginSetting) };
}
