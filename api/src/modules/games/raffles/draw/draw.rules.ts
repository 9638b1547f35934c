import { rollOf } from '@lisura/fairness';

/**
 * Purchases in the order of their tickets, which are numbered from 1 without a gap: who owns each and how many they are. As
 * arrays of numbers, since there may be a million of them.
 */
export interface SoldTickets {
  owners: Float64Array;
  counts: Int32Array;
}

export interface PrizeSeed {
  displayOrder: number;
  serverSeed: string;
}

/** Nulls where no ticket was eligible any more, and the prize stays with the house. */
export interface DrawnPrize {
  displayOrder: number;
  eligibleTickets: number;
  roll: number | null;
  winningIndex: number | null;
  winningTicket: number | null;
  winner: number | null;
}

/**
 * One roll for each prize, in ascending order of place, over the tickets that are eligible: all but those of who has won
 * before. A pass over the purchases finds the winning one, another takes the winner out.
 */
export function drawPrizes(prizes: readonly PrizeSeed[], clientSeed: string, sold: SoldTickets): DrawnPrize[] {
  const eligible = Int32Array.from(sold.counts);
  let eligibleTickets = eligible.reduce((sum, count) => sum + count, 0);
  return prizes
    .toSorted((one, other) => one.displayOrder - other.displayOrder)
    .map(({ displayOrder, serverSeed }) => {
      if (eligibleTickets === 0) return unwon(displayOrder);
      const max = eligibleTickets;
      const roll = rollOf({ serverSeed, clientSeed, nonce: displayOrder + 1, max });
      // The rule is the remainder, not roll − 1: a roll of max selects the first ticket.
      const winningIndex = roll % max;
      const { winningTicket, winner } = ticketAt(winningIndex, eligible, sold);
      eligibleTickets -= takeOut(winner, eligible, sold);
      return { displayOrder, eligibleTickets: max, roll, winningIndex, winningTicket, winner };
    });
}

const unwon = (displayOrder: number): DrawnPrize => ({
  displayOrder,
  eligibleTickets: 0,
  roll: null,
  winningIndex: null,
  winningTicket: null,
  winner: null,
});

/** Of a purchase all tickets are eligible, or none. */
function ticketAt(index: number, eligible: Int32Array, { owners, counts }: SoldTickets) {
  let passed = 0;
  let firstTicket = 1;
  let place = 0;
  while (passed + (eligible[place] as number) <= index) {
    passed += eligible[place] as number;
    firstTicket += counts[place] as number;
    place += 1;
  }
  return { winningTicket: firstTicket + index - passed, winner: owners[place] as number };
}

/** How many tickets leave. */
function takeOut(winner: number, eligible: Int32Array, { owners }: SoldTickets): number {
  let left = 0;
  for (let place = 0; place < owners.length; place += 1) {
    if (owners[place] !== winner) continue;
    left += eligible[place] as number;
    eligible[place] = 0;
  }
  return left;
}
