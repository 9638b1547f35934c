import { defineError, validationFailed } from '../../../platform/errors.ts';

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
