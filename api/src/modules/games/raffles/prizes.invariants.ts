import { sql } from '../../../platform/database/sql.ts';
import { differences, PAGE_ROWS, walk } from '../../../platform/invariants/invariants.ts';
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
  /** By the tickets of who has won before. */
  leftTickets: number;
  leftBelow: number | null;
  ownerId: string | null;
}

/** Every prize: its hash, its roll, and in the list of tickets the one that wins. */
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
