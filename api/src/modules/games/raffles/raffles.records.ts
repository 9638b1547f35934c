import { Type } from 'typebox';
import { defineAdminError, defineError, type FieldFault } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import { listOf as pagesOf } from '../../../platform/lists.ts';
import { type Cents, formatBrl } from '../../../platform/money.ts';
import {
  cents,
  id,
  integer,
  listOf,
  orNull,
  part,
  record,
  type Static,
  string,
  time,
} from '../../../platform/record.ts';
import { described, idOf } from '../../../platform/schemas.ts';
import { examplePublicUser, PublicUserView } from '../../people/users/index.ts';
import { BeaconDelayField, BeaconRecord, type NamedRound } from '../beacon/index.ts';
import { examplePrizeItem, LogLeafAtTheEnd, logLeafOf, PrizeItem, prizeItemView, type Stream } from '../rolls/index.ts';

const RAFFLE_STATUSES = ['ACTIVE', 'DRAWING', 'COMPLETED', 'CANCELLED'] as const;
export type RaffleStatus = (typeof RAFFLE_STATUSES)[number];

const RANDOMNESS = ['server', 'drand'] as const;
type Randomness = (typeof RANDOMNESS)[number];

/** Transfers and items name this source, with the raffle's id; items add the place of the prize. */
export const RAFFLE_SOURCE = 'RAFFLE';

export const MAX_TICKETS = 1_000_000;
export const MAX_PRIZES = 100;
export const MAX_DISPLAY_ORDER = 9_999;
export const MAX_TICKET_PRICE_CENTS = 100_000_000;
export const MAX_QUANTITY = 10_000;

/** An administrator sets these fields until the first sale. */
export interface RaffleFields {
  name: string;
  description: string;
  imageUrl: string;
  ticketPriceCents: Cents;
  maxTickets: number;
  /** Null sets no limit. */
  maxTicketsPerUser: number | null;
  /** Without it sales end when all tickets are sold. */
  closesAt: Date | null;
  randomness: Randomness;
}

export interface PrizeInput {
  displayOrder: number;
  itemId: Id<'item'>;
}

/** The prizes of a raffle are rolled in a stream of their own. */
export const raffleStream = (raffleId: Id<'raffle'>) => `raffle:${raffleId}` as Stream;

/** Nonces count from 1, places of prizes from 0. */
export const nonceOf = ({ displayOrder }: { displayOrder: number }) => displayOrder + 1;

export const prizeNonces = (raffleId: Id<'raffle'>, prizes: readonly { displayOrder: number }[]) =>
  prizes.map((prize) => ({ stream: raffleStream(raffleId), firstNonce: nonceOf(prize), count: 1 }));

export const RaffleParams = Type.Object({ id: idOf('Id of the raffle') });

export const StatusField = Type.Unsafe<RaffleStatus>({
  title: 'RaffleStatus',
  type: 'string',
  enum: [...RAFFLE_STATUSES],
  examples: ['COMPLETED'],
  description:
    'ACTIVE: on sale; DRAWING: sales are closed and the list of tickets is fixed; COMPLETED: drawn; CANCELLED: called ' +
    'off while on sale, or because the public beacon was silent for a day (`closedAt` is set then), and everybody paid back',
});

export const RandomnessField = Type.Unsafe<Randomness>({
  title: 'Randomness',
  type: 'string',
  enum: [...RANDOMNESS],
  examples: ['server'],
  description:
    'Source of the client seed. `server`: it is the SHA-256 of the ticket list. `drand`: it is the randomness of a ' +
    'round of the public beacon, which follows from the close of the sales and is published only afterwards; it is ' +
    'the default of new raffles if a beacon is configured',
});

const hex64 = (description: string) =>
  Type.Unsafe<string>({
    type: 'string',
    pattern: '^[0-9a-f]{64}$',
    description,
    examples: ['168ba4ee127c19e4168ba4ee127c19e4168ba4ee127c19e4168ba4ee127c19e4'],
  });
const from = (minimum: number, description: string, example: number) =>
  Type.Unsafe<number>({ type: 'integer', minimum, description, examples: [example] });
const item = { ...described(PrizeItem, 'The prize'), examples: [examplePrizeItem] };
const money = string('For people to read', 'R$ 1.250,00');

const raffleFields = {
  id: id<'raffle'>('Id of the raffle'),
  logLeaf: { ...LogLeafAtTheEnd, examples: [logLeafOf('RAFFLES', '1')] },
  name: string('Display name', 'Sorteio de Domingo'),
  description: string('Description', 'Uma faca e duas luvas.'),
  imageUrl: string('Its picture', 'https://images.example/raffles/12.png'),
  status: StatusField,
  ticketPriceCents: cents('Price of a ticket, in cents of BRL', '500'),
  ticketPriceFormatted: string('For people to read', 'R$ 5,00'),
  maxTickets: integer('How many tickets there are', 1_000),
  maxTicketsPerUser: orNull(integer('A number', 50), 'How many of them one buyer may have; null: all'),
  ticketsSold: integer('Numbered from 1 in the order of their sale', 1_000),
  closesAt: orNull(time('When', '2026-11-22T21:00:00.000Z'), 'When sales close at the latest; null: when all is sold'),
  createdAt: time('When sales began'),
  closedAt: orNull(time('When', '2026-11-20T18:31:07.412Z'), 'When sales closed; null before'),
  drawnAt: orNull(time('When', '2026-11-20T19:00:00.120Z'), 'When it was drawn; null before'),
  cancelledAt: orNull(time('When'), 'When it was called off; null where it was not', null),
  randomness: RandomnessField,
  beaconDelaySeconds: BeaconDelayField,
};
const RaffleHead = Type.Object(raffleFields);

