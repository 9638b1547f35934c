import { remainderRoll } from '../roll.ts';
import { checkTickets, type TicketRange } from './ticket-list.ts';

export interface RafflePrize {
  displayOrder: number;
  serverSeed: string;
}

export interface RaffleDraw<Prize, UserId> {
  prize: Prize;
  nonce: number;
  /** Of all who have won nothing before. Where it is 0 there is no roll, and all that follows is null. */
  eligibleTickets: number;
  roll: number | null;
  /** The place among the eligible tickets in order of number, counted from 0. */
  winningIndex: number | null;
  winningTicket: number | null;
  winnerId: UserId | null;
}

/** The nonce of a prize: its server seed is made for it alone. */
export const prizeNonce = (displayOrder: number): number => displayOrder + 1;

/**
 * Prizes are drawn in ascending displayOrder; whoever has won leaves with all tickets before the next one. Tickets come in
 * order of number. The draw makes one pass over their ranges for each prize, and needs a few numbers for each range.
 */
export function drawRaffle<Prize extends RafflePrize, UserId extends string>({
  prizes,
  clientSeed,
  tickets,
}: {
  prizes: readonly Prize[];
  clientSeed: string;
  tickets: readonly TicketRange<UserId>[];
}): RaffleDraw<Prize, UserId>[] {
  checkTickets(tickets);
  const ordered = prizes.toSorted((one, other) => one.displayOrder - other.displayOrder);
  checkDistinctOrders(ordered);
  const pool = poolOf(tickets);
  return ordered.map((prize) => {
    const nonce = prizeNonce(prize.displayOrder);
    const eligibleTickets = pool.size;
    if (eligibleTickets === 0) return { prize, nonce, eligibleTickets, ...NO_WINNER };
    const { roll, index } = remainderRoll({ ...seedsOf(prize, clientSeed), nonce, max: eligibleTickets });
    const { range, offset } = placeOf(pool, index);
    const { userId, firstTicket } = tickets[range] as TicketRange<UserId>;
    dismiss(pool, pool.owners[range] as number);
    return {
      prize,
      nonce,
      eligibleTickets,
      roll,
      winningIndex: index,
      winningTicket: firstTicket + offset,
      winnerId: userId,
    };
  });
}

const NO_WINNER = { roll: null, winningIndex: null, winningTicket: null, winnerId: null };

const seedsOf = ({ serverSeed }: RafflePrize, clientSeed: string) => ({ serverSeed, clientSeed });

/** The eligible tickets, as numbers alone: a raffle may have a million ranges. */
interface Pool {
  /** Who holds each range: users as numbers in the order in which they first appear. */
  owners: Uint32Array;
  /** How many tickets of each range are eligible: all of them, or none. */
  counts: Float64Array;
  /** Eligible tickets of all ranges. */
  size: number;
}

function poolOf(tickets: readonly TicketRange[]): Pool {
  const numberOf = new Map<string, number>();
  const pool = { owners: new Uint32Array(tickets.length), counts: new Float64Array(tickets.length), size: 0 };
  for (const [range, { userId, count }] of tickets.entries()) {
    const owner = numberOf.get(userId) ?? numberOf.size;
    numberOf.set(userId, owner);
    pool.owners[range] = owner;
    pool.counts[range] = count;
    pool.size += count;
  }
  return pool;
}

/** The range that holds the eligible ticket at a place, and how far into the range it is. */
function placeOf({ counts }: Pool, index: number): { range: number; offset: number } {
  let offset = index;
  let range = 0;
  while (offset >= (counts[range] as number)) {
    offset -= counts[range] as number;
    range += 1;
  }
  return { range, offset };
}

function dismiss(pool: Pool, winner: number): void {
  for (let range = 0; range < pool.owners.length; range += 1) {
    if (pool.owners[range] !== winner) continue;
    pool.size -= pool.counts[range] as number;
    pool.counts[range] = 0;
  }
}

function checkDistinctOrders(orderedPrizes: readonly RafflePrize[]): void {
  for (const [index, { displayOrder }] of orderedPrizes.entries()) {
    if (displayOrder === orderedPrizes[index - 1]?.displayOrder) {
      throw new RangeError(`displayOrder ${displayOrder} belongs to more than one prize`);
    }
  }
}
