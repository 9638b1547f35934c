import { addDays, type Day, daysBetween } from '../../../platform/days.ts';
import { type Cents, divideRounded } from '../../../platform/money.ts';
import type { DayFigures, RangeFigures } from './comparison.types.ts';

/** Every day of a range, the first one first. */
export const daysOfRange = ({ from, to }: { from: Day; to: Day }): Day[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));

/** The figures of a day in the place of its rows, and of days without any. */
export function emptyDay(day: Day): DayFigures {
  return {
    day,
    revenueCents: 0n,
    depositsCents: 0n,
    withdrawalsCents: 0n,
    wageredCents: 0n,
    wonCents: 0n,
    activeUsers: 0,
    newUsers: 0,
  };
}

/** Revenue less what was paid out, as the chart of revenue has it. */
export const profitCents = ({
  revenueCents,
  withdrawalsCents,
}: Pick<DayFigures, 'revenueCents' | 'withdrawalsCents'>) => revenueCents - withdrawalsCents;

/** Gross gaming revenue: what was staked less what was won. */
export const ggrCents = ({ wageredCents, wonCents }: Pick<DayFigures, 'wageredCents' | 'wonCents'>) =>
  wageredCents - wonCents;

/** What was won in percent of what was staked, with 4 decimals; null where nothing was. */
export const rtpPercent = ({ wageredCents, wonCents }: Pick<DayFigures, 'wageredCents' | 'wonCents'>): number | null =>
  wageredCents === 0n ? null : Number(divideRounded(wonCents * 1_000_000n, wageredCents)) / 10_000;

export function totalsOfRange({ days, activeUsers }: RangeFigures) {
  const sum = (of: (day: DayFigures) => Cents) => days.reduce((total, day) => total + of(day), 0n);
  return {
    revenueCents: sum((day) => day.revenueCents),
    depositsCents: sum((day) => day.depositsCents),
    withdrawalsCents: sum((day) => day.withdrawalsCents),
    wageredCents: sum((day) => day.wageredCents),
    wonCents: sum((day) => day.wonCents),
    activeUsers,
    newUsers: days.reduce((total, day) => total + day.newUsers, 0),
  };
}
