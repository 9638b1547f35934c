import { type TSchema, Type } from 'typebox';
import { dayRangeQuery } from '../../../platform/day-queries.ts';
import { addDays, type Day, daysBefore, daysBetween } from '../../../platform/days.ts';
import { type Cents, divideRounded } from '../../../platform/money.ts';
import { integer, listOf, part, record, type Static, string } from '../../../platform/record.ts';
import { orNull } from '../../../platform/schemas.ts';
import { type BookedDay, centsNumber, type Days, profitOf } from './dashboard.records.ts';

/** A day has figures even if nothing happened. */
export interface DayFigures extends BookedDay {
  wageredCents: Cents;
  wonCents: Cents;
  activeUsers: number;
  newUsers: number;
}

interface RangeFigures {
  days: readonly DayFigures[];
  /** It counts each user once. */
  activeUsers: number;
}

export interface Comparison {
  now: RangeFigures;
  before: RangeFigures;
}

/** Oldest first. */
export const daysOfRange = ({ from, to }: Days): Day[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));

export const emptyDay = (day: Day): DayFigures => ({
  day,
  revenueCents: 0n,
  depositsCents: 0n,
  withdrawalsCents: 0n,
  wageredCents: 0n,
  wonCents: 0n,
  activeUsers: 0,
  newUsers: 0,
});

function totalsOfRange({ days, activeUsers }: RangeFigures) {
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

export const COMPARED_DAYS = 7;
export const ComparisonQuery = dayRangeQuery(COMPARED_DAYS, {});

const figures = {
  revenueCents: centsNumber('Payments from balances for play', 250_000),
  profitCents: centsNumber('The revenue less the withdrawals', 130_000),
  wageredCents: centsNumber('Stakes in games, items included', 260_000),
  wonCents: centsNumber('Winnings in games', 236_600),
  ggrCents: centsNumber('Stakes less winnings', 23_400),
  depositsCents: centsNumber('Payments in', 310_000),
  withdrawalsCents: centsNumber('Payments out', 120_000),
  activeUsers: integer('Users who were there, each once', 84),
  newUsers: integer('Users who came for the first time', 7),
  rtpPercent: {
    ...orNull(Type.Number(), 'Winnings in percent of stakes, with 4 decimals; null without stakes'),
    examples: [91],
  },
};

const ComparedDay = record('ComparedDay', 'The figures of a day', {
  date: string('The day of São Paulo', '2026-11-15'),
  ...figures,
});

const compared = (figure: TSchema) => {
  const { description, examples: [example] = [] } = figure as { description?: string; examples?: unknown[] };
  return Type.Object(
    { now: figure, before: figure },
    {
      description: `${description}: in the range, and in the one before`,
      examples: [{ now: example, before: example }],
    },
  );
};
const ComparedTotals = record(
  'ComparedTotals',
  'All days of each range together',
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, compared(figure)])),
);

const range = { from: string('First day', '2026-11-15'), to: string('Last day, included', '2026-11-15') };

export const DaysCompared = record('DaysCompared', 'A range of days beside the one before', {
  ...range,
  before: Type.Object(range, {
    description: 'The range of the same length just before',
    examples: [{ from: '2026-11-14', to: '2026-11-14' }],
  }),
  totals: part(ComparedTotals, 'All days of each range together'),
  days: listOf(ComparedDay, 'Every day of the range, the first one first'),
  daysBefore: listOf(ComparedDay, 'The same number of days before, in the same order', [
    { ...ComparedDay.examples[0], date: '2026-11-14' },
  ]),
});

function figuresView(of: Omit<DayFigures, 'day'>) {
  const { wageredCents, wonCents } = of;
  return {
    ...of,
    profitCents: profitOf(of),
    ggrCents: wageredCents - wonCents,
    rtpPercent: wageredCents === 0n ? null : Number(divideRounded(wonCents * 1_000_000n, wageredCents)) / 10_000,
  };
}

const dayView = (day: DayFigures): Static<typeof ComparedDay> => ({ date: day.day, ...figuresView(day) });

export function comparisonView({ from, to }: Days, { now, before }: Comparison): Static<typeof DaysCompared> {
  const totals = figuresView(totalsOfRange(now));
  const totalsBefore = figuresView(totalsOfRange(before));
  const names = Object.keys(totals) as (keyof typeof totals)[];
  const beside = names.map((name) => [name, { now: totals[name], before: totalsBefore[name] }]);
  return {
    from,
    to,
    before: daysBefore({ from, to }),
    totals: Object.fromEntries(beside),
    days: now.days.map(dayView),
    daysBefore: before.days.map(dayView),
  };
}
