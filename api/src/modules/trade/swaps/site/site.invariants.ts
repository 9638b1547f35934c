import { sql } from '../../../../platform/database/sql.ts';
import type { Invariants } from '../../../../platform/invariants/invariants.ts';

/** What site swaps hold, for the invariant of all that wait in swaps. */
export const heldBySiteSwaps = sql`
  select inventory_item_id from site_swap_items join site_swaps on site_swaps.id = site_swap_id where status = 'PENDING'`;

/** What must hold of swaps with the site at any moment. */
export const siteInvariants: Invariants = {
  'a site swap is settled as its order is': sql`
    select site_swaps.id from site_swaps left join orders on orders.id = order_id
    where orders.kind is distinct from 'SITE_SWAP' or orders.project_id is distinct from site_swaps.project_id
      or site_swaps.status is distinct from case orders.status
        when 'BOUGHT' then 'COMPLETED' when 'REFUSED' then 'FAILED' else 'PENDING' end
      or (market_id, paid_coins) is distinct from (bought ->> 'marketId', (bought ->> 'priceCoins')::bigint)
      or (failure_reason is null) <> (refusal is null)
      or failure_reason not in (trim(refusal), 'Erro desconhecido ao processar compra')`,
  'every purchase for a site swap has one': sql`
    select id from orders where kind = 'SITE_SWAP' and not exists (select from site_swaps where order_id = orders.id)`,
  'what is given in a site swap is one to six items of its user at the value that it says': sql`
    select site_swaps.id from site_swaps
    left join site_swap_items on site_swap_id = site_swaps.id left join inventory_items held on held.id = inventory_item_id
    group by site_swaps.id
    having count(held.id) not between 1 and 6 or sum(value_cents) is distinct from given_cents
      or bool_or(held.item_id is distinct from site_swap_items.item_id)
      or bool_or(site_swaps.status <> 'FAILED' and held.user_id <> site_swaps.user_id)
      or bool_or(is_taken is distinct from (site_swaps.status <> 'FAILED'))`,
  'a site swap takes what it was given once, and without a sale': sql`
    select inventory_item_id from site_swap_items join site_swaps on site_swaps.id = site_swap_id
    left join inventory_items held on held.id = inventory_item_id
    where site_swaps.status = 'COMPLETED'
    group by inventory_item_id
    having count(*) > 1 or bool_or(held.status is distinct from 'SOLD' or sale_id is not null)`,
  'what was sold without a sale was given in a site swap, or taken back after one': {
    byOwnWays: sql`
      select id from inventory_items held where status = 'SOLD' and sale_id is null and not exists (
        select from site_swap_items join site_swaps on site_swaps.id = site_swap_id
        where inventory_item_id = held.id and site_swaps.status = 'COMPLETED')
      and not exists (
        select from site_swaps join site_swap_returns on site_swap_id = site_swaps.id
        where received_id = held.id and resolution = 'TAKEN_BACK')`,
  },
  'a site swap gave its target when it was completed, and nothing otherwise': sql`
    select site_swaps.id from site_swaps
    full join (select * from inventory_items where source_type = 'SITE_SWAP') held on held.id = received_id
    where (held.id is not null or site_swaps.status = 'COMPLETED') and (
      site_swaps.status is distinct from 'COMPLETED' or held.item_id is distinct from site_swaps.item_id
      or held.source_id is distinct from site_swaps.id::text)`,
  'a site swap credits what was given beyond the target, once and when it is completed': sql`
    with credited as (
      select reference_id as id, min(user_id) as user_id, sum(amount_cents) as cents, count(*) as credits,
        bool_and(debit_account = 'SYSTEM' and credit_account = 'USER') as is_credit
      from transfers where type = 'SWAP_CHANGE' and reference_type is distinct from 'SITE_SWAP_RETURN' group by 1)
    select site_swaps.id, credited.id as credited_id
    from site_swaps full join credited on credited.id = site_swaps.id::text
    where site_swaps.id is null or credits > 1 or not is_credit
      or credited.user_id <> site_swaps.user_id
      or coalesce(credited.cents, 0) <> case site_swaps.status
        when 'COMPLETED' then greatest(given_cents - target_cents, 0) else 0 end`,
  'a settled swap with the site never raises what its user owns': sql`
    select id from site_swaps
    where status = 'COMPLETED' and not priced_by_market
      and (worth_cents + credit_cents > given_cents or target_cents < worth_cents or target_cents > given_cents)`,
  'a purchase for a site swap costs at most a tenth more than its quote': sql`
    select id from site_swaps
    where max_coins * 100 > quoted_coins * 110 or max_coins < quoted_coins
      or credit_cents <> greatest(given_cents - target_cents, 0)`,
  'what site swaps of a day may go beyond the catalogue is their sum': sql`
    with truth as (
      select (created_at at time zone 'America/Sao_Paulo')::date as day, sum(over_cents) as cents
      from site_swaps where status <> 'FAILED' group by 1)
    select day from truth full join site_swap_days kept using (day)
    where coalesce(truth.cents, 0) <> coalesce(kept.over_cents, 0)`,
};
