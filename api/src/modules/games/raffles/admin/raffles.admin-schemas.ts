import { type Static, Type } from 'typebox';
import { toId } from '../../../../platform/ids.ts';
import { pageQuery } from '../../../../platform/lists.ts';
import { formatBrl } from '../../../../platform/money.ts';
import { CentsText, GivenReason, IdText } from '../../../../platform/schemas.ts';
import { exampleRaffle, RaffleView, RandomnessField, raffleView, StatusField } from '../raffles.schemas.ts';
import { MAX_DISPLAY_ORDER, MAX_PRIZES, MAX_TICKET_PRICE_CENTS, MAX_TICKETS } from '../raffles.types.ts';
import type { RaffleInput } from './create-raffle.ts';
import { greatestCost } from './raffle-contents.rules.ts';
import type { RaffleDetail } from './read-detail.ts';

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
        itemId: Type.String({ ...IdText, description: 'The item of the catalogue' }),
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

/** What is left out is as if the raffle were new; that is drawn with public randomness where there is a source of it. */
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

const cents = (description: string) => Type.String({ ...CentsText, description });
const forAPerson = Type.String({ description: 'For people to read', examples: ['R$ 1.250,00'] });

export const AdminRaffleDetail = Type.Object(
  {
    ...RaffleView.properties,
    buyers: Type.Integer({ description: 'How many have bought tickets' }),
    incomeCents: cents('Income from the tickets sold so far, in cents of BRL'),
    incomeFormatted: forAPerson,
    incomeIfSoldOutCents: cents('Income from all tickets together, in cents of BRL'),
    incomeIfSoldOutFormatted: forAPerson,
    prizesValueCents: cents('Worth of the prizes together, in cents of BRL, to compare with the income'),
    prizesValueFormatted: forAPerson,
    greatestCostCents: cents(
      'The most that the raffle can cost the house, in cents of BRL: the prizes beyond the income when sold out, or with a ' +
        'closing time what each prize is worth beyond one ticket, since few may be sold by then',
    ),
    greatestCostFormatted: forAPerson,
  },
  {
    title: 'AdminRaffle',
    description: 'A raffle, as administrators see it',
    examples: [
      {
        ...exampleRaffle,
        buyers: 208,
        incomeCents: '500000',
        incomeFormatted: 'R$ 5.000,00',
        incomeIfSoldOutCents: '500000',
        incomeIfSoldOutFormatted: 'R$ 5.000,00',
        prizesValueCents: '450000',
        prizesValueFormatted: 'R$ 4.500,00',
        greatestCostCents: '0',
        greatestCostFormatted: 'R$ 0,00',
      },
    ],
  },
);

export function adminRaffleDetailView(raffle: RaffleDetail): Static<typeof AdminRaffleDetail> {
  const incomeCents = raffle.ticketPriceCents * BigInt(raffle.ticketsSold);
  const incomeIfSoldOutCents = raffle.ticketPriceCents * BigInt(raffle.maxTickets);
  const prizesValueCents = raffle.prizes.reduce((sum, { item }) => sum + item.valueCents, 0n);
  const prizeCents = raffle.prizes.map(({ item }) => item.valueCents);
  const greatestCostCents = greatestCost(raffle, prizeCents);
  return {
    ...raffleView(raffle),
    buyers: raffle.buyers,
    incomeCents: incomeCents.toString(),
    incomeFormatted: formatBrl(incomeCents),
    incomeIfSoldOutCents: incomeIfSoldOutCents.toString(),
    incomeIfSoldOutFormatted: formatBrl(incomeIfSoldOutCents),
    prizesValueCents: prizesValueCents.toString(),
    prizesValueFormatted: formatBrl(prizesValueCents),
    greatestCostCents: greatestCostCents.toString(),
    greatestCostFormatted: formatBrl(greatestCostCents),
  };
}
