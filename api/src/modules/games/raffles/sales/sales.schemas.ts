import type { Readable } from 'node:stream';
import { type Static, Type } from 'typebox';
import { formatBrl } from '../../../../platform/money.ts';
import { CentsText, IdText } from '../../../../platform/schemas.ts';
import { MAX_QUANTITY } from '../raffles.types.ts';
import type { BoughtTickets } from './buy-tickets.ts';

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

/** A text that is sent as it is read. */
export const TicketList = Type.Unsafe<Readable>({ type: 'string', examples: ['1:12\n2:7\n3:12\n'] });

export const BoughtTicketsView = Type.Object(
  {
    raffleId: Type.String({ ...IdText, description: 'Id of the raffle' }),
    quantity: Type.Integer({ description: 'How many were bought' }),
    firstTicket: Type.Integer({ minimum: 1, description: 'The number of the first' }),
    lastTicket: Type.Integer({ minimum: 1, description: 'The number of the last; all between them are yours' }),
    paidCents: Type.String({ ...CentsText, description: 'Price of all of them, in cents of BRL' }),
    paidFormatted: Type.String({ description: 'For people to read' }),
    balanceCents: Type.String({ ...CentsText, description: 'Yours, after it' }),
    balanceFormatted: Type.String({ description: 'For people to read' }),
    ticketsOwned: Type.Integer({ description: 'How many you have of this raffle, with these' }),
    ticketsSold: Type.Integer({ description: 'How many all buyers have' }),
    isSoldOut: Type.Boolean({ description: 'These were the last: sales are closed, and the list of tickets is fixed' }),
  },
  {
    examples: [
      {
        raffleId: '12',
        quantity: 3,
        firstTicket: 413,
        lastTicket: 415,
        paidCents: '1500',
        paidFormatted: 'R$ 15,00',
        balanceCents: '8500',
        balanceFormatted: 'R$ 85,00',
        ticketsOwned: 5,
        ticketsSold: 415,
        isSoldOut: false,
      },
    ],
  },
);

export function boughtTicketsView(bought: BoughtTickets): Static<typeof BoughtTicketsView> {
  const { raffleId, quantity, firstTicket, paidCents, balanceCents, ticketsOwned, ticketsSold, isSoldOut } = bought;
  return {
    raffleId,
    quantity,
    firstTicket,
    lastTicket: firstTicket + quantity - 1,
    paidCents: paidCents.toString(),
    paidFormatted: formatBrl(paidCents),
    balanceCents: balanceCents.toString(),
    balanceFormatted: formatBrl(balanceCents),
    ticketsOwned,
    ticketsSold,
    isSoldOut,
  };
}
