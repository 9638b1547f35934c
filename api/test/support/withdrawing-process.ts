import { priceMarginSetting } from '../../src/modules/assets/items/pricing.ts';
import { handlePurchases, type Purchases } from '../../src/modules/trade/item-withdrawals/purchases.ts';
import {
  autoApprovalDailyLimitSetting,
  autoApprovalMinAccountHoursSetting,
  autoApprovalQuietHoursSetting,
} from '../../src/modules/trade/item-withdrawals/request/auto-approval.ts';
import { requestItemWithdrawal } from '../../src/modules/trade/item-withdrawals/request/request-item-withdrawal.ts';
import type { Marketplace } from '../../src/modules/trade/marketplace/index.ts';
import { createOrders } from '../../src/modules/trade/orders/settle-due-orders.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { createAnnouncements } from '../../src/platform/database/announcements.ts';
import type { Db } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import type { Id } from '../../src/platform/ids.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { createSettings } from '../../src/platform/settings/settings.ts';
import { unheardSettings } from './kills/unheard-settings.ts';
import { createPerson } from './people.ts';

const PLATFORM_ID_BASE = 76_561_197_960_265_728n;

export interface Wish {
  userId: Id<'user'>;
  inventoryItemId: Id<'inventoryItem'>;
}

export interface WithdrawingProcess {
  /** It is false where nothing came of it, since the marketplace had none to sell at that price. */
  withdraw(wish: Wish): Promise<boolean>;
  settleDue(): Promise<void>;
}

interface ProcessDeps {
  db: Db;
  clock: Clock;
  marketplace: Marketplace;
  /** Instead of sending what is placed. */
  sendsBy?: Purchases['send'];
}

export const neverAgain = () => new Promise<never>(() => undefined);

export function startProcess({ db, clock, marketplace, sendsBy }: ProcessDeps): WithdrawingProcess {
  const orders = createOrders({ db, clock, logger, settings: unheardSettings(db) });
  const push = { toUser: () => undefined };
  const handled = handlePurchases({ clock, marketplace, orders, push, notifyUser: () => undefined });
  const purchases: Purchases = { ...handled, send: sendsBy ?? handled.send };
  const definitions = [
    priceMarginSetting,
    autoApprovalDailyLimitSetting,
    autoApprovalMinAccountHoursSetting,
    autoApprovalQuietHoursSetting,
  ];
  const settings = createSettings({ db, announcements: createAnnouncements({ address: '', logger }), definitions });
  const wait = () => new Promise<void>((resolve) => setImmediate(resolve));
  const deps = { db, clock, settings, marketplace, purchases, push, wait };
  return {
    withdraw: async (wish) => (await requestItemWithdrawal(deps, { ...wish, ip: '127.0.0.1' }, null)).created !== null,
    settleDue: orders.settleDue,
  };
}

/** An item of the catalogue that costs a hundred US cents there, and for which no more is paid. */
export async function insertWithdrawable(db: Db, name: string): Promise<Id<'item'>> {
  const rows = await db.query<{ id: Id<'item'> }>(sql`
    insert into items (name, market_hash_name, image_url, rarity, weapon_category, value_cents, value_cents_brl,
      original_price_cents)
    values (${name}, ${name}, 'https://items.example/a.png', 'BASE_GRADE', 'CASE', 120, 600, 100) returning id`);
  return rows[0]?.id as Id<'item'>;
}

/** One of somebody new, whose withdrawal needs no review: no limit of a day is met. */
export async function insertWish(db: Db, itemId: Id<'item'>, now: Date): Promise<Wish> {
  const { userId, platformId } = await createPerson(db);
  const partner = BigInt(platformId) - PLATFORM_ID_BASE;
  const tradeUrl = `https://steamcommunity.com/tradeoffer/new/?partner=${partner}&token=AbCdEf12`;
  const [rows] = await Promise.all([
    db.query<{ id: Id<'inventoryItem'> }>(sql`
      insert into inventory_items (user_id, item_id, source_type, source_id, source_index)
      values (${userId}, ${itemId}, 'TEST', ${userId}, 0) returning id`),
    db.query(sql`
      update users set trade_url = ${tradeUrl}, created_at = ${new Date(now.getTime() - 30 * DAY_MS)}
      where id = ${userId}`),
  ]);
  return { userId, inventoryItemId: rows[0]?.id as Id<'inventoryItem'> };
}

/** Reads our records of a wish: its order, its withdrawal and its item. */
export interface OwnRecord {
  /** It is empty where nothing came of it. */
  projectId: string;
  status: string | null;
  withdrawalStatus: string | null;
  isSent: boolean;
  marketId: string | null;
  priceCoins: number | null;
  itemStatus: string;
}

export function readOwn(db: Db, wishes: readonly Wish[]): Promise<OwnRecord[]> {
  const ids = wishes.map(({ inventoryItemId }) => inventoryItemId);
  return db.query<OwnRecord>(sql`
    select coalesce(withdrawal.project_id, '') as project_id, orders.status, withdrawal.status as withdrawal_status,
      orders.sent_at is not null as is_sent, withdrawal.market_id,
      (orders.bought ->> 'priceCoins')::int as price_coins, held.status as item_status
    from inventory_items held left join market_withdrawals withdrawal on withdrawal.inventory_item_id = held.id
      left join orders on orders.id = withdrawal.order_id
    where held.id = any(${ids}::bigint[])`);
}
