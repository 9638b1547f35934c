import { sql } from '../../../../platform/database/sql.ts';
import type { Invariants } from '../../../../platform/invariants/invariants.ts';
import { otherRounds } from '../../beacon/index.ts';

/** What must hold of draws, and of what was won in them, at any moment. */
export const drawInvariants: Invariants = {
  'the prizes of a raffle are drawn with it, all of them and no sooner': sql`
    select id from raffles left join raffle_prizes on raffle_id = id
    group by id having count(raffle_id) = 0
      or bool_or((status = 'COMPLETED') <> (eligible_tickets is not null))
      or bool_or((coalesce(eligible_tickets, 0) > 0) <> (winner_id is not null))`,
  'nobody wins two prizes of a raffle': sql`
    select raffle_id, winner_id from raffle_prizes where winner_id is not null group by 1, 2 having count(*) > 1`,
  'the seed of a prize is the one committed to in its place': sql`
    select raffle_id, display_order from raffle_prizes prize
    left join commitments known on stream = 'raffle:' || raffle_id and nonce = display_order + 1
    where known.server_seed_hash is distinct from prize.server_seed_hash
      or (eligible_tickets is not null and prize.committed_at is distinct from known.committed_at)`,
  'a seed committed to for a raffle is rolled, awaited or recorded as skipped': sql`
    select stream, nonce from commitments known
    left join raffle_prizes prize on stream = 'raffle:' || raffle_id and nonce = display_order + 1
    left join raffles on raffles.id = raffle_id
    where stream like 'raffle:%'
      and (roll is not null)::int + (coalesce(status, '') in ('ACTIVE', 'DRAWING'))::int
        + (select count(*) from skipped_nonces skipped
          where skipped.stream = known.stream and known.nonce between first_nonce and last_nonce) <> 1`,
  'a prize that was won gave its one item': sql`
    select raffle_id, display_order from raffle_prizes prize left join inventory_items held
      on source_type = 'RAFFLE' and source_id = raffle_id::text and source_index = display_order
    group by raffle_id, display_order
    having count(held.id) <> (winner_id is not null)::int or min(held.id) is distinct from inventory_item_id
      or (winner_id is not null and min(held.item_id) is distinct from prize.item_id)`,
  'what was won in a raffle is its winner’s as long as it was not swapped': sql`
    select raffle_id, display_order from raffle_prizes join inventory_items held on held.id = inventory_item_id
    where acquired_from is distinct from 'Swap'
      and (acquired_from, held.user_id) is distinct from ('Sorteio', winner_id)`,
  'every item from a raffle is a prize of one': sql`
    select id from inventory_items held where source_type = 'RAFFLE'
      and not exists (select from raffle_prizes where inventory_item_id = held.id)`,
  'the client seed of a raffle is its list of tickets, or what the beacon said': sql`
    select id from raffles
    where client_seed is distinct from case randomness when 'server' then ticket_list_hash else beacon_randomness end
      or (beacon_randomness is not null and (beacon_round is null
        or beacon_randomness is distinct from encode(sha256(decode(beacon_signature, 'hex')), 'hex')))`,
  'the round of a raffle follows from when its sales were closed, and from its terms': otherRounds(
    sql`raffles`,
    sql`closed_at`,
  ),
  'the stakes of a raffle count in events only when it was drawn': sql`
    select raffle_id, user_id from raffle_buyers join raffles on raffles.id = raffle_id
    where is_counted and status <> 'COMPLETED'`,
};
