import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { valueCentsBrlSql, valueCentsSql } from './items.sql.ts';

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

/** Returns the worth of all that users own, in BRL, now and at another rate. */
export async function sumWorthAt(tx: Tx, usdToBrl: string): Promise<{ nowCents: Cents; thenCents: Cents }> {
  const rows = await tx.query<{ now: string; then: string }>(sql`
    select coalesce(sum(owned.count * value_cents_brl), 0) as now,
      coalesce(sum(owned.count * round(value_cents * ${usdToBrl}::numeric)), 0) as then
    from (select item_id, sum(count) as count from ${GREATEST} group by item_id) owned
    join items on items.id = item_id`);
  return { nowCents: BigInt(rows[0]?.now ?? 0), thenCents: BigInt(rows[0]?.then ?? 0) };
}

/** Returns the worth of all that users own, in BRL, now and at another margin. */
export async function sumWorthAtMargin(tx: Tx, priceMargin: string): Promise<{ nowCents: Cents; thenCents: Cents }> {
  const valueCents = valueCentsSql(sql`original_price_cents`, priceMargin);
  const rows = await tx.query<{ now: string; then: string }>(sql`
    select coalesce(sum(owned.count * value_cents_brl), 0) as now,
      coalesce(sum(owned.count * ${valueCentsBrlSql(valueCents, sql`usd_to_brl`)}), 0) as then
    from (select item_id, sum(count) as count from ${GREATEST} group by item_id) owned
    join items on items.id = item_id cross join exchange_rate`);
  return { nowCents: BigInt(rows[0]?.now ?? 0), thenCents: BigInt(rows[0]?.then ?? 0) };
}

export interface Holdings {
  /** The number of each item that users own together or may win in an undecided battle. */
  counts: ReadonlyMap<Id<'item'>, bigint>;
  /** The worth of all that users own, in BRL; zero where they own none of these items. */
  worthCents: Cents;
}

export async function findHoldings(db: Db | Tx, itemIds: readonly Id<'item'>[]): Promise<Holdings> {
  const rows = await db.query<{ itemId: Id<'item'>; count: string; worth: string }>(sql`
    with owned as (select item_id, sum(count)::bigint as count from ${OWNED_OR_PROMISED} group by item_id)
    select item_id, sum(count)::bigint as count,
      (select sum(owned.count * value_cents_brl) from owned join items on items.id = item_id) as worth
    from (select * from owned union all select * from ${MAY_BE_ROLLED} rolled) every
    where item_id = any(${itemIds}::bigint[]) group by item_id`);
  return {
    counts: new Map(rows.map(({ itemId, count }) => [itemId, BigInt(count)])),
    worthCents: BigInt(rows[0]?.worth ?? 0),
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
