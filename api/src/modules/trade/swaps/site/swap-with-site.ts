import { strict as assert } from 'node:assert';
import { cached } from '../../../../platform/batches/cached.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { type Once, writeOnceAndGoOn } from '../../../../platform/database/idempotency.ts';
import { type Day, dayOf } from '../../../../platform/days.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { OutsideError } from '../../../../platform/outbound/outside-error.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { findInventoryItems, moveItems } from '../../../assets/inventory/index.ts';
import {
  findItemsByMarketName,
  holdPricing,
  type Item,
  type Pricing,
  pricingInForce,
  valueOfCoins,
} from '../../../assets/items/index.ts';
import { lockToPlay } from '../../../assets/limits/index.ts';
import { raiseAlert } from '../../../people/alerts/index.ts';
import { type MarketPurchase, type Marketplace, walletCovers } from '../../marketplace/index.ts';
import type { OrdersOf } from '../../orders/index.ts';
import { hasSuspension } from '../../suspensions/index.ts';
import {
  capReached,
  dayExhausted,
  marketSilent,
  overThreshold,
  siteSwapRefused,
  siteSwapUnavailable,
  targetNotFound,
} from './site.messages.ts';
import {
  type HouseAccount,
  type OfferedItem,
  type SiteSwap,
  type SiteSwapAsk,
  type SwapTarget,
  siteSwapCeilingSetting,
  siteSwapOverAlertSetting,
  siteSwapOverCapSetting,
} from './site.records.ts';
import {
  isNearCatalogue,
  judgeOffered,
  priceOfTarget,
  projectIdOf,
  type Terms,
  termsOf,
  tooDearFor,
  totalOf,
} from './site.rules.ts';
import { addOver, findSiteSwap, insertSiteSwap, takeSiteSwapId } from './site.sql.ts';

interface QuoteDeps {
  db: Db;
  settings: Settings;
  marketplace: Marketplace;
}

interface SwapCommand {
  userId: Id<'user'>;
  givenIds: readonly Id<'inventoryItem'>[];
  targetMarketHashName: string;
}

interface Quote {
  target: Item;
  coins: number;
}

/**
 * No transaction waits for the marketplace, so this runs before all locks. The marketplace allows few questions a
 * minute, so refusals by the catalogue value come first.
 */
async function quoteTarget(deps: QuoteDeps, command: SwapCommand): Promise<Quote> {
  const { db, settings, marketplace } = deps;
  const { givenIds, userId, targetMarketHashName } = command;
  const [isSuspended, found, [target], pricing] = await Promise.all([
    hasSuspension(db, userId),
    findInventoryItems(db, givenIds),
    findItemsByMarketName(db, [targetMarketHashName]),
    pricingInForce(db, settings),
  ]);
  if (isSuspended) throw siteSwapRefused({ kind: 'SUSPENDED' });
  const judged = judgeOffered(givenIds, found, userId);
  if ('fault' in judged) throw siteSwapRefused(judged.fault);
  if (target === undefined) throw siteSwapRefused({ kind: 'TARGET_ABSENT' });
  const dear = tooDearFor(totalOf(judged.given), target.valueCentsBrl);
  if (dear !== null) throw siteSwapRefused(dear);
  const coins = await askPrice(marketplace, targetMarketHashName);
  if (coins === null) throw siteSwapRefused({ kind: 'TARGET_ABSENT' });
  if (!isNearCatalogue(coins, target.originalPriceCents)) throw siteSwapRefused({ kind: 'TARGET_PRICE_ODD' });
  const ceilingPercent = settings.get(siteSwapCeilingSetting);
  const terms = termsFor({ target, coins }, { given: judged.given, pricing, ceilingPercent });
  if ('fault' in terms) throw siteSwapRefused(terms.fault);
  if (!(await walletCovers({ db, marketplace }, terms.maxCoins))) throw siteSwapUnavailable();
  return { target, coins };
}

