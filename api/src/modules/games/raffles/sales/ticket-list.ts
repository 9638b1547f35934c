import { createHash } from 'node:crypto';
import type { Db } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { TicketRange } from '../raffles.records.ts';
import { listRangesAfter } from './sales.sql.ts';

const RANGES_A_PAGE = 5_000;
const CHARACTERS_A_PIECE = 65_536;

export async function* readTicketRanges(db: Db, raffleId: Id<'raffle'>): AsyncGenerator<TicketRange[]> {
  let page: TicketRange[] = [];
  do {
    page = await listRangesAfter(db, raffleId, page.at(-1)?.firstTicket ?? 0, RANGES_A_PAGE);
    yield page;
  } while (page.length === RANGES_A_PAGE);
}

/**
 * The SHA-256 of this text is the client seed: a line `<number>:<userId>` for each ticket in order of number, each ended by a
 * line feed. It comes in pieces, so that a long list takes no more memory, and no connection while a reader is slow.
 */
export async function* ticketLines(db: Db, raffleId: Id<'raffle'>): AsyncGenerator<string> {
  let piece = '';
  for await (const page of readTicketRanges(db, raffleId)) {
    for (const { firstTicket, tickets, userId } of page) {
      for (let number = firstTicket; number < firstTicket + tickets; number += 1) {
        piece += `${number}:${userId}\n`;
        if (piece.length < CHARACTERS_A_PIECE) continue;
        yield piece;
        piece = '';
      }
    }
  }
  if (piece !== '') yield piece;
}

export async function hashTicketList(db: Db, raffleId: Id<'raffle'>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of ticketLines(db, raffleId)) hash.update(piece);
  return hash.digest('hex');
}