export interface StoredRaffle extends Omit<Static<typeof RaffleHead>, 'logLeaf' | 'ticketPriceFormatted'> {
  ticketListHash: string | null;
  /** It is null until the list of tickets is fixed, and without a beacon. */
  beacon: NamedRound | null;
  clientSeed: string | null;
  /** The clock of the database decides whether the time is over. */
  isOnSale: boolean;
}

export interface ShownItem {
  itemId: Id<'item'>;
  name: string;
  imageUrl: string;
  rarity: string;
  /** A prize that was drawn keeps the value of that moment. */
  valueCents: Cents;
}

const headView = ({ id, status, ticketPriceCents }: StoredRaffle) => ({
  logLeaf: status === 'COMPLETED' ? logLeafOf('RAFFLES', id) : null,
  ticketPriceFormatted: formatBrl(ticketPriceCents),
});

const PrizeRecord = record('RafflePrize', 'A prize of a raffle', {
  displayOrder: from(0, 'Prizes are drawn in ascending order of it', 0),
  item,
  valueCents: cents('Present worth of the item; for a prize that was drawn, its worth then', '4500'),
  serverSeedHash: hex64('Hash of the server seed of this prize; shown from the beginning'),
  nonce: from(1, '`displayOrder` + 1', 1),
  serverSeed: orNull(hex64('A seed'), 'Revealed with the draw'),
  eligibleTickets: orNull(
    from(0, 'A number', 1_000),
    'Number of tickets that could win it: all but those of earlier winners; null before the draw',
  ),
  roll: orNull(from(1, 'A roll', 412), 'From 1 to `eligibleTickets`; null where there was none, or before'),
  winningIndex: orNull(
    from(0, 'An index', 412),
    '`roll` mod `eligibleTickets`: the place of the ticket among the eligible ones, from 0 and in order of number',
  ),
  winningTicket: orNull(from(1, 'A ticket', 413), 'Its number'),
  winner: orNull(
    part(PublicUserView, 'The winner', examplePublicUser),
    'Null where no ticket was eligible, and the prize stays with the house',
  ),
});

/** Before the draw its results are null. The winner is also null if no ticket was left. */
export interface Prize extends Omit<Static<typeof PrizeRecord>, 'item' | 'valueCents' | 'nonce'> {
  item: ShownItem;
}

/** Prizes stand in the order in which they are drawn. */
export interface DescribedRaffle extends StoredRaffle {
  prizes: readonly Prize[];
}

const describedFields = {
  ...raffleFields,
  beacon: orNull(
    part(BeaconRecord, 'A round'),
    'The round that decides, from the close of the sales on; null without a beacon',
    null,
  ),
  ticketListHash: orNull(
    hex64('A hash'),
    'SHA-256 of `GET /api/raffle/:id/tickets`, a moment after the close of the sales',
  ),
  clientSeed: orNull(hex64('A seed'), 'Shared by all prizes; null as long as it is not known, or without a ticket'),
  prizes: listOf(PrizeRecord, 'In the order in which they are drawn'),
};
export const Raffle = record('Raffle', 'A raffle, with its prizes', describedFields);
export const ShownRaffle = record('ShownRaffle', 'A raffle, with how many tickets you have', {
  ...describedFields,
  ownTickets: orNull(from(0, 'A number', 3), 'Number of your tickets; null without a login'),
});

export const AdminRaffle = record('AdminRaffle', 'A raffle, as administrators see it', {
  ...describedFields,
  buyers: integer('How many have bought tickets', 208),
  incomeCents: cents('Income from the tickets sold so far, in cents of BRL', '125000'),
  incomeFormatted: money,
  incomeIfSoldOutCents: cents('Income from all tickets together, in cents of BRL', '125000'),
  incomeIfSoldOutFormatted: money,
  prizesValueCents: cents('Worth of the prizes together, in cents of BRL, to compare with the income', '125000'),
  prizesValueFormatted: money,
  greatestCostCents: cents(
    'The most that the raffle can cost the house, in cents of BRL: the prizes beyond the income when sold out, or with a ' +
      'closing time what each prize is worth beyond one ticket, since few may be sold by then',
    '125000',
  ),
  greatestCostFormatted: money,
});

export const raffleView = <Of extends DescribedRaffle>(raffle: Of) => ({
  ...raffle,
  ...headView(raffle),
  prizes: raffle.prizes.map((prize) => ({
    ...prize,
    item: prizeItemView(prize.item),
    valueCents: prize.item.valueCents,
    nonce: nonceOf(prize),
  })),
});

