import type { TicketRange } from '@lisura/fairness';

/** Tickets that pass before the one that wins, and those that are seen behind it. */
const BEFORE = 38;
const BEHIND = 6;
export const STOP_AT = BEFORE;

export interface StripTicket {
  ticket: number;
  userId: string;
}

/** The tickets that can still win, in their order: those of who has won already have left. */
const rangesLeft = (tickets: readonly TicketRange[], gone: ReadonlySet<string>) =>
  tickets.filter(({ userId }) => !gone.has(userId));

/**
 * What passes under the pointers while a prize is drawn: the eligible tickets in their order, again from the first after
 * the last, with the one at `winningIndex` where it stops. Nothing on it could not have won.
 */
export function stripOf(
  tickets: readonly TicketRange[],
  gone: ReadonlySet<string>,
  winningIndex: number,
): readonly StripTicket[] {
  const left = rangesLeft(tickets, gone);
  const count = left.reduce((sum, range) => sum + range.count, 0);
  if (count === 0) return [];
  return Array.from({ length: BEFORE + 1 + BEHIND }, (_, place) => {
    const steps = winningIndex + place - BEFORE;
    return ticketAt(left, ((steps % count) + count) % count);
  });
}

function ticketAt(ranges: readonly TicketRange[], index: number): StripTicket {
  let before = 0;
  for (const { userId, firstTicket, count } of ranges) {
    if (index < before + count) return { ticket: firstTicket + index - before, userId };
    before += count;
  }
  throw new Error(`there is no ticket at ${index}`);
}
