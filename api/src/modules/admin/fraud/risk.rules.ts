import type { Cents } from '../../../platform/money.ts';
import type { RiskMoney } from './risk.types.ts';

/**
 * What a user is up: what was taken out and what is held, less what was put in. What a bank gave back to the payer was put in
 * no longer; what is owed for that is still to be paid. Negative for most.
 */
export const netCents = (money: RiskMoney): Cents =>
  money.withdrawnCents +
  money.itemsWithdrawnCents +
  money.balanceCents +
  money.heldCents +
  money.inventoryCents +
  money.returnedCents -
  money.depositedCents -
  money.debtCents;
