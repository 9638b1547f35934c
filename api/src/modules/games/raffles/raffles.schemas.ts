import { type Static, Type } from 'typebox';
import { listOf } from '../../../platform/lists.ts';
import { formatBrl } from '../../../platform/money.ts';
import { CentsText, described, IdText, Timestamp } from '../../../platform/schemas.ts';
import { examplePublicUser, PublicUserView } from '../../people/users/index.ts';
import { BeaconDelayField, BeaconView, beaconView } from '../beacon/index.ts';
import { examplePrizeItem, LogLeafAtTheEnd, logLeafOf, PrizeItem, prizeItemView } from '../rolls/index.ts';
import { nonceOf } from './raffle-stream.ts';
import {
  type DescribedRaffle,
  type ListedRaffle,
  type Prize,
  RAFFLE_STATUSES,
  RANDOMNESS,
  type RaffleStatus,
  type Randomness,
  type StoredRaffle,
} from './raffles.types.ts';

export const RaffleParams = Type.Object({ id: Type.String({ ...IdText, description: 'Id of the raffle' }) });

export const StatusField = Type.Unsafe<RaffleStatus>({
  title: 'RaffleStatus',
  type: 'string',
  enum: [...RAFFLE_STATUSES],
  description:
    'ACTIVE: on sale; DRAWING: sales are closed and the list of tickets is fixed; COMPLETED: drawn; CANCELLED: called ' +
    'off while on sale, or because the public beacon was silent for a day (`closedAt` is set then), and everybody paid back',
});

export const RandomnessField = Type.Unsafe<Randomness>({
  title: 'Randomness',
  type: 'string',
  enum: [...RANDOMNESS],
  description:
    'Source of the client seed. `server`: it is the SHA-256 of the ticket list. `drand`: it is the randomness of a ' +
    'round of the public beacon, which follows from the close of the sales and is published only afterwards; it is ' +
    'the default of new raffles if a beacon is configured',
});

const hex64 = { pattern: '^[0-9a-f]{64}$' };
const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const raffleFields = {
  id: Type.String({ ...IdText, description: 'Id of the raffle' }),
  logLeaf: LogLeafAtTheEnd,
  name: Type.String({ description: 'Display name' }),
  description: Type.String({ description: 'Description' }),
  imageUrl: Type.String({ description: 'Its picture' }),
  status: StatusField,
  ticketPriceCents: Type.String({ ...CentsText, description: 'Price of a ticket, in cents of BRL' }),
  ticketPriceFormatted: Type.String({ description: 'For people to read', examples: ['R$ 5,00'] }),
  maxTickets: Type.Integer({ description: 'How many tickets there are' }),
  maxTicketsPerUser: orNull(Type.Integer(), 'How many of them one buyer may have; null: all'),
  ticketsSold: Type.Integer({ description: 'Numbered from 1 in the order of their sale' }),
  closesAt: orNull(Timestamp, 'When sales close at the latest; null: when all is sold'),
  createdAt: Type.String({ ...Timestamp, description: 'When sales began' }),
  closedAt: orNull(Timestamp, 'When sales closed; null before'),
  drawnAt: orNull(Timestamp, 'When it was drawn; null before'),
  cancelledAt: orNull(Timestamp, 'When it was called off; null where it was not'),
  randomness: RandomnessField,
  beaconDelaySeconds: BeaconDelayField,
};

const time = (at: Date | null) => at?.toISOString() ?? null;

function raffleFieldsView(raffle: StoredRaffle) {
  const { id, name, description, imageUrl, status, ticketPriceCents, maxTickets, maxTicketsPerUser } = raffle;
  return {
    id,
    logLeaf: status === 'COMPLETED' ? logLeafOf('RAFFLES', id) : null,
    name,
    description,
    imageUrl,
    status,
    ticketPriceCents: ticketPriceCents.toString(),
    ticketPriceFormatted: formatBrl(ticketPriceCents),
    maxTickets,
    maxTicketsPerUser,
    ticketsSold: raffle.ticketsSold,
    closesAt: time(raffle.closesAt),
    createdAt: raffle.createdAt.toISOString(),
    closedAt: time(raffle.closedAt),
    drawnAt: time(raffle.drawnAt),
    cancelledAt: time(raffle.cancelledAt),
    randomness: raffle.randomness,
    beaconDelaySeconds: raffle.beaconDelaySeconds,
  };
}

const PrizeView = Type.Object(
  {
    displayOrder: Type.Integer({ minimum: 0, description: 'Prizes are drawn in ascending order of it' }),
    item: described(PrizeItem, 'The prize'),
    valueCents: Type.String({
      ...CentsText,
      description: 'Present worth of the item; for a prize that was drawn, its worth then',
    }),
    serverSeedHash: Type.String({
      ...hex64,
      description: 'Hash of the server seed of this prize; shown from the beginning',
    }),
    nonce: Type.Integer({ minimum: 1, description: '`displayOrder` + 1' }),
    serverSeed: orNull(Type.String(hex64), 'Revealed with the draw'),
    eligibleTickets: orNull(
      Type.Integer({ minimum: 0 }),
      'Number of tickets that could win it: all but those of earlier winners; null before the draw',
    ),
    roll: orNull(Type.Integer({ minimum: 1 }), 'From 1 to `eligibleTickets`; null where there was none, or before'),
    winningIndex: orNull(
      Type.Integer({ minimum: 0 }),
      '`roll` mod `eligibleTickets`: the place of the ticket among the eligible ones, from 0 and in order of number',
    ),
    winningTicket: orNull(Type.Integer({ minimum: 1 }), 'Its number'),
    winner: orNull(PublicUserView, 'Null where no ticket was eligible, and the prize stays with the house'),
  },
  { title: 'RafflePrize', description: 'A prize of a raffle' },
);

