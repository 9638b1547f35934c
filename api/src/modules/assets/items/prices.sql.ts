import type { Db, Tx } from '../../../platform/db.ts';
import { type Sql, sql } from '../../../platform/sql.ts';
import type { ExchangeRate } from './items.types.ts';

/**
 * The prices of items in SQL. `numeric` is exact and rounds a half away from zero, as the rules do; a test holds the
 * two against each other.
 */
export const valueCentsSql = (originalPriceCents: Sql, priceMargin: string): Sql =>
  sql`round((${originalPriceCents}) * ${priceMargin}::numeric)`;

export const valueCentsBrlSql = (valueCents: Sql, usdToBrl: Sql): Sql => sql`round((${valueCents}) * (${usdToBrl}))`;

const RATE_COLUMNS = sql`
  usd_to_brl as "usdToBrl", source, is_fallback as "isFallback", updated_at as "updatedAt"`;

export async function findRate(db: Db | Tx): Promise<ExchangeRate> {
  const rows = await db.query<ExchangeRate>(sql`select ${RATE_COLUMNS} from exchange_rate`);
  return rows[0] as ExchangeRate;
}

/**
 * Taken first by whoever writes a price, and held until the end of `tx`. The statements after it see the margin, the
 * rate and the prices that those before us have left; without it a price could be written with a margin that is just
 * being replaced, and nobody would correct it.
 */
export async function lockRate(tx: Tx): Promise<ExchangeRate> {
  const rows = await tx.query<ExchangeRate>(sql`select ${RATE_COLUMNS} from exchange_rate for update`);
  return rows[0] as ExchangeRate;
}

export async function updateRate(tx: Tx, usdToBrl: string, source: string): Promise<ExchangeRate> {
  const rows = await tx.query<ExchangeRate>(sql`
    update exchange_rate
    set usd_to_brl = ${usdToBrl}::numeric, source = ${source}, is_fallback = false, updated_at = now()
    returning ${RATE_COLUMNS}`);
  return rows[0] as ExchangeRate;
}

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