/** A search also finds longer names. */
async function askPrice(marketplace: Marketplace, name: string): Promise<number | null> {
  try {
    const exact = (await marketplace.findPrices(name)).find((price) => price.name === name);
    return exact === undefined || exact.count < 1 || exact.minCoins < 1 ? null : exact.minCoins;
  } catch (error) {
    throw error instanceof OutsideError ? marketSilent(error) : error;
  }
}

interface Circumstances {
  given: readonly OfferedItem[];
  pricing: Pricing;
  ceilingPercent: number;
}

const termsFor = ({ target, coins }: Quote, { given, pricing, ceilingPercent }: Circumstances) =>
  termsOf({
    givenCents: totalOf(given),
    quotedCoins: coins,
    valueFor: (price) => valueOfCoins(price, pricing),
    worthCents: target.valueCentsBrl,
    ceilingPercent,
  });

export interface SiteSwapDeps extends QuoteDeps {
  clock: Clock;
  orders: OrdersOf<SiteSwapAsk, MarketPurchase>;
  /** Null disables purchases, which could be sent nowhere. */
  houseAccount: HouseAccount | null;
}

/**
 * One transaction sets the items aside and places the order, which is then sent once. The answer has what is known by
 * then; a job may settle the order later.
 */
export async function swapWithSite(
  deps: SiteSwapDeps,
  command: SwapCommand,
  once: Once<SiteSwap> | null,
): Promise<SiteSwap> {
  const { db, orders, marketplace, houseAccount } = deps;
  return writeOnceAndGoOn(db, once, async (write) => {
    if (!marketplace.isConfigured || houseAccount === null) throw siteSwapUnavailable();
    const quoted = await quoteTarget(deps, command);
    const { id, orderId } = await write((tx) => place(tx, { ...deps, houseAccount }, command, quoted));
    await orders.send(orderId);
    return written(await findSiteSwap(db, id));
  });
}

function written(swap: SiteSwap | null): SiteSwap {
  assert(swap !== null, 'a site swap is never deleted');
  return swap;
}

interface PlaceDeps extends SiteSwapDeps {
  houseAccount: HouseAccount;
}

/** Everything is checked again under the locks, in their order: the pricing, the account, the items. */
async function place(tx: Tx, deps: PlaceDeps, command: SwapCommand, quoted: Quote): Promise<SiteSwap> {
  const { clock, settings } = deps;
  const { userId, givenIds, targetMarketHashName } = command;
  const now = clock.now();
  const pricing = await holdPricing(tx, settings);
  // The statements after the lock see the changes of its last holder.
  const [, isSuspended, found, heldIds, [target], ceilingPercent] = await Promise.all([
    lockToPlay(tx, userId, now),
    hasSuspension(tx, userId),
    findInventoryItems(tx, givenIds),
    moveItems(tx, { ids: givenIds, userId, from: 'AVAILABLE', to: 'IN_SWAP' }),
    // The catalogue may have been priced anew since the quote.
    findItemsByMarketName(tx, [targetMarketHashName]),
    settings.read(tx, siteSwapCeilingSetting),
  ]);
  if (isSuspended) throw siteSwapRefused({ kind: 'SUSPENDED' });
  const judged = judgeOffered(givenIds, found, userId);
  if ('fault' in judged) throw siteSwapRefused(judged.fault);
  const { given } = judged;
  assert(heldIds.length === given.length, 'an available item was taken by someone who did not hold the account');
  if (target?.id !== quoted.target.id) throw targetNotFound();
  const terms = termsFor({ target, coins: quoted.coins }, { given, pricing, ceilingPercent });
  if ('fault' in terms) throw siteSwapRefused(terms.fault);
  const swap = await insert(tx, deps, { userId, target, given, terms, now });
  if (terms.overCents > 0n) await countOver(tx, deps, dayOf(now), terms.overCents);
  return swap;
}

