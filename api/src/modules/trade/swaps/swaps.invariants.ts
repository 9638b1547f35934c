import { join, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';

/** Each kind of swap names the items that it holds. */
const heldItemsInvariants = (holders: readonly Sql[]): Invariants => ({
  'an item that is IN_SWAP waits in one swap, and what waits in a swap is IN_SWAP': {
    byOwnWays: sql`
      with waiting as (
        select inventory_item_id as id, count(*) as swaps from (${join([...holders], ' union all ')}) each group by 1)
      select id, swaps
      from waiting full join (select id from inventory_items where status = 'IN_SWAP') held using (id)
      where swaps is distinct from 1 or held.id is null`,
  },
});

const heldByOffers = sql`
  select inventory_item_id from swap_items join swaps on swaps.id = swap_id where is_offered and status = 'PENDING'`;

const EXCHANGED = sql`
  select inventory_item_id, swap_id, swaps.created_at, ended_at,
    case when is_offered then creator_id else acceptor_id end as giver_id,
    case when is_offered then acceptor_id else creator_id end as taker_id
  from swap_items join swaps on swaps.id = swap_id where status = 'ACCEPTED'`;

const offersInvariants: Invariants = {
  'a pending swap holds what it offers, which is its creator’s, and no other swap holds anything': sql`
    select swap_id, inventory_item_id from swap_items join swaps on swaps.id = swap_id
    left join inventory_items held on held.id = inventory_item_id
    where is_held is distinct from (swaps.status = 'PENDING' and is_offered)
      or held.item_id is distinct from swap_items.item_id
      or (swaps.status = 'PENDING' and (held.user_id, held.status) is distinct from (creator_id, 'IN_SWAP'))`,
  'a swap offers something, is between two users, and has ended where it is not pending': sql`
    select id from swaps
    where not exists (select from swap_items where swap_id = swaps.id and is_offered)
      or creator_id = acceptor_id or (status = 'PENDING') <> (ended_at is null)
      or (acceptor_id is null) <> (is_public and status <> 'ACCEPTED') or (is_public and status = 'DECLINED')`,
  'what was accepted changed hands': sql`
    select inventory_item_id, swap_id from (
      select *, lag(taker_id) over (partition by inventory_item_id order by ended_at, swap_id) as taken_before_by,
        lead(swap_id) over (partition by inventory_item_id order by ended_at, swap_id) as next_swap_id
      from (${EXCHANGED}) exchanged) exchanged
    left join inventory_items held on held.id = inventory_item_id
    where giver_id <> coalesce(taken_before_by, giver_id)
      or (next_swap_id is null and (
        (held.user_id, held.acquired_from) is distinct from (taker_id, 'Swap')
        or held.acquired_at not between created_at and ended_at))`,
  'what is given in a swap is what it asks for, once it is accepted and not before': sql`
    with asked as (
      select swap_id, item_id, count(*) from swap_asks join swaps on swaps.id = swap_id
      where status = 'ACCEPTED' group by 1, 2
    ), given as (
      select swap_id, item_id, count(*) from swap_items where not is_offered group by 1, 2
    )
    select swap_id, item_id from asked full join given using (swap_id, item_id)
    where asked.count is distinct from given.count
    union all
    select swap_id, swap_asks.item_id from swap_asks join swaps on swaps.id = swap_id
    where status = 'ACCEPTED' and inventory_item_id is not null and not exists (
      select from swap_items given where given.swap_id = swaps.id and not is_offered
        and given.inventory_item_id = swap_asks.inventory_item_id)`,
  'what says that it came from a swap of users was exchanged in one': {
    // An item of a site swap names that as its source.
    byOwnWays: sql`
      select id from inventory_items held where acquired_from = 'Swap' and source_type is distinct from 'SITE_SWAP'
        and not exists (
          select from (${EXCHANGED}) exchanged where inventory_item_id = held.id and taker_id = held.user_id)`,
  },
};

const heldBySiteSwaps = sql`
  select inventory_item_id from site_swap_items join site_swaps on site_swaps.id = site_swap_id where status = 'PENDING'`;

const siteInvariants: Invariants = {
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

export const decidedSiteSwaps = sql`
  select 'site-swap' as entity_type, site_swap_id::text as entity_id, 'decide' as action, user_id as owner_id, decided_by
  from site_swap_returns join site_swaps on site_swaps.id = site_swap_id where decided_by is not null`;

const deliveriesInvariants: Invariants = {
  'the trade of every purchase for a site swap is followed, from then on': sql`
    select coalesce(site_swaps.id, site_swap_id) as id
    from site_swaps full join site_swap_trades on site_swap_id = site_swaps.id
    where (site_swaps.status = 'COMPLETED' or site_swap_id is not null)
      and (site_swaps.status is distinct from 'COMPLETED' or bought_at is distinct from settled_at
        or (outcome is null) <> (ended_at is null) or ended_at < bought_at)`,
  'a site swap is undone where its purchase was not delivered, for what it has cost its user, once': sql`
    with refunded as (
      select reference_id as id, min(user_id) as user_id, sum(amount_cents) as cents, count(*) as credits,
        bool_and(debit_account = 'SYSTEM' and credit_account = 'USER') as is_credit
      from transfers where type = 'SWAP_CHANGE' and reference_type = 'SITE_SWAP_RETURN' group by 1)
    select coalesce(made.site_swap_id::text, refunded.id) as id
    from site_swap_returns made full join refunded on refunded.id = made.site_swap_id::text
    left join site_swaps swap on swap.id = made.site_swap_id
    left join site_swap_trades trade on trade.site_swap_id = made.site_swap_id
    left join inventory_items held on held.id = swap.received_id
    where made.site_swap_id is null or trade.outcome is null or trade.outcome = 'DELIVERED'
      or refund_cents <> case resolution when 'TAKEN_BACK' then given_cents - credit_cents else 0 end
      or refund_cents <> coalesce(refunded.cents, 0) or credits > 1 or not is_credit
      or refunded.user_id <> swap.user_id
      or (resolution = 'TAKEN_BACK' and (held.user_id, held.status) is distinct from (swap.user_id, 'SOLD'))
      or (resolution = 'TAKEN_BACK' and held.sale_id is not null)`,
};

export const swapsInvariants: Invariants = {
  ...heldItemsInvariants([heldByOffers, heldBySiteSwaps]),
  ...offersInvariants,
  ...siteInvariants,
  ...deliveriesInvariants,
};
