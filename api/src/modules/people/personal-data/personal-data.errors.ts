import { defineError, validationFailed } from '../../../platform/errors.ts';

export const accountNotSettled = defineError(
  'ACCOUNT_NOT_SETTLED',
  409,
  'Sua conta ainda tem saldo, itens ou algo em andamento; encerre isso primeiro.',
  'An account is closed when its balance is zero and nothing is owned or under way; `errors` names what there still is.',
  (open: readonly string[]) => ({
    errors: open.map((field) => ({ field, message: 'precisa ser encerrado primeiro' })),
  }),
);

export const closingNotConfirmed = () => validationFailed([{ field: 'confirm', message: 'must be true' }]);
