import { strict as assert } from 'node:assert';
import type { Clock } from '../../../../platform/clock.ts';
import { afterCommit, type Tx } from '../../../../platform/database/db.ts';
import { dayOf } from '../../../../platform/days.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { addItems, moveItems, takeItemIds } from '../../../assets/inventory/index.ts';
import { creditBalances, lockAccount, notifyBalance } from '../../../assets/wallet/index.ts';
import { raiseAlert } from '../../../people/alerts/index.ts';
import type { NotifyUser } from '../../../people/notifications/index.ts';
import {
  findPurchase,
  type MarketPurchase,
  type Marketplace,
  purchaseFoundManually,
  shownRefusal,
} from '../../marketplace/index.ts';
import type { Order, OrderKind } from '../../orders/index.ts';
import { SWAP_ORIGIN } from '../offers/offers.rules.ts';
import { boughtAboveQuote, boughtAnother, siteSwapCompleted, siteSwapFailed } from './site.messages.ts';
import { SITE_SWAP, type SiteSwap, type SiteSwapAsk } from './site.records.ts';
import { completeSiteSwap, failSiteSwap, findSiteSwapOfOrder, insertTrade, takeOffOver } from './site.sql.ts';

export interface SettleDeps {
  clock: Clock;
  marketplace: Marketplace;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
}

/** The marketplace names this time for unknown purchases. */
const NOT_FOUND_MS = 120_000;

export function siteSwapOrders(deps: SettleDeps): OrderKind<SiteSwapAsk, MarketPurchase> {
  const { marketplace } = deps;
  return {
    kind: SITE_SWAP,
    notFoundMs: NOT_FOUND_MS,
    send: ({ projectId, ask }) => marketplace.buy({ ...ask, projectId }),
    find: ({ projectId }) => findPurchase(marketplace, projectId),
    bought: (tx, order, purchase) => complete(tx, deps, order, purchase),
    refused: (tx, { id }, refusal) => fail(tx, deps, id, shownRefusal(refusal)),
    recordOf: async (tx, { id }) => {
      const { userId, givenCents, targetCents } = await pendingSwap(tx, id);
      return { ownerId: userId, amountCents: givenCents > targetCents ? givenCents : targetCents };
    },
    boughtManually: purchaseFoundManually,
  };
}

/** The order is locked, so nobody else settles the swap. The account comes before the items. */
async function complete(
  tx: Tx,
  { clock, push, notifyUser }: SettleDeps,
  { id: orderId, ask }: Order<SiteSwapAsk>,
  { marketId, priceCoins, name }: MarketPurchase,
): Promise<void> {
  const swap = await pendingSwap(tx, orderId);
  const { id, userId, target, quotedCoins } = swap;
  const [balanceCents, takenIds, [receivedId]] = await Promise.all([
    lockAccount(tx, userId),
    moveItems(tx, { ids: idsOf(swap), userId, from: 'IN_SWAP', to: 'SOLD' }),
    takeItemIds(tx, 1),
  ]);
  assert(takenIds.length === swap.given.length, 'an item of a site swap was moved by somebody else');
  assert(receivedId !== undefined, 'an id was taken');
  const source = { type: SITE_SWAP, id, index: 0 };
  const at = clock.now();
  // The swap refers to the item, and the trade to the swap.
  const [, , credited] = await Promise.all([
    addItems(tx, [{ id: receivedId, userId, itemId: target.itemId, acquiredFrom: SWAP_ORIGIN, source }]),
    completeSiteSwap(tx, { id, paidCoins: priceCoins, marketId, receivedId, at }),
    credit(tx, swap),
    insertTrade(tx, id, at),
  ]);
  if (priceCoins > quotedCoins) await raiseAlert(tx, boughtAboveQuote(swap, priceCoins));
  // Some answers do not name the item.
  if (name !== '' && name !== ask.name) await raiseAlert(tx, boughtAnother(swap, { asked: ask.name, bought: name }));
  afterCommit(tx, () => {
    notifyBalance(push, userId, credited ?? balanceCents);
    notifyUser(userId, [siteSwapCompleted(swap)]);
  });
}

/** A transfer of 0 is not allowed. */
async function credit(tx: Tx, { id, userId, target, creditCents }: SiteSwap): Promise<bigint | null> {
  if (creditCents === 0n) return null;
  const { balances } = await creditBalances(tx, [
    {
      userId,
      amountCents: creditCents,
      type: 'SWAP_CHANGE',
      reason: `Diferença da troca por ${target.name}`,
      reference: { type: SITE_SWAP, id },
    },
  ]);
  return balances.get(userId) ?? null;
}

async function fail(tx: Tx, { clock, notifyUser }: SettleDeps, orderId: Id<'order'>, reason: string): Promise<void> {
  const swap = await pendingSwap(tx, orderId);
  const { id, userId, overCents, createdAt } = swap;
  const [, freedIds] = await Promise.all([
    lockAccount(tx, userId),
    moveItems(tx, { ids: idsOf(swap), userId, from: 'IN_SWAP', to: 'AVAILABLE' }),
    failSiteSwap(tx, id, reason, clock.now()),
    overCents === 0n ? null : takeOffOver(tx, dayOf(createdAt), overCents),
  ]);
  assert(freedIds.length === swap.given.length, 'an item of a site swap was moved by somebody else');
  afterCommit(tx, () => notifyUser(userId, [siteSwapFailed(swap)]));
}

async function pendingSwap(tx: Tx, orderId: Id<'order'>): Promise<SiteSwap> {
  const swap = await findSiteSwapOfOrder(tx, orderId);
  assert(swap?.status === 'PENDING', `order ${orderId} has no site swap that is pending`);
  return swap;
}

const idsOf = ({ given }: SiteSwap) => given.map(({ inventoryItemId }) => inventoryItemId);
