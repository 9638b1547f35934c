import { sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';

/** The columns are those of `Module.decided`. */
export const decidedValues = sql`
  select entity_type, entity_id, case action when 'ITEM_UPDATED' then 'reprice' when 'EXCHANGE_RATE_SET' then 'set'
    else 'confirm' end as action, null::bigint as owner_id, actor_id as decided_by
  from audit_entries where action in ('ITEM_UPDATED', 'EXCHANGE_RATE_SET', 'EXCHANGE_RATE_CONFIRMED')
  union all
  select distinct 'item-sync', metadata->>'syncId', 'confirm-prices', null::bigint, actor_id
  from audit_entries where action = 'ITEM_PRICE_CONFIRMED'`;

export const itemsInvariants: Invariants = {
  'there is one exchange rate, and the fallback is 5': sql`
    select count(*), bool_or(is_fallback and usd_to_brl <> 5) from exchange_rate
    having count(*) <> 1 or bool_or(is_fallback and usd_to_brl <> 5)`,
  'the rate in force is the one that was taken last': sql`
    select usd_to_brl, is_fallback, taken.* from exchange_rate
    left join lateral (
      select usd_to_brl as taken_usd_to_brl, reason from exchange_rates_taken order by id desc limit 1) taken on true
    where case when reason is null then not is_fallback
      else usd_to_brl <> taken_usd_to_brl or is_fallback <> (reason = 'FALLBACK') end`,
  'a sync that ended says when and why, and one that is done did all': sql`
    select id, status from item_syncs
    where (status in ('DONE', 'FAILED')) <> (finished_at is not null and message is not null)
      or (status = 'DONE' and total is not null and processed <> total)`,
  'a price that is held back is another than the one in force': sql`
    select item_id, price_cents from held_back_prices
    where not exists (select from items where items.id = item_id and original_price_cents <> price_cents)`,
  'prices follow from margin and rate': {
    byOwnWays: sql`
      select items.id, original_price_cents, value_cents, value_cents_brl from items, exchange_rate,
        (select coalesce((select value #>> '{}' from settings where key = 'priceMargin'), '1.2')::numeric as margin) setting
      where value_cents <> round(original_price_cents * margin)
        or value_cents_brl <> round(round(original_price_cents * margin) * usd_to_brl)`,
  },
};
