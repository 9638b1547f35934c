import { sql } from '../../../../platform/database/sql.ts';
import type { Invariants } from '../../../../platform/invariants/invariants.ts';

/** What must hold of what events promise. */
export const eventsInvariants: Invariants = {
  'what is spent of the budget of an event is what its claims and shots gave': sql`
    select event_id from event_budgets
    left join (
      select event_id, sum(cents) as cents from (
        select event_id, item_value_cents as cents from event_shots
        union all
        select event_id, coalesce(item_value_cents, amount_cents, 0)
        from event_claims left join transfers on transfers.id = transfer_id) gave
      group by event_id
    ) given using (event_id)
    where spent_cents <> coalesce(cents, 0) or spent_cents > budget_cents`,
  'the tables of a published event cover every roll once': sql`
    select event_id, ticket_price from (
      select *,
        lead(hash_range_start) over (partition by event_id, ticket_price order by hash_range_start) as next_start
      from event_prizes join events on events.id = event_id where status = 'PUBLISHED') prize
    group by event_id, ticket_price
    having (min(hash_range_start), max(hash_range_end), sum(hash_range_end - hash_range_start + 1))
        is distinct from (1, 10000000, 10000000::bigint)
      or bool_or(next_start is not null and next_start <> hash_range_end + 1)`,
};
