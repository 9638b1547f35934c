import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Day } from '../../../../platform/days.ts';
import type { Id } from '../../../../platform/ids.ts';
import { countRows, type ListPart, partOf, type RowList } from '../../../../platform/lists.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { OfferedItem, SiteSwap } from './site.records.ts';
import type { Terms } from './site.rules.ts';

/** The name of the purchase contains the id. */
export async function takeSiteSwapId(tx: Tx): Promise<Id<'site-swap'>> {
  const rows = await tx.query<{ id: Id<'site-swap'> }>(sql`select nextval('site_swaps_id_seq') as id`);
  return rows[0]?.id as Id<'site-swap'>;
}

/**
 * Returns the new sum of the day, or null without a change if it would exceed the cap. This row is locked last, so that
 * concurrent swaps take turns.
 */
export async function addOver(tx: Tx, day: Day, overCents: Cents, capCents: Cents): Promise<Cents | null> {
  const rows = await tx.query<{ cents: bigint }>(sql`
    insert into site_swap_days (day, over_cents) select ${day}, ${overCents} where ${overCents}::bigint <= ${capCents}
    on conflict (day) do update set over_cents = site_swap_days.over_cents + excluded.over_cents
      where site_swap_days.over_cents + excluded.over_cents <= ${capCents}
    returning over_cents as cents`);
  return rows[0]?.cents ?? null;
}

export async function takeOffOver(tx: Tx, day: Day, overCents: Cents): Promise<void> {
  await tx.query(sql`update site_swap_days set over_cents = over_cents - ${overCents} where day = ${day}`);
}

interface NewSiteSwap extends Terms {
  id: Id<'site-swap'>;
  userId: Id<'user'>;
  itemId: Id<'item'>;
  orderId: Id<'order'>;
  projectId: string;
  given: readonly OfferedItem[];
  createdAt: Date;
}

export async function insertSiteSwap(tx: Tx, swap: NewSiteSwap): Promise<void> {
  const { id, given } = swap;
  await tx.query(sql`
    with written as (
      insert into site_swaps (id, user_id, item_id, order_id, project_id, given_cents, target_cents, credit_cents,
        worth_cents, over_cents, quoted_coins, max_coins, created_at) overriding system value
      values (${id}, ${swap.userId}, ${swap.itemId}, ${swap.orderId}, ${swap.projectId}, ${swap.givenCents},
        ${swap.targetCents}, ${swap.creditCents}, ${swap.worthCents}, ${swap.overCents}, ${swap.quotedCoins},
        ${swap.maxCoins}, ${swap.createdAt})
    )
    insert into site_swap_items (site_swap_id, inventory_item_id, item_id, value_cents)
    select ${id}, inventory_item_id, item_id, value_cents
    from unnest(
      ${given.map(({ inventoryItemId }) => inventoryItemId)}::bigint[], ${given.map(({ itemId }) => itemId)}::bigint[],
      ${given.map(({ valueCents }) => valueCents)}::bigint[]) as given (inventory_item_id, item_id, value_cents)`);
}

interface Completion {
  id: Id<'site-swap'>;
  paidCoins: number;
  marketId: string;
  receivedId: Id<'inventoryItem'>;
  at: Date;
}

/** The order is locked, so nobody else settles the swap. */
export async function completeSiteSwap(tx: Tx, { id, paidCoins, marketId, receivedId, at }: Completion): Promise<void> {
  await tx.query(sql`
    update site_swaps set status = 'COMPLETED', paid_coins = ${paidCoins}, market_id = ${marketId},
      received_id = ${receivedId}, settled_at = ${at}
    where id = ${id}`);
}

export async function insertTrade(tx: Tx, id: Id<'site-swap'>, boughtAt: Date): Promise<void> {
  await tx.query(sql`insert into site_swap_trades (site_swap_id, bought_at) values (${id}, ${boughtAt})`);
}

export async function failSiteSwap(tx: Tx, id: Id<'site-swap'>, reason: string, at: Date): Promise<void> {
  await tx.query(sql`
    with failed as (
      update site_swaps set status = 'FAILED', failure_reason = ${reason}, settled_at = ${at} where id = ${id}
    )
    update site_swap_items set is_taken = false where site_swap_id = ${id}`);
}

type SiteSwapRow = Omit<SiteSwap, 'given'> & { given: (Omit<OfferedItem, 'valueCents'> & { valueCents: string })[] };

/** The page is cut before anything is joined, and each lateral look-up uses the key. */
async function readSiteSwaps(db: Db | Tx, swaps: Sql): Promise<SiteSwap[]> {
  const rows = await db.query<SiteSwapRow>(sql`
    select swap.id, swap.user_id, swap.order_id, swap.status, swap.given_cents,
      swap.target_cents, swap.credit_cents, swap.over_cents,
      swap.quoted_coins::float8 as quoted_coins, swap.max_coins::float8 as max_coins, swap.received_id, swap.failure_reason,
      swap.created_at, swap.settled_at,
      (select created_at from site_swap_returns where site_swap_id = swap.id and resolution = 'TAKEN_BACK') as undone_at,
      target.shown as target, parts.given
    from (${swaps}) swap
    cross join lateral (
      select json_build_object('itemId', id::text, 'name', name, 'imageUrl', image_url, 'rarity', rarity) as shown
      from items where items.id = swap.item_id limit 1) target
    cross join lateral (
      select json_agg(json_build_object('inventoryItemId', part.inventory_item_id::text, 'itemId', item.id::text,
        'name', item.name, 'valueCents', part.value_cents::text) order by part.inventory_item_id) as given
      from site_swap_items part
      cross join lateral (select id, name from items where items.id = part.item_id limit 1) item
      where part.site_swap_id = swap.id) parts
    order by swap.id desc`);
  return rows.map(({ given, ...swap }) => ({
    ...swap,
    given: given.map((item) => ({ ...item, valueCents: BigInt(item.valueCents) })),
  }));
}

export async function findSiteSwap(db: Db | Tx, id: Id<'site-swap'>): Promise<SiteSwap | null> {
  return (await readSiteSwaps(db, sql`select * from site_swaps where id = ${id}`))[0] ?? null;
}

export async function findSiteSwapOfOrder(tx: Tx, orderId: Id<'order'>): Promise<SiteSwap | null> {
  return (await readSiteSwaps(tx, sql`select * from site_swaps where order_id = ${orderId}`))[0] ?? null;
}

export async function listSiteSwaps(
  db: Db | Tx,
  userId: Id<'user'>,
  part: ListPart,
): Promise<{ swaps: SiteSwap[]; total: number }> {
  const own: RowList = { from: 'site_swaps', of: sql`user_id = ${userId}`, order: { by: ['id'], way: 'desc' } };
  const [swaps, total] = await Promise.all([readSiteSwaps(db, partOf(own, part)), countRows(db, own)]);
  return { swaps, total };
}
