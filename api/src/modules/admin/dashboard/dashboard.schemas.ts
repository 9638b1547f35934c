import { type Static, Type } from 'typebox';
import { dayRangeQuery } from '../../../platform/http/bodies/day-queries.ts';
import { idOf, orNull, timeOf } from '../../../platform/schemas.ts';
import { RarityColorField, RarityField, rarityColorOf } from '../../assets/items/index.ts';
import type { WagerGame } from '../../games/rolls/index.ts';
import { growthPercent, profitOf, totalsOf } from './dashboard.rules.ts';
import type { Activity, BookedDay, Stats, TopItem } from './dashboard.types.ts';

const Count = (description: string) => Type.Integer({ description });
/** Figures are JSON numbers, also of cents. */
const CentsNumber = (description: string) => Type.Integer({ description: `${description}, in BRL cents` });

/** Without `from` and `to` it is today. */
export const DEFAULT_DAYS = 1;

export const StatsQuery = dayRangeQuery(DEFAULT_DAYS, {});
export const ActivitiesQuery = dayRangeQuery(DEFAULT_DAYS, {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Entries at most' })),
});

const TopItemView = Type.Object(
  {
    id: idOf('Id of the item in the catalogue'),
    name: Type.String({ description: 'Display name' }),
    imageUrl: Type.String({ description: 'Its picture' }),
    rarity: Type.Unsafe<string>(RarityField),
    rarityColor: RarityColorField,
    drops: Count('How often it was won in openings'),
    valueCents: CentsNumber('Worth of the item when it was won; the highest one'),
  },
  { title: 'TopItem', description: 'An item that stands out among those that were won in openings' },
);
const TopCaseView = Type.Object(
  {
    id: idOf('Id of the case'),
    name: Type.String({ description: 'Display name' }),
    imageUrl: Type.String({ description: 'Its picture' }),
    openings: Count('How often it was opened'),
  },
  { title: 'TopCase', description: 'The case that was opened most' },
);

/** Each game has a field of its own, which it names. */
const statsFields = (games: readonly WagerGame[]) => ({
  users: Type.Object(
    {
      total: Count('All users'),
      activeToday: Count('Users active since the first day of the range, until now'),
      newToday: Count('Users who came since the first day of the range, until now'),
      growth: Type.Number({
        description:
          'Growth of active users over the range of the same length just before, in percent with 2 decimals; 0 if ' +
          'that had none',
      }),
    },
    { description: 'The numbers of users' },
  ),
  financial: Type.Object(
    {
      revenueToday: CentsNumber('Payments from balances for play'),
      profitToday: CentsNumber('The revenue less the withdrawals'),
      depositsToday: CentsNumber('Payments in'),
      withdrawalsToday: CentsNumber('Payments out'),
      pendingWithdrawals: Count('Withdrawals of money that wait for an administrator now, independent of the range'),
    },
    { description: 'The payments' },
  ),
  games: Type.Object(
    {
      ...roundsOf(games, (_game, description) => Count(description)),
      totalVolume: CentsNumber('The same as the revenue'),
    },
    { description: 'The plays' },
  ),
  topItems: Type.Object(
    {
      mostDropped: orNull(TopItemView, 'Won most often; null where nothing was'),
      highestValue: orNull(TopItemView, 'Worth most when it was won; null where nothing was'),
      mostOpened: orNull(TopCaseView, 'Opened most often; null where none was'),
    },
    { description: 'The most notable records; of equal ones the oldest' },
  ),
});

const roundsOf = <Value>(
  games: readonly WagerGame[],
  of: (game: WagerGame, description: string) => Value,
): Record<string, Value> =>
  Object.fromEntries(
    games.map((game) => {
      const [field, description] = game.stakes.figures.fields.today;
      return [field, of(game, description)];
    }),
  );

const exampleItem = {
  id: '1',
  name: 'AK-47 | Redline (Field-Tested)',
  imageUrl: 'https://items.example/1.png',
  rarity: 'CLASSIFIED',
  rarityColor: '#d32ce6',
  drops: 37,
  valueCents: 12_345,
};
const exampleStats = (games: readonly WagerGame[]) => ({
  users: { total: 1_200, activeToday: 84, newToday: 7, growth: 5 },
  financial: {
    revenueToday: 250_000,
    profitToday: 130_000,
    depositsToday: 310_000,
    withdrawalsToday: 120_000,
    pendingWithdrawals: 2,
  },
  games: { ...roundsOf(games, () => 640), totalVolume: 250_000 },
  topItems: {
    mostDropped: exampleItem,
    highestValue: exampleItem,
    mostOpened: { id: '1', name: 'First', imageUrl: 'https://cases.example/1.png', openings: 412 },
  },
});

export const statsSchema = (games: readonly WagerGame[]) =>
  Type.Object(statsFields(games), {
    title: 'DashboardStats',
    description: 'The figures of a range of days',
    examples: [exampleStats(games)],
  });

export function overviewSchema(games: readonly WagerGame[]) {
  const part = (description: string) => Type.Object(statsFields(games), { description });
  const example = exampleStats(games);
  return Type.Object(
    {
      today: part('Today'),
      last7Days: part('The last 7 days, today included'),
      last30Days: part('The last 30 days, today included'),
    },
    {
      title: 'DashboardOverview',
      description: 'The same figures for three ranges, with the true number of upgrades',
      examples: [{ today: example, last7Days: example, last30Days: example }],
    },
  );
}

