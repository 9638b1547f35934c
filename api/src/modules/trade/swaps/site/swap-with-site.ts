import { strict as assert } from 'node:assert';
import type { Clock } from '../../../../platform/clock.ts';
import { type Tx, transaction } from '../../../../platform/database/db.ts';
import { type Once, writeOnceAndGoOn } from '../../../../platform/database/idempotency.ts';
import { type Day, dayOf } from '../../../../platform/days.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { findInventoryItems, moveItems } from '../../../assets/inventory/index.ts';
import { findItemsByMarketName, holdPricing, type Item } from '../../../assets/items/index.ts';
import { lockToPlay } from '../../../assets/limits/index.ts';
import { raiseAlert } from '../../../people/alerts/index.ts';
import type { MarketPurchase } from '../../marketplace/index.ts';
import type { OrdersOf } from '../../orders/index.ts';
import { hasSuspension } from '../../suspensions/index.ts';
import { type Quote, type QuoteDeps, quoteTarget, type SwapCommand, termsFor } from './quote-target.ts';
import { capReached, overThreshold } from './site.alerts.ts';
import { dayExhausted, siteSwapRefused, siteSwapUnavailable, targetNotFound } from './site.errors.ts';
import { judgeOffered, projectIdOf, type Terms } from './site.rules.ts';
import { addOver, findSiteSwap, insertSiteSwap, takeSiteSwapId } from './site.sql.ts';
import type { HouseAccount, OfferedItem, SiteSwap, SiteSwapAsk } from './site.types.ts';
import { siteSwapCeilingSetting, siteSwapOverAlertSetting, siteSwapOverCapSetting } from './site-swap-settings.ts';

export interface SiteSwapDeps extends QuoteDeps {
  clock: Clock;
  orders: OrdersOf<SiteSwapAsk, MarketPurchase>;
  /** Null: nothing can be bought, since it could be sent nowhere. */
  houseAccount: HouseAccount | null;
}

/**
 * The items are set aside and the purchase is written down in one transaction; then it is sent, once. What becomes of it
 * is settled with its order, here or by a job, and answered as far as it is known now.
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

/** As it stands once everything is locked, in the order of the house: what prices follow from, the account, the items. */
async function place(tx: Tx, deps: PlaceDeps, command: SwapCommand, quoted: Quote): Promise<SiteSwap> {
  const { clock, settings } = deps;
  const { userId, givenIds, targetMarketHashName } = command;
  const now = clock.now();
  const pricing = await holdPricing(tx, settings);
  // Sent together; each sees what was committed before it began, so those after the lock see what its holder before us did.
  const [, isSuspended, found, heldIds, [target], ceilingPercent] = await Promise.all([
    lockToPlay(tx, userId, now),
    hasSuspension(tx, userId),
    findInventoryItems(tx, givenIds),
    moveItems(tx, { ids: givenIds, userId, from: 'AVAILABLE', to: 'IN_SWAP' }),
    // At its value of now, as what is given is: the catalogue may have been priced anew since the quote.
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

/** For the whole house. A refusal undoes the transaction, so administrators are alerted outside of it. */
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

/** The intent and what it costs are committed together. */
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
