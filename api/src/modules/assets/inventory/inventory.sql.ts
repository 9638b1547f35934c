import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import type { Cents } from '../../../platform/money.ts';
import { type ItemCause, OPENING_CAUSE } from './inventory.records.ts';
import type { InventoryItem, InventoryStatus, NewInventoryItem, SaleLine, SaleQuote } from './inventory.rules.ts';

/** All ids are one text, because reading a row for each would cost more than making the ids. */
export const nextItemIds = (count: number): Sql => sql`(
  select string_agg(nextval('inventory_items_id_seq')::text, ',') from generate_series(1, ${count}::int))`;

export async function takeItemIds(tx: Tx, count: number): Promise<Id<'inventoryItem'>[]> {
  const rows = await tx.query<{ ids: string }>(sql`select ${nextItemIds(count)} as ids`);
  return (rows[0]?.ids ?? '').split(',') as Id<'inventoryItem'>[];
}

/** Nearly all items come from openings, so the id of an opening is stored without a type. */
const isOpening = ({ type }: { type: string }) => type === OPENING_CAUSE;

const isOfCause = ({ type, id }: { type: string; id: string }): Sql =>
  isOpening({ type }) ? sql`opening_id = ${id}` : sql`source_type = ${type} and source_id = ${id}`;

/** Leaves out items that are not in the catalogue, and returns how many it wrote. */
export async function insertItems(tx: Tx, rows: readonly NewInventoryItem[]): Promise<number> {
  const itemIds = [...new Set(rows.map(({ itemId }) => itemId))];
  const added = await tx.query<{ count: number }>(sql`
    with added as (
      insert into inventory_items
        (id, user_id, item_id, acquired_from, opening_id, source_type, source_id, source_index)
      overriding system value
      select id, user_id, item_id, acquired_from, opening_id, source_type, source_id, source_index
      from unnest(
        ${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.userId)}::bigint[],
        ${rows.map((row) => row.itemId)}::bigint[], ${rows.map((row) => row.acquiredFrom)}::text[],
        ${rows.map(({ source }) => (isOpening(source) ? source.id : null))}::bigint[],
        ${rows.map(({ source }) => (isOpening(source) ? null : source.type))}::text[],
        ${rows.map(({ source }) => (isOpening(source) ? null : source.id))}::text[],
        ${rows.map(({ source }) => (isOpening(source) ? null : source.index))}::integer[]
      ) as given (id, user_id, item_id, acquired_from, opening_id, source_type, source_id, source_index)
      where item_id in (select items.id from items where items.id = any(${itemIds}::bigint[]))
      returning id
    )
    select count(*)::int as count from added`);
  return added[0]?.count ?? 0;
}

export interface StatusChange {
  ids: readonly Id<'inventoryItem'>[];
  userId: Id<'user'>;
  from: InventoryStatus;
  to: InventoryStatus;
  lockedUntil?: Date;
}

/** Changes the items that the user has in `from`, locks them by id, and returns their ids. */
export async function updateStatus(tx: Tx, change: StatusChange): Promise<Id<'inventoryItem'>[]> {
  const { ids, userId, from, to, lockedUntil } = change;
  const lock = lockedUntil === undefined ? sql`` : sql`, locked_until = ${lockedUntil}`;
  const moved = await tx.query<{ id: Id<'inventoryItem'> }>(sql`
    with own as materialized (
      select id from inventory_items
      where id = any(${ids}::bigint[]) and user_id = ${userId} and status = ${from}
      order by id for update
    ), moved as (
      update inventory_items set status = ${to} ${lock}
      from own where inventory_items.id = own.id
      returning inventory_items.id
    )
    select id from moved order by id`);
  return moved.map(({ id }) => id);
}

/** The items are new, or the caller has locked the account of their user. */
export async function updateRestricted(
  tx: Tx,
  ids: readonly Id<'inventoryItem'>[],
  restricted: boolean,
): Promise<void> {
  await tx.query(sql`
    update inventory_items set restricted_to_games = ${restricted} where id = any(${ids}::bigint[])`);
}

