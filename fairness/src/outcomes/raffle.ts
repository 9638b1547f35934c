import { remainderRoll } from '../roll.ts';
import { checkTickets, type TicketRange } from './ticket-list.ts';

export interface RafflePrize {
  displayOrder: number;
  serverSeed: string;
}

export interface RaffleDraw<Prize, UserId> {
  prize: Prize;
  nonce: number;
  /** Users that have won before are not counted. Where it is 0 there is no roll, and the other fields are null. */
  eligibleTickets: number;
  roll: number | null;
  /** Eligible tickets are counted from 0 in order of number. */
  winningIndex: number | null;
  winningTicket: number | null;
  winnerId: UserId | null;
}

/** The roll of a prize has a server seed of its own, which is why this nonce is free. */
export const prizeNonce = (displayOrder: number): number => displayOrder + 1;

/**
 * Draws prizes in ascending displayOrder; a winner leaves with all tickets before the next prize. Tickets come in order
 * of number. Each prize takes one pass over their ranges and a few numbers for each range.
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

/** Eligible tickets are kept as numbers alone, because a raffle may have a million ranges. */
interface Pool {
  /** Users are numbers in the order of their first appearance. */
  owners: Uint32Array;
  /** All tickets of a range are eligible, or none. */
  counts: Float64Array;
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

/** Finds the range of the eligible ticket at a place, and the place inside the range. */
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
