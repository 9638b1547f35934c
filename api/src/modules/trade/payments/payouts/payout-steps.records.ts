import {
  type AppError,
  type ConstraintErrors,
  defineAdminError,
  defineError,
  validationFailed,
} from '../../../../platform/errors.ts';
import { type Cents, formatBrl } from '../../../../platform/money.ts';
import { type Payout, type PayoutStatus, PIX_KEY_FAULTS, type PixKeyType } from './payouts.records.ts';

export interface WithdrawLimits {
  minCents: Cents;
  maxCents: Cents;
  dailyMaxCents: Cents;
}

type AmountFault = 'OUT_OF_BOUNDS' | 'OVER_DAY';

export function amountFaultOf(amountCents: Cents, todayCents: Cents, limits: WithdrawLimits): AmountFault | null {
  if (amountCents < limits.minCents || amountCents > limits.maxCents) return 'OUT_OF_BOUNDS';
  return todayCents + amountCents > limits.dailyMaxCents ? 'OVER_DAY' : null;
}

type StepFault = 'WRONG_STATUS' | 'TOO_LATE' | 'OTHER_AMOUNT' | 'PAYMENT_UNDER_WAY' | 'MAY_BE_PAID' | 'GIVEN_BACK';

type Standing = Pick<Payout, 'status' | 'expiresAt' | 'amountCents' | 'orderId'>;

/** The amount is repeated, so that the second factor confirms the amount that the owner sees. */
export function confirmFaultOf(payout: Standing, amountCents: Cents, now: Date): StepFault | null {
  if (payout.status !== 'AWAITING_CONFIRMATION') return 'WRONG_STATUS';
  if (payout.expiresAt <= now) return 'TOO_LATE';
  return payout.amountCents === amountCents ? null : 'OTHER_AMOUNT';
}

const isUndecided = ({ status }: Standing) => status === 'AWAITING_CONFIRMATION' || status === 'PENDING';

export const cancelFaultOf = (payout: Standing): StepFault | null => (isUndecided(payout) ? null : 'WRONG_STATUS');

export const isDue = ({ status, expiresAt }: Standing, now: Date): boolean =>
  status === 'AWAITING_CONFIRMATION' && expiresAt <= now;

export const approveFaultOf = ({ status }: Standing): StepFault | null =>
  status === 'PENDING' ? null : 'WRONG_STATUS';

/**
 * An approved withdrawal is given back only if no provider was asked and the administrator confirms that it was not
 * paid.
 */
export function rejectFaultOf(payout: Standing, isNotPaid: boolean): StepFault | null {
  if (isUndecided(payout)) return null;
  if (payout.status !== 'APPROVED') return 'WRONG_STATUS';
  if (payout.orderId !== null) return 'PAYMENT_UNDER_WAY';
  return isNotPaid ? null : 'MAY_BE_PAID';
}

/** A payment by the provider ends only with its answer. */
export function completeFaultOf({ status, orderId }: Standing): StepFault | null {
  if (status === 'REJECTED' || status === 'EXPIRED' || status === 'CANCELLED') return 'GIVEN_BACK';
  if (status !== 'APPROVED') return 'WRONG_STATUS';
  return orderId === null ? null : 'PAYMENT_UNDER_WAY';
}

