import { strict as assert } from 'node:assert';
import type { Db } from '../../../../platform/database/db.ts';
import type { StoredRaffle } from '../raffles.types.ts';
import { readTicketRanges } from '../sales/ticket-list.ts';
import type { SoldTickets } from './draw.rules.ts';

/** Of a list that is fixed, so that it is read outside of any transaction: twelve bytes for a purchase. */
export async function loadTickets(db: Db, { id, ticketsSold }: StoredRaffle): Promise<SoldTickets> {
  const owners = new Float64Array(ticketsSold);
  const counts = new Int32Array(ticketsSold);
  let purchases = 0;
  let tickets = 0;
  for await (const page of readTicketRanges(db, id)) {
    for (const range of page) {
      assert(range.firstTicket === tickets + 1, `ticket ${tickets + 1} of raffle ${id} is missing or sold twice`);
      owners[purchases] = exactNumber(range.userId);
      counts[purchases] = range.tickets;
      purchases += 1;
      tickets += range.tickets;
    }
  }
  assert(tickets === ticketsSold, `raffle ${id} has ${tickets} tickets and counts ${ticketsSold}`);
  return { owners: owners.subarray(0, purchases), counts: counts.subarray(0, purchases) };
}

/** Ids count from 1, and nobody will see the first that a number cannot hold; it must not be taken for another. */
function exactNumber(id: string): number {
  const number = Number(id);
  assert(Number.isSafeInteger(number), `user ${id} is beyond what a number holds`);
  return number;
}
