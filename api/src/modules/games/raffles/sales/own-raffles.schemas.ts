import { type Static, Type } from 'typebox';
import { listOf, pageQuery, walkQuery } from '../../../../platform/lists.ts';
import { centsOf, orNull, timeOf } from '../../../../platform/schemas.ts';
import { examplePublicUser, PublicUserView } from '../../../people/users/index.ts';
import { PrizeItem, prizeItemView } from '../../rolls/index.ts';
import { exampleListedRaffle, ListedRaffleView, listedRaffleView } from '../raffles.schemas.ts';
import type { ListedRaffle } from '../raffles.types.ts';
import type { Buyer, OwnPart, OwnPurchase } from './own-raffles.sql.ts';

const OUTCOMES = ['OPEN', 'WON', 'LOST', 'REFUNDED'] as const;
type Outcome = (typeof OUTCOMES)[number];

export const OwnRafflesQuery = walkQuery('Only raffles that were made before this one', {});
export const OwnTicketsQuery = pageQuery({
  before: Type.Optional(
    Type.String({
      // Numbers of tickets are counted in 32 bits.
      pattern: '^[1-9][0-9]{0,8}$',
      'x-fault': 'must be the number of a ticket',
      description:
        'Only purchases before the one with this first ticket: the fast way through a long list. Pages count from it',
      examples: ['1'],
    }),
  ),
});
export const BuyersQuery = walkQuery('Only buyers that come after this user', {});

const exampleMeta = { page: 1, limit: 20, total: 1 };
const exampleOwnRaffle = {
  raffle: exampleListedRaffle,
  ownTickets: 3,
  spentCents: '1500',
  outcome: 'LOST' as const,
  won: null,
};
const exampleTickets = { firstTicket: 413, lastTicket: 415, tickets: 3, boughtAt: '2026-11-15T12:00:00.000Z' };
const exampleBuyer = { user: examplePublicUser, tickets: 5 };

const OwnRaffleView = Type.Object(
  {
    raffle: ListedRaffleView,
    ownTickets: Type.Integer({ minimum: 1, description: 'How many tickets you have, or had' }),
    spentCents: centsOf('Price that you paid for them, in cents of BRL'),
    outcome: Type.Unsafe<Outcome>({
      type: 'string',
      enum: [...OUTCOMES],
      description: 'OPEN before the draw; WON, LOST; REFUNDED where it was cancelled and you were paid back',
    }),
    won: orNull(
      Type.Object(
        {
          displayOrder: Type.Integer({ minimum: 0, description: 'The place of the prize' }),
          winningTicket: Type.Integer({ minimum: 1, description: 'The number of your ticket that has won' }),
          item: PrizeItem,
          valueCents: centsOf('Worth of the item then'),
        },
        { title: 'WonRafflePrize', description: 'The prize that you have won' },
      ),
      'The prize that you have won; null: none, or not yet. A user wins at most once in a raffle',
    ),
  },
  {
    title: 'OwnRaffle',
    description: 'A raffle of which you have tickets',
    examples: [exampleOwnRaffle],
  },
);
export const OwnRaffles = listOf(OwnRaffleView, { examples: [{ data: [exampleOwnRaffle], meta: exampleMeta }] });

function outcomeOf(raffle: ListedRaffle, part: OwnPart): Outcome {
  if (part.won !== null) return 'WON';
  if (part.isRefunded || raffle.status === 'CANCELLED') return 'REFUNDED';
  return raffle.status === 'COMPLETED' ? 'LOST' : 'OPEN';
}

export const ownRaffleView = (raffle: ListedRaffle, part: OwnPart): Static<typeof OwnRaffleView> => ({
  raffle: listedRaffleView(raffle),
  ownTickets: part.tickets,
  spentCents: part.spentCents.toString(),
  outcome: outcomeOf(raffle, part),
  won: part.won && {
    displayOrder: part.won.displayOrder,
    winningTicket: part.won.winningTicket,
    item: prizeItemView(part.won.item),
    valueCents: part.won.item.valueCents.toString(),
  },
});

const OwnTicketsView = Type.Object(
  {
    firstTicket: Type.Integer({ minimum: 1, description: 'The number of the first' }),
    lastTicket: Type.Integer({ minimum: 1, description: 'The number of the last; all between them are yours' }),
    tickets: Type.Integer({ minimum: 1, description: 'How many these are' }),
    boughtAt: timeOf('When you bought them'),
  },
  {
    title: 'OwnTickets',
    description: 'Tickets that you bought at once',
    examples: [exampleTickets],
  },
);
export const OwnTicketsList = listOf(OwnTicketsView, { examples: [{ data: [exampleTickets], meta: exampleMeta }] });

export const ownTicketsView = ({ firstTicket, tickets, createdAt }: OwnPurchase): Static<typeof OwnTicketsView> => ({
  firstTicket,
  lastTicket: firstTicket + tickets - 1,
  tickets,
  boughtAt: createdAt.toISOString(),
});

const BuyerView = Type.Object(
  { user: PublicUserView, tickets: Type.Integer({ minimum: 1, description: 'How many tickets they have' }) },
  {
    title: 'RaffleBuyer',
    description: 'A buyer of a raffle',
    examples: [exampleBuyer],
  },
);
export const Buyers = listOf(BuyerView, { examples: [{ data: [exampleBuyer], meta: exampleMeta }] });

export const buyerView = ({ id, username, avatarUrl, tickets }: Buyer): Static<typeof BuyerView> => ({
  user: { id, username, avatarUrl },
  tickets,
});
