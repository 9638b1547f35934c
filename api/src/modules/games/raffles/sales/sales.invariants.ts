import { sql } from '../../../../platform/database/sql.ts';
import type { Invariants } from '../../../../platform/invariants/invariants.ts';

/** What must hold of tickets and of what was paid for them at any moment. */
export const salesInvariants: Invariants = {
  'the tickets of a raffle are numbered without gap or overlap, and as many as are counted': sql`
    select id from raffles left join (
      select raffle_id, sum(tickets) as tickets, bool_and(first_ticket = coalesce(last_before, 0) + 1) as is_numbered
      from (
        select *, lag(first_ticket + tickets - 1) over (partition by raffle_id order by first_ticket) as last_before
        from raffle_purchases) purchase
      group by raffle_id) sold on raffle_id = id
    where (tickets_sold, true) is distinct from (coalesce(sold.tickets, 0), coalesce(is_numbered, true))
      or tickets_sold > max_tickets`,
  'a buyer of a raffle has the tickets of all purchases, paid for, and not more than may be': sql`
    with bought as (select raffle_id, user_id, sum(tickets) as tickets from raffle_purchases group by 1, 2)
    select raffle_id, user_id from bought full join raffle_buyers buyer using (raffle_id, user_id)
    left join raffles on raffles.id = raffle_id
    where (buyer.tickets, spent_cents) is distinct from (bought.tickets, bought.tickets * ticket_price_cents)
      or bought.tickets > max_tickets_per_user`,
  'a purchase of tickets is its debit': sql`
    select raffle_id, first_ticket from raffle_purchases purchase join raffles on raffles.id = raffle_id
    left join transfers on transfers.id = transfer_id
    where (transfers.user_id, type, amount_cents, debit_account, credit_account, reference_type, reference_id)
      is distinct from (purchase.user_id, 'RAFFLE_TICKET', tickets * ticket_price_cents, 'USER', 'SYSTEM', 'RAFFLE',
        raffle_id::text)`,
  'every debit for tickets of a raffle is of one purchase': sql`
    select transfers.id from transfers left join raffle_purchases on transfer_id = transfers.id
    where type = 'RAFFLE_TICKET' group by transfers.id having count(transfer_id) <> 1`,
  'nothing is sold of a raffle after its sales are over': sql`
    select raffle_id, first_ticket from raffle_purchases purchase join raffles on raffles.id = raffle_id
    where purchase.created_at > coalesce(closed_at, cancelled_at)`,
  'the hash of a list of tickets is that of the list': sql`
    select id from raffles left join lateral (
      select encode(sha256(convert_to(
        string_agg(number || ':' || user_id || chr(10), '' order by number), 'UTF8')), 'hex') as hash
      from raffle_purchases cross join lateral generate_series(first_ticket, first_ticket + tickets - 1) number
      where raffle_id = raffles.id) list on ticket_list_hash is not null
    where ticket_list_hash is distinct from list.hash
      or (status = 'COMPLETED' and tickets_sold > 0 and ticket_list_hash is null)`,
};
