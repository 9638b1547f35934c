import type { Tx } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';

/**
 * The prices of items in SQL. `numeric` is exact and rounds a half away from zero, as the rules do; a test holds the
 * two against each other.
 */
export const valueCentsSql = (originalPriceCents: Sql, priceMargin: string): Sql =>
  sql`round((${originalPriceCents}) * ${priceMargin}::numeric)`;

export const valueCentsBrlSql = (valueCents: Sql, usdToBrl: Sql): Sql => sql`round((${valueCents}) * (${usdToBrl}))`;

/** Every item anew, archived ones too since people own them, in one statement; gives how many changed. */
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
