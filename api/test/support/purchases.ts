import type { Sandbox } from '@lisura/sandbox';
import { moveItems } from '../../src/modules/assets/inventory/index.ts';
import { insertHeld } from '../../src/modules/assets/inventory/test-support.ts';
import { findPurchase, type MarketPurchase, type Marketplace } from '../../src/modules/trade/marketplace/index.ts';
import type { OrderKind, Orders, OrdersOf } from '../../src/modules/trade/orders/index.ts';
import { type Db, transaction } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { Id } from '../../src/platform/ids.ts';

/**
 * The least that can be bought with: an item of a user is locked, one like it is bought at the marketplace, and the item
 * is gone where it was, and free again where it was not.
 */
export const PURCHASE_KIND = 'TEST_PURCHASE';
export const NOT_FOUND_MS = 120_000;
export const PARTNER = '39734274';
export const TOKEN = 'AbCdEf12';

interface PurchaseAsk {
  userId: Id<'user'>;
  inventoryItemId: Id<'inventoryItem'>;
  name: string;
  maxCoins: number;
}

export interface Purchases {
  /** Locks one of the user's items and commits the intent; the order waits to be sent. */
  place(projectId: string): Promise<Id<'order'>>;
  send: OrdersOf<PurchaseAsk, MarketPurchase>['send'];
  /** Both. */
  buy(projectId: string): ReturnType<OrdersOf<PurchaseAsk, MarketPurchase>['send']>;
}

interface PurchasesDeps {
  db: Db;
  orders: Orders;
  marketplace: Marketplace;
  /** Whose items are locked, of which catalogue item, and what is bought for them. */
  userId: Id<'user'>;
  itemId: Id<'item'>;
  name: string;
  maxCoins: number;
  /** What was told after a commit. */
  told?: string[];
}

const kindOf = ({ marketplace, told = [] }: PurchasesDeps): OrderKind<PurchaseAsk, MarketPurchase> => ({
  kind: PURCHASE_KIND,
  notFoundMs: NOT_FOUND_MS,
  send: ({ projectId, ask: { name, maxCoins } }) =>
    marketplace.buy({ name, maxCoins, partner: PARTNER, token: TOKEN, projectId }),
  find: ({ projectId }) => findPurchase(marketplace, projectId),
  bought: async (tx, { projectId, ask: { userId, inventoryItemId } }) => {
    await moveItems(tx, { userId, ids: [inventoryItemId], from: 'LOCKED', to: 'WITHDRAWN' });
    return () => void told.push(`${projectId} bought`);
  },
  refused: async (tx, { projectId, ask: { userId, inventoryItemId } }, reason) => {
    await moveItems(tx, { userId, ids: [inventoryItemId], from: 'LOCKED', to: 'AVAILABLE' });
    return () => void told.push(`${projectId} refused: ${reason}`);
  },
});

export function handlePurchases(deps: PurchasesDeps): Purchases {
  const { db, userId, itemId, name, maxCoins } = deps;
  const orders = deps.orders.handle(kindOf(deps));
  const place = async (projectId: string) => {
    const [inventoryItemId] = (await insertHeld(db, userId, itemId)) as [Id<'inventoryItem'>];
    return transaction(db, async (tx) => {
      await moveItems(tx, { userId, ids: [inventoryItemId], from: 'AVAILABLE', to: 'LOCKED' });
      return orders.place(tx, { projectId, ask: { userId, inventoryItemId, name, maxCoins } });
    });
  };
  return { place, send: orders.send, buy: async (projectId) => orders.send(await place(projectId)) };
}

/** What the marketplace's own record says of one purchase. */
export interface RecordedPurchase {
  id: number;
  projectId: string;
  price: number;
}

/** The marketplace as its control shows it. */
export async function marketRecord(sandbox: Sandbox) {
  const response = await fetch(`${sandbox.url}/control/market`);
  return (await response.json()) as {
    purchases: RecordedPurchase[];
    requests: { asked: Record<string, number>; disturbed: number };
  };
}

export async function setMarket(sandbox: Sandbox, setting: object): Promise<void> {
  const response = await fetch(`${sandbox.url}/control/market`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(setting),
  });
  if (!response.ok) throw new Error(`the sandbox refused: ${await response.text()}`);
}

export interface PurchaseRow {
  projectId: string;
  status: string;
  marketId: string | null;
  priceCoins: number | null;
  refusal: string | null;
  itemStatus: string;
}

/** Our own record of purchases, with what became of the item of each. */
export function purchaseRows(db: Db): Promise<PurchaseRow[]> {
  return db.query<PurchaseRow>(sql`
    select project_id as "projectId", orders.status, bought ->> 'marketId' as "marketId",
      (bought ->> 'priceCoins')::int as "priceCoins", refusal, inventory_items.status as "itemStatus"
    from orders join inventory_items on inventory_items.id = (ask ->> 'inventoryItemId')::bigint
    where kind = ${PURCHASE_KIND} order by orders.id`);
}
