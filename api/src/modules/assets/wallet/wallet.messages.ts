import { Type } from 'typebox';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { defineEvent, type Push } from '../../../platform/realtime/events.ts';
import { CentsText } from '../../../platform/schemas.ts';

export const balanceUpdated = defineEvent({
  name: 'balance:updated',
  audience: 'user',
  description:
    'Your balance has changed by a sale of one item or of all of them, by what a game took, paid or gave back, by a ' +
    'reward of an event, by a swap with the site, by money that you deposit or withdraw or that comes back of it, or by an ' +
    'administrator. What a play has changed names the play: a page that still shows its reel holds the balance back. It is ' +
    'not sent for a sale of several chosen items: read `GET /api/user/balance` after it.',
  payload: Type.Object(
    {
      balanceCents: Type.String({ ...CentsText, description: 'The whole balance afterwards, in cents of BRL' }),
      play: Type.Optional(
        Type.Object(
          {
            game: Type.String({ description: 'Such as `CASES`' }),
            ids: Type.Array(Type.String(), { description: 'Ids of the openings, of the upgrade, or of the battle' }),
          },
          { description: 'What has changed it, where that was a play of yours' },
        ),
      ),
    },
    { examples: [{ balanceCents: '123456' }] },
  ),
});

export function notifyBalance(
  push: Pick<Push, 'toUser'>,
  userId: Id<'user'>,
  balanceCents: Cents,
  play?: { game: string; ids: string[] },
): void {
  const balance = { balanceCents: balanceCents.toString() };
  push.toUser(userId, balanceUpdated, play === undefined ? balance : { ...balance, play });
}
