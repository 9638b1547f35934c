import { absorb, begin, digestHex, finish } from '../hash/sha256.ts';

/** Tickets that were bought together: `count` of them, numbered from `firstTicket` on. */
export interface TicketRange<UserId extends string = string> {
  userId: UserId;
  firstTicket: number;
  count: number;
}

/** How much text is made at a time: a raffle may have a million tickets. */
const PART_LENGTH = 65_536;

/**
 * The list of tickets, in parts of some thousand lines: a line `<number>:<userId>` for each ticket in order of number, each
 * ended by a line feed.
 */
export function* ticketListText(tickets: readonly TicketRange[]): Generator<string, void, undefined> {
  checkTickets(tickets);
  let part = '';
  for (const { userId, firstTicket, count } of tickets) {
    for (let ticket = firstTicket; ticket < firstTicket + count; ticket += 1) {
      part += `${ticket}:${userId}\n`;
      if (part.length < PART_LENGTH) continue;
      yield part;
      part = '';
    }
  }
  if (part !== '') yield part;
}

/** The client seed of a raffle without a beacon: SHA-256 of the list of tickets, in hex. */
export function raffleClientSeed(tickets: readonly TicketRange[]): string {
  begin();
  for (const part of ticketListText(tickets)) absorb(part);
  finish();
  return digestHex();
}

/** The order decides the client seed and the winners, so a list in another order must not pass unnoticed. */
export function checkTickets(tickets: readonly TicketRange[]): void {
  let next = 1;
  for (const { firstTicket, count } of tickets) {
    if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`count must be at least 1, not ${count}`);
    if (!Number.isSafeInteger(firstTicket + count) || firstTicket < next) {
      throw new RangeError(`firstTicket must be an integer of at least ${next} here, not ${firstTicket}`);
    }
    next = firstTicket + count;
  }
}