interface ItemExchange {
  /** These are IN_SWAP. */
  held: { userId: Id<'user'>; ids: readonly Id<'inventoryItem'>[] };
  /** These are AVAILABLE. */
  taken: { userId: Id<'user'>; ids: readonly Id<'inventoryItem'>[] };
  acquiredFrom: string;
}

/**
 * Two users exchange items, which become AVAILABLE to their new owners. It returns the ids of the items that were as said,
 * for the caller to compare. The caller has locked both accounts, by user id; the rows are locked by id. The time is that
 * of the statement, because the transaction may have begun before an exchange that brought an item here.
 */
export async function exchangeItems(tx: Tx, exchange: ItemExchange): Promise<Id<'inventoryItem'>[]> {
  const { held, taken, acquiredFrom } = exchange;
  const moved = await tx.query<{ id: Id<'inventoryItem'> }>(sql`
    with own as materialized (
      select id from inventory_items
      where id = any(${[...held.ids, ...taken.ids]}::bigint[]) and (
        (id = any(${held.ids}::bigint[]) and user_id = ${held.userId} and status = 'IN_SWAP')
        or (id = any(${taken.ids}::bigint[]) and user_id = ${taken.userId} and status = 'AVAILABLE'))
      order by id for update
    ), moved as (
      update inventory_items
      set user_id = case user_id when ${held.userId} then ${taken.userId}::bigint else ${held.userId} end,
        status = 'AVAILABLE', acquired_at = statement_timestamp(), acquired_from = ${acquiredFrom}
      from own where inventory_items.id = own.id
      returning inventory_items.id
    )
    select id from moved order by id`);
  return moved.map(({ id }) => id);
}

/**
 * Marks the chosen items as sold at their present price, if they are the user's, available and in the catalogue, and says
 * of each item that exists what was found. The user's items are locked by id; the items of others are not, so nobody can
 * hold up another user.
 */
export async function sellChosen(
  tx: Tx,
  userId: Id<'user'>,
  ids: readonly Id<'inventoryItem'>[],
): Promise<{ saleId: string; lines: SaleLine[] }> {
  const rows = await tx.query<Omit<SaleLine, 'sold'> & { saleId: string; name: string | null; valueCents: bigint }>(sql`
    with own as materialized (
      select id, item_id, status from inventory_items
      where id = any(${ids}::bigint[]) and user_id = ${userId}
      order by id for update
    ), sale as materialized (
      select nextval('inventory_sales') as id
    ), sold as (
      update inventory_items
      set status = 'SOLD', sale_id = (select id from sale), sold_for_cents = items.value_cents_brl
      from own join items on items.id = own.item_id
      where inventory_items.id = own.id and own.status = 'AVAILABLE' and inventory_items.status = 'AVAILABLE'
      returning inventory_items.id, items.name, sold_for_cents
    )
    select asked.id, own.id is not null as is_own, coalesce(own.status, asked.status) as status,
      (select id from sale) as sale_id, sold.name, sold.sold_for_cents as value_cents
    from inventory_items asked left join own on own.id = asked.id left join sold on sold.id = asked.id
    where asked.id = any(${ids}::bigint[])`);
  const lines = rows.map(({ id, isOwn, status, name, valueCents }) => ({
    id,
    isOwn,
    status,
    sold: name === null ? null : { name, valueCents },
  }));
  return { saleId: rows[0]?.saleId ?? '', lines };
}

/**
 * Marks every available item of the user as sold at its present price; one outside the catalogue brings nothing. The
 * account is locked, so the items need no lock in the order of their ids, which would write each row twice. No index holds
 * the status, so each kind is walked from its newest item until all that are counted as available have been found.
 */
