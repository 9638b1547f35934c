import { absorb, begin, digestHex, finish } from '../hash/sha256.ts';

/** `count` tickets were bought together, numbered from `firstTicket` on. */
export interface TicketRange<UserId extends string = string> {
  userId: UserId;
  firstTicket: number;
  count: number;
}

/** Text is made in parts, because a raffle may have a million tickets. */
const PART_LENGTH = 65_536;

/**
 * Writes the list of tickets in parts of some thousand lines: `<number>:<userId>` for each ticket in order of number,
 * each ended by a line feed.
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

/** Without a beacon, the client seed of a raffle is the SHA-256 of the list of tickets, in hex. */
export function raffleClientSeed(tickets: readonly TicketRange[]): string {
  begin();
  for (const part of ticketListText(tickets)) absorb(part);
  finish();
  return digestHex();
}

/** The order decides the client seed and the winners, so another order must be noticed. */
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
