import { rollOf } from '@lisura/fairness';

/**
 * Purchases stand in the order of their tickets, which are numbered from 1 without a gap. There may be a million, so
 * they are arrays of numbers.
 */
export interface SoldTickets {
  owners: Float64Array;
  counts: Int32Array;
}

export interface PrizeSeed {
  displayOrder: number;
  serverSeed: string;
}

/** Without an eligible ticket the fields are null, and the prize stays with the house. */
export interface DrawnPrize {
  displayOrder: number;
  eligibleTickets: number;
  roll: number | null;
  winningIndex: number | null;
  winningTicket: number | null;
  winner: number | null;
}

/**
 * Each prize has one roll, in ascending order of place, over the eligible tickets: all but those of earlier winners.
 * One pass over the purchases finds the winning one, another removes the winner.
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

/** All tickets of a purchase are eligible, or none. */
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

function takeOut(winner: number, eligible: Int32Array, { owners }: SoldTickets): number {
  let left = 0;
  for (let place = 0; place < owners.length; place += 1) {
    if (owners[place] !== winner) continue;
    left += eligible[place] as number;
    eligible[place] = 0;
  }
  return left;
}
