import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { containing, countRows, type ListPart, orderBy, partOf, type RowList } from '../../../platform/lists.ts';
import type { Cents } from '../../../platform/money.ts';
import { columnsOf } from '../../../platform/record.ts';
import { type Item, type ItemDescription, type ItemFigures, StoredItem } from './items.records.ts';
import type { ItemFilter, ItemOrder, OutsideItem, SortOrder } from './items.rules.ts';

/** `numeric` is exact and rounds a half away from zero, as the rules do; a test compares the two. */
export const valueCentsSql = (originalPriceCents: Sql, priceMargin: string): Sql =>
  sql`round((${originalPriceCents}) * ${priceMargin}::numeric)`;

export const valueCentsBrlSql = (valueCents: Sql, usdToBrl: Sql): Sql => sql`round((${valueCents}) * (${usdToBrl}))`;

/** Reprices archived items, too, since people own them, and returns how many prices have changed. */
export async function repriceAllItems(tx: Tx, priceMargin: string): Promise<number> {
  const rows = await tx.query<{ repriced: number }>(sql`
    with repriced as (
      update items set value_cents = priced.value_cents, value_cents_brl = priced.value_cents_brl, updated_at = now()
      from (
        select id, value_cents, ${valueCentsBrlSql(sql`value_cents`, sql`usd_to_brl`)} as value_cents_brl
        from exchange_rate, (
          select id, ${valueCentsSql(sql`original_price_cents`, priceMargin)} as value_cents from items) valued
      ) priced
      where items.id = priced.id
        and (items.value_cents, items.value_cents_brl) is distinct from (priced.value_cents, priced.value_cents_brl)
      returning 1)
    select count(*)::int as repriced from repriced`);
  return rows[0]?.repriced ?? 0;
}

const ITEM_COLUMNS = columnsOf(StoredItem, 'items');

/** Finds archived items, too. */
export const findItems = (db: Db | Tx, ids: readonly Id<'item'>[]): Promise<Item[]> =>
  db.query<Item>(sql`select ${ITEM_COLUMNS} from items where id = any(${ids}::bigint[]) order by id`);

export const findItemsByMarketName = (db: Db | Tx, marketHashNames: readonly string[]): Promise<Item[]> =>
  db.query<Item>(sql`
    select ${ITEM_COLUMNS} from items
    where market_hash_name = any(${marketHashNames}::text[]) and archived_at is null order by id`);

