import { Type } from 'typebox';
import { announce } from '../../../platform/database/announcements.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { defineSetting, guardsNothing, type Settings } from '../../../platform/settings/settings.ts';
import { type Decider, type DecisionDeps, ownRecord, requireMayDecide } from '../../people/decisions/index.ts';
import { findRate, lockRate, shareRate } from './exchange-rate.sql.ts';
import { canonicalMargin, coinsToUsdCents, valueCentsBrlOf, valueCentsOf } from './items.rules.ts';
import { ownsAny, type Pricing, repriceAllItems } from './items.sql.ts';

const Percent = Type.Integer({ minimum: 1, maximum: 1_000, 'x-fault': 'must be a whole number from 1 to 1000' });

export const maxRateStepSetting = defineSetting({
  key: 'maxRateStepPercent',
  description:
    'Largest difference between a new exchange rate and any in force in the last ten minutes. A higher rate ' +
    'waits for an administrator; a lower one is accepted once the source has repeated it for an hour.',
  schema: Percent,
  default: 5,
  weakenedBy: 'RAISED',
});

export const maxDailyRateStepSetting = defineSetting({
  key: 'maxDailyRateStepPercent',
  description:
    'Like maxRateStepPercent, for the last day or the last known rate, and for all rises of a day together. Time ' +
    'alone accepts no rate beyond it.',
  schema: Type.Integer({ minimum: 1, maximum: 90, 'x-fault': 'must be a whole number from 1 to 90' }),
  default: 20,
  weakenedBy: 'RAISED',
});

export const rateKeepHoursSetting = defineSetting({
  key: 'rateKeepHours',
  description:
    'Hours for which the last exchange rate stays in force while its source is silent. Then the fallback of 5 ' +
    'applies, if it is within the limits.',
  schema: Type.Integer({ minimum: 1, maximum: 720, 'x-fault': 'must be a whole number from 1 to 720' }),
  default: 24,
  weakenedBy: 'RAISED',
});

export const maxPriceStepSetting = defineSetting({
  key: 'maxPriceStepPercent',
  description:
    "Largest change of an item's price by a sync. A higher price waits for an administrator; a lower one is " +
    'accepted when a sync repeats it an hour later. An administrator who sets such a price sends `confirm`.',
  schema: Percent,
  default: 50,
  weakenedBy: 'RAISED',
});

export const maxDailyPriceStepSetting = defineSetting({
  key: 'maxDailyPriceStepPercent',
  description: 'Like maxPriceStepPercent, compared with every price that the item had in the last day.',
  schema: Percent,
  default: 50,
  weakenedBy: 'RAISED',
});

export const maxDailyPriceGainSetting = defineSetting({
  key: 'maxDailyPriceGainPercent',
  description:
    "Largest rise of the value of all users' items by the syncs of a day. Prices beyond it wait for an " +
    'administrator, or for the day to pass.',
  schema: Percent,
  default: 10,
  weakenedBy: 'RAISED',
});

export const freePriceGainSetting = defineSetting({
  key: 'freePriceGainCents',
  description: "Rise of the value of all users' items that the syncs of a day may always cause.",
  schema: Type.Integer({ minimum: 0, maximum: 1_000_000_000, 'x-fault': 'must be whole cents from 0 to 1000000000' }),
  default: 100_000,
  weakenedBy: 'RAISED',
});

export const GUARD_SETTINGS = [
  maxRateStepSetting,
  maxDailyRateStepSetting,
  rateKeepHoursSetting,
  maxPriceStepSetting,
  maxDailyPriceStepSetting,
  maxDailyPriceGainSetting,
  freePriceGainSetting,
];

/** Every process hears this after the commit and drops its caches of items. */
export const ITEMS_CHANGED = 'items-changed';

export const priceMarginSetting = defineSetting({
  key: 'priceMargin',
  description:
    'Factor from 1 to 10 by which the marketplace price of an item is multiplied. A change reprices all items at once.',
  schema: Type.Union([Type.Number(), Type.String({ maxLength: 20 })], {
    'x-fault': 'must be a decimal from 1 to 10 with at most 4 digits after the point',
  }),
  default: '1.2',
  bounds: { minimum: 1, maximum: 10 },
  normalise: canonicalMargin,
  afterChange: async (tx, priceMargin) => {
    await lockRate(tx);
    await repriceAllItems(tx, priceMargin);
    await announce(tx, ITEMS_CHANGED, {});
  },
  weakenedBy: guardsNothing('judged by what it moves, up or down, in `judgeChanges`'),
});

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
