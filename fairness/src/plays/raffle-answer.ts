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

/** A prize is bound to these when it is made. */
interface AnnouncedPrize {
  displayOrder: number;
  nonce: number;
  serverSeedHash: string;
}

/** These are known before the draw. */
export interface RaffleTerms {
  id: string;
  randomness: string;
  /** The round is published at least this long after the close; null in raffles whose round the server named. */
  beaconDelaySeconds: number | null;
  prizes: readonly AnnouncedPrize[];
  /** The following fields are fixed when sales close, and null before. */
  clientSeed: string | null;
  /** The SHA-256 of the list of tickets binds the list also where a beacon gives the client seed. */
  ticketListHash: string | null;
  beaconRound: number | null;
  sales: SalesTerms;
}

/** It is null where it is not told. */
export interface SalesTerms {
  maxTickets: number | null;
  /** It is also null where sales end when everything is sold. */
  closesAt: Date | null;
}

export interface DrawnPrize extends AnnouncedPrize {
  /** It is null where nobody could win any more, so no roll was needed. */
  serverSeed: string | null;
  eligibleTickets: number;
  roll: number | null;
  winningIndex: number | null;
  winningTicket: number | null;
  winnerId: string | null;
}

export interface DrawnRaffle extends RaffleTerms {
  ticketsSold: number;
  /** It is null where it is not told. */
  closedAt: Date | null;
  beacon: BeaconRound | null;
  /** In ascending displayOrder. */
  prizes: readonly DrawnPrize[];
}

/** Reads an answer of `GET /api/raffle/<id>` from after the draw. */
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
    // Without a sold ticket nothing is drawn, and no beacon is asked.
    beacon: ticketsSold === 0 ? null : beaconFrom(raffle),
    prizes,
  };
}

/** Reads a saved answer of `GET /api/raffle/<id>` from before the draw. */
export function savedRaffleFrom(answer: unknown): RaffleTerms {
  const raffle = readJson(answer);
  checkUndecided(raffle);
  return raffleTermsFrom(raffle);
}

/** The nonce of a prize follows from its displayOrder, so no two are alike. */
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

/** Reads an answer of `GET /api/raffle/<id>/tickets`. Successive tickets of one user are one range. */
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
