import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { valueCentsBrlSql, valueCentsSql } from './prices.sql.ts';

/** What users own of the catalogue, or win for certain: each of it is worth to them what a price or a rate says. */

/** In no other state does an item belong to anybody any more. */
const OWNED = sql`count > 0 and status in ('AVAILABLE', 'LOCKED', 'IN_SWAP')`;

/** With the prizes of raffles that are not drawn yet: a prize that is made dear before the draw is worth it to the winner. */
const OWNED_OR_PROMISED = sql`
  (select item_id, count from inventory_counts where ${OWNED}
  union all
  select item_id, 1 from raffle_prizes join raffles on raffles.id = raffle_id
  where raffles.status in ('ACTIVE', 'DRAWING')) held`;

export async function isAnythingOwned(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ owned: boolean }>(
    sql`select exists (select from inventory_counts where ${OWNED}) as owned`,
  );
  return rows[0]?.owned === true;
}

/** BRL: what all that users own is worth, and what it would be at another rate. */
export async function sumWorthAt(tx: Tx, usdToBrl: string): Promise<{ nowCents: Cents; thenCents: Cents }> {
  const rows = await tx.query<{ now: string; then: string }>(sql`
    select coalesce(sum(owned.count * value_cents_brl), 0) as now,
      coalesce(sum(owned.count * round(value_cents * ${usdToBrl}::numeric)), 0) as then
    from (select item_id, sum(count) as count from ${OWNED_OR_PROMISED} group by item_id) owned
    join items on items.id = item_id`);
  return { nowCents: BigInt(rows[0]?.now ?? 0), thenCents: BigInt(rows[0]?.then ?? 0) };
}

/** BRL: what all that users own is worth, and what it would be at another margin. */
export async function sumWorthAtMargin(tx: Tx, priceMargin: string): Promise<{ nowCents: Cents; thenCents: Cents }> {
  const valueCents = valueCentsSql(sql`original_price_cents`, priceMargin);
  const rows = await tx.query<{ now: string; then: string }>(sql`
    select coalesce(sum(owned.count * value_cents_brl), 0) as now,
      coalesce(sum(owned.count * ${valueCentsBrlSql(valueCents, sql`usd_to_brl`)}), 0) as then
    from (select item_id, sum(count) as count from ${OWNED_OR_PROMISED} group by item_id) owned
    join items on items.id = item_id cross join exchange_rate`);
  return { nowCents: BigInt(rows[0]?.now ?? 0), thenCents: BigInt(rows[0]?.then ?? 0) };
}

export interface Holdings {
  /** How many of each of the items asked for users own together; those of which nobody owns any are absent. */
  counts: ReadonlyMap<Id<'item'>, bigint>;
  /** BRL: what all that users own is worth; zero where they own none of the items asked for. */
  worthCents: Cents;
}

/** One statement, whatever is asked for. */
export async function findHoldings(db: Db | Tx, itemIds: readonly Id<'item'>[]): Promise<Holdings> {
  const rows = await db.query<{ itemId: Id<'item'>; count: string; worth: string }>(sql`
    select item_id, count, worth
    from (
      select item_id, owned.count, sum(owned.count * value_cents_brl) over () as worth
      from (
        select item_id, sum(count)::bigint as count from ${OWNED_OR_PROMISED} group by item_id
      ) owned
      join items on items.id = item_id
    ) valued
    where item_id = any(${itemIds}::bigint[])`);
  return {
    counts: new Map(rows.map(({ itemId, count }) => [itemId, BigInt(count)])),
    worthCents: BigInt(rows[0]?.worth ?? 0),
  };
}

/** Whether a user owns one of these items, or has tickets of a raffle that gives one. */
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

/** The cases that can be opened and give the item, by name. */
export async function listCasesWith(tx: Tx, itemId: Id<'item'>): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(sql`
    select name from cases
    where status = 'ACTIVE' and exists (
      select from case_version_items where version_id = current_version_id and item_id = ${itemId})
    order by name`);
  return rows.map(({ name }) => name);
}
