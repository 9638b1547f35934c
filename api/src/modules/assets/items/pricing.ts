import type { Db, Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { type Decider, type DecisionDeps, ownRecord, requireMayDecide } from '../../people/decisions/index.ts';
import { findRate, lockRate, shareRate } from './exchange-rate.sql.ts';
import { ownsAny } from './holdings.sql.ts';
import { coinsToUsdCents, valueCentsBrlOf, valueCentsOf } from './items.rules.ts';
import { priceMarginSetting } from './items.settings.ts';
import type { Pricing } from './items.sql.ts';

/** Nobody changes the rate and the margin until the end of `tx`. */
export async function currentPricing(tx: Tx, settings: Settings): Promise<Pricing> {
  const { usdToBrl } = await lockRate(tx);
  return { usdToBrl, priceMargin: await settings.read(tx, priceMarginSetting) };
}

/** Serves to show values, not to move money. */
export async function pricingInForce(db: Db, settings: Settings): Promise<Pricing> {
  const { usdToBrl } = await findRate(db);
  return { usdToBrl, priceMargin: settings.get(priceMarginSetting) };
}

/**
 * Keeps prices, rate and margin as they are until the end of `tx`, for comparisons with the market. Several may hold it
 * at once; like the lock of writers it comes first.
 */
export async function holdPricing(tx: Tx, settings: Settings): Promise<Pricing> {
  const { usdToBrl } = await shareRate(tx);
  return { usdToBrl, priceMargin: await settings.read(tx, priceMarginSetting) };
}

/** Returns the value on the platform of an item that the marketplace sells for this many coins. */
export const valueOfCoins = (coins: number, { priceMargin, usdToBrl }: Pricing): Cents =>
  valueCentsBrlOf(valueCentsOf(coinsToUsdCents(BigInt(coins)), priceMargin), usdToBrl);

interface Revaluation {
  action: string;
  entity: { type: string; id: string };
  content: string;
  /** The worth of items that users own or were promised changes by this, in BRL. */
  movedCents: Cents;
  /** True where all items become cheaper for everybody. */
  isBoundless?: boolean;
  /** An owner of one of these items must not raise its price. */
  raisedIds?: readonly Id<'item'>[];
}

/**
 * A new price or rate changes the worth of users' items, and an administrator or a friend could own and sell such an
 * item.
 */
export async function requireMayRevalue(
  deps: DecisionDeps,
  tx: Tx,
  decider: Decider,
  { movedCents, raisedIds = [], ...revaluation }: Revaluation,
): Promise<void> {
  if (raisedIds.length > 0 && (await ownsAny(tx, decider.actorId, raisedIds))) throw ownRecord();
  await requireMayDecide(deps, tx, decider, { ...revaluation, ownerId: null, amountCents: movedCents });
}