const topItemView = (item: TopItem | null): Static<typeof TopItemView> | null => {
  if (item === null) return null;
  const { id, name, imageUrl, rarity, drops, bestValueCents } = item;
  const rarityColor = rarityColorOf(rarity);
  return { id, name, imageUrl, rarity, rarityColor, drops, valueCents: Number(bestValueCents) };
};

export function statsView(stats: Stats, games: readonly WagerGame[]) {
  const { users, rounds, mostOpened } = stats;
  const totals = totalsOf(stats.days);
  return {
    users: {
      total: users.total,
      activeToday: users.active,
      newToday: users.created,
      growth: growthPercent(BigInt(users.active), BigInt(users.activeBefore)),
    },
    financial: {
      revenueToday: Number(totals.revenueCents),
      profitToday: Number(totals.profitCents),
      depositsToday: Number(totals.depositsCents),
      withdrawalsToday: Number(totals.withdrawalsCents),
      pendingWithdrawals: stats.pendingWithdrawals,
    },
    games: {
      ...roundsOf(games, ({ name }) => rounds.get(name) ?? 0),
      totalVolume: Number(totals.revenueCents),
    },
    topItems: {
      mostDropped: topItemView(stats.mostDropped),
      highestValue: topItemView(stats.highestValue),
      mostOpened,
    },
  };
}

export const RevenueChartView = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          date: Type.String({ description: 'The day of São Paulo' }),
          revenue: CentsNumber('Payments from balances for play'),
          profit: CentsNumber('The revenue less the withdrawals'),
          deposits: CentsNumber('Payments in'),
          withdrawals: CentsNumber('Payments out'),
        },
        { title: 'RevenueDay', description: 'A day on which something was booked' },
      ),
      { description: 'Oldest first. A day without any transaction has no entry' },
    ),
    summary: Type.Object(
      {
        totalRevenue: CentsNumber('Sum of all entries'),
        totalProfit: CentsNumber('Sum of all entries'),
        avgDailyRevenue: Type.Number({ description: 'The revenue by entry, in BRL cents, not rounded' }),
        growthRate: Type.Number({
          description:
            'Growth of the revenue over the range of the same length just before, in percent with 2 decimals; 0 if ' +
            'that had none',
        }),
      },
      { description: 'All entries together' },
    ),
  },
  {
    title: 'RevenueChart',
    examples: [
      {
        data: [{ date: '2026-11-15', revenue: 250_000, profit: 130_000, deposits: 310_000, withdrawals: 120_000 }],
        summary: { totalRevenue: 250_000, totalProfit: 130_000, avgDailyRevenue: 250_000, growthRate: 4.17 },
      },
    ],
  },
);

export function revenueChartView(
  days: readonly BookedDay[],
  before: readonly BookedDay[],
): Static<typeof RevenueChartView> {
  const { revenueCents, profitCents } = totalsOf(days);
  return {
    data: days.map((each) => ({
      date: each.day,
      revenue: Number(each.revenueCents),
      profit: Number(profitOf(each)),
      deposits: Number(each.depositsCents),
      withdrawals: Number(each.withdrawalsCents),
    })),
    summary: {
      totalRevenue: Number(revenueCents),
      totalProfit: Number(profitCents),
      avgDailyRevenue: Number(revenueCents) / Math.max(days.length, 1),
      growthRate: growthPercent(revenueCents, totalsOf(before).revenueCents),
    },
  };
}

const ActivityView = Type.Object(
  {
    id: idOf('Id of the line in the ledger'),
    type: Type.Unsafe<Activity['type']>({
      title: 'ActivityType',
      type: 'string',
      enum: ['CASE_OPEN', 'DEPOSIT', 'WITHDRAWAL_REQUEST'],
      description: 'Kind of the activity',
    }),
    user: Type.Object(
      { id: idOf('Id of the user'), username: Type.String({ description: 'Present name of the user' }) },
      { description: 'The user who did it' },
    ),
    description: Type.String({ description: 'The same, for a person' }),
    value: CentsNumber('How much it was about'),
    item: Type.Optional(
      Type.Object(
        {
          name: Type.String({ description: 'Display name' }),
          rarity: Type.Unsafe<string>(RarityField),
          rarityColor: RarityColorField,
        },
        { description: 'The item of an opening; of several the most valuable' },
      ),
    ),
    createdAt: timeOf('When'),
  },
  { title: 'Activity', description: 'Something that a user did' },
);

export const ActivitiesView = Type.Object(
  { activities: Type.Array(ActivityView, { description: 'Newest first' }) },
  {
    title: 'RecentActivity',
    examples: [
      {
        activities: [
          {
            id: '90210',
            type: 'CASE_OPEN',
            user: { id: '1', username: 'Ana' },
            description: 'Caixa aberta: First',
            value: 1_000,
            item: { name: exampleItem.name, rarity: exampleItem.rarity, rarityColor: exampleItem.rarityColor },
            createdAt: '2026-11-15T12:00:00.000Z',
          },
        ],
      },
    ],
  },
);

export function activityView(activity: Activity): Static<typeof ActivityView> {
  const { id, type, userId, username, description, valueCents, itemName, itemRarity, createdAt } = activity;
  return {
    id,
    type,
    user: { id: userId, username },
    description,
    value: Number(valueCents),
    ...(itemName === null || itemRarity === null
      ? {}
      : { item: { name: itemName, rarity: itemRarity, rarityColor: rarityColorOf(itemRarity) } }),
    createdAt: createdAt.toISOString(),
  };
}
