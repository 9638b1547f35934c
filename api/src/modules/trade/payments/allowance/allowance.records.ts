import { Type } from 'typebox';
import type { Cents } from '../../../../platform/money.ts';
import { cents, orNull, part, record, type Static, time } from '../../../../platform/record.ts';
import type { LimitState } from '../../../assets/limits/index.ts';
import type { WithdrawLimits } from '../payouts/payout-steps.records.ts';

const hindrance = <const Value extends string>(values: readonly Value[], description: string) =>
  orNull(Type.Unsafe<Value>({ type: 'string', enum: [...values] }), description, null);

const DepositAllowance = record('DepositAllowance', 'The deposits that are still allowed', {
  mostCents: cents('The most that a deposit begun now may be; 0 where none may be begun', '40000'),
  leftCents: orNull(
    cents('Amount', '40000'),
    'Amount that your own limits of the day, the week and the month leave, the least of them; null: you have set none',
  ),
  openCharges: Type.Integer({ minimum: 0, description: 'Deposits that wait for their payment', examples: [1] }),
  openCents: cents('Amount of these charges; it counts as if it had come in', '5000'),
  hindrance: hindrance(
    ['UNAVAILABLE', 'EXCLUDED', 'AGE_NOT_CONFIRMED', 'OPEN_CHARGES', 'LIMIT'],
    'Why none may be begun: there is no payment provider, a pause or exclusion runs, you have not confirmed your age, ' +
      'too many wait for their payment, or your limits leave less than the least deposit; null: nothing',
  ),
});
type DepositAllowance = Static<typeof DepositAllowance>;

const WithdrawalAllowance = record('WithdrawalAllowance', 'The withdrawals that are still allowed', {
  mostCents: cents('The most that a withdrawal asked for now may be; 0 where none may be', '123456'),
  askedTodayCents: cents('Amount of your requests of today that was not given back', '0'),
  leftTodayCents: cents('Amount that the rule of the day leaves', '1000000'),
  hindrance: hindrance(
    ['SUSPENDED', 'SECOND_FACTOR', 'DAILY_LIMIT', 'BALANCE'],
    'Why none may be asked for: your withdrawals are suspended, you have no second factor, today or your balance ' +
      'leaves less than the least withdrawal; null: nothing',
  ),
});
type WithdrawalAllowance = Static<typeof WithdrawalAllowance>;

export const Allowance = record('PaymentAllowance', 'The deposits and withdrawals that are still allowed', {
  deposit: part(DepositAllowance, 'The deposits that are still allowed'),
  withdrawal: part(WithdrawalAllowance, 'The withdrawals that are still allowed'),
  dayEndsAt: time('When the day of São Paulo ends and the next begins with nothing used', '2026-11-16T03:00:00.000Z'),
});
export type Allowance = Static<typeof Allowance>;

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

/** Open charges count as if they had been paid. */
export function depositAllowanceOf({ limits, open, rules, ...facts }: DepositFacts): DepositAllowance {
  const left = limits.flatMap(({ kind, limitCents, usedCents }) =>
    kind === 'DEPOSIT' && limitCents !== null ? [atLeastZero(limitCents - (usedCents ?? 0n) - open.cents)] : [],
  );
  const leftCents = left.length === 0 ? null : least(...left);
  const mostCents = leftCents === null ? rules.maxCents : least(rules.maxCents, leftCents);
  const hindrance = ((): DepositAllowance['hindrance'] => {
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
  const hindrance = ((): WithdrawalAllowance['hindrance'] => {
    if (facts.isSuspended) return 'SUSPENDED';
    if (!facts.hasSecondFactor) return 'SECOND_FACTOR';
    if (leftTodayCents < rules.minCents) return 'DAILY_LIMIT';
    return balanceCents < rules.minCents ? 'BALANCE' : null;
  })();
  const mostCents = hindrance === null ? least(rules.maxCents, leftTodayCents, balanceCents) : 0n;
  return { mostCents, askedTodayCents, leftTodayCents, hindrance };
}
