import type { Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';

/** What the limits of a day remember: between which prices items were, and what rises came to. */

export interface ReplacedPrice {
  itemId: Id<'item'>;
  priceCents: Cents;
}

/** Prices that were in force until now. */
export async function rememberPrices(tx: Tx, replaced: readonly ReplacedPrice[], now: Date): Promise<void> {
  if (replaced.length === 0) return;
  await tx.query(sql`
    insert into item_price_hours as hours (item_id, hour, lowest_cents, highest_cents)
    select item_id, date_trunc('hour', ${now}::timestamptz), price_cents, price_cents
    from unnest(
      ${replaced.map(({ itemId }) => itemId)}::bigint[], ${replaced.map(({ priceCents }) => priceCents)}::bigint[]
    ) as replaced (item_id, price_cents)
    on conflict (item_id, hour) do update
    set lowest_cents = least(hours.lowest_cents, excluded.lowest_cents),
      highest_cents = greatest(hours.highest_cents, excluded.highest_cents)`);
}

/** An administrator has said what the items cost: what was before limits nothing any more. */
export async function forgetPrices(tx: Tx, itemIds: readonly Id<'item'>[]): Promise<void> {
  await tx.query(sql`delete from item_price_hours where item_id = any(${itemIds}::bigint[])`);
}

/** The price in force is an administrator's, or was said of another name. */
export async function insertMadeUp(tx: Tx, itemId: Id<'item'>): Promise<void> {
  await tx.query(sql`insert into prices_made_up (item_id) values (${itemId}) on conflict do nothing`);
}

/** A source has said the prices in force. */
export async function deleteMadeUp(tx: Tx, itemIds: readonly Id<'item'>[]): Promise<void> {
  if (itemIds.length === 0) return;
  await tx.query(sql`delete from prices_made_up where item_id = any(${itemIds}::bigint[])`);
}

export async function insertPriceRise(
  tx: Tx,
  { syncId, raisedCents, now }: { syncId: Id<'item-sync'>; raisedCents: Cents; now: Date },
): Promise<void> {
  if (raisedCents === 0n) return;
  await tx.query(sql`
    insert into price_rises (sync_id, raised_cents, raised_at) values (${syncId}, ${raisedCents}, ${now})`);
}

export async function sumPriceRises(tx: Tx, since: Date): Promise<Cents> {
  const rows = await tx.query<{ sum: string }>(
    sql`select coalesce(sum(raised_cents), 0) as sum from price_rises where raised_at > ${since}`,
  );
  return BigInt(rows[0]?.sum ?? 0);
}

/** What no limit looks at any more. */
export async function deleteOldPriceDays(tx: Tx, since: Date): Promise<void> {
  await tx.query(sql`delete from item_price_hours where hour <= ${since}::timestamptz - interval '1 hour'`);
  await tx.query(sql`delete from price_rises where raised_at <= ${since}`);
}
