import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { Id } from '../../../../platform/ids.ts';
import { pageQuery, listOf as pagesOf, walkQuery } from '../../../../platform/lists.ts';
import { type Cents, formatBrl } from '../../../../platform/money.ts';
import {
  cents,
  flag,
  id,
  integer,
  orNull,
  part,
  record,
  type Static,
  string,
  time,
  unnamed,
} from '../../../../platform/record.ts';
import { examplePublicUser, PublicUserView } from '../../../people/users/index.ts';
import { examplePrizeItem, PrizeItem, prizeItemView } from '../../rolls/index.ts';
import {
  type ListedRaffle,
  ListedRaffleRecord,
  listedRaffleView,
  MAX_QUANTITY,
  type ShownItem,
} from '../raffles.records.ts';

export const BuyBody = Type.Object(
  {
    quantity: Type.Integer({ minimum: 1, maximum: MAX_QUANTITY, description: 'How many tickets' }),
    expectedPriceCents: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,19}$',
        'x-fault': 'must be whole cents',
        description: 'The price of a ticket that you saw: 409 if it is another by now, and nothing is bought',
      }),
    ),
  },
  { examples: [{ quantity: 3 }] },
);

/** The list is sent as it is read. */
export const TicketList = Type.Unsafe<Readable>({ type: 'string', examples: ['1:12\n2:7\n3:12\n'] });

const number = (description: string, example: number) =>
  Type.Unsafe<number>({ type: 'integer', minimum: 1, description, examples: [example] });

export const BoughtTicketsRecord = unnamed({
  raffleId: id<'raffle'>('Id of the raffle'),
  quantity: integer('How many were bought', 3),
  firstTicket: number('The number of the first', 413),
  lastTicket: number('The number of the last; all between them are yours', 415),
  paidCents: cents('Price of all of them, in cents of BRL', '1500'),
  paidFormatted: string('For people to read', 'R$ 15,00'),
  balanceCents: cents('Yours, after it', '8500'),
  balanceFormatted: string('For people to read', 'R$ 85,00'),
  ticketsOwned: integer('How many you have of this raffle, with these', 5),
  ticketsSold: integer('How many all buyers have', 415),
  isSoldOut: flag('These were the last: sales are closed, and the list of tickets is fixed', false),
});

export interface BoughtTickets
  extends Omit<Static<typeof BoughtTicketsRecord>, 'lastTicket' | 'paidFormatted' | 'balanceFormatted'> {
  maxTickets: number;
}

export const boughtTicketsView = (bought: BoughtTickets) => ({
  ...bought,
  lastTicket: bought.firstTicket + bought.quantity - 1,
  paidFormatted: formatBrl(bought.paidCents),
  balanceFormatted: formatBrl(bought.balanceCents),
});

const OUTCOMES = ['OPEN', 'WON', 'LOST', 'REFUNDED'] as const;
type Outcome = (typeof OUTCOMES)[number];

export const OwnRafflesQuery = walkQuery('Only raffles that were made before this one', {});
export const OwnTicketsQuery = pageQuery({
  before: Type.Optional(
    Type.String({
      // Ticket numbers have 32 bits.
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

const WonPrize = record('WonRafflePrize', 'The prize that you have won', {
  displayOrder: Type.Integer({ minimum: 0, description: 'The place of the prize', examples: [0] }),
  winningTicket: number('The number of your ticket that has won', 413),
  item: part(PrizeItem, 'The prize', examplePrizeItem),
  valueCents: cents('Worth of the item then', '4500'),
});
const OwnRaffle = record('OwnRaffle', 'A raffle of which you have tickets', {
  raffle: ListedRaffleRecord,
  ownTickets: number('How many tickets you have, or had', 3),
  spentCents: cents('Price that you paid for them, in cents of BRL', '1500'),
  outcome: Type.Unsafe<Outcome>({
    type: 'string',
    enum: [...OUTCOMES],
    description: 'OPEN before the draw; WON, LOST; REFUNDED where it was cancelled and you were paid back',
    examples: ['LOST'],
  }),
  won: orNull(
    part(WonPrize, 'A prize'),
    'The prize that you have won; null: none, or not yet. A user wins at most once in a raffle',
    null,
  ),
});
export const OwnRaffles = pagesOf(OwnRaffle, { examples: [{ data: OwnRaffle.examples, meta: exampleMeta }] });

export interface OwnPart {
  raffleId: Id<'raffle'>;
  tickets: number;
  spentCents: Cents;
  isRefunded: boolean;
  won: { displayOrder: number; winningTicket: number; item: ShownItem } | null;
}

function outcomeOf({ status }: ListedRaffle, { won, isRefunded }: OwnPart): Outcome {
  if (won !== null) return 'WON';
  if (isRefunded || status === 'CANCELLED') return 'REFUNDED';
  return status === 'COMPLETED' ? 'LOST' : 'OPEN';
}

export const ownRaffleView = (raffle: ListedRaffle, own: OwnPart) => ({
  raffle: listedRaffleView(raffle),
  ownTickets: own.tickets,
  spentCents: own.spentCents,
  outcome: outcomeOf(raffle, own),
  won: own.won && { ...own.won, item: prizeItemView(own.won.item), valueCents: own.won.item.valueCents },
});

const OwnTicketsRecord = record('OwnTickets', 'Tickets that you bought at once', {
  firstTicket: number('The number of the first', 413),
  lastTicket: number('The number of the last; all between them are yours', 415),
  tickets: number('How many these are', 3),
  boughtAt: time('When you bought them'),
});
export type OwnTickets = Static<typeof OwnTicketsRecord>;
export const OwnTicketsList = pagesOf(OwnTicketsRecord, {
  examples: [{ data: OwnTicketsRecord.examples, meta: exampleMeta }],
});

const Buyer = record('RaffleBuyer', 'A buyer of a raffle', {
  user: part(PublicUserView, 'The buyer', examplePublicUser),
  tickets: number('How many tickets they have', 5),
});
export const Buyers = pagesOf(Buyer, { examples: [{ data: Buyer.examples, meta: exampleMeta }] });
