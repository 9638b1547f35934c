import type { TicketRange } from '../outcomes/ticket-list.ts';
import {
  type BeaconRound,
  beaconFrom,
  beaconRoundFrom,
  checkDecided,
  checkUndecided,
  timeFrom,
} from './game-answer.ts';
import { type JsonFields, orNull, readJson, UnreadableJson } from './read-json.ts';

/** What a prize is bound to from its making on. */
interface AnnouncedPrize {
  displayOrder: number;
  nonce: number;
  serverSeedHash: string;
}

/** What is known of a raffle before it is drawn. */
export interface RaffleTerms {
  id: string;
  randomness: string;
  /** How long after the close the round is published at least; null in raffles whose round the server named. */
  beaconDelaySeconds: number | null;
  prizes: readonly AnnouncedPrize[];
  /** What follows is fixed when sales close, and null before. */
  clientSeed: string | null;
  /** SHA-256 of the list of tickets, which binds it also where a beacon gives the client seed. */
  ticketListHash: string | null;
  beaconRound: number | null;
  sales: SalesTerms;
}

/** When sales end; null where it is not told. */
export interface SalesTerms {
  maxTickets: number | null;
  /** Null also where they end when all is sold. */
  closesAt: Date | null;
}

export interface DrawnPrize extends AnnouncedPrize {
  /** Null where it was not needed, since nobody could win any more. */
  serverSeed: string | null;
  eligibleTickets: number;
  roll: number | null;
  winningIndex: number | null;
  winningTicket: number | null;
  winnerId: string | null;
}

/** A raffle that is drawn, as it was recorded. */
export interface DrawnRaffle extends RaffleTerms {
  ticketsSold: number;
  /** When sales closed; null where that is not told. */
  closedAt: Date | null;
  beacon: BeaconRound | null;
  /** In ascending displayOrder. */
  prizes: readonly DrawnPrize[];
}

/** From what `GET /api/raffle/<id>` tells everybody once it is drawn. */
export function raffleFrom(answer: unknown): DrawnRaffle {
  const raffle = readJson(answer);
  checkDecided(raffle);
  const ticketsSold = raffle.integer('ticketsSold');
  const prizes = raffle.list('prizes').map(drawnPrizeFrom).toSorted(byOrder);
  checkOrders(prizes);
  return {
    ...raffleTermsFrom(raffle),
    ticketsSold,
    closedAt: orNull(raffle, 'closedAt', (name) => timeFrom(raffle, name)),
    // With no ticket sold nothing is drawn, and no beacon is asked.
    beacon: ticketsSold === 0 ? null : beaconFrom(raffle),
    prizes,
  };
}

/** From what was saved of `GET /api/raffle/<id>` before it was drawn. */
export function savedRaffleFrom(answer: unknown): RaffleTerms {
  const raffle = readJson(answer);
  checkUndecided(raffle);
  return raffleTermsFrom(raffle);
}

/** Each prize has a displayOrder of its own, from which its nonce follows. */
function checkOrders(prizes: readonly AnnouncedPrize[]): void {
  const wrong = prizes.find(
    ({ displayOrder }, index) => displayOrder < 0 || displayOrder === prizes[index - 1]?.displayOrder,
  );
  if (wrong !== undefined) throw new UnreadableJson(`'displayOrder' cannot be ${wrong.displayOrder} of this prize`);
}

const raffleTermsFrom = (raffle: JsonFields): RaffleTerms => ({
  id: raffle.text('id'),
  randomness: raffle.text('randomness'),
  beaconDelaySeconds: orNull(raffle, 'beaconDelaySeconds', raffle.integer),
  prizes: raffle.list('prizes').map(announcedPrizeFrom).toSorted(byOrder),
  clientSeed: orNull(raffle, 'clientSeed', raffle.text),
  ticketListHash: orNull(raffle, 'ticketListHash', raffle.text),
  beaconRound: beaconRoundFrom(raffle),
  sales: {
    maxTickets: orNull(raffle, 'maxTickets', raffle.integer),
    closesAt: orNull(raffle, 'closesAt', (name) => timeFrom(raffle, name)),
  },
});

const byOrder = (one: AnnouncedPrize, other: AnnouncedPrize) => one.displayOrder - other.displayOrder;

const announcedPrizeFrom = (prize: JsonFields): AnnouncedPrize => ({
  displayOrder: prize.integer('displayOrder'),
  nonce: prize.integer('nonce'),
  serverSeedHash: prize.text('serverSeedHash'),
});

const drawnPrizeFrom = (prize: JsonFields): DrawnPrize => ({
  ...announcedPrizeFrom(prize),
  serverSeed: orNull(prize, 'serverSeed', prize.text),
  eligibleTickets: orNull(prize, 'eligibleTickets', prize.integer) ?? 0,
  roll: orNull(prize, 'roll', prize.integer),
  winningIndex: orNull(prize, 'winningIndex', prize.integer),
  winningTicket: orNull(prize, 'winningTicket', prize.integer),
  winnerId: orNull(prize, 'winner', (name) => prize.fields(name).text('id')),
});

const LINE = /([1-9][0-9]{0,14}):([0-9A-Za-z_-]+)(?:\n|$)/y;

/** From what `GET /api/raffle/<id>/tickets` tells everybody. Tickets that follow each other in one hand are one range. */
export function ticketsFrom(list: string): TicketRange[] {
  const tickets: TicketRange[] = [];
  let next = 1;
  LINE.lastIndex = 0;
  while (LINE.lastIndex < list.length) {
    const start = LINE.lastIndex;
    const [, ticket, userId] = LINE.exec(list) ?? [];
    if (Number(ticket) !== next || userId === undefined) {
      const line = list.slice(start, start + 40).split('\n')[0];
      throw new UnreadableJson(`line ${next} must be '${next}:<user id>', not '${line}'`);
    }
    const last = tickets.at(-1);
    if (last?.userId === userId) last.count += 1;
    else tickets.push({ userId, firstTicket: next, count: 1 });
    next += 1;
  }
  return tickets;
}
