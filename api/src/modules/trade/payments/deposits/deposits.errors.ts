import { defineAdminError, defineError, validationFailed } from '../../../../platform/errors.ts';
import { formatBrl } from '../../../../platform/money.ts';
import type { DepositStatus } from './deposits.types.ts';

export const depositNotFound = defineError(
  'DEPOSIT_NOT_FOUND',
  404,
  'Depósito não encontrado.',
  'There is no such deposit.',
);

export const notAnAmount = () =>
  validationFailed([{ field: 'amountCents', message: 'must be whole cents above zero' }]);

export const depositOutOfLimits = defineError(
  'DEPOSIT_OUT_OF_LIMITS',
  422,
  {
    say: (leastCents: bigint, mostCents: bigint) =>
      `Um depósito deve ser de ${formatBrl(leastCents)} a ${formatBrl(mostCents)}.`,
    params: (least, most) => ({ leastCents: least.toString(), mostCents: most.toString() }),
    examples: [[1_000n, 500_000n]],
  },
  'The amount is below the least or above the most that may be deposited at once.',
);

export const tooManyOpenDeposits = defineError(
  'TOO_MANY_OPEN_DEPOSITS',
  409,
  {
    say: (most: number) => `Você já tem ${most} depósitos aguardando pagamento.`,
    params: (most) => ({ most }),
    examples: [[5]],
  },
  'Pay one of them, or wait until one has expired.',
);

export const paymentsUnavailable = defineError(
  'PAYMENTS_UNAVAILABLE',
  503,
  'O Pix não está disponível no momento. Tente de novo em instantes.',
  'No charge could be made, so nothing is to be paid: ask again after `Retry-After`.',
  (cause?: unknown) => ({ headers: { 'retry-after': '5' }, cause }),
);

export const depositNotConfirmable = defineAdminError(
  'DEPOSIT_NOT_CONFIRMABLE',
  409,
  (status: DepositStatus) => `The deposit cannot be confirmed (status: ${status})`,
  'It is confirmed already, or was rejected and no money has come since.',
);

export const depositOfClosedAccount = defineAdminError(
  'DEPOSIT_OF_CLOSED_ACCOUNT',
  409,
  'The owner of the deposit has closed the account',
  'Nothing is credited to a closed account: pay the money back at the provider and reject the deposit.',
);

export const depositGivenBack = defineAdminError(
  'DEPOSIT_GIVEN_BACK',
  409,
  'The money of this deposit was given back',
  'There is nothing to credit: reject the deposit, unless it is confirmed. What was given back only in part is credited by an adjustment.',
);

export const depositInOtherCurrency = defineAdminError(
  'DEPOSIT_IN_OTHER_CURRENCY',
  409,
  'The money of this deposit is of another currency than BRL',
  'What it is worth is not known here: pay it back, or credit what it is worth by an adjustment; then reject the deposit.',
);

export const depositNotRejectable = defineAdminError(
  'DEPOSIT_NOT_REJECTABLE',
  409,
  (status: DepositStatus) => `The deposit cannot be rejected (status: ${status})`,
  'It is confirmed or rejected already, and no payment of it waits for a decision.',
);
