import { Type } from 'typebox';
import { defineEvent } from '../../../../platform/realtime/events.ts';
import { idOf } from '../../../../platform/schemas.ts';

export const ticketsSoldEvent = defineEvent({
  name: 'raffle:tickets_sold',
  audience: 'everybody',
  description:
    'Somebody has bought tickets of a raffle. Several may overtake each other: the greatest `ticketsSold` is the newest.',
  payload: Type.Object(
    {
      raffleId: idOf('Id of the raffle'),
      ticketsSold: Type.Integer({ minimum: 1, description: 'How many all buyers have' }),
      maxTickets: Type.Integer({ minimum: 1, description: 'How many there are' }),
      isSoldOut: Type.Boolean({ description: 'These were the last, and sales are closed' }),
    },
    { examples: [{ raffleId: '12', ticketsSold: 415, maxTickets: 1000, isSoldOut: false }] },
  ),
});