export const payoutNotFound = defineError(
  'MONEY_WITHDRAWAL_NOT_FOUND',
  404,
  'Saque não encontrado.',
  'No money withdrawal of yours has this id.',
);
export const secondFactorNeeded = defineError(
  'WITHDRAWAL_NEEDS_TWO_FACTOR',
  403,
  'Ative a verificação em duas etapas antes de sacar dinheiro.',
  'A money withdrawal is confirmed with a second factor, and the account has none: set one up first.',
);
const outOfLimits = defineError(
  'WITHDRAWAL_OUT_OF_LIMITS',
  422,
  {
    say: ({ minCents, maxCents }: WithdrawLimits) =>
      `Um saque deve ser de ${formatBrl(minCents)} a ${formatBrl(maxCents)}.`,
    params: ({ minCents, maxCents }) => ({ leastCents: minCents.toString(), mostCents: maxCents.toString() }),
    examples: [[{ minCents: 1_000n, maxCents: 500_000n, dailyMaxCents: 1_000_000n }]],
  },
  'The amount is below the least or above the most that may be withdrawn at once.',
);
const overDay = defineError(
  'WITHDRAWAL_DAILY_LIMIT',
  422,
  {
    say: (leftCents: Cents) => `Hoje você ainda pode sacar ${formatBrl(leftCents)}.`,
    params: (left) => ({ leftCents: left.toString() }),
    examples: [[50_000n]],
  },
  'The withdrawals of this day of São Paulo and this one together exceed the limit of a day.',
);
const wrongStatus = defineError(
  'WITHDRAWAL_NOT_IN_THIS_STATUS',
  409,
  {
    say: (status: PayoutStatus) => `Isto não pode ser feito com um saque neste estado (status: ${status}).`,
    params: (status) => ({ status }),
    examples: [['COMPLETED']],
  },
  'The steps of a money withdrawal follow one another, and each is taken once.',
);
const tooLate = defineError(
  'WITHDRAWAL_EXPIRED',
  409,
  'Este saque expirou. Peça de novo.',
  'The withdrawal was not confirmed in time, and the money comes back to the balance. Request it again.',
);
const paymentUnderWay = defineAdminError(
  'WITHDRAWAL_PAYMENT_UNDER_WAY',
  409,
  'The provider was asked to pay this withdrawal: it ends with the provider’s answer',
  'A withdrawal cannot be changed by hand while a payment may be on its way.',
);
const mayBePaid = defineAdminError(
  'WITHDRAWAL_MAY_BE_PAID',
  409,
  'This withdrawal is approved: reject it with `notPaid` only if nobody has paid it',
  'An approved withdrawal is paid by hand; with `notPaid` you confirm that nothing was sent.',
);
const givenBack = defineAdminError(
  'WITHDRAWAL_GIVEN_BACK',
  409,
  'The money of this withdrawal is back on its owner’s balance',
  'The withdrawal was rejected or cancelled, or expired. If you paid it all the same, take the amount from the ' +
    'balance by an adjustment.',
);
export const ownerOwes = defineAdminError(
  'WITHDRAWER_OWES',
  409,
  (debtCents: Cents) =>
    `This user owes ${formatBrl(debtCents)} for deposits that were given back: reject the withdrawal, and its money ` +
    'pays the debt',
  'Money of a deposit went back to its payer. The money of a rejected withdrawal comes back to the balance, which ' +
    'pays the debt first.',
);
const paidBefore = defineAdminError(
  'PAYMENT_ALREADY_RECORDED',
  409,
  'Another withdrawal was paid by this payment',
  'The `endToEndId` belongs to another money withdrawal: look it up again.',
);

export const pixKeyRefused = (type: PixKeyType): AppError =>
  validationFailed([{ field: 'pixKey', message: PIX_KEY_FAULTS[type] }]);

export function amountRefused(fault: AmountFault, todayCents: Cents, limits: WithdrawLimits): AppError {
  if (fault === 'OUT_OF_BOUNDS') return outOfLimits(limits);
  const leftCents = limits.dailyMaxCents - todayCents;
  return overDay(leftCents > 0n ? leftCents : 0n);
}

export function stepRefused(fault: StepFault, status: PayoutStatus): AppError {
  switch (fault) {
    case 'WRONG_STATUS':
      return wrongStatus(status);
    case 'TOO_LATE':
      return tooLate();
    case 'OTHER_AMOUNT':
      return validationFailed([{ field: 'amountCents', message: 'must be the amount of the withdrawal' }]);
    case 'PAYMENT_UNDER_WAY':
      return paymentUnderWay();
    case 'MAY_BE_PAID':
      return mayBePaid();
    case 'GIVEN_BACK':
      return givenBack();
  }
}

export const payoutsConstraintErrors: ConstraintErrors = { money_withdrawals_end_to_end_key: paidBefore };
