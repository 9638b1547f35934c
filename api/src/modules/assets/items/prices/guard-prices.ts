import { createHash } from 'node:crypto';
import type { Clock } from '../../../../platform/clock.ts';
import { announce } from '../../../../platform/database/announcements.ts';
import { type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { raiseAlert, resolveAlert } from '../../../people/alerts/index.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import type { Decider, DecisionDeps } from '../../../people/decisions/index.ts';
import { lockRate } from '../exchange-rate.sql.ts';
import { PRICES_HELD_BACK, pricesHeldBack } from '../items.messages.ts';
import { type GuardedPrice, type HeldBack, type HeldBackPrice, valueCentsBrlOf, valueCentsOf } from '../items.rules.ts';
import { findHoldings, type Holdings, type Pricing, sumWorthAtMargin, updatePrices } from '../items.sql.ts';
import {
  currentPricing,
  freePriceGainSetting,
  ITEMS_CHANGED,
  maxDailyPriceGainSetting,
  maxDailyPriceStepSetting,
  maxPriceStepSetting,
  requireMayRevalue,
} from '../pricing.ts';
import {
  affordableRises,
  distance,
  heldBackNow,
  heldBackPriceAfter,
  isWithinPercent,
  type PriceLimits,
  pastSince,
  stepPercent,
} from '../step-guards.rules.ts';
import { type MarginEffect, pricesNotHeldBack } from './held-back-prices.records.ts';
import {
  deleteHeldBackPrices,
  deleteMadeUp,
  deleteOldPriceDays,
  findGuardedPrices,
  findHeldBackPrices,
  forgetPrices,
  insertPriceRise,
  listHeldBackPrices,
  type PriceToHold,
  rememberPrices,
  storeHeldBackPrices,
  sumPriceRises,
} from './held-back-prices.sql.ts';

type ListedPrice = readonly [marketHashName: string, priceCents: Cents];

interface GuardDeps {
  settings: Settings;
  clock: Clock;
}

/** `after` is null where the price is taken. */
interface Judged extends GuardedPrice {
  newPrice: Cents;
  after: HeldBack<Cents> | null;
}

/**
 * Returns the names of items whose new prices are held back, and drops the held-back prices of the others. The caller
 * has locked the rate, so no price changes meanwhile. The number of statements does not depend on that of prices.
 */
export async function guardPrices(
  tx: Tx,
  deps: GuardDeps,
  { syncId, pricing, prices }: { syncId: Id<'item-sync'>; pricing: Pricing; prices: readonly ListedPrice[] },
): Promise<Set<string>> {
  const now = deps.clock.now();
  const limits = await readPriceLimits(tx, deps.settings);
  const newPrices = new Map(prices);
  const guarded = (await findGuardedPrices(tx, [...newPrices.keys()], pastSince(now))).map((item) => ({
    ...item,
    newPrice: newPrices.get(item.marketHashName) ?? item.inForce,
  }));
  const rising = guarded.filter((item) => item.newPrice > item.inForce);
  const holdings = await findHoldings(
    tx,
    rising.map(({ itemId }) => itemId),
  );
  const judged = guarded.map((item) => {
    const isOwned = holdings.counts.has(item.itemId);
    return { ...item, after: heldBackPriceAfter({ ...item, isOwned }, limits, now) };
  });
  const { held, raisedCents } = await holdBackTooMuch(tx, deps, { judged, holdings, pricing, now });
  await writeJudgement(tx, { syncId, judged: held, now });
  await insertPriceRise(tx, { syncId, raisedCents, now });
  return new Set(held.filter(({ after }) => after !== null).map(({ marketHashName }) => marketHashName));
}

export async function readPriceLimits(tx: Tx, settings: Settings): Promise<PriceLimits> {
  return {
    stepPercent: await settings.read(tx, maxPriceStepSetting),
    dayPercent: await settings.read(tx, maxDailyPriceStepSetting),
  };
}

interface WholeBatch {
  judged: readonly Judged[];
  holdings: Holdings;
  pricing: Pricing;
  now: Date;
}

/**
 * Prices that are each near enough may raise too much together: a user could swap into each item before it rises. Rises
 * beyond the limit of the day are held back.
 */
async function holdBackTooMuch(
  tx: Tx,
  { settings }: GuardDeps,
  { judged, holdings, pricing, now }: WholeBatch,
): Promise<{ held: readonly Judged[]; raisedCents: Cents }> {
  const rises = judged.flatMap(({ itemId, marketHashName: name, newPrice, valueCentsBrl, after }) => {
    const count = after === null ? holdings.counts.get(itemId) : undefined;
    const worth = valueCentsBrlOf(valueCentsOf(newPrice, pricing.priceMargin), pricing.usdToBrl);
    return count === undefined || worth <= valueCentsBrl
      ? []
      : [{ name, raisedCents: count * (worth - valueCentsBrl) }];
  });
  if (rises.length === 0) return { held: judged, raisedCents: 0n };
  const gainPercent = BigInt(await settings.read(tx, maxDailyPriceGainSetting));
  const freeCents = BigInt(await settings.read(tx, freePriceGainSetting));
  const ofWorth = (holdings.worthCents * gainPercent) / 100n;
  const mayRise = ofWorth > freeCents ? ofWorth : freeCents;
  const { names, sum } = affordableRises(rises, mayRise - (await sumPriceRises(tx, pastSince(now))));
  const tooMuch = new Set(rises.filter(({ name }) => !names.has(name)).map(({ name }) => name));
  const held = judged.map((item) =>
    tooMuch.has(item.marketHashName) ? { ...item, after: heldBackNow(item.held, item.newPrice, now) } : item,
  );
  return { held, raisedCents: sum };
}

async function writeJudgement(
  tx: Tx,
  { syncId, judged, now }: { syncId: Id<'item-sync'>; judged: readonly Judged[]; now: Date },
): Promise<void> {
  const toHold = judged.flatMap(({ itemId, inForce, after }): PriceToHold[] =>
    after === null ? [] : [{ ...after, itemId, stepPercent: stepPercent(inForce, after.value) }],
  );
  const taken = judged.filter(({ after }) => after === null);
  const replaced = taken.filter(({ newPrice, inForce }) => inForce > 0n && newPrice !== inForce);
  await storeHeldBackPrices(tx, syncId, toHold);
  await deleteHeldBackPrices(
    tx,
    taken.filter(({ held }) => held !== null).map(({ itemId }) => itemId),
  );
  await deleteMadeUp(
    tx,
    taken.filter(({ isMadeUp }) => isMadeUp).map(({ itemId }) => itemId),
  );
  await rememberPrices(
    tx,
    replaced.map(({ itemId, inForce }) => ({ itemId, priceCents: inForce })),
    now,
  );
}

/** Raises one alert for all held-back prices of a sync, or ends it, and returns their number. */
export async function notifyOfHeldBackPrices(tx: Tx, syncId: Id<'item-sync'>, now: Date): Promise<number> {
  // The lock keeps administrators from confirming meanwhile.
  await lockRate(tx);
  await deleteOldPriceDays(tx, pastSince(now));
  const {
    held: [worst],
    total,
  } = await listHeldBackPrices(tx, syncId, { limit: 1, offset: 0 });
  if (worst === undefined) await endAlertOfPrices(tx, null);
  else await raiseAlert(tx, pricesHeldBack(total, worst));
  return total;
}

export async function endAlertOfPrices(tx: Tx, endedBy: Id<'user'> | null): Promise<void> {
  const { total } = await listHeldBackPrices(tx, null, { limit: 1, offset: 0 });
  if (total === 0) await resolveAlert(tx, PRICES_HELD_BACK, endedBy);
}

/** Runs in the transaction that has changed the margin. The effect is far if it is above the limit for one price. */
export async function marginEffect(
  tx: Tx,
  settings: Pick<Settings, 'read'>,
  previous: string,
): Promise<MarginEffect & { isFar: boolean }> {
  const [{ nowCents, thenCents }, limitPercent] = await Promise.all([
    sumWorthAtMargin(tx, previous),
    settings.read(tx, maxPriceStepSetting),
  ]);
  return {
    isFar: !isWithinPercent(thenCents, nowCents, limitPercent),
    stepPercent: stepPercent(thenCents, nowCents),
    ownedFromCents: thenCents,
    ownedToCents: nowCents,
  };
}

interface ConfirmPrices {
  /** Prices of a later sync are not confirmed. */
  syncId: Id<'item-sync'>;
  /** Null: all of them. */
  itemIds: readonly Id<'item'>[] | null;
  editor: Decider;
}

/**
 * Confirms all of the named prices or none, and returns how many. A second administrator must agree if users own much
 * of the items.
 */
export async function confirmPrices(
  deps: DecisionDeps & { settings: Settings },
  { syncId, itemIds, editor }: ConfirmPrices,
): Promise<number> {
  const { db, settings } = deps;
  const { actorId, reason, ip } = editor;
  return transaction(db, async (tx) => {
    const pricing = await currentPricing(tx, settings);
    const held = await findHeldBackPrices(tx, syncId, itemIds);
    if (held.length < (itemIds === null ? 1 : new Set(itemIds).size)) throw pricesNotHeldBack(syncId);
    await requireMayRevalue(deps, tx, editor, {
      action: 'confirm-prices',
      entity: { type: 'item-sync', id: syncId },
      content: contentOf(held),
      movedCents: await movedBy(tx, held, pricing),
      raisedIds: held
        .filter(({ originalPriceCents, heldBackPriceCents }) => heldBackPriceCents > originalPriceCents)
        .map(({ itemId }) => itemId),
    });
    await updatePrices(
      tx,
      held.map(({ marketHashName, heldBackPriceCents }) => [marketHashName, heldBackPriceCents]),
      pricing,
    );
    const ids = held.map(({ itemId }) => itemId);
    await deleteHeldBackPrices(tx, ids);
    await forgetPrices(tx, ids);
    await deleteMadeUp(tx, ids);
    await recordAudit(
      tx,
      held.map(({ itemId, originalPriceCents, heldBackPriceCents }) => ({
        action: 'ITEM_PRICE_CONFIRMED',
        userId: null,
        actorId,
        entity: { type: 'item', id: itemId },
        metadata: { from: originalPriceCents, to: heldBackPriceCents, syncId },
        reason,
        ip,
      })),
    );
    await announce(tx, ITEMS_CHANGED, {});
    await endAlertOfPrices(tx, actorId);
    return held.length;
  });
}

/** A digest stands for the prices, which may be thousands. */
function contentOf(held: readonly HeldBackPrice[]): string {
  const prices = held.map(({ itemId, heldBackPriceCents }) => `${itemId} ${heldBackPriceCents}`).join('\n');
  return `${held.length} ${createHash('sha256').update(prices).digest('hex')}`;
}

/** Adds up rises and falls of users' items, in BRL. */
async function movedBy(tx: Tx, held: readonly HeldBackPrice[], { priceMargin, usdToBrl }: Pricing): Promise<Cents> {
  const { counts } = await findHoldings(
    tx,
    held.map(({ itemId }) => itemId),
  );
  const worth = (priceCents: Cents) => valueCentsBrlOf(valueCentsOf(priceCents, priceMargin), usdToBrl);
  return held.reduce(
    (sum, { itemId, originalPriceCents, heldBackPriceCents }) =>
      sum + (counts.get(itemId) ?? 0n) * distance(worth(originalPriceCents), worth(heldBackPriceCents)),
    0n,
  );
}
