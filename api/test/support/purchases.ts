import type { Sandbox } from '@lisura/sandbox';
import { moveItems } from '../../src/modules/assets/inventory/index.ts';
import { lockAccount } from '../../src/modules/assets/wallet/index.ts';
import { findPurchase, type MarketPurchase, type Marketplace } from '../../src/modules/trade/marketplace/index.ts';
import type { OrderKind, Orders, OrdersOf } from '../../src/modules/trade/orders/index.ts';
import { afterCommit, type Db, type Tx, transaction } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { Id } from '../../src/platform/ids.ts';

/**
 * The least that can be bought with: an item of a user is locked, one like it is bought at the marketplace, and the item
 * is gone where it was, and free again where it was not.
 */
const PURCHASE_KIND = 'TEST_PURCHASE';
export const NOT_FOUND_MS = 120_000;
const PARTNER = '39734274';
const TOKEN = 'AbCdEf12';

interface PurchaseAsk {
  userId: Id<'user'>;
  inventoryItemId: Id<'inventoryItem'>;
  name: string;
  maxCoins: number;
}

export interface Purchases {
  /** Gives a user an item, locks it and commits the intent; the order waits to be sent. */
  place(projectId: string): Promise<Id<'order'>>;
  send: OrdersOf<PurchaseAsk, MarketPurchase>['send'];
  /** Both. */
  buy(projectId: string): ReturnType<OrdersOf<PurchaseAsk, MarketPurchase>['send']>;
}

/** Whose items are locked in turn, of which catalogue item, and what is bought for them. */
interface Wanted {
  userIds: readonly Id<'user'>[];
  itemId: Id<'item'>;
  name: string;
  maxCoins: number;
}

interface PurchasesDeps extends Wanted {
  db: Db;
  orders: Orders;
  marketplace: Marketplace;
  told?: string[];
}

const kindOf = ({ marketplace, told = [] }: PurchasesDeps): OrderKind<PurchaseAsk, MarketPurchase> => ({
  kind: PURCHASE_KIND,
  notFoundMs: NOT_FOUND_MS,
  send: ({ projectId, ask: { name, maxCoins } }) =>
    marketplace.buy({ name, maxCoins, partner: PARTNER, token: TOKEN, projectId }),
  find: ({ projectId }) => findPurchase(marketplace, projectId),
  recordOf: async (_, { ask: { userId } }) => ({ ownerId: userId, amountCents: 0n }),
  bought: async (tx, { projectId, ask: { userId, inventoryItemId } }) => {
    await release(tx, userId, inventoryItemId, 'WITHDRAWN');
    afterCommit(tx, () => void told.push(`${projectId} bought`));
  },
  refused: async (tx, { projectId, ask: { userId, inventoryItemId } }, reason) => {
    await release(tx, userId, inventoryItemId, 'AVAILABLE');
    afterCommit(tx, () => void told.push(`${projectId} refused: ${reason}`));
  },
});

async function release(
  tx: Tx,
  userId: Id<'user'>,
  id: Id<'inventoryItem'>,
  to: 'WITHDRAWN' | 'AVAILABLE',
): Promise<void> {
  await lockAccount(tx, userId);
  await moveItems(tx, { userId, ids: [id], from: 'LOCKED', to });
}

export function handlePurchases(deps: PurchasesDeps): Purchases {
  const { db, userIds, itemId, name, maxCoins } = deps;
  const orders = deps.orders.handle(kindOf(deps));
  let placed = 0;
  const place = (projectId: string) => {
    const userId = userIds[placed % userIds.length] as Id<'user'>;
    placed += 1;
    return transaction(db, async (tx) => {
      await lockAccount(tx, userId);
      const inventoryItemId = await insertItem(tx, { userId, itemId, projectId });
      await moveItems(tx, { userId, ids: [inventoryItemId], from: 'AVAILABLE', to: 'LOCKED' });
      return orders.place(tx, { projectId, ask: { userId, inventoryItemId, name, maxCoins } });
    });
  };
  return { place, send: orders.send, buy: async (projectId) => orders.send(await place(projectId)) };
}

async function insertItem(
  tx: Tx,
  { userId, itemId, projectId }: { userId: Id<'user'>; itemId: Id<'item'>; projectId: string },
): Promise<Id<'inventoryItem'>> {
  const rows = await tx.query<{ id: Id<'inventoryItem'> }>(sql`
    insert into inventory_items (user_id, item_id, source_type, source_id, source_index)
    values (${userId}, ${itemId}, 'TEST', ${projectId}, 0) returning id`);
  return rows[0]?.id as Id<'inventoryItem'>;
}

interface RecordedPurchase {
  id: number;
  projectId: string;
  price: number;
}

export interface MarketRecord {
  purchases: RecordedPurchase[];
  refusals: { projectId: string; msg: string }[];
  requests: { asked: Record<string, number>; disturbed: number };
}

export async function marketRecord(sandbox: Sandbox): Promise<MarketRecord> {
  const response = await fetch(`${sandbox.url}/control/market`);
  return (await response.json()) as MarketRecord;
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
  isSent: boolean;
  marketId: string | null;
  priceCoins: number | null;
  refusal: string | null;
  itemStatus: string;
}

/** Our own record of purchases whose project id begins so, with what became of the item of each. */
export function purchaseRows(db: Db, prefix = ''): Promise<PurchaseRow[]> {
  return db.query<PurchaseRow>(sql`
    select project_id, orders.status, sent_at is not null as is_sent, bought ->> 'marketId' as market_id,
      (bought ->> 'priceCoins')::int as price_coins, refusal, inventory_items.status as item_status
    from orders join inventory_items on inventory_items.id = (ask ->> 'inventoryItemId')::bigint
    where kind = ${PURCHASE_KIND} and starts_with(project_id, ${prefix}) order by orders.id`);
}
