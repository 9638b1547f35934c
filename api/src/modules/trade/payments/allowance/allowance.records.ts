import { type Static, Type } from 'typebox';
import type { Cents } from '../../../../platform/money.ts';
import { CentsText, centsOf, orNull, timeOf } from '../../../../platform/schemas.ts';
import type { LimitState } from '../../../assets/limits/index.ts';
import type { WithdrawLimits } from '../payouts/payout-steps.records.ts';
import type { Allowance } from './read-allowance.ts';

const DEPOSIT_HINDRANCES = ['UNAVAILABLE', 'EXCLUDED', 'AGE_NOT_CONFIRMED', 'OPEN_CHARGES', 'LIMIT'] as const;
type DepositHindrance = (typeof DEPOSIT_HINDRANCES)[number];

const WITHDRAWAL_HINDRANCES = ['SUSPENDED', 'SECOND_FACTOR', 'DAILY_LIMIT', 'BALANCE'] as const;
type WithdrawalHindrance = (typeof WITHDRAWAL_HINDRANCES)[number];

export interface DepositAllowance {
  /** 0 where none may be begun. */
  mostCents: Cents;
  /** Of the user's own limits, the least that is left; null: none is set. */
  leftCents: Cents | null;
  openCharges: number;
  openCents: Cents;
  hindrance: DepositHindrance | null;
}

export interface WithdrawalAllowance {
  /** 0 where none may be asked for. */
  mostCents: Cents;
  askedTodayCents: Cents;
  leftTodayCents: Cents;
  hindrance: WithdrawalHindrance | null;
}

export const AllowanceView = Type.Object(
  {
    deposit: Type.Object(
      {
        mostCents: centsOf('The most that a deposit begun now may be; 0 where none may be begun'),
        leftCents: orNull(
          CentsText,
          'Amount that your own limits of the day, the week and the month leave, the least of them; null: you have ' +
            'set none',
        ),
        openCharges: Type.Integer({ minimum: 0, description: 'Deposits that wait for their payment' }),
        openCents: centsOf('Amount of these charges; it counts as if it had come in'),
        hindrance: orNull(
          Type.Unsafe<DepositHindrance>({ type: 'string', enum: [...DEPOSIT_HINDRANCES] }),
          'Why none may be begun: there is no payment provider, a pause or exclusion runs, you have not confirmed your age, ' +
            'too many wait for their payment, or your limits leave less than the least deposit; null: nothing',
        ),
      },
      { title: 'DepositAllowance', description: 'The deposits that are still allowed' },
    ),
    withdrawal: Type.Object(
      {
        mostCents: centsOf('The most that a withdrawal asked for now may be; 0 where none may be'),
        askedTodayCents: centsOf('Amount of your requests of today that was not given back'),
        leftTodayCents: centsOf('Amount that the rule of the day leaves'),
        hindrance: orNull(
          Type.Unsafe<WithdrawalHindrance>({ type: 'string', enum: [...WITHDRAWAL_HINDRANCES] }),
          'Why none may be asked for: your withdrawals are suspended, you have no second factor, today or your balance ' +
            'leaves less than the least withdrawal; null: nothing',
        ),
      },
      { title: 'WithdrawalAllowance', description: 'The withdrawals that are still allowed' },
    ),
    dayEndsAt: timeOf('When the day of São Paulo ends and the next begins with nothing used'),
  },
  {
    title: 'PaymentAllowance',
    description: 'The deposits and withdrawals that are still allowed',
    examples: [
      {
        deposit: { mostCents: '40000', leftCents: '40000', openCharges: 1, openCents: '5000', hindrance: null },
        withdrawal: { mostCents: '123456', askedTodayCents: '0', leftTodayCents: '1000000', hindrance: null },
        dayEndsAt: '2026-11-16T03:00:00.000Z',
      },
    ],
  },
);

export const allowanceView = ({ deposit, withdrawal, dayEndsAt }: Allowance): Static<typeof AllowanceView> => ({
  deposit: {
    mostCents: deposit.mostCents.toString(),
    leftCents: deposit.leftCents?.toString() ?? null,
    openCharges: deposit.openCharges,
    openCents: deposit.openCents.toString(),
    hindrance: deposit.hindrance,
  },
  withdrawal: {
    mostCents: withdrawal.mostCents.toString(),
    askedTodayCents: withdrawal.askedTodayCents.toString(),
    leftTodayCents: withdrawal.leftTodayCents.toString(),
    hindrance: withdrawal.hindrance,
  },
  dayEndsAt: dayEndsAt.toISOString(),
});

const least = (...amounts: readonly Cents[]): Cents => amounts.reduce((one, other) => (other < one ? other : one));
const atLeastZero = (cents: Cents): Cents => (cents > 0n ? cents : 0n);

interface DepositFacts {
  hasProvider: boolean;
  isBarred: boolean;
  isAgeConfirmed: boolean;
  limits: readonly LimitState[];
  open: { count: number; cents: Cents };
  rules: { minCents: Cents; maxCents: Cents; maxOpen: number };
}

/** What a deposit that is begun now may bring: what waits for its payment counts as if it had come in. */
export function depositAllowanceOf({ limits, open, rules, ...facts }: DepositFacts): DepositAllowance {
  const left = limits.flatMap(({ kind, limitCents, usedCents }) =>
    kind === 'DEPOSIT' && limitCents !== null ? [atLeastZero(limitCents - (usedCents ?? 0n) - open.cents)] : [],
  );
  const leftCents = left.length === 0 ? null : least(...left);
  const mostCents = leftCents === null ? rules.maxCents : least(rules.maxCents, leftCents);
  const hindrance = ((): DepositHindrance | null => {
    if (!facts.hasProvider) return 'UNAVAILABLE';
    if (facts.isBarred) return 'EXCLUDED';
    if (!facts.isAgeConfirmed) return 'AGE_NOT_CONFIRMED';
    if (open.count >= rules.maxOpen) return 'OPEN_CHARGES';
    return mostCents < rules.minCents ? 'LIMIT' : null;
  })();
  return {
    mostCents: hindrance === null ? mostCents : 0n,
    leftCents,
    openCharges: open.count,
    openCents: open.cents,
    hindrance,
  };
}

interface WithdrawalFacts {
  isSuspended: boolean;
  hasSecondFactor: boolean;
  balanceCents: Cents;
  askedTodayCents: Cents;
  rules: WithdrawLimits;
}

export function withdrawalAllowanceOf(facts: WithdrawalFacts): WithdrawalAllowance {
  const { balanceCents, askedTodayCents, rules } = facts;
  const leftTodayCents = atLeastZero(rules.dailyMaxCents - askedTodayCents);
  const hindrance = ((): WithdrawalHindrance | null => {
    if (facts.isSuspended) return 'SUSPENDED';
    if (!facts.hasSecondFactor) return 'SECOND_FACTOR';
    if (leftTodayCents < rules.minCents) return 'DAILY_LIMIT';
    return balanceCents < rules.minCents ? 'BALANCE' : null;
  })();
  const mostCents = hindrance === null ? least(rules.maxCents, leftTodayCents, balanceCents) : 0n;
  return { mostCents, askedTodayCents, leftTodayCents, hindrance };
}
