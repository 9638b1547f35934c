import type { TicketRange } from '@lisura/fairness';

/** Some tickets pass before the winning one, and some are seen behind it. */
const BEFORE = 38;
const BEHIND = 6;
export const STOP_AT = BEFORE;

export interface StripTicket {
  ticket: number;
  userId: string;
}

/** Tickets of earlier winners have left. */
const rangesLeft = (tickets: readonly TicketRange[], gone: ReadonlySet<string>) =>
  tickets.filter(({ userId }) => !gone.has(userId));

/**
 * The strip shows the eligible tickets in order, again from the first after the last, and stops at `winningIndex`.
 * Every ticket on it could have won.
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
