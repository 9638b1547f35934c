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

/** A price or a rate that somebody wants in force. */
interface Revaluation {
  action: string;
  entity: { type: string; id: string };
  /** What exactly is asked for. */
  content: string;
  /** BRL: by how much what users own and what they were promised is worth more or less then. */
  movedCents: Cents;
  /** Set where all items can be bought for less then, by whoever has money. */
  isBoundless?: boolean;
  /** Items that are worth more then: who owns one of them does not set its price. */
  raisedIds?: readonly Id<'item'>[];
}

/**
 * Lets on an administrator who sets a price or a rate: what users own is worth more or less at once. An item of the
 * administrator's or of a friend may be among it, who could make it dear and sell it.
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
