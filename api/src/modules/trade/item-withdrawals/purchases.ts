import { strict as assert } from 'node:assert';
import type { Clock } from '../../../platform/clock.ts';
import { afterCommit, type Tx } from '../../../platform/database/db.ts';
import { OutsideError } from '../../../platform/outbound/outside-error.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import { moveItems } from '../../assets/inventory/index.ts';
import { lockAccount } from '../../assets/wallet/index.ts';
import { raiseAlert } from '../../people/alerts/index.ts';
import type { NotifyUser } from '../../people/notifications/index.ts';
import {
  findPurchase,
  type MarketPurchase,
  type Marketplace,
  purchaseFoundManually,
  shownRefusal,
} from '../marketplace/index.ts';
import type { Order, OrderedRecord, Orders, OrdersOf } from '../orders/index.ts';
import {
  itemNotBought,
  otherItemBought,
  overpriced,
  withdrawalFailed,
  withdrawalWaitingSeller,
} from './item-withdrawals.messages.ts';
import type { ItemWithdrawal, TradeLink } from './item-withdrawals.records.ts';
import { centsOfCoins, chooseListing, type PriceLookUp } from './item-withdrawals.rules.ts';
import {
  findOrderedItem,
  lockItemWithdrawalOfOrder,
  updateToFailed,
  updateToWaitingSeller,
} from './item-withdrawals.sql.ts';

export async function lookUpPrice(
  marketplace: Pick<Marketplace, 'isConfigured' | 'findPrices'>,
  marketHashName: string,
): Promise<PriceLookUp> {
  if (!marketplace.isConfigured) return { error: 'The marketplace is not configured' };
  try {
    return { seen: chooseListing(marketHashName, await marketplace.findPrices(marketHashName)) };
  } catch (error) {
    if (error instanceof OutsideError) return { error: `The price could not be looked up: ${error.message}` };
    throw error;
  }
}

const PURCHASE_KIND = 'WITHDRAWAL';
/**
 * The marketplace advises to ask a minute after a timeout. A purchase that it does not know after two minutes was not
 * made.
 */
const NOT_FOUND_MS = 120_000;

interface PurchaseAsk extends TradeLink {
  name: string;
  maxCoins: number;
}

export type Purchases = OrdersOf<PurchaseAsk, MarketPurchase>;

export interface PurchaseDeps {
  clock: Clock;
  marketplace: Marketplace;
  orders: Orders;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
}

/** Both ends lock rows in one order: the order (by the caller), the withdrawal, the account of its user, the item. */
export const handlePurchases = (deps: PurchaseDeps): Purchases =>
  deps.orders.handle<PurchaseAsk, MarketPurchase>({
    kind: PURCHASE_KIND,
    notFoundMs: NOT_FOUND_MS,
    send: ({ ask, projectId }) => deps.marketplace.buy({ ...ask, projectId }),
    find: ({ projectId }) => findPurchase(deps.marketplace, projectId),
    bought: (tx, order, purchase) => waitForSeller(tx, deps, order, purchase),
    refused: (tx, order, refusal) => giveBack(tx, deps, order, shownRefusal(refusal)),
    recordOf,
    boughtManually: purchaseFoundManually,
  });

async function recordOf(tx: Tx, { id }: Order<PurchaseAsk>): Promise<OrderedRecord> {
  const item = await findOrderedItem(tx, id);
  assert(item !== null, `order ${id} has no withdrawal`);
  return item;
}

async function waitForSeller(
  tx: Tx,
  { clock, push }: PurchaseDeps,
  order: Order<PurchaseAsk>,
  purchase: MarketPurchase,
): Promise<void> {
  const withdrawal = await lockPending(tx, order);
  const { id, userId, inventoryItemId } = withdrawal;
  const { marketId, sendUntil } = purchase;
  const pricePaidCents = BigInt(centsOfCoins(purchase.priceCoins));
  await updateToWaitingSeller(tx, {
    id,
    marketId,
    pricePaidCents,
    metadata: purchase,
    now: clock.now(),
    sendUntil: sendUntil === null ? null : new Date(sendUntil * 1000),
  });
  if (pricePaidCents > withdrawal.maxPayCents) await raiseAlert(tx, overpriced({ ...withdrawal, pricePaidCents }));
  // Some answers do not name the purchased item.
  const { name } = purchase;
  if (name !== '' && name !== order.ask.name) {
    await raiseAlert(tx, otherItemBought(withdrawal, { asked: order.ask.name, bought: name }));
  }
  afterCommit(tx, () =>
    push.toUser(userId, withdrawalWaitingSeller, { inventoryItemId, ...(sendUntil === null ? {} : { sendUntil }) }),
  );
}

async function giveBack(
  tx: Tx,
  { clock, push, notifyUser }: PurchaseDeps,
  order: Order<PurchaseAsk>,
  reason: string,
): Promise<void> {
  const withdrawal = await lockPending(tx, order);
  const { id, userId, inventoryItemId } = withdrawal;
  const [, movedIds] = await Promise.all([
    lockAccount(tx, userId),
    moveItems(tx, { ids: [inventoryItemId], userId, from: 'LOCKED', to: 'AVAILABLE' }),
    updateToFailed(tx, id, reason, clock.now()),
  ]);
  assert(movedIds.length === 1, 'the item of a withdrawal was moved by someone without its lock');
  afterCommit(tx, () => {
    push.toUser(userId, withdrawalFailed, { inventoryItemId, reason });
    notifyUser(userId, [itemNotBought(withdrawal, reason)]);
  });
}

async function lockPending(tx: Tx, { id }: Order<PurchaseAsk>): Promise<ItemWithdrawal> {
  const withdrawal = await lockItemWithdrawalOfOrder(tx, id);
  assert(withdrawal?.status === 'PENDING', `order ${id} has no withdrawal that waits for its purchase`);
  return withdrawal;
}