export async function sellAvailable(
  tx: Tx,
  userId: Id<'user'>,
): Promise<{ saleId: string; itemsSold: number; totalValueCents: Cents }> {
  const ofKind = (isItem: Sql) => sql`
    (select id from inventory_items
    where user_id = ${userId} and ${isItem} and status = 'AVAILABLE'
    order by acquired_at desc, id desc limit kind.count)`;
  const rows = await tx.query<{ saleId: string; itemsSold: number; totalValueCents: Cents }>(sql`
    with sale as materialized (
      select nextval('inventory_sales') as id
    ), sold as (
      update inventory_items
      set status = 'SOLD', sale_id = (select id from sale),
        sold_for_cents = coalesce((select value_cents_brl from items where items.id = inventory_items.item_id), 0)
      where status = 'AVAILABLE' and id = any(array(
        select held.id
        from inventory_counts kind cross join lateral (
          ${ofKind(sql`item_id = kind.item_id`)} union all ${ofKind(sql`kind.item_id = 0 and item_id is null`)}) held
        where kind.user_id = ${userId} and kind.status = 'AVAILABLE' and kind.count > 0))
      returning sold_for_cents
    )
    select (select id from sale) as sale_id, count(*)::int as items_sold,
      coalesce(sum(sold_for_cents), 0) as total_value_cents
    from sold`);
  return rows[0] as (typeof rows)[0];
}

export type InventoryRow = Omit<InventoryItem, 'details'> & {
  [Detail in keyof Details]: Detail extends 'name' ? string | null : Details[Detail];
};
type Details = NonNullable<InventoryItem['details']>;

/** Names `inventory_items` as `held` and `items` as `item`. */
export const INVENTORY_COLUMNS = sql`
  held.id, held.user_id, held.item_id, held.status, held.acquired_at, held.acquired_from, held.locked_until,
  held.restricted_to_games, item.name, item.image_url, item.rarity, item.weapon_category, item.exterior,
  item.is_stat_trak, item.value_cents_brl`;

export function inventoryItemOf(row: InventoryRow): InventoryItem {
  const { id, userId, itemId, status, acquiredAt, acquiredFrom, lockedUntil, restrictedToGames } = row;
  const { name, imageUrl, rarity, weaponCategory, exterior, isStatTrak, valueCentsBrl } = row;
  const details =
    name === null ? null : { name, imageUrl, rarity, weaponCategory, exterior, isStatTrak, valueCentsBrl };
  return { id, userId, itemId, status, acquiredAt, acquiredFrom, lockedUntil, restrictedToGames, details };
}

/** Returns the items that the user could still sell, at their present values. */
export const listSellableOf = (db: Db, userId: Id<'user'>, cause: ItemCause): Promise<SaleQuote['items']> =>
  db.query(sql`
    select held.id, item.value_cents_brl as value_cents
    from inventory_items held join items item on item.id = held.item_id
    where ${isOfCause(cause)} and user_id = ${userId} and held.status = 'AVAILABLE'
    order by held.source_index`);

/** Finds items of any owners, in the order of the ids. */
export async function findInventoryItems(db: Db | Tx, ids: readonly Id<'inventoryItem'>[]): Promise<InventoryItem[]> {
  const rows = await db.query<InventoryRow>(sql`
    select ${INVENTORY_COLUMNS} from inventory_items held left join items item on item.id = held.item_id
    where held.id = any(${ids}::bigint[]) order by held.id`);
  return rows.map(inventoryItemOf);
}

export const inventoryPersonalData: Required<Module<never>>['personalData'] = {
  inventory: {
    key: 'id',
    rows: (userId) => sql`
      select held.id, item_id, items.name as item_name, held.status, acquired_at, acquired_from, locked_until,
        coalesce(source_type, ${OPENING_CAUSE}) as source_type, coalesce(source_id, opening_id::text) as source_id,
        sold_for_cents
      from inventory_items held left join items on items.id = item_id where held.user_id = ${userId}`,
  },
};

export const inventoryUnsettled: Required<Module<never>>['unsettled'] = {
  items: (userId) => sql`
    select from inventory_counts
    where user_id = ${userId} and status in ('AVAILABLE', 'LOCKED', 'IN_SWAP') and count > 0`,
};
