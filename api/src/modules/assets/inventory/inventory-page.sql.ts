import type { Db, Tx } from '../../../platform/database/db.ts';
import { join, raw, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { containing } from '../../../platform/lists.ts';
import {
  type InventoryPage,
  type InventoryRequest,
  ITEM_SOURCES,
  type ItemFilter,
  UNKNOWN_ITEM_NAME,
} from './inventory.records.ts';
import { INVENTORY_COLUMNS, type InventoryRow, inventoryItemOf } from './inventory.sql.ts';

/**
 * Reads a page of a user's inventory with its totals by one statement. It counts no items: a user may have 100,000, but of
 * a few hundred kinds, and inventory_counts has the number of each kind and status (a stack). The stacks give the totals and
 * the places of a page by value or name; of the items, only index entries up to the page are read. Only a page of one
 * source counts all items, since inventory_counts has no sources.
 *
 * Each order is total, and ascending is descending read backwards: by time, then id; or by value or name, then item,
 * status, time and id, so that a stack lies together. Rows are looked up by key through a lateral `limit 1`, which stays a
 * look-up whatever the statistics say.
 */
export async function readInventoryPage(
  db: Db | Tx,
  userId: Id<'user'>,
  request: InventoryRequest,
): Promise<InventoryPage> {
  const rows = await db.query<PageRow>(sql`
    with stacks as materialized (
      select counts.item_id, counts.status, counts.count, coalesce(item.value_cents_brl, 0) as value,
        coalesce(item.name, ${UNKNOWN_ITEM_NAME}) as name, item.rarity, item.weapon_category, item.exterior
      from ${countsOf(userId, request)} counts left join lateral (
        select name, value_cents_brl, rarity, weapon_category, exterior from items where items.id = counts.item_id limit 1) item on true
      where counts.user_id = ${userId} and counts.count > 0 and ${needed(request)}
    ), totals as (
      select coalesce(sum(count) filter (where ${matching(request)}), 0) as total,
        ${availableOf(userId, request)}
      from stacks
    ), page as materialized (${pageOf(userId, request)})
    select totals.*, ${epochsOf(sql`${userId}::bigint`)} as epochs, ${INVENTORY_COLUMNS}
    from totals left join page on true
      left join lateral (select * from inventory_items where inventory_items.id = page.id limit 1) held on true
      left join lateral (select * from items where items.id = held.item_id limit 1) item on true
    order by page.place`);
  const first = rows[0];
  return {
    items: rows.filter(isHeld).map(inventoryItemOf),
    total: Number(first?.total ?? 0),
    availableCount: Number(first?.availableCount ?? 0),
    availableValueCents: first?.availableValueCents ?? 0n,
    epochs: first?.epochs ?? '',
  };
}

const epochsOf = (userId: Sql) => sql`(
  select coalesce((select epoch from inventory_epochs where user_id = ${userId}), 0) || ' ' || epoch from catalogue_epoch)`;

export async function readEpochs(
  db: Db | Tx,
  userIds: readonly Id<'user'>[],
): Promise<ReadonlyMap<Id<'user'>, string>> {
  const rows = await db.query<{ userId: Id<'user'>; epochs: string }>(sql`
    select user_id::text as user_id, ${epochsOf(raw('asked.user_id'))} as epochs
    from unnest(${userIds}::bigint[]) as asked (user_id)`);
  return new Map(rows.map(({ userId, epochs }) => [userId, epochs]));
}

interface Totals {
  total: string;
  availableCount: string;
  availableValueCents: bigint;
  epochs: string;
}

/** The totals stand beside every item, and alone where the page is empty. */
type PageRow = Totals & (InventoryRow | { id: null });
const isHeld = (row: PageRow): row is Totals & InventoryRow => row.id !== null;

function countsOf(userId: Id<'user'>, { source }: InventoryRequest): Sql {
  if (source === undefined) return sql`inventory_counts`;
  return sql`(
    select user_id, coalesce(item_id, 0) as item_id, status, count(*) as count from inventory_items
    where user_id = ${userId} and ${ofSource(source)} group by 1, 2, 3)`;
}

const ofSource = (source: InventoryRequest['source']): Sql =>
  source === undefined ? sql`true` : sql`starts_with(acquired_from, ${ITEM_SOURCES[source]})`;

/** A page of one source reads only the stacks of that source, so these totals need their own query. */
function availableOf(userId: Id<'user'>, { source }: InventoryRequest): Sql {
  if (source === undefined) {
    return sql`
      coalesce(sum(count) filter (where status = 'AVAILABLE'), 0) as available_count,
      coalesce(sum(count * value) filter (where status = 'AVAILABLE'), 0) as available_value_cents`;
  }
  const ofAll = (summed: Sql) => sql`(
    select coalesce(sum(${summed}), 0) from inventory_counts held left join items on items.id = held.item_id
    where held.user_id = ${userId} and held.status = 'AVAILABLE' and held.count > 0)`;
  return sql`${ofAll(sql`held.count`)} as available_count,
    ${ofAll(sql`held.count * coalesce(items.value_cents_brl, 0)`)} as available_value_cents`;
}

/** The totals need the available stacks, and the choice between two walks by time needs all. */
function needed(request: InventoryRequest): Sql {
  const { status, sortBy } = request;
  if (status === undefined || (!isChosen(request) && sortBy === 'acquiredAt')) return sql`true`;
  return sql`counts.status in ('AVAILABLE', ${status})`;
}

function matching(request: InventoryRequest): Sql {
  const { status } = request;
  const ofStatus = status === undefined ? sql`true` : sql`status = ${status}`;
  return join([ofStatus, ...itemConditions(request)], ' and ');
}

/** An item outside the catalogue has a name and a value, and nothing else. */
function itemConditions(filter: ItemFilter): Sql[] {
  const { search, rarity, weaponCategory, exterior, minValueCents, maxValueCents } = filter;
  const all: Sql[] = [];
  if (search !== undefined) all.push(sql`name ilike ${containing(search)}`);
  if (rarity !== undefined) all.push(sql`rarity = ${rarity}`);
  if (weaponCategory !== undefined) all.push(sql`weapon_category = ${weaponCategory}`);
  if (exterior !== undefined) all.push(sql`exterior = ${exterior}`);
  if (minValueCents !== undefined) all.push(sql`value >= ${minValueCents}`);
  if (maxValueCents !== undefined) all.push(sql`value <= ${maxValueCents}`);
  return all;
}

const isChosen = (request: InventoryRequest): boolean =>
  request.source !== undefined || itemConditions(request).length > 0;

function pageOf(userId: Id<'user'>, request: InventoryRequest): Sql {
  if (request.sortBy !== 'acquiredAt') return pageByStack(userId, request);
  return isChosen(request) ? pageOfKinds(userId, request) : pageByTime(userId, request);
}

const direction = ({ sortOrder }: InventoryRequest) => (sortOrder === 'asc' ? raw('asc') : raw('desc'));

/**
 * No index holds the status, since it changes in place. A walk by time meets an item of the status every all ÷ matching
 * items; a walk through the kinds with this status meets all items of these kinds. The stacks show which is shorter, and
 * the other is not begun.
 */
function pageByTime(userId: Id<'user'>, request: InventoryRequest): Sql {
  const { status, limit, offset } = request;
  const order = sql`acquired_at ${direction(request)}, id ${direction(request)}`;
  const byTime = (condition: Sql, window: Sql) => sql`
    select id, acquired_at from inventory_items where user_id = ${userId} and ${condition} order by ${order} ${window}`;
  if (status === undefined) return placed(byTime(sql`true`, sql`limit ${limit} offset ${offset}`), order);
  const reach = sql`limit (select least(${offset + limit}, sum(count)) from stacks where status = ${status})`;
  const kindsAreShorter = sql`(
    select (select sum(count) from stacks where item_id in (select item_id from stacks where status = ${status}))
      < ${offset + limit}::bigint * sum(count) / sum(count) filter (where status = ${status}) from stacks)`;
  return placed(
    sql`
      select * from (
        (${byTime(sql`status = ${status} and not ${kindsAreShorter}`, reach)})
        union all
        (select held.id, held.acquired_at
        from (select item_id, count from stacks where status = ${status}) kind
          cross join lateral (${itemsOfKind(userId, request, sql`status = ${status}`, upTo(offset + limit))}) held
        where ${kindsAreShorter})
      ) either order by ${order} limit ${limit} offset ${offset}`,
    order,
  );
}

/** A walk ends when it has found as many as are counted, since many more may have another status. */
const upTo = (reach: number) => sql`limit least(${reach}, kind.count)`;

/** Takes no more entries of a kind than the page could hold, and merges them. */
function pageOfKinds(userId: Id<'user'>, request: InventoryRequest): Sql {
  const { limit, offset, status } = request;
  const order = sql`acquired_at ${direction(request)}, id ${direction(request)}`;
  const ofStatus = status === undefined ? sql`true` : sql`status = ${status}`;
  return placed(
    sql`
      select held.id, held.acquired_at
      from (select item_id, sum(count) as count from stacks where ${matching(request)} group by item_id) kind
        cross join lateral (${itemsOfKind(userId, request, ofStatus, upTo(offset + limit))}) held
      order by ${order} limit ${limit} offset ${offset}`,
    order,
  );
}

const placed = (taken: Sql, order: Sql) =>
  sql`select id, row_number() over (order by ${order}) as place from (${taken}) taken`;

/** Adds up the stacks in their order, and reads the part of each that reaches into the page. */
function pageByStack(userId: Id<'user'>, request: InventoryRequest): Sql {
  const { limit, offset } = request;
  const way = direction(request);
  const key = request.sortBy === 'value' ? raw('value') : raw('name');
  const stackOrder = sql`${key} ${way}, item_id ${way}, status ${way}`;
  const reaching = sql`
    limit least(${offset + limit}::bigint, kind.start + kind.count) - greatest(kind.start, ${offset}::bigint)
    offset greatest(${offset}::bigint - kind.start, 0)`;
  return sql`
    select held.id, row_number() over (
      order by kind.start, held.acquired_at ${way}, held.id ${way}) as place
    from (
      select *, sum(count) over (order by ${stackOrder} rows unbounded preceding) - count as start
      from stacks where ${matching(request)}) kind
      cross join lateral (${itemsOfKind(userId, request, sql`status = kind.status`, reaching)}) held
    where kind.start < ${offset + limit}::bigint and kind.start + kind.count > ${offset}::bigint`;
}

/** An index cannot look for "this item or none", so there are two parts; the one that does not apply costs nothing. */
function itemsOfKind(userId: Id<'user'>, request: InventoryRequest, condition: Sql, window: Sql): Sql {
  const way = direction(request);
  const part = (isItem: Sql) => sql`
    (select id, acquired_at from inventory_items
    where user_id = ${userId} and ${isItem} and ${condition} and ${ofSource(request.source)}
    order by acquired_at ${way}, id ${way} ${window})`;
  return sql`${part(sql`item_id = kind.item_id`)} union all ${part(sql`kind.item_id = 0 and item_id is null`)}`;
}