function prizeView(prize: Prize): Static<typeof PrizeView> {
  return {
    displayOrder: prize.displayOrder,
    item: prizeItemView(prize.item),
    valueCents: prize.item.valueCents.toString(),
    serverSeedHash: prize.serverSeedHash,
    nonce: nonceOf(prize),
    serverSeed: prize.serverSeed,
    eligibleTickets: prize.eligibleTickets,
    roll: prize.roll,
    winningIndex: prize.winningIndex,
    winningTicket: prize.winningTicket,
    winner: prize.winner,
  };
}

const exampleFields = {
  id: '12',
  logLeaf: logLeafOf('RAFFLES', '12'),
  name: 'Sorteio de Domingo',
  description: 'Uma faca e duas luvas.',
  imageUrl: 'https://images.example/raffles/12.png',
  status: 'COMPLETED' as const,
  ticketPriceCents: '500',
  ticketPriceFormatted: 'R$ 5,00',
  maxTickets: 1_000,
  maxTicketsPerUser: 50,
  ticketsSold: 1_000,
  closesAt: '2026-11-22T21:00:00.000Z',
  createdAt: '2026-11-15T12:00:00.000Z',
  closedAt: '2026-11-20T18:31:07.412Z',
  drawnAt: '2026-11-20T19:00:00.120Z',
  cancelledAt: null,
  randomness: 'server' as const,
  beaconDelaySeconds: null,
};

export const RaffleView = Type.Object(
  {
    ...raffleFields,
    beacon: orNull(BeaconView, 'The round that decides, from the close of the sales on; null without a beacon'),
    ticketListHash: orNull(
      Type.String(hex64),
      'SHA-256 of `GET /api/raffle/:id/tickets`, a moment after the close of the sales',
    ),
    clientSeed: orNull(
      Type.String(hex64),
      'Shared by all prizes; null as long as it is not known, or without a ticket',
    ),
    prizes: Type.Array(PrizeView, { description: 'In the order in which they are drawn' }),
  },
  { title: 'Raffle', description: 'A raffle, with its prizes' },
);

export const exampleRaffle: Static<typeof RaffleView> = {
  ...exampleFields,
  beacon: null,
  ticketListHash: '168ba4ee127c19e4168ba4ee127c19e4168ba4ee127c19e4168ba4ee127c19e4',
  clientSeed: '168ba4ee127c19e4168ba4ee127c19e4168ba4ee127c19e4168ba4ee127c19e4',
  prizes: [
    {
      displayOrder: 0,
      item: examplePrizeItem,
      valueCents: '4500',
      serverSeedHash: '5e2f7d1c5e2f7d1c5e2f7d1c5e2f7d1c5e2f7d1c5e2f7d1c5e2f7d1c5e2f7d1c',
      nonce: 1,
      serverSeed: '7d1f0c8a7d1f0c8a7d1f0c8a7d1f0c8a7d1f0c8a7d1f0c8a7d1f0c8a7d1f0c8a',
      eligibleTickets: 1_000,
      roll: 412,
      winningIndex: 412,
      winningTicket: 413,
      winner: examplePublicUser,
    },
  ],
};

export const PublicRaffle = Type.Object(RaffleView.properties, {
  title: 'Raffle',
  description: 'A raffle, with its prizes',
  examples: [exampleRaffle],
});

export const ShownRaffle = Type.Object(
  {
    ...RaffleView.properties,
    ownTickets: orNull(Type.Integer({ minimum: 0 }), 'Number of your tickets; null without a login'),
  },
  {
    title: 'ShownRaffle',
    description: 'A raffle, with how many tickets you have',
    examples: [{ ...exampleRaffle, ownTickets: 3 }],
  },
);

export function raffleView(raffle: DescribedRaffle): Static<typeof RaffleView> {
  return {
    ...raffleFieldsView(raffle),
    beacon: raffle.beacon && beaconView(raffle.beacon),
    ticketListHash: raffle.ticketListHash,
    clientSeed: raffle.clientSeed,
    prizes: raffle.prizes.map(prizeView),
  };
}

export const ListedRaffleView = Type.Object(
  {
    ...raffleFields,
    prizeCount: Type.Integer({ description: 'How many prizes it has' }),
    prizesValueCents: Type.String({ ...CentsText, description: 'Their worth together, in cents of BRL' }),
    prizesValueFormatted: Type.String({ description: 'For people to read', examples: ['R$ 1.250,00'] }),
    firstPrize: described(PrizeItem, 'The prize that is drawn first'),
  },
  { title: 'ListedRaffle', description: 'A raffle in a list' },
);

export const exampleListedRaffle: Static<typeof ListedRaffleView> = {
  ...exampleFields,
  prizeCount: 3,
  prizesValueCents: '125000',
  prizesValueFormatted: 'R$ 1.250,00',
  firstPrize: examplePrizeItem,
};

export const RaffleList = listOf(ListedRaffleView, {
  examples: [{ data: [exampleListedRaffle], meta: { page: 1, limit: 20, total: 1 } }],
});

export function listedRaffleView(raffle: ListedRaffle): Static<typeof ListedRaffleView> {
  return {
    ...raffleFieldsView(raffle),
    prizeCount: raffle.prizeCount,
    prizesValueCents: raffle.prizesValueCents.toString(),
    prizesValueFormatted: formatBrl(raffle.prizesValueCents),
    firstPrize: prizeItemView(raffle.firstPrize),
  };
}
