import {
  type ConstraintErrors,
  defineAdminError,
  defineError,
  type FieldFault,
  validationFailed,
} from '../../../platform/errors.ts';
import { formatBrl } from '../../../platform/money.ts';
import { MAX_AMOUNT_CENTS } from './wallet.rules.ts';

export const insufficientBalance = defineError(
  'INSUFFICIENT_BALANCE',
  400,
  'Insufficient balance',
  'The balance is lower than what this costs; nothing was taken.',
);
export const balanceTooLarge = defineError(
  'BALANCE_TOO_LARGE',
  400,
  'O saldo ficaria acima do máximo permitido.',
  'No account may hold so much.',
);
export const holdNotFound = defineAdminError(
  'HOLD_NOT_FOUND',
  404,
  'Hold not found',
  'No money is set aside under this id.',
);
export const holdEnded = defineAdminError(
  'HOLD_ENDED',
  409,
  'The hold has been settled or released before',
  'What was set aside has been paid out or given back already.',
);

export const adjustmentOfClosed = defineAdminError(
  'ACCOUNT_IS_CLOSED',
  409,
  'The user has closed this account: its balance is not adjusted',
  'Nobody could ever use what a closed account is given. Settle with the person outside of it.',
);
export const invalidAdjustment = () =>
  validationFailed([
    { field: 'amountCents', message: `must be other than zero and at most ${formatBrl(MAX_AMOUNT_CENTS)} either way` },
  ]);
export const invalidDays = (faults: readonly FieldFault[]) => validationFailed(faults);

/** What the violated constraints of this module's tables mean to a caller. */
export const walletConstraintErrors: ConstraintErrors = { accounts_balance_cents_check: insufficientBalance };
