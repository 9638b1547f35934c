import { sha256Hex } from '../hash/sha256.ts';
import { rollOf } from '../roll.ts';

export interface RaffleTicket {
  ticketNumber: number;
  userId: string;
}

export interface RafflePrize {
  displayOrder: number;
  serverSeed: string;
}

export interface RaffleDraw<Prize, Ticket> {
  prize: Prize;
  nonce: number;
  eligibleTicketCount: number;
  /** Both null, and no winning ticket, where no ticket was eligible any more. */
  roll: number | null;
  winningIndex: number | null;
  winningTicket: Ticket | null;
}

/** The text whose SHA-256 is the client seed: a line `<ticketNumber>:<userId>` for each ticket, no line end at the end. */
export function ticketListText(tickets: readonly RaffleTicket[]): string {
  checkTicketOrder(tickets);
  return tickets.map(({ ticketNumber, userId }) => `${ticketNumber}:${userId}`).join('\n');
}

export function raffleClientSeed(tickets: readonly RaffleTicket[]): string {
  return sha256Hex(ticketListText(tickets));
}

/** Prizes are drawn in ascending displayOrder; whoever has won leaves with all tickets before the next one. */
export function drawRaffle<Prize extends RafflePrize, Ticket extends RaffleTicket>({
  prizes,
  clientSeed,
  tickets,
}: {
  prizes: readonly Prize[];
  clientSeed: string;
  tickets: readonly Ticket[];
}): RaffleDraw<Prize, Ticket>[] {
  checkTicketOrder(tickets);
  const orderedPrizes = prizes.toSorted((one, other) => one.displayOrder - other.displayOrder);
  checkDistinctOrders(orderedPrizes);
  let eligible = tickets;
  return orderedPrizes.map((prize) => {
    const draw = drawPrize(prize, clientSeed, eligible);
    const winner = draw.winningTicket;
    if (winner !== null) eligible = eligible.filter((ticket) => ticket.userId !== winner.userId);
    return draw;
  });
}

function drawPrize<Prize extends RafflePrize, Ticket extends RaffleTicket>(
  prize: Prize,
  clientSeed: string,
  eligible: readonly Ticket[],
): RaffleDraw<Prize, Ticket> {
  const nonce = prize.displayOrder + 1;
  const eligibleTicketCount = eligible.length;
  if (eligibleTicketCount === 0) {
    return { prize, nonce, eligibleTicketCount, roll: null, winningIndex: null, winningTicket: null };
  }
  const roll = rollOf({ serverSeed: prize.serverSeed, clientSeed, nonce, max: eligibleTicketCount });
  // The roll is 1..count, and the rule is its remainder, not roll − 1: a roll of count selects index 0.
  const winningIndex = roll % eligibleTicketCount;
  return { prize, nonce, eligibleTicketCount, roll, winningIndex, winningTicket: eligible[winningIndex] ?? null };
}

/** The order decides the client seed and the winner, so a list in another order must not pass unnoticed. */
function checkTicketOrder(tickets: readonly RaffleTicket[]): void {
  let previous = Number.NEGATIVE_INFINITY;
  for (const { ticketNumber } of tickets) {
    if (!Number.isSafeInteger(ticketNumber))
      throw new RangeError(`ticketNumber must be an integer, not ${ticketNumber}`);
    if (ticketNumber <= previous) throw new RangeError(`ticketNumber ${ticketNumber} must not follow ${previous}`);
    previous = ticketNumber;
  }
}

function checkDistinctOrders(orderedPrizes: readonly RafflePrize[]): void {
  for (const [index, { displayOrder }] of orderedPrizes.entries()) {
    if (displayOrder === orderedPrizes[index - 1]?.displayOrder) {
      throw new RangeError(`displayOrder ${displayOrder} belongs to more than one prize`);
    }
  }
}
