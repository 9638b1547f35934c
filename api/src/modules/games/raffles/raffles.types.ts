import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { NamedRound } from '../beacon/index.ts';

export const RAFFLE_STATUSES = ['ACTIVE', 'DRAWING', 'COMPLETED', 'CANCELLED'] as const;
export type RaffleStatus = (typeof RAFFLE_STATUSES)[number];

/** Where the client seed comes from: the list of tickets, or a round of a public beacon. */
export const RANDOMNESS = ['server', 'drand'] as const;
export type Randomness = (typeof RANDOMNESS)[number];

/** What transfers and inventory items name as their source: the raffle, and of a prize its place. */
export const RAFFLE_SOURCE = 'RAFFLE';

export const MAX_TICKETS = 1_000_000;
export const MAX_PRIZES = 100;
export const MAX_DISPLAY_ORDER = 9_999;
export const MAX_TICKET_PRICE_CENTS = 100_000_000;
export const MAX_QUANTITY = 10_000;

/** What an administrator says of a raffle; fixed with the first sale. */
export interface RaffleFields {
  name: string;
  description: string;
  imageUrl: string;
  ticketPriceCents: Cents;
  maxTickets: number;
  /** Null: as many as there are. */
  maxTicketsPerUser: number | null;
  /** Null: sales end when all is sold. */
  closesAt: Date | null;
  randomness: Randomness;
}

/** A prize as it is given. */
export interface PrizeInput {
  displayOrder: number;
  itemId: Id<'item'>;
}

/** A raffle as it is kept. */
export interface StoredRaffle extends RaffleFields {
  id: Id<'raffle'>;
  status: RaffleStatus;
  ticketsSold: number;
  ticketListHash: string | null;
  /** Null until the list of tickets is fixed, and without a beacon. */
  beacon: NamedRound | null;
  clientSeed: string | null;
  /** Null where no beacon decides, and in raffles from before the round followed from it. */
  beaconDelaySeconds: number | null;
  createdAt: Date;
  closedAt: Date | null;
  drawnAt: Date | null;
  cancelledAt: Date | null;
  /** By the clock of the database: on sale, and its time is not over. */
  isOnSale: boolean;
}

export interface ShownItem {
  itemId: Id<'item'>;
  name: string;
  imageUrl: string;
  rarity: string;
  /** Of now; of a prize that was drawn, of then. */
  valueCents: Cents;
}

export interface Winner {
  id: Id<'user'>;
  username: string;
  avatarUrl: string | null;
}

/** Of what a prize was drawn with all is null before, and what names a winner also where no ticket was left. */
export interface Prize {
  displayOrder: number;
  item: ShownItem;
  serverSeedHash: string;
  serverSeed: string | null;
  eligibleTickets: number | null;
  roll: number | null;
  winningIndex: number | null;
  winningTicket: number | null;
  winner: Winner | null;
}

/** With its prizes in the order in which they are drawn. */
export interface DescribedRaffle extends StoredRaffle {
  prizes: readonly Prize[];
}

/** A raffle in a list. */
export interface ListedRaffle extends StoredRaffle {
  prizeCount: number;
  prizesValueCents: Cents;
  /** The first in order. */
  firstPrize: ShownItem;
}

/** Tickets bought at once: `firstTicket` and those that follow. */
export interface TicketRange {
  firstTicket: number;
  tickets: number;
  userId: Id<'user'>;
}
