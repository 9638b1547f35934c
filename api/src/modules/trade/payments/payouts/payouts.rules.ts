import type { Cents } from '../../../../platform/money.ts';
import type { Payout } from './payouts.types.ts';

export interface WithdrawLimits {
  minCents: Cents;
  maxCents: Cents;
  dailyMaxCents: Cents;
}

/** Why an amount cannot be asked for, beside the balance. */
export type AmountFault = 'OUT_OF_BOUNDS' | 'OVER_DAY';

export function amountFaultOf(amountCents: Cents, todayCents: Cents, limits: WithdrawLimits): AmountFault | null {
  if (amountCents < limits.minCents || amountCents > limits.maxCents) return 'OUT_OF_BOUNDS';
  return todayCents + amountCents > limits.dailyMaxCents ? 'OVER_DAY' : null;
}

/** Why a step cannot be taken. */
export type StepFault =
  | 'WRONG_STATUS'
  | 'TOO_LATE'
  | 'OTHER_AMOUNT'
  | 'PAYMENT_UNDER_WAY'
  | 'MAY_BE_PAID'
  | 'GIVEN_BACK';

type Standing = Pick<Payout, 'status' | 'expiresAt' | 'amountCents' | 'orderId'>;

/** The amount is named again, so that nobody gives their second factor for another one than they see. */
export function confirmFaultOf(payout: Standing, amountCents: Cents, now: Date): StepFault | null {
  if (payout.status !== 'AWAITING_CONFIRMATION') return 'WRONG_STATUS';
  if (payout.expiresAt <= now) return 'TOO_LATE';
  return payout.amountCents === amountCents ? null : 'OTHER_AMOUNT';
}

const isUndecided = ({ status }: Standing) => status === 'AWAITING_CONFIRMATION' || status === 'PENDING';

/** By its owner, as long as no administrator has approved it. */
export const cancelFaultOf = (payout: Standing): StepFault | null => (isUndecided(payout) ? null : 'WRONG_STATUS');

export const isDue = ({ status, expiresAt }: Standing, now: Date): boolean =>
  status === 'AWAITING_CONFIRMATION' && expiresAt <= now;

export const approveFaultOf = ({ status }: Standing): StepFault | null =>
  status === 'PENDING' ? null : 'WRONG_STATUS';

/** An approved one is given back only where the provider was not asked to pay it, and who rejects it says that nobody did. */
export function rejectFaultOf(payout: Standing, isNotPaid: boolean): StepFault | null {
  if (isUndecided(payout)) return null;
  if (payout.status !== 'APPROVED') return 'WRONG_STATUS';
  if (payout.orderId !== null) return 'PAYMENT_UNDER_WAY';
  return isNotPaid ? null : 'MAY_BE_PAID';
}

/** By hand: what the provider was asked to pay ends with its answer and with nothing else. */
export function completeFaultOf({ status, orderId }: Standing): StepFault | null {
  if (status === 'REJECTED' || status === 'EXPIRED' || status === 'CANCELLED') return 'GIVEN_BACK';
  if (status !== 'APPROVED') return 'WRONG_STATUS';
  return orderId === null ? null : 'PAYMENT_UNDER_WAY';
}
