import { AppError, type ConstraintErrors, type FieldFault, validationFailed } from '../../../platform/errors.ts';
import { formatBrl } from '../../../platform/money.ts';
import { MAX_AMOUNT_CENTS } from './wallet.rules.ts';

const insufficientBalance = () => new AppError(400, 'Insufficient balance');
export const balanceTooLarge = () => new AppError(400, 'The balance would be too large');
export const holdNotFound = () => new AppError(404, 'Hold not found');
export const holdEnded = () => new AppError(409, 'The hold has been settled or released before');

export const invalidAdjustment = () =>
  validationFailed([
    { field: 'amountCents', message: `must be other than zero and at most ${formatBrl(MAX_AMOUNT_CENTS)} either way` },
  ]);
export const invalidDays = (faults: readonly FieldFault[]) => validationFailed(faults);

/** What the violated constraints of this module's tables mean to a caller. */
export const walletConstraintErrors: ConstraintErrors = { accounts_balance_cents_check: insufficientBalance };
