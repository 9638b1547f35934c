import { Type } from 'typebox';
import { defineEvent } from '../../../../platform/realtime/events.ts';
import { centsOf, idOf } from '../../../../platform/schemas.ts';

export const depositConfirmedEvent = defineEvent({
  name: 'deposit:confirmed',
  audience: 'user',
  description:
    'A deposit of yours was paid and is in your balance, also one that had expired. `balance:updated` has the balance.',
  payload: Type.Object(
    {
      depositId: idOf('The deposit'),
      creditedCents: centsOf('What was added to the balance, in cents of BRL'),
    },
    { examples: [{ depositId: '1', creditedCents: '5000' }] },
  ),
});

export const depositExpiredEvent = defineEvent({
  name: 'deposit:expired',
  audience: 'user',
  description:
    'The charge of a deposit can be paid no more, since its time is over or you have lowered a limit, paused or excluded ' +
    'yourself. Money that was sent before arrives all the same.',
  payload: Type.Object(
    { depositId: idOf('The deposit'), amountCents: centsOf('What was asked for, in cents of BRL') },
    { examples: [{ depositId: '1', amountCents: '5000' }] },
  ),
});
