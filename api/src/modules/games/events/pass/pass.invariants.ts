import { sql } from '../../../../platform/database/sql.ts';
import type { Invariants } from '../../../../platform/invariants/invariants.ts';

/** What must hold of the tiers and what they gave. */
export const passInvariants: Invariants = {
  'tickets given in an event are those of its claims': sql`
    select event_id, user_id from event_progress
    left join (
      select event_id, user_id, sum(tickets) as tickets from event_claims group by event_id, user_id
    ) claimed using (event_id, user_id)
    where tickets_given <> coalesce(claimed.tickets, 0)`,
  'a claim gave what its tier promises, to who claimed it': sql`
    select claim.user_id, tier_id from event_claims claim join event_tiers tier on tier.id = tier_id
    left join inventory_items held on held.id = inventory_item_id
    left join transfers on transfers.id = transfer_id
    where case reward_type
      when 'ITEM' then (held.item_id, held.source_type, held.source_id) is distinct from
          (tier.item_id, 'EVENT_CLAIM', tier_id || ':' || claim.user_id)
        or coalesce(held.acquired_from, '') not in ('Evento', 'Swap')
      when 'BALANCE' then (transfers.user_id, transfers.type, amount_cents, debit_account, credit_account)
        is distinct from (claim.user_id, 'EVENT_REWARD', tier.balance_cents, 'SYSTEM', 'USER')
      else claim.tickets is distinct from tier.tickets end`,
  'a credit of an event belongs to a claim': sql`
    select id from transfers where type = 'EVENT_REWARD'
      and not exists (select from event_claims where transfer_id = transfers.id)`,
  'tiers are claimed by who has the points': sql`
    select claim.user_id, tier_id from event_claims claim
    join event_tiers tier on tier.id = tier_id join events on events.id = claim.event_id
    join event_progress progress on progress.event_id = claim.event_id and progress.user_id = claim.user_id
    where div(wagered_cents::numeric * points_per_real, 100) < points_required`,
};
