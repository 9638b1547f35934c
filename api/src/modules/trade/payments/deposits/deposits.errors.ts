import { defineAdminError, defineError, validationFailed } from '../../../../platform/errors.ts';
import { formatBrl } from '../../../../platform/money.ts';
import type { DepositStatus } from './deposits.types.ts';

export const depositNotFound = defineError(
  'DEPOSIT_NOT_FOUND',
  404,
  'Depósito não encontrado.',
  'No deposit of yours has this id.',
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
  'No charge could be made, so there is nothing to pay: ask again after `Retry-After`.',
  (cause?: unknown) => ({ headers: { 'retry-after': '5' }, cause }),
);

export const depositNotConfirmable = defineAdminError(
  'DEPOSIT_NOT_CONFIRMABLE',
  409,
  (status: DepositStatus) => `The deposit cannot be confirmed (status: ${status})`,
  'The deposit is already confirmed, or was rejected and no money has come since.',
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
  'There is nothing to credit: reject the deposit, unless it is confirmed. If only a part was given back, credit the ' +
    'rest by an adjustment.',
);

export const depositInOtherCurrency = defineAdminError(
  'DEPOSIT_IN_OTHER_CURRENCY',
  409,
  'The money of this deposit is of another currency than BRL',
  'The value of the money is not known: pay it back, or credit its worth by an adjustment; then reject the deposit.',
);

export const depositNotRejectable = defineAdminError(
  'DEPOSIT_NOT_REJECTABLE',
  409,
  (status: DepositStatus) => `The deposit cannot be rejected (status: ${status})`,
  'The deposit is already confirmed or rejected, and no payment of it waits for a decision.',
);
