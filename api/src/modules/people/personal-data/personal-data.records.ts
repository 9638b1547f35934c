import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import { defineError, validationFailed } from '../../../platform/errors.ts';
import { idOf, timeOf } from '../../../platform/schemas.ts';

export const accountNotSettled = defineError(
  'ACCOUNT_NOT_SETTLED',
  409,
  'Sua conta ainda tem saldo, itens ou algo em andamento; encerre isso primeiro.',
  'An account can be closed when its balance is zero, it has no items and nothing is under way; `errors` names the ' +
    'rest.',
  (open: readonly string[]) => ({
    errors: open.map((field) => ({ field, message: 'precisa ser encerrado primeiro' })),
  }),
);

const RETRY_EXPORT_SECONDS = 30;

export const exportUnderWay = defineError(
  'DATA_EXPORT_UNDER_WAY',
  429,
  'Seus dados já estão sendo baixados. Espere esse download terminar.',
  'A user can download their data once at a time: wait for the end of the other download, or for the seconds in ' +
    '`Retry-After`.',
  () => ({ headers: { 'retry-after': String(RETRY_EXPORT_SECONDS) } }),
);

export const closingNotConfirmed = () => validationFailed([{ field: 'confirm', message: 'must be true' }]);

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
  // The example is refused: a click in the reference must not close an account.
  { examples: [{ confirm: false }] },
);
export const ClosedView = Type.Object(
  { message: Type.String({ description: 'The outcome, for people to read' }) },
  { title: 'ClosedAccount', examples: [{ message: 'Sua conta foi encerrada.' }] },
);
