import { type Static, Type } from 'typebox';
import { listOf, listView, type PageRequest } from '../../../platform/lists.ts';
import { idOf, timeOf } from '../../../platform/schemas.ts';
import { countOf, ggrOf, stakesOf } from './analytics.rules.ts';
import { CentsNumber, Count, daysView, exampleDays, reportOf, totalOf } from './analytics.schemas.ts';
import type {
  ActivityDay,
  ActivityTotals,
  Amount,
  Finances,
  Stakes,
  TypeFigures,
  UserFigures,
} from './analytics.types.ts';
import type { Days } from './reports.ts';

// Users

export const ActivityRow = Type.Object(
  {
    day: Type.String({ description: 'The day of São Paulo' }),
    activeUsers: Count('Users who did anything'),
    newUsers: Count('Users who came'),
    retainedUsers: Count('Active users who were active on the day before, too'),
  },
  { title: 'ActivityDay', description: 'The users who were active on a day' },
);
export const UserStatsReport = reportOf(
  'UserStatsReport',
  ActivityRow,
  {
    total: Type.Object(
      {
        users: Count('All users, now'),
        activeUsers: Count('Users who did anything in these days, each once'),
        newUsers: Count('Users who came'),
        retainedUsers: Count('Active users who were active in as many days just before, too'),
      },
      { description: 'All days together' },
    ),
  },
  [
    {
      data: [{ day: '2026-11-15', activeUsers: 84, newUsers: 7, retainedUsers: 61 }],
      total: { users: 1_200, activeUsers: 310, newUsers: 52, retainedUsers: 204 },
    },
  ],
);

export function userStatsView(
  days: Days,
  { days: data, totals }: { days: readonly ActivityDay[]; totals: ActivityTotals },
): Static<typeof UserStatsReport> {
  return { ...daysView(days), data: [...data], total: { ...totals } };
}

// Money

export const FinanceRow = Type.Object(
  {
    figure: Type.String({ description: 'Which of them' }),
    count: Count('How many there are'),
    cents: CentsNumber('How much that is'),
  },
  { title: 'FinanceFigure', description: 'One of the figures' },
);
const amount = (description: string) =>
  Type.Object(
    { count: FinanceRow.properties.count, cents: FinanceRow.properties.cents },
    { title: 'Amount', description },
  );
export const FinancesView = Type.Object(
  {
    from: Type.String({ description: 'First day, of São Paulo' }),
    to: Type.String({ description: 'Last day, included; never after today' }),
    deposits: amount('Payments in during these days'),
    withdrawals: amount('Payments out during these days'),
    netDepositsCents: CentsNumber('Paid in less paid out'),
    holds: Type.Object(
      {
        made: amount('Money that was set aside for withdrawals during these days'),
        released: amount('Money that was given back during these days'),
        open: amount('Money that is set aside now'),
      },
      { description: 'Money that users have asked for, and that is neither theirs to play with nor paid out' },
    ),
    liabilities: Type.Object(
      {
        balances: amount('Number of accounts with money, and their balances'),
        inventory: amount('Items that users hold, also those that are locked or offered, at the values of now'),
        totalCents: CentsNumber('Both together'),
      },
      { description: 'Debt of the house to users now, without the money that is set aside' },
    ),
    asOf: timeOf('Time of the present figures'),
  },
  {
    title: 'FinancialOverview',
    examples: [
      {
        ...exampleDays,
        deposits: { count: 31, cents: 310_000 },
        withdrawals: { count: 4, cents: 120_000 },
        netDepositsCents: 190_000,
        holds: {
          made: { count: 6, cents: 150_000 },
          released: { count: 1, cents: 20_000 },
          open: { count: 1, cents: 10_000 },
        },
        liabilities: {
          balances: { count: 410, cents: 2_450_000 },
          inventory: { count: 5_120, cents: 7_310_000 },
          totalCents: 9_760_000,
        },
        asOf: '2026-11-15T12:00:00.000Z',
      },
    ],
  },
);

const amountView = ({ count, cents }: Amount) => ({ count, cents: Number(cents) });

export function financesView(days: Days, finances: Finances, asOf: Date): Static<typeof FinancesView> {
  const { deposits, withdrawals, balances, inventory } = finances;
  return {
    ...daysView(days),
    deposits: amountView(deposits),
    withdrawals: amountView(withdrawals),
    netDepositsCents: Number(deposits.cents - withdrawals.cents),
    holds: {
      made: amountView(finances.holdsMade),
      released: amountView(finances.holdsReleased),
      open: amountView(finances.holdsOpen),
    },
    liabilities: {
      balances: amountView(balances),
      inventory: amountView(inventory),
      totalCents: Number(balances.cents + inventory.cents),
    },
    asOf: asOf.toISOString(),
  };
}

/** As a table: a line for each figure. */
export function financeRows({ deposits, withdrawals, holds, liabilities }: Static<typeof FinancesView>) {
  const figures = {
    deposits,
    withdrawals,
    holdsMade: holds.made,
    holdsReleased: holds.released,
    holdsOpen: holds.open,
    balances: liabilities.balances,
    inventory: liabilities.inventory,
  };
  return Object.entries(figures).map(([figure, { count, cents }]) => ({ figure, count, cents }));
}

// Gross gaming revenue

const ggrFields = {
  plays: Count('How often was played; of battles each seat that a person played'),
  wageredCents: CentsNumber('Stakes'),
  wonCents: CentsNumber('Winnings, at their worth then'),
  ggrCents: CentsNumber('Stakes less winnings: the share of the house'),
};
const exampleGgr = { plays: 120, wageredCents: 100_000, wonCents: 91_250, ggrCents: 8_750 };

const ggrView = (plays: number, stakes: Stakes) => ({
  plays,
  wageredCents: Number(stakes.wageredCents),
  wonCents: Number(stakes.wonCents),
  ggrCents: Number(ggrOf(stakes)),
});

export const GgrRow = Type.Object(
  {
    day: Type.String({ description: 'The day of São Paulo' }),
    type: Type.String({ description: 'The game, such as CASES' }),
    ...ggrFields,
  },
  { title: 'GgrDay', description: 'The plays of a type on a day' },
);
export const GgrView = reportOf('GgrReport', GgrRow, { total: totalOf(ggrFields) }, [
  { data: [{ day: '2026-11-15', type: 'CASES', ...exampleGgr }], total: exampleGgr },
]);

export function ggrReport(days: Days, figures: readonly TypeFigures[]): Static<typeof GgrView> {
  return {
    ...daysView(days),
    data: figures.map((each) => ({ day: each.day, type: each.type, ...ggrView(each.plays, each) })),
    total: ggrView(
      countOf(figures, ({ plays }) => plays),
      stakesOf(figures),
    ),
  };
}

export const UserGgrRow = Type.Object(
  { userId: idOf('Id of the user'), username: Type.String({ description: 'Present name of the user' }), ...ggrFields },
  { title: 'UserGgr', description: 'The plays of a user, all games together' },
);
export const UserGgrView = reportOf('GgrByUser', UserGgrRow, { meta: listOf(UserGgrRow).properties.meta }, [
  { data: [{ userId: '1', username: 'Ana', ...exampleGgr }], meta: { page: 1, limit: 20, total: 1 } },
]);

export function userGgrReport(
  days: Days,
  { users, total }: { users: readonly UserFigures[]; total: number },
  page: PageRequest,
): Static<typeof UserGgrView> {
  const rows = users.map((each) => ({ userId: each.userId, username: each.username, ...ggrView(each.plays, each) }));
  return { ...daysView(days), ...listView(rows, page, total) };
}
