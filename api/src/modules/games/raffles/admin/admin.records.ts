import { type Static, Type } from 'typebox';
import type { FieldFault } from '../../../../platform/errors.ts';
import { type Id, toId } from '../../../../platform/ids.ts';
import { pageQuery } from '../../../../platform/lists.ts';
import { type Cents, formatBrl } from '../../../../platform/money.ts';
import { GivenReason, givenAddress, givenText, idOf } from '../../../../platform/schemas.ts';
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
    name: givenText(100, 'Display name'),
    description: Type.String({ maxLength: 2_000, description: 'Description' }),
    imageUrl: givenAddress('Its picture'),
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

export interface RaffleGround {
  now: Date;
  usableIds: ReadonlySet<Id<'item'>>;
  /** The prizes of these places were taken away, and the seeds committed to for them are never used. */
  givenUp: ReadonlySet<number>;
  hasBeacon: boolean;
}

export function raffleFaults(
  fields: RaffleFields,
  prizes: readonly PrizeInput[],
  { now, usableIds, givenUp, hasBeacon }: RaffleGround,
): FieldFault[] {
  const faults: FieldFault[] = [];
  if (fields.closesAt !== null && fields.closesAt <= now) {
    faults.push({ field: 'closesAt', message: 'must be in the future' });
  }
  if (fields.maxTicketsPerUser !== null && fields.maxTicketsPerUser > fields.maxTickets) {
    faults.push({ field: 'maxTicketsPerUser', message: `must be at most the ${fields.maxTickets} of maxTickets` });
  }
  if (fields.randomness === 'drand' && !hasBeacon) {
    faults.push({ field: 'randomness', message: 'no source of public randomness is configured' });
  }
  return [...faults, ...prizes.flatMap((prize, index) => prizeFaults(prize, index, prizes, usableIds, givenUp))];
}

/** A proposal uses this name for a raffle that does not exist yet. */
export const RAFFLE_TERMS = 'raffle-terms';

/** A second administrator sees all that is announced of the raffle. */
export function termsOf({ fields, prizes }: { fields: RaffleFields; prizes: readonly PrizeInput[] }): string {
  return JSON.stringify({ ...fields, prizes }, (_key, value) => (typeof value === 'bigint' ? value.toString() : value));
}

/**
 * Returns the most that a raffle can cost the house. One that is drawn only when sold out costs the worth of its prizes
 * beyond that income. One with a closing time may be drawn with few tickets, and a winner needs only one for each
 * prize.
 */
export function greatestCost(
  { ticketPriceCents, maxTickets, closesAt }: Pick<RaffleFields, 'ticketPriceCents' | 'maxTickets' | 'closesAt'>,
  prizeCents: readonly Cents[],
): Cents {
  const beyond = (cents: Cents, incomeCents: Cents) => (cents > incomeCents ? cents - incomeCents : 0n);
  const sum = (all: readonly Cents[]) => all.reduce((total, cents) => total + cents, 0n);
  if (closesAt === null) return beyond(sum(prizeCents), ticketPriceCents * BigInt(maxTickets));
  return sum(prizeCents.map((cents) => beyond(cents, ticketPriceCents)));
}

function prizeFaults(
  { displayOrder, itemId }: PrizeInput,
  index: number,
  prizes: readonly PrizeInput[],
  usableIds: ReadonlySet<Id<'item'>>,
  givenUp: ReadonlySet<number>,
): FieldFault[] {
  const faults: FieldFault[] = [];
  const field = `prizes.${index}`;
  const first = prizes.findIndex((prize) => prize.displayOrder === displayOrder);
  if (first !== index) {
    faults.push({ field: `${field}.displayOrder`, message: `is the place of prizes.${first} already` });
  }
  if (givenUp.has(displayOrder)) {
    const message = 'is the place of a prize that was taken away, whose seed is never used: choose another';
    faults.push({ field: `${field}.displayOrder`, message });
  }
  if (!usableIds.has(itemId)) {
    faults.push({ field: `${field}.itemId`, message: `there is no item ${itemId}, or it is archived` });
  }
  return faults;
}
