import { sql } from '../../../../platform/database/sql.ts';
import type { Invariants } from '../../../../platform/invariants/invariants.ts';

/** What offers hold, for the invariant of all that wait in swaps. */
export const heldByOffers = sql`
  select inventory_item_id from swap_items join swaps on swaps.id = swap_id where is_offered and status = 'PENDING'`;

/** An item of an accepted swap, from whom to whom. */
const EXCHANGED = sql`
  select inventory_item_id, swap_id, swaps.created_at, ended_at,
    case when is_offered then creator_id else acceptor_id end as giver_id,
    case when is_offered then acceptor_id else creator_id end as taker_id
  from swap_items join swaps on swaps.id = swap_id where status = 'ACCEPTED'`;

/** What must hold of swaps between users at any moment. */
export const offersInvariants: Invariants = {
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
    // An item that was made for a site swap has that as its cause.
    byOwnWays: sql`
      select id from inventory_items held where acquired_from = 'Swap' and source_type is distinct from 'SITE_SWAP'
        and not exists (
          select from (${EXCHANGED}) exchanged where inventory_item_id = held.id and taker_id = held.user_id)`,
  },
};