/** A refusal undoes this transaction, so the alert is raised in another one. */
async function countOver(tx: Tx, { db, settings }: PlaceDeps, day: Day, overCents: Cents): Promise<void> {
  const [cap, threshold] = await Promise.all([
    settings.read(tx, siteSwapOverCapSetting),
    settings.read(tx, siteSwapOverAlertSetting),
  ]);
  const sumCents = await addOver(tx, day, overCents, BigInt(cap));
  if (sumCents === null) {
    await transaction(db.apart, (apart) => raiseAlert(apart, capReached(day, overCents, BigInt(cap))));
    throw dayExhausted();
  }
  if (sumCents > BigInt(threshold)) await raiseAlert(tx, overThreshold(day, sumCents));
}

interface NewSwap {
  userId: Id<'user'>;
  target: Item;
  given: readonly OfferedItem[];
  terms: Terms;
  now: Date;
}

async function insert(
  tx: Tx,
  { orders, houseAccount }: PlaceDeps,
  { userId, target, given, terms, now }: NewSwap,
): Promise<SiteSwap> {
  const { id: itemId, marketHashName } = target;
  const id = await takeSiteSwapId(tx);
  const projectId = projectIdOf(id, now);
  const ask = { name: marketHashName, maxCoins: terms.maxCoins, ...houseAccount };
  const orderId = await orders.place(tx, { projectId, ask });
  const [, swap] = await Promise.all([
    insertSiteSwap(tx, { id, userId, itemId, orderId, projectId, given, createdAt: now, ...terms }),
    findSiteSwap(tx, id),
  ]);
  return written(swap);
}

export interface TargetsDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  settings: Settings;
  marketplace: Pick<Marketplace, 'isConfigured' | 'findPrices'>;
}

/** All users share the list: the marketplace allows 60 requests a minute for all processes together. */
const FRESH_MS = 60_000;
const KEPT_MS = 10 * 60_000;
/** A silent marketplace keeps readers waiting, so it is not asked again at once. */
const ASK_AGAIN_MS = 30_000;

export function createSwapTargets(deps: TargetsDeps): () => Promise<readonly SwapTarget[]> {
  const { clock, logger, marketplace } = deps;
  let known: { targets: SwapTarget[]; atMs: number } | null = null;
  const ageMs = () => (known === null ? Number.POSITIVE_INFINITY : Math.abs(clock.now().getTime() - known.atMs));
  const refresh = cached({ clock, maxAgeMs: ASK_AGAIN_MS }, async () => {
    if (ageMs() < FRESH_MS) return;
    const atMs = clock.now().getTime();
    try {
      known = { targets: await loadTargets(deps), atMs };
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error;
      logger.warn({ err: error }, 'The marketplace does not say what is for sale');
    }
  });
  return async () => {
    if (!marketplace.isConfigured) return [];
    if (ageMs() >= FRESH_MS) await refresh.get();
    if (known === null || ageMs() > KEPT_MS) throw marketSilent();
    return known.targets;
  };
}

/** Only items of the catalogue can be given to users. */
async function loadTargets({ db, settings, marketplace }: TargetsDeps): Promise<SwapTarget[]> {
  const listed = (await marketplace.findPrices('')).filter(({ count, minCoins }) => count >= 1 && minCoins >= 1);
  const byName = new Map(listed.map((price) => [price.name, price]));
  const [items, pricing] = await Promise.all([
    findItemsByMarketName(db, [...byName.keys()]),
    pricingInForce(db, settings),
  ]);
  return items.flatMap(({ id: itemId, marketHashName, name, imageUrl, rarity, valueCentsBrl: worthCents }) => {
    const price = byName.get(marketHashName);
    const marketCents = price === undefined ? 0n : valueOfCoins(price.minCoins, pricing);
    if (price === undefined || marketCents === 0n) return [];
    const valueCentsBrl = priceOfTarget(worthCents, marketCents);
    return [{ itemId, marketHashName, name, imageUrl, rarity, valueCentsBrl, count: price.count }];
  });
}
