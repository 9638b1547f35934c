import { type Static, Type } from 'typebox';
import { toId } from '../../../../platform/ids.ts';
import { pageQuery } from '../../../../platform/lists.ts';
import { formatBrl } from '../../../../platform/money.ts';
import { GivenReason, idOf } from '../../../../platform/schemas.ts';
import {
  MAX_DISPLAY_ORDER,
  MAX_PRIZES,
  MAX_TICKET_PRICE_CENTS,
  MAX_TICKETS,
  type PrizeInput,
  type RaffleFields,
  RandomnessField,
  raffleView,
  StatusField,
} from '../raffles.records.ts';
import type { RaffleDetail } from './admin.sql.ts';
import { greatestCost } from './raffle-contents.rules.ts';

export const AdminRaffleListQuery = pageQuery({ status: Type.Optional(StatusField) });

const TicketPrice = Type.Union(
  [
    Type.String({ pattern: '^([1-9][0-9]{0,7}|100000000)$' }),
    Type.Integer({ minimum: 1, maximum: MAX_TICKET_PRICE_CENTS }),
  ],
  {
    'x-fault': `must be whole cents from 1 to ${MAX_TICKET_PRICE_CENTS}`,
    description: 'Price of a ticket, in cents of BRL',
  },
);

export const RaffleInputBody = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '\\S',
      'x-fault': 'must have 1 to 100 characters that are not all blank',
      description: 'Display name',
    }),
    description: Type.String({ maxLength: 2_000, description: 'Description' }),
    imageUrl: Type.String({
      maxLength: 1_000,
      format: 'uri',
      pattern: '^https?://',
      'x-fault': 'must be an address that begins with http:// or https://, of at most 1000 characters',
      description: 'Its picture',
    }),
    ticketPriceCents: TicketPrice,
    maxTickets: Type.Integer({ minimum: 1, maximum: MAX_TICKETS, description: 'How many tickets there are' }),
    maxTicketsPerUser: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: MAX_TICKETS }), Type.Null()], {
        'x-fault': `must be null or from 1 to ${MAX_TICKETS}`,
        description: 'How many of them one buyer may have; null or left out: all',
      }),
    ),
    closesAt: Type.Optional(
      Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        'x-fault':
          'must be null, or a time that exists, with its zone, as 2026-11-15T12:00:00Z or 2026-11-15T09:00:00-03:00',
        description: 'When sales close at the latest; null or left out: when all is sold',
      }),
    ),
    randomness: Type.Optional(RandomnessField),
    prizes: Type.Array(
      Type.Object({
        displayOrder: Type.Integer({
          minimum: 0,
          maximum: MAX_DISPLAY_ORDER,
          description: 'Prizes are drawn in ascending order of it; each once',
        }),
        itemId: idOf('The item of the catalogue'),
      }),
      { minItems: 1, maxItems: MAX_PRIZES, description: 'The prizes' },
    ),
    reason: GivenReason,
  },
  {
    examples: [
      {
        name: 'Sorteio de Domingo',
        description: 'Uma faca e duas luvas.',
        imageUrl: 'https://images.example/raffles/12.png',
        ticketPriceCents: '500',
        maxTickets: 1_000,
        maxTicketsPerUser: 50,
        closesAt: '2026-11-22T21:00:00.000Z',
        prizes: [
          { displayOrder: 0, itemId: '77' },
          { displayOrder: 1, itemId: '42' },
        ],
      },
    ],
  },
);

/** Fields that are left out get the values of a new raffle, which uses public randomness if there is a source of it. */
export function givenRaffleOf(body: Static<typeof RaffleInputBody>, hasBeacon: boolean): RaffleInput {
  const { name, description, imageUrl, ticketPriceCents, maxTickets } = body;
  const { maxTicketsPerUser = null, closesAt = null, prizes } = body;
  const { randomness = hasBeacon ? 'drand' : 'server' } = body;
  return {
    fields: {
      name,
      description,
      imageUrl,
      ticketPriceCents: BigInt(ticketPriceCents),
      maxTickets,
      maxTicketsPerUser,
      closesAt: closesAt === null ? null : new Date(closesAt),
      randomness,
    },
    prizes: prizes.map(({ displayOrder, itemId }) => ({ displayOrder, itemId: toId(itemId) })),
  };
}

export interface RaffleInput {
  fields: RaffleFields;
  prizes: readonly PrizeInput[];
}

export function adminRaffleView(raffle: RaffleDetail) {
  const incomeCents = raffle.ticketPriceCents * BigInt(raffle.ticketsSold);
  const incomeIfSoldOutCents = raffle.ticketPriceCents * BigInt(raffle.maxTickets);
  const prizeCents = raffle.prizes.map(({ item }) => item.valueCents);
  const prizesValueCents = prizeCents.reduce((sum, valueCents) => sum + valueCents, 0n);
  const greatestCostCents = greatestCost(raffle, prizeCents);
  return {
    ...raffleView(raffle),
    incomeCents,
    incomeFormatted: formatBrl(incomeCents),
    incomeIfSoldOutCents,
    incomeIfSoldOutFormatted: formatBrl(incomeIfSoldOutCents),
    prizesValueCents,
    prizesValueFormatted: formatBrl(prizesValueCents),
    greatestCostCents,
    greatestCostFormatted: formatBrl(greatestCostCents),
  };
}
