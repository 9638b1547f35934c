import type { Cents } from '../../../../platform/money.ts';
import type { LimitState } from '../../../assets/limits/index.ts';
import type { WithdrawLimits } from '../payouts/index.ts';
import type {
  DepositAllowance,
  DepositHindrance,
  WithdrawalAllowance,
  WithdrawalHindrance,
} from './allowance.types.ts';

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
