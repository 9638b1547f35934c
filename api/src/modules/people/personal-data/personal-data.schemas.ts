import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import { idOf, timeOf } from '../../../platform/schemas.ts';

export const PersonalDataFile = Type.Unsafe<Readable>({
  ...Type.Object({ exportedAt: timeOf('When it was asked for'), userId: idOf('You') }),
  title: 'PersonalData',
  description:
    'Beside these a list of rows for each thing that is kept, such as `profile`, `sessions`, `transfers` or `openings`. ' +
    'Amounts are cents of BRL as decimal strings.',
  additionalProperties: { type: 'array', items: { type: 'object' }, description: 'The rows of one thing' },
  examples: [{ exportedAt: '2026-11-15T12:00:00.000Z', userId: '1', profile: [{ id: '1', username: 'Ana' }] }],
});

export const CloseBody = Type.Object(
  {
    confirm: Type.Boolean({ description: 'That you know that it cannot be undone: must be true' }),
  },
  // Refused as it stands: a click in the reference must not close an account for good.
  { examples: [{ confirm: false }] },
);
export const ClosedView = Type.Object(
  { message: Type.String({ description: 'The outcome, for people to read' }) },
  { title: 'ClosedAccount', examples: [{ message: 'Sua conta foi encerrada.' }] },
);
