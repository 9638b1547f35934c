import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { containing, countRows, type ListPart, orderBy, partOf, type RowList } from '../../../platform/lists.ts';
import type { Cents } from '../../../platform/money.ts';
import type {
  Item,
  ItemDescription,
  ItemFigures,
  ItemFilter,
  ItemOrder,
  OutsideItem,
  SortOrder,
} from './items.types.ts';
import { valueCentsBrlSql, valueCentsSql } from './prices.sql.ts';

const ITEM_COLUMNS = sql`
  items.id, items.name, items.market_hash_name, items.image_url, items.rarity,
  items.weapon_category, items.exterior, items.is_stat_trak, items.collection,
  items.original_price_cents, items.value_cents,
  items.value_cents_brl, items.margin_percent,
  items.archived_at, items.created_at, items.updated_at`;

type PriceColumn = 'originalPriceCents' | 'valueCents' | 'valueCentsBrl';
type ItemRow = Omit<Item, PriceColumn> & Record<PriceColumn, string>;

const itemOf = (row: ItemRow): Item => ({
  ...row,
  originalPriceCents: BigInt(row.originalPriceCents),
  valueCents: BigInt(row.valueCents),
  valueCentsBrl: BigInt(row.valueCentsBrl),
});

/** In the order of the ids, archived ones too; an unknown id is absent. */
export async function findItems(db: Db | Tx, ids: readonly Id<'item'>[]): Promise<Item[]> {
  const rows = await db.query<ItemRow>(
    sql`select ${ITEM_COLUMNS} from items where id = any(${ids}::bigint[]) order by id`,
  );
  return rows.map(itemOf);
}

/** Those of the names that the catalogue has, without archived ones. */
export async function findItemsByMarketName(db: Db | Tx, marketHashNames: readonly string[]): Promise<Item[]> {
  const rows = await db.query<ItemRow>(sql`
    select ${ITEM_COLUMNS} from items
    where market_hash_name = any(${marketHashNames}::text[]) and archived_at is null order by id`);
  return rows.map(itemOf);
}

/** Which of these can be put among the prizes of a game: those that are there and not archived. */
export async function findUsableItems(db: Db | Tx, ids: readonly Id<'item'>[]): Promise<Set<Id<'item'>>> {
  const rows = await db.query<{ id: Id<'item'> }>(
    sql`select id from items where id = any(${ids}::bigint[]) and archived_at is null`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Also an archived one. */
export async function findItem(db: Db | Tx, id: Id<'item'>): Promise<Item | null> {
  const rows = await db.query<ItemRow>(sql`select ${ITEM_COLUMNS} from items where id = ${id}`);
  return rows[0] === undefined ? null : itemOf(rows[0]);
}

export async function lockItem(tx: Tx, id: Id<'item'>): Promise<Item | null> {
  const rows = await tx.query<ItemRow>(sql`select ${ITEM_COLUMNS} from items where id = ${id} for update`);
  return rows[0] === undefined ? null : itemOf(rows[0]);
}

/** Which of these names the catalogue has, archived ones too. */
export async function findKnownNames(db: Db | Tx, marketHashNames: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(
    sql`select market_hash_name as name from items where market_hash_name = any(${marketHashNames}::text[])`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** One text for every combination of filters; a plan is made for the values given. */
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
  const [rows, total] = await Promise.all([
    db.query<ItemRow>(sql`select ${ITEM_COLUMNS} from (${partOf(list, part)}) items ${orderBy(list.order)}`),
    countRows(db, list),
  ]);
  return { items: rows.map(itemOf), total };
}

/** Of all items that are not archived. */
export async function readFigures(db: Db | Tx): Promise<ItemFigures> {
  const [totals, counts] = await Promise.all([
    db.query<{ count: number; min: string; max: string; average: string }>(sql`
      select count(*)::int as count, coalesce(min(value_cents_brl), 0) as min, coalesce(max(value_cents_brl), 0) as max,
        coalesce(round(avg(value_cents_brl)), 0) as average
      from items where archived_at is null`),
    db.query<{ rarity: string | null; category: string | null; count: number }>(sql`
      select rarity, weapon_category as category, count(*)::int as count from items where archived_at is null
      group by grouping sets ((rarity), (weapon_category))`),
  ]);
  const { count = 0, min = '0', max = '0', average = '0' } = totals[0] ?? {};
  const countsBy = (column: 'rarity' | 'category') =>
    new Map(counts.flatMap((row) => (row[column] === null ? [] : [[row[column], row.count]])));
  return {
    count,
    minValueCentsBrl: BigInt(min),
    maxValueCentsBrl: BigInt(max),
    averageValueCentsBrl: BigInt(average),
    byRarity: countsBy('rarity'),
    byCategory: countsBy('category'),
  };
}

/** What the prices of the items written follow from; whoever writes has locked the rate. */
export interface Pricing {
  priceMargin: string;
  usdToBrl: string;
}

const pricesSql = (originalPriceCents: Sql, { priceMargin, usdToBrl }: Pricing): Sql => {
  const valueCents = valueCentsSql(originalPriceCents, priceMargin);
  return sql`${valueCents}, ${valueCentsBrlSql(valueCents, sql`${usdToBrl}::numeric`)}`;
};

export async function insertItem(tx: Tx, item: ItemDescription, pricing: Pricing): Promise<Item> {
  const rows = await tx.query<ItemRow>(sql`
    insert into items (name, market_hash_name, image_url, rarity, weapon_category, exterior, is_stat_trak, collection,
      margin_percent, original_price_cents, value_cents, value_cents_brl)
    values (${item.name}, ${item.marketHashName}, ${item.imageUrl}, ${item.rarity}, ${item.weaponCategory},
      ${item.exterior}, ${item.isStatTrak}, ${item.collection}, ${item.marginPercent}, ${item.originalPriceCents},
      ${pricesSql(sql`${item.originalPriceCents}::bigint`, pricing)})
    returning ${ITEM_COLUMNS}`);
  return itemOf(rows[0] as ItemRow);
}

export async function updateDescription(
  tx: Tx,
  id: Id<'item'>,
  item: ItemDescription,
  pricing: Pricing,
): Promise<Item> {
  const rows = await tx.query<ItemRow>(sql`
    update items set name = ${item.name}, market_hash_name = ${item.marketHashName}, image_url = ${item.imageUrl},
      rarity = ${item.rarity}, weapon_category = ${item.weaponCategory}, exterior = ${item.exterior},
      is_stat_trak = ${item.isStatTrak}, collection = ${item.collection}, margin_percent = ${item.marginPercent},
      original_price_cents = ${item.originalPriceCents},
      (value_cents, value_cents_brl) = row(${pricesSql(sql`${item.originalPriceCents}::bigint`, pricing)}),
      updated_at = now()
    where id = ${id} returning ${ITEM_COLUMNS}`);
  return itemOf(rows[0] as ItemRow);
}

export async function updateToArchived(tx: Tx, id: Id<'item'>): Promise<Item> {
  const rows = await tx.query<ItemRow>(
    sql`update items set archived_at = now(), updated_at = now() where id = ${id} returning ${ITEM_COLUMNS}`,
  );
  return itemOf(rows[0] as ItemRow);
}

/**
 * Puts items of the outside database in the catalogue, or makes those there like them; one without a price keeps the
 * one it has. Names are unique in `items`. Archived items stay archived. Gives how many rows were written.
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

/** Of the items in the catalogue that differ; gives how many were written. */
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
