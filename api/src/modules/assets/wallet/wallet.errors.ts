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
  'The balance is lower than the price; nothing was taken.',
);
export const balanceTooLarge = defineError(
  'BALANCE_TOO_LARGE',
  400,
  'O saldo ficaria acima do máximo permitido.',
  'The balance would be larger than any account may hold.',
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
  'The hold is already settled or released',
  'The money that was set aside is already paid out or given back.',
);

export const adjustmentOfClosed = defineAdminError(
  'ACCOUNT_IS_CLOSED',
  409,
  'The user has closed this account: its balance cannot be adjusted',
  'Nobody could use the balance of a closed account. Settle with the person outside of it.',
);
export const invalidAdjustment = () =>
  validationFailed([
    { field: 'amountCents', message: `must be other than zero and at most ${formatBrl(MAX_AMOUNT_CENTS)} either way` },
  ]);
export const invalidDays = (faults: readonly FieldFault[]) => validationFailed(faults);

/** What the violated constraints of this module's tables mean to a caller. */
export const walletConstraintErrors: ConstraintErrors = { accounts_balance_cents_check: insufficientBalance };
