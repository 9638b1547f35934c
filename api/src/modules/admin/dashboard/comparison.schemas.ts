import { type Static, type TSchema, Type } from 'typebox';
import { type Day, daysBefore } from '../../../platform/days.ts';
import { dayRangeQuery } from '../../../platform/http/bodies/day-queries.ts';
import type { Comparison } from './compare-days.ts';
import { ggrCents, profitCents, rtpPercent, totalsOfRange } from './comparison.rules.ts';
import type { DayFigures } from './comparison.types.ts';

/** Without `from` and `to` it is the last week. */
export const COMPARED_DAYS = 7;
export const ComparisonQuery = dayRangeQuery(COMPARED_DAYS, {});

/** Figures are JSON numbers, also of cents. */
const CentsNumber = (description: string) => Type.Integer({ description: `${description}, in BRL cents` });
const Count = (description: string) => Type.Integer({ description });
const Rtp = Type.Union([Type.Number(), Type.Null()], {
  description: 'Winnings in percent of stakes, with 4 decimals; null without stakes',
});

const figures = {
  revenueCents: CentsNumber('Payments from balances for play'),
  profitCents: CentsNumber('The revenue less the withdrawals'),
  wageredCents: CentsNumber('Stakes in games, items included'),
  wonCents: CentsNumber('Winnings in games'),
  ggrCents: CentsNumber('Stakes less winnings'),
  depositsCents: CentsNumber('Payments in'),
  withdrawalsCents: CentsNumber('Payments out'),
  activeUsers: Count('Users who were there, each once'),
  newUsers: Count('Users who came for the first time'),
};

const ComparedDay = Type.Object(
  { date: Type.String({ description: 'The day of São Paulo' }), ...figures, rtpPercent: Rtp },
  { title: 'ComparedDay', description: 'The figures of a day' },
);

const compared = <Figure extends TSchema>(figure: Figure) =>
  Type.Object(
    { now: figure, before: figure },
    { description: `${(figure as { description?: string }).description}: in the range, and in the one before` },
  );
const ComparedTotals = Type.Object(
  {
    revenueCents: compared(figures.revenueCents),
    profitCents: compared(figures.profitCents),
    wageredCents: compared(figures.wageredCents),
    wonCents: compared(figures.wonCents),
    ggrCents: compared(figures.ggrCents),
    depositsCents: compared(figures.depositsCents),
    withdrawalsCents: compared(figures.withdrawalsCents),
    activeUsers: compared(figures.activeUsers),
    newUsers: compared(figures.newUsers),
    rtpPercent: compared(Rtp),
  },
  { title: 'ComparedTotals', description: 'All days of each range together' },
);

const range = {
  from: Type.String({ description: 'First day' }),
  to: Type.String({ description: 'Last day, included' }),
};

const exampleDay = {
  date: '2026-11-15',
  revenueCents: 250_000,
  profitCents: 130_000,
  wageredCents: 260_000,
  wonCents: 236_600,
  ggrCents: 23_400,
  depositsCents: 310_000,
  withdrawalsCents: 120_000,
  activeUsers: 84,
  newUsers: 7,
  rtpPercent: 91,
};
const { date: _, ...exampleTotals } = exampleDay;

export const ComparisonView = Type.Object(
  {
    ...range,
    before: Type.Object(range, { description: 'The range of the same length just before' }),
    totals: ComparedTotals,
    days: Type.Array(ComparedDay, { description: 'Every day of the range, the first one first' }),
    daysBefore: Type.Array(ComparedDay, { description: 'The same number of days before, in the same order' }),
  },
  {
    title: 'DaysCompared',
    description: 'A range of days beside the one before',
    examples: [
      {
        from: '2026-11-15',
        to: '2026-11-15',
        before: { from: '2026-11-14', to: '2026-11-14' },
        totals: Object.fromEntries(
          Object.entries(exampleTotals).map(([name, value]) => [name, { now: value, before: value }]),
        ),
        days: [exampleDay],
        daysBefore: [{ ...exampleDay, date: '2026-11-14' }],
      },
    ],
  },
);

type Figures = Omit<DayFigures, 'day'>;

const figuresView = (of: Figures) => ({
  revenueCents: Number(of.revenueCents),
  profitCents: Number(profitCents(of)),
  wageredCents: Number(of.wageredCents),
  wonCents: Number(of.wonCents),
  ggrCents: Number(ggrCents(of)),
  depositsCents: Number(of.depositsCents),
  withdrawalsCents: Number(of.withdrawalsCents),
  activeUsers: of.activeUsers,
  newUsers: of.newUsers,
  rtpPercent: rtpPercent(of),
});

const dayView = ({ day, ...of }: DayFigures): Static<typeof ComparedDay> => ({ date: day, ...figuresView(of) });

export function comparisonView(
  { from, to }: { from: Day; to: Day },
  { now, before }: Comparison,
): Static<typeof ComparisonView> {
  const totals = figuresView(totalsOfRange(now));
  const totalsBefore = figuresView(totalsOfRange(before));
  const beside = <Name extends keyof typeof totals>(name: Name) => ({ now: totals[name], before: totalsBefore[name] });
  return {
    from,
    to,
    before: daysBefore({ from, to }),
    totals: {
      revenueCents: beside('revenueCents'),
      profitCents: beside('profitCents'),
      wageredCents: beside('wageredCents'),
      wonCents: beside('wonCents'),
      ggrCents: beside('ggrCents'),
      depositsCents: beside('depositsCents'),
      withdrawalsCents: beside('withdrawalsCents'),
      activeUsers: beside('activeUsers'),
      newUsers: beside('newUsers'),
      rtpPercent: beside('rtpPercent'),
    },
    days: now.days.map(dayView),
    daysBefore: before.days.map(dayView),
  };
}