/** A game cannot give an archived item. */
export async function findUsableItems(db: Db | Tx, ids: readonly Id<'item'>[]): Promise<Set<Id<'item'>>> {
  const rows = await db.query<{ id: Id<'item'> }>(
    sql`select id from items where id = any(${ids}::bigint[]) and archived_at is null`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Finds an archived item, too. */
export async function findItem(db: Db | Tx, id: Id<'item'>): Promise<Item | null> {
  const rows = await db.query<Item>(sql`select ${ITEM_COLUMNS} from items where id = ${id}`);
  return rows[0] ?? null;
}

export async function lockItem(tx: Tx, id: Id<'item'>): Promise<Item | null> {
  const rows = await tx.query<Item>(sql`select ${ITEM_COLUMNS} from items where id = ${id} for update`);
  return rows[0] ?? null;
}

export async function findKnownNames(db: Db | Tx, marketHashNames: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(
    sql`select market_hash_name as name from items where market_hash_name = any(${marketHashNames}::text[])`,
  );
  return new Set(rows.map(({ name }) => name));
}

const matches = ({ search, ...filter }: ItemFilter): Sql => sql`
  (${filter.isArchived}::boolean is null or (archived_at is not null) = ${filter.isArchived})
  and (${filter.rarity}::text is null or rarity = ${filter.rarity})
  and (${filter.weaponCategory}::text is null or weapon_category = ${filter.weaponCategory})
  and (${filter.exterior}::text is null or exterior = ${filter.exterior})
  and (${filter.isStatTrak}::boolean is null or is_stat_trak = ${filter.isStatTrak})
  and (${filter.minValueCentsBrl}::bigint is null or value_cents_brl >= ${filter.minValueCentsBrl})
  and (${filter.maxValueCentsBrl}::bigint is null or value_cents_brl <= ${filter.maxValueCentsBrl})
  and (${filter.maxValueCents}::bigint is null or value_cents <= ${filter.maxValueCents})
  and (${search}::text is null or name ilike ${search === null ? null : containing(search)})`;

const SORT_COLUMNS: Readonly<Record<ItemOrder, string>> = {
  value: 'value_cents_brl',
  name: 'name',
  createdAt: 'created_at',
};

export async function listItems(
  db: Db | Tx,
  filter: ItemFilter,
  { sortBy, sortOrder }: { sortBy: ItemOrder; sortOrder: SortOrder },
  part: ListPart,
): Promise<{ items: Item[]; total: number }> {
  const list: RowList = {
    from: 'items',
    where: [matches(filter)],
    order: { by: [SORT_COLUMNS[sortBy], 'id'], way: sortOrder },
  };
  const [items, total] = await Promise.all([
    db.query<Item>(sql`select ${ITEM_COLUMNS} from (${partOf(list, part)}) items ${orderBy(list.order)}`),
    countRows(db, list),
  ]);
  return { items, total };
}

/** Archived items do not count. */
export async function readFigures(db: Db | Tx): Promise<ItemFigures> {
  const [totals, counts] = await Promise.all([
    db.query<Omit<ItemFigures, 'byRarity' | 'byCategory'>>(sql`
      select count(*)::int as count, coalesce(min(value_cents_brl), 0) as min_value_cents,
        coalesce(max(value_cents_brl), 0) as max_value_cents,
        coalesce(round(avg(value_cents_brl)), 0) as average_value_cents
      from items where archived_at is null`),
    db.query<{ rarity: string | null; category: string | null; count: number }>(sql`
      select rarity, weapon_category as category, count(*)::int as count from items where archived_at is null
      group by grouping sets ((rarity), (weapon_category))`),
  ]);
  const countsBy = (column: 'rarity' | 'category') =>
    new Map(counts.flatMap((row) => (row[column] === null ? [] : [[row[column], row.count]])));
  return { ...(totals[0] as (typeof totals)[0]), byRarity: countsBy('rarity'), byCategory: countsBy('category') };
}

/** Prices follow from these two; the writer has locked the rate. */
export interface Pricing {
  priceMargin: string;
  usdToBrl: string;
}

const pricesSql = (originalPriceCents: Sql, { priceMargin, usdToBrl }: Pricing): Sql => {
  const valueCents = valueCentsSql(originalPriceCents, priceMargin);
  return sql`${valueCents}, ${valueCentsBrlSql(valueCents, sql`${usdToBrl}::numeric`)}`;
};

export async function insertItem(tx: Tx, item: ItemDescription, pricing: Pricing): Promise<Item> {
  const rows = await tx.query<Item>(sql`
    insert into items (name, market_hash_name, image_url, rarity, weapon_category, exterior, is_stat_trak, collection,
      margin_percent, original_price_cents, value_cents, value_cents_brl)
    values (${item.name}, ${item.marketHashName}, ${item.imageUrl}, ${item.rarity}, ${item.weaponCategory},
      ${item.exterior}, ${item.isStatTrak}, ${item.collection}, ${item.marginPercent}, ${item.originalPriceCents},
      ${pricesSql(sql`${item.originalPriceCents}::bigint`, pricing)})
    returning ${ITEM_COLUMNS}`);
  return rows[0] as Item;
}

export async function updateDescription(
  tx: Tx,
  id: Id<'item'>,
  item: ItemDescription,
  pricing: Pricing,
): Promise<Item> {
  const rows = await tx.query<Item>(sql`
    update items set name = ${item.name}, market_hash_name = ${item.marketHashName}, image_url = ${item.imageUrl},
      rarity = ${item.rarity}, weapon_category = ${item.weaponCategory}, exterior = ${item.exterior},
      is_stat_trak = ${item.isStatTrak}, collection = ${item.collection}, margin_percent = ${item.marginPercent},
      original_price_cents = ${item.originalPriceCents},
      (value_cents, value_cents_brl) = row(${pricesSql(sql`${item.originalPriceCents}::bigint`, pricing)}),
      updated_at = now()
    where id = ${id} returning ${ITEM_COLUMNS}`);
  return rows[0] as Item;
}

export async function updateToArchived(tx: Tx, id: Id<'item'>): Promise<Item> {
  const rows = await tx.query<Item>(
    sql`update items set archived_at = now(), updated_at = now() where id = ${id} returning ${ITEM_COLUMNS}`,
  );
  return rows[0] as Item;
}

/**
 * Adds items of the outside database, or updates those that the catalogue has, and returns how many rows it wrote. An item
 * without a price keeps its own, and archived items stay archived. Names are unique in `items`.
 */
export async function upsertItems(
  tx: Tx,
  items: readonly (OutsideItem & { priceCents: Cents | null })[],
  pricing: Pricing,
): Promise<number> {
  const column = <Key extends keyof OutsideItem | 'priceCents'>(key: Key) => items.map((item) => item[key]);
  const rows = await tx.query<{ written: number }>(sql`
    with listed as (
      select listed.*, coalesce(listed.price_cents, items.original_price_cents, 0) as original_price_cents
      from unnest(
        ${column('name')}::text[], ${column('marketHashName')}::text[], ${column('imageUrl')}::text[],
        ${column('rarity')}::text[], ${column('weaponCategory')}::text[], ${column('exterior')}::text[],
        ${column('isStatTrak')}::boolean[], ${column('collection')}::text[], ${column('priceCents')}::bigint[]
      ) as listed (name, market_hash_name, image_url, rarity, weapon_category, exterior, is_stat_trak, collection,
        price_cents)
      left join items using (market_hash_name)
    ), written as (
      insert into items (name, market_hash_name, image_url, rarity, weapon_category, exterior, is_stat_trak, collection,
        original_price_cents, value_cents, value_cents_brl)
      select name, market_hash_name, image_url, rarity, weapon_category, exterior, is_stat_trak, collection,
        original_price_cents, ${pricesSql(sql`original_price_cents`, pricing)}
      from listed
      on conflict (market_hash_name) do update
      set name = excluded.name, image_url = excluded.image_url, rarity = excluded.rarity,
        weapon_category = excluded.weapon_category, exterior = excluded.exterior,
        is_stat_trak = excluded.is_stat_trak, collection = excluded.collection,
        original_price_cents = excluded.original_price_cents, value_cents = excluded.value_cents,
        value_cents_brl = excluded.value_cents_brl, updated_at = now()
      where (items.name, items.image_url, items.rarity, items.weapon_category, items.exterior, items.is_stat_trak,
          items.collection, items.original_price_cents)
        is distinct from (excluded.name, excluded.image_url, excluded.rarity, excluded.weapon_category,
          excluded.exterior, excluded.is_stat_trak, excluded.collection, excluded.original_price_cents)
      returning 1)
    select count(*)::int as written from written`);
  return rows[0]?.written ?? 0;
}

export async function updatePrices(
  tx: Tx,
  prices: readonly (readonly [marketHashName: string, priceCents: Cents])[],
  pricing: Pricing,
): Promise<number> {
  const rows = await tx.query<{ written: number }>(sql`
    with written as (
      update items set original_price_cents = listed.price_cents,
        (value_cents, value_cents_brl) = row(${pricesSql(sql`listed.price_cents`, pricing)}), updated_at = now()
      from unnest(${prices.map(([name]) => name)}::text[], ${prices.map(([, cents]) => cents)}::bigint[])
        as listed (market_hash_name, price_cents)
      where items.market_hash_name = listed.market_hash_name and items.original_price_cents <> listed.price_cents
      returning 1)
    select count(*)::int as written from written`);
  return rows[0]?.written ?? 0;
}

/** In other states an item has no owner any more. */
const OWNED = sql`count > 0 and status in ('AVAILABLE', 'LOCKED', 'IN_SWAP')`;

/**
 * Includes prizes of raffles that are not drawn yet and purchases for swaps: a price may rise before such an item is
 * handed over.
 */
const OWNED_OR_PROMISED = sql`
  (select item_id, count from inventory_counts where ${OWNED}
  union all
  select item_id, 1 from raffle_prizes join raffles on raffles.id = raffle_id
  where raffles.status in ('ACTIVE', 'DRAWING')
  union all
  select item_id, 1 from orders join site_swaps on site_swaps.order_id = orders.id
  where orders.status in ('REQUESTED', 'SENT', 'UNKNOWN')) held`;

/** The seats of these battles are taken, and their rounds are not rolled yet. */
const FULL_BATTLES = sql`
  battles join battle_rounds on battle_id = battles.id join case_version_items using (version_id)`;
const MAY_BE_ROLLED = sql`(select item_id, seat_count::bigint as count from ${FULL_BATTLES} where status = 'IN_PROGRESS')`;
/** A battle rolls at most the dearest item of each round for every seat. */
const MOST_ROLLED = sql`
  (select distinct on (battle_id, round) item_id, seat_count::bigint as count
  from ${FULL_BATTLES} join items on items.id = item_id where status = 'IN_PROGRESS'
  order by battle_id, round, original_price_cents desc)`;
const GREATEST = sql`(select item_id, count from ${OWNED_OR_PROMISED} union all select * from ${MOST_ROLLED} rolled) held`;

export async function isAnythingOwned(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ owned: boolean }>(
    sql`select exists (select from inventory_counts where ${OWNED}) as owned`,
  );
  return rows[0]?.owned === true;
}

interface Worth {
  nowCents: Cents;
  thenCents: Cents;
}

/** Returns the worth of all that users own, in BRL, now and at another rate. */
export async function sumWorthAt(tx: Tx, usdToBrl: string): Promise<Worth> {
  const rows = await tx.query<Worth>(sql`
    select coalesce(sum(owned.count * value_cents_brl), 0) as now_cents,
      coalesce(sum(owned.count * round(value_cents * ${usdToBrl}::numeric)), 0) as then_cents
    from (select item_id, sum(count) as count from ${GREATEST} group by item_id) owned
    join items on items.id = item_id`);
  return rows[0] as Worth;
}

/** Returns the worth of all that users own, in BRL, now and at another margin. */
export async function sumWorthAtMargin(tx: Tx, priceMargin: string): Promise<Worth> {
  const valueCents = valueCentsSql(sql`original_price_cents`, priceMargin);
  const rows = await tx.query<Worth>(sql`
    select coalesce(sum(owned.count * value_cents_brl), 0) as now_cents,
      coalesce(sum(owned.count * ${valueCentsBrlSql(valueCents, sql`usd_to_brl`)}), 0) as then_cents
    from (select item_id, sum(count) as count from ${GREATEST} group by item_id) owned
    join items on items.id = item_id cross join exchange_rate`);
  return rows[0] as Worth;
}

export interface Holdings {
  /** The number of each item that users own together or may win in an undecided battle. */
  counts: ReadonlyMap<Id<'item'>, bigint>;
  /** The worth of all that users own, in BRL; zero where they own none of these items. */
  worthCents: Cents;
}

export async function findHoldings(db: Db | Tx, itemIds: readonly Id<'item'>[]): Promise<Holdings> {
  const rows = await db.query<{ itemId: Id<'item'>; count: string; worthCents: Cents }>(sql`
    with owned as (select item_id, sum(count)::bigint as count from ${OWNED_OR_PROMISED} group by item_id)
    select item_id, sum(count)::bigint as count,
      (select sum(owned.count * value_cents_brl) from owned join items on items.id = item_id) as worth_cents
    from (select * from owned union all select * from ${MAY_BE_ROLLED} rolled) every
    where item_id = any(${itemIds}::bigint[]) group by item_id`);
  return {
    counts: new Map(rows.map(({ itemId, count }) => [itemId, BigInt(count)])),
    worthCents: rows[0]?.worthCents ?? 0n,
  };
}

/** A ticket of a raffle that gives such an item counts, too. */
export async function ownsAny(tx: Tx, userId: Id<'user'>, itemIds: readonly Id<'item'>[]): Promise<boolean> {
  const rows = await tx.query<{ owns: boolean }>(sql`
    select exists (
      select from inventory_counts where user_id = ${userId} and ${OWNED} and item_id = any(${itemIds}::bigint[])
      union all
      select from raffle_buyers buyer join raffles on raffles.id = buyer.raffle_id
      join raffle_prizes prize on prize.raffle_id = raffles.id
      where buyer.user_id = ${userId} and raffles.status in ('ACTIVE', 'DRAWING')
        and item_id = any(${itemIds}::bigint[])) as owns`);
  return rows[0]?.owns === true;
}

export async function listCasesWith(tx: Tx, itemId: Id<'item'>): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(sql`
    select name from cases
    where status = 'ACTIVE' and exists (
      select from case_version_items where version_id = current_version_id and item_id = ${itemId})
    order by name`);
  return rows.map(({ name }) => name);
}
