import { type Static, Type } from 'typebox';
import { defineEvent } from '../../../../platform/realtime/events.ts';
import { described, IdText } from '../../../../platform/schemas.ts';
import { examplePublicUser, PublicUserView } from '../../../people/users/index.ts';
import { exampleRaffle } from '../raffles.schemas.ts';
import type { DescribedRaffle } from '../raffles.types.ts';

const Drawn = Type.Object(
  {
    id: Type.String({ ...IdText, description: 'Id of the raffle' }),
    name: Type.String({ description: 'Its name' }),
    winners: Type.Array(
      Type.Object({
        displayOrder: Type.Integer({ description: 'The place of the prize' }),
        itemName: Type.String({ description: 'What was won' }),
        winningTicket: Type.Integer({ description: 'The number of the ticket' }),
        winner: described(PublicUserView, 'Who owned it'),
      }),
      { description: 'In the order in which they were drawn; prizes that nobody has won are left out' },
    ),
  },
  {
    examples: [
      {
        id: exampleRaffle.id,
        name: exampleRaffle.name,
        winners: [
          {
            displayOrder: 0,
            itemName: 'AK-47 | Redline (Field-Tested)',
            winningTicket: 413,
            winner: examplePublicUser,
          },
        ],
      },
    ],
  },
);

export const raffleDrawn = defineEvent({
  name: 'raffle:drawn',
  audience: 'everybody',
  description:
    'A raffle was drawn. `GET /api/raffle/:id` has everything that is needed to compute its winners anew, and the items ' +
    'are in the inventories of the winners.',
  payload: Drawn,
});

export const drawnView = ({ id, name, prizes }: DescribedRaffle): Static<typeof Drawn> => ({
  id,
  name,
  winners: prizes.flatMap(({ displayOrder, item, winningTicket, winner }) =>
    winner === null || winningTicket === null ? [] : [{ displayOrder, itemName: item.name, winningTicket, winner }],
  ),
});
