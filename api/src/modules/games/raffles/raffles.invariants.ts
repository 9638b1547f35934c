import { sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';
import { differences, PAGE_ROWS, walk } from '../../../platform/invariants/invariants.ts';
import { otherRounds } from '../beacon/index.ts';
import { rollDifferences, seedDifferences } from '../rolls/index.ts';

interface PrizeRow {
  raffleId: string;
  displayOrder: number;
  serverSeed: string;
  serverSeedHash: string;
  clientSeed: string;
  eligibleTickets: number;
  roll: number | null;
  winningIndex: number | null;
  winnerId: string | null;
  /** The tickets of earlier winners have left. */
  leftTickets: number;
  leftBelow: number | null;
  ownerId: string | null;
}

export const recomputedPrizes = walk<PrizeRow>({
  pageAfter: (last) => sql`
    select prize.*, client_seed, (tickets_sold - coalesce(gone.tickets, 0))::int as left_tickets,
      (winning_ticket - 1 - coalesce(gone.below, 0))::int as left_below, owner.user_id as owner_id
    from (
      select raffle_id, display_order, server_seed, server_seed_hash, eligible_tickets, roll, winning_index,
        winning_ticket, winner_id
      from raffle_prizes
      where eligible_tickets is not null and (raffle_id, display_order) > (${last?.raffleId ?? 0}::bigint,
        ${last?.displayOrder ?? -1}::int)
      order by raffle_id, display_order limit ${PAGE_ROWS}) prize
    join raffles on raffles.id = prize.raffle_id
    left join lateral (
      select sum(tickets) as tickets, sum(greatest(0, least(tickets, prize.winning_ticket - first_ticket))) as below
      from raffle_purchases where raffle_id = prize.raffle_id and user_id in (
        select winner_id from raffle_prizes earlier
        where earlier.raffle_id = prize.raffle_id and earlier.display_order < prize.display_order)) gone on true
    left join lateral (
      select user_id from raffle_purchases where raffle_id = prize.raffle_id
        and first_ticket <= prize.winning_ticket and prize.winning_ticket < first_ticket + tickets limit 1) owner on true
    order by prize.raffle_id, prize.display_order`,
  nameOf: ({ raffleId, displayOrder }) => ({ raffleId, displayOrder }),
  differingIn: (row) => {
    const { displayOrder, eligibleTickets: max, roll } = row;
    const eligible = differences({ eligibleTickets: [max, row.leftTickets] });
    if (roll === null) return [...seedDifferences(row), ...eligible];
    return [
      ...rollDifferences({ ...row, id: '', nonce: String(displayOrder + 1), roll, max }),
      ...eligible,
      ...differences({
        winningIndex: [row.winningIndex, roll % max],
        winningTicket: [row.leftBelow, row.winningIndex],
        winnerId: [row.winnerId, row.ownerId],
      }),
    ];
  },
});

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

export const rafflesInvariants: Invariants = {
  'who has bought tickets of a raffle that was cancelled is paid back once, and nobody else is': sql`
    select raffle_id, buyer.user_id from raffle_buyers buyer join raffles on raffles.id = raffle_id
    left join transfers on transfers.id = refund_transfer_id
    where case status when 'CANCELLED' then
      (transfers.user_id, type, amount_cents, debit_account, credit_account, reference_type, reference_id)
        is distinct from (buyer.user_id, 'RAFFLE_REFUND', spent_cents, 'SYSTEM', 'USER', 'RAFFLE', raffle_id::text)
      else refund_transfer_id is not null end`,
  'every refund of a raffle is of one buyer': sql`
    select transfers.id from transfers left join raffle_buyers on refund_transfer_id = transfers.id
    where type = 'RAFFLE_REFUND' group by transfers.id having count(refund_transfer_id) <> 1`,
};