export interface ListedRaffle extends StoredRaffle {
  prizeCount: number;
  prizesValueCents: Cents;
  firstPrize: ShownItem;
}
export const ListedRaffleRecord = record('ListedRaffle', 'A raffle in a list', {
  ...raffleFields,
  prizeCount: integer('How many prizes it has', 3),
  prizesValueCents: cents('Their worth together, in cents of BRL', '125000'),
  prizesValueFormatted: money,
  firstPrize: { ...item, description: 'The prize that is drawn first' },
});
export const RaffleList = pagesOf(ListedRaffleRecord, {
  examples: [{ data: ListedRaffleRecord.examples, meta: { page: 1, limit: 20, total: 1 } }],
});
export const listedRaffleView = (raffle: ListedRaffle) => ({
  ...raffle,
  ...headView(raffle),
  prizesValueFormatted: formatBrl(raffle.prizesValueCents),
  firstPrize: prizeItemView(raffle.firstPrize),
});

/** The range begins at `firstTicket` and has no gap. */
export interface TicketRange {
  firstTicket: number;
  tickets: number;
  userId: Id<'user'>;
}

export const raffleNotFound = defineError('RAFFLE_NOT_FOUND', 404, 'Sorteio não encontrado.', 'No raffle has this id.');
export const salesAreClosed = defineError(
  'RAFFLE_SALES_CLOSED',
  409,
  'As vendas de bilhetes deste sorteio estão encerradas.',
  'Tickets are no longer sold: the raffle is drawn, about to be drawn, or cancelled.',
);
function leftText(left: number): string {
  if (left === 0) return 'Todos os bilhetes foram vendidos.';
  return left === 1 ? 'Resta só 1 bilhete.' : `Restam só ${left} bilhetes.`;
}
export const ticketsLeft = defineError(
  'TOO_FEW_TICKETS_LEFT',
  409,
  {
    say: leftText,
    params: (left) => ({ left }),
    examples: [[0], [1], [2]],
  },
  'The request asks for more tickets than are left, and none was bought.',
);
export const tooManyTickets = defineError(
  'TOO_MANY_TICKETS',
  409,
  {
    say: (most: number, owned: number) =>
      `Cada pessoa pode ter no máximo ${most} bilhetes deste sorteio, e você tem ${owned}.`,
    params: (most, owned) => ({ most, owned }),
    examples: [[5, 3]],
  },
  'The user would have more tickets than one may have, and none was bought.',
);
export const priceIsAnother = defineError(
  'TICKET_PRICE_CHANGED',
  409,
  'O preço do bilhete mudou. Nada foi comprado.',
  'The price is not `expectedPriceCents`, and nothing was bought: read the raffle again, then decide.',
);
export const listIsNotFixed = defineError(
  'TICKET_LIST_NOT_FIXED',
  409,
  'A lista de bilhetes é publicada quando as vendas se encerram.',
  'The list of tickets is public once sales are closed: ask again then.',
);
export const ticketsAreSold = defineAdminError(
  'RAFFLE_TICKETS_SOLD',
  409,
  'Tickets are sold: the raffle can no longer be changed',
  'A raffle can be edited until its first ticket is sold.',
);
export const salesRunOn = defineAdminError(
  'RAFFLE_SALES_RUN_ON',
  409,
  'Tickets are sold: sales end when all are sold or at closesAt. You can still cancel the raffle, which pays all ' +
    'buyers back',
  'Once a ticket is sold, a raffle cannot be closed early, since that would choose its list of tickets.',
);
export const raffleIsNotOnSale = defineAdminError(
  'RAFFLE_NOT_ON_SALE',
  409,
  'Raffle is not on sale',
  'Only a raffle that is on sale can be closed or cancelled.',
);
export const raffleIsNotToBeDrawn = defineAdminError(
  'RAFFLE_NOT_TO_BE_DRAWN',
  409,
  (status: string) => `A raffle is drawn once, after its sales are closed; this one is ${status}`,
  'The raffle is not in the state DRAWING.',
);
export const roundIsNotThere = defineAdminError(
  'RANDOMNESS_NOT_PUBLISHED',
  409,
  (round: number) => `Round ${round} of the public randomness is not published yet: draw again in a moment`,
  'The named round of the public beacon is not published yet: ask again.',
);
export const beaconIsMissing = defineAdminError(
  'RAFFLE_RANDOMNESS_MISSING',
  409,
  'This raffle needs public randomness, and no source of it is configured at present',
  'The platform has no source of public randomness at present: configure one, then draw.',
);
export const beaconIsSilent = defineAdminError(
  'RANDOMNESS_UNAVAILABLE',
  503,
  'The public randomness cannot be read at present: draw again later',
  'The source of public randomness does not answer, or its answer does not verify: ask again later.',
  (cause: unknown) => ({ headers: { 'retry-after': '10' }, cause }),
);
export const unsoundRaffle = defineAdminError(
  'RAFFLE_NOT_SOUND',
  422,
  'This raffle cannot be run',
  'The body is well formed, but makes no raffle; `errors` lists every fault.',
  (errors: readonly FieldFault[]) => ({ errors }),
);
