import { type Cents, divideRounded } from '../../../platform/money.ts';
import type { BookedDay } from './dashboard.types.ts';

/** By how many percent there is more than before, with 2 decimals, a half away from zero; 0 where there was nothing. */
export function growthPercent(now: bigint, before: bigint): number {
  return before === 0n ? 0 : Number(divideRounded((now - before) * 10_000n, before)) / 100;
}

interface Totals {
  revenueCents: Cents;
  profitCents: Cents;
  depositsCents: Cents;
  withdrawalsCents: Cents;
}

export const profitOf = ({ revenueCents, withdrawalsCents }: BookedDay): Cents => revenueCents - withdrawalsCents;

export function totalsOf(days: readonly BookedDay[]): Totals {
  const sum = (of: (day: BookedDay) => Cents) => days.reduce((total, day) => total + of(day), 0n);
  return {
    revenueCents: sum(({ revenueCents }) => revenueCents),
    profitCents: sum(profitOf),
    depositsCents: sum(({ depositsCents }) => depositsCents),
    withdrawalsCents: sum(({ withdrawalsCents }) => withdrawalsCents),
  };
}
