import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { Settings } from '../../../platform/settings.ts';
import { raiseAlert, resolveAlert } from '../../people/alerts/index.ts';
import { lockRate } from './exchange-rate.sql.ts';
import { maxPriceStepSetting } from './guard-settings.ts';
import {
  deleteHeldBackPrices,
  findGuardedPrices,
  listHeldBackPrices,
  type PriceToHold,
  storeHeldBackPrices,
} from './held-back-prices.sql.ts';
import { PRICES_HELD_BACK, pricesHeldBack } from './items.alerts.ts';
import { heldBackPriceAfter, stepPercent } from './step-guards.rules.ts';

type ToldPrice = readonly [marketHashName: string, priceCents: Cents];

/**
 * Which of the prices that a sync tells are not to be written, by name: they are held back. Of the others nothing is held
 * back any more. The caller has locked the rate, so that no price changes meanwhile.
 */
export async function guardPrices(
  tx: Tx,
  { settings, clock }: { settings: Settings; clock: Clock },
  syncId: Id<'item-sync'>,
  prices: readonly ToldPrice[],
): Promise<Set<string>> {
  const maxStepPercent = await settings.read(tx, maxPriceStepSetting);
  const now = clock.now();
  const told = new Map(prices);
  const heldNames = new Set<string>();
  const toHold: PriceToHold[] = [];
  const toFree: Id<'item'>[] = [];
  for (const item of await findGuardedPrices(tx, [...told.keys()])) {
    const { itemId, marketHashName, inForce, held } = item;
    const after = heldBackPriceAfter({ told: told.get(marketHashName) ?? inForce, inForce, held }, maxStepPercent, now);
    if (after === null) {
      if (held !== null) toFree.push(itemId);
      continue;
    }
    heldNames.add(marketHashName);
    toHold.push({ ...after, itemId, stepPercent: stepPercent(inForce, after.value) });
  }
  await storeHeldBackPrices(tx, syncId, toHold);
  await deleteHeldBackPrices(tx, toFree);
  return heldNames;
}

/** One alert for all prices that a sync has held back; gives how many these are. Without any left the alert ends. */
export async function tellOfHeldBackPrices(tx: Tx, syncId: Id<'item-sync'>): Promise<number> {
  // Nobody confirms them between our look and the alert.
  await lockRate(tx);
  const {
    held: [worst],
    total,
  } = await listHeldBackPrices(tx, syncId, { limit: 1, offset: 0 });
  if (worst === undefined) await endAlertOfPrices(tx, null);
  else await raiseAlert(tx, pricesHeldBack(total, worst));
  return total;
}

/** Where no price is held back any more. */
export async function endAlertOfPrices(tx: Tx, endedBy: Id<'user'> | null): Promise<void> {
  const { total } = await listHeldBackPrices(tx, null, { limit: 1, offset: 0 });
  if (total === 0) await resolveAlert(tx, PRICES_HELD_BACK, endedBy);
}
