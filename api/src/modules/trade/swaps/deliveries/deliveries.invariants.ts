import { sql } from '../../../../platform/database/sql.ts';
import type { Invariants } from '../../../../platform/invariants/invariants.ts';

/** Who has decided what becomes of the item of a swap whose purchase never arrived. */
export const decidedSiteSwaps = sql`
  select 'site-swap' as entity_type, site_swap_id::text as entity_id, 'decide' as action, user_id as owner_id, decided_by
  from site_swap_returns join site_swaps on site_swaps.id = site_swap_id where decided_by is not null`;

/** What must hold of what the house has bought for site swaps at any moment. */
export const deliveriesInvariants: Invariants = {
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
