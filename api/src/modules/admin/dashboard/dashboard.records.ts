import { type TUnsafe, Type } from 'typebox';
import { dayRangeQuery } from '../../../platform/day-queries.ts';
import type { Day } from '../../../platform/days.ts';
import { type Cents, divideRounded } from '../../../platform/money.ts';
import {
  group,
  integer,
  listOf,
  number,
  orNull,
  part,
  record,
  type Static,
  string,
  time,
} from '../../../platform/record.ts';
import { idOf } from '../../../platform/schemas.ts';
import { RarityColorField, RarityField, rarityColorOf } from '../../assets/items/index.ts';
import type { WagerGame } from '../../games/rolls/index.ts';

export interface Days {
  from: Day;
  to: Day;
}

export interface BookedDay {
  day: Day;
  revenueCents: Cents;
  depositsCents: Cents;
  withdrawalsCents: Cents;
}

export interface UserCounts {
  total: number;
  active: number;
  activeBefore: number;
  created: number;
}

export interface Stats {
  users: UserCounts;
  days: readonly BookedDay[];
  pendingWithdrawals: number;
  /** Games without plays are absent. */
  rounds: ReadonlyMap<string, number>;
  mostDropped: TopItem | null;
  highestValue: TopItem | null;
  mostOpened: TopCase | null;
}

/** Rounds to 2 decimals, a half away from zero; 0 if there was nothing before. */
function growthPercent(now: bigint, before: bigint): number {
  return before === 0n ? 0 : Number(divideRounded((now - before) * 10_000n, before)) / 100;
}

export const profitOf = ({ revenueCents, withdrawalsCents }: Omit<BookedDay, 'day'>): Cents =>
  revenueCents - withdrawalsCents;

function totalsOf(days: readonly BookedDay[]) {
  const sum = (of: (day: BookedDay) => Cents) => days.reduce((total, day) => total + of(day), 0n);
  return {
    revenueCents: sum(({ revenueCents }) => revenueCents),
    profitCents: sum(profitOf),
    depositsCents: sum(({ depositsCents }) => depositsCents),
    withdrawalsCents: sum(({ withdrawalsCents }) => withdrawalsCents),
  };
}

/** Administrators' figures are JSON numbers, also of cents. */
export const centsNumber = (description: string, example: number): TUnsafe<Cents> =>
  Type.Unsafe<Cents>({ type: 'integer', description: `${description}, in BRL cents`, examples: [example] });

export const DEFAULT_DAYS = 1;

export const StatsQuery = dayRangeQuery(DEFAULT_DAYS, {});
export const ActivitiesQuery = dayRangeQuery(DEFAULT_DAYS, {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Entries at most' })),
});

const itemFields = {
  name: string('Display name', 'AK-47 | Redline (Field-Tested)'),
  rarity: Type.Unsafe<string>({ ...RarityField, examples: ['CLASSIFIED'] }),
  rarityColor: { ...RarityColorField, examples: ['#d32ce6'] },
};
const TopItem = record('TopItem', 'An item that stands out among those that were won in openings', {
  id: idOf('Id of the item in the catalogue'),
  name: itemFields.name,
  imageUrl: string('Its picture', 'https://items.example/1.png'),
  rarity: itemFields.rarity,
  rarityColor: itemFields.rarityColor,
  drops: integer('How often it was won in openings', 37),
  valueCents: centsNumber('Worth of the item when it was won; the highest one', 12_345),
});
export type TopItem = Omit<Static<typeof TopItem>, 'rarityColor'>;

const TopCase = record('TopCase', 'The case that was opened most', {
  id: idOf('Id of the case'),
  name: string('Display name', 'First'),
  imageUrl: string('Its picture', 'https://cases.example/1.png'),
  openings: integer('How often it was opened', 412),
});
export type TopCase = Static<typeof TopCase>;

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

export const statsSchema = (games: readonly WagerGame[]) =>
  record('DashboardStats', 'The figures of a range of days', statsFields(games));

export const overviewSchema = (games: readonly WagerGame[]) => {
  const fields = statsFields(games);
  return record('DashboardOverview', 'The same figures for three ranges, with the true number of upgrades', {
    today: group('Today', fields),
    last7Days: group('The last 7 days, today included', fields),
    last30Days: group('The last 30 days, today included', fields),
  });
};

const statsFields = (games: readonly WagerGame[]) => ({
  users: group('The numbers of users', {
    total: integer('All users', 1_200),
    activeToday: integer('Users active since the first day of the range, until now', 84),
    newToday: integer('Users who came since the first day of the range, until now', 7),
    growth: number(
      'Growth of active users over the range of the same length just before, in percent with 2 decimals; 0 if ' +
        'that had none',
      5,
    ),
  }),
  financial: group('The payments', {
    revenueToday: centsNumber('Payments from balances for play', 250_000),
    profitToday: centsNumber('The revenue less the withdrawals', 130_000),
    depositsToday: centsNumber('Payments in', 310_000),
    withdrawalsToday: centsNumber('Payments out', 120_000),
    pendingWithdrawals: integer('Withdrawals of money that wait for an administrator now, independent of the range', 2),
  }),
  games: group('The plays', {
    ...roundsOf(games, (_game, description) => integer(description, 640)),
    totalVolume: centsNumber('The same as the revenue', 250_000),
  }),
  topItems: group('The most notable records; of equal ones the oldest', {
    mostDropped: orNull(part(TopItem, 'Item'), 'Won most often; null where nothing was'),
    highestValue: orNull(part(TopItem, 'Item'), 'Worth most when it was won; null where nothing was'),
    mostOpened: orNull(part(TopCase, 'Case'), 'Opened most often; null where none was'),
  }),
});

const topItemView = (item: TopItem | null) =>
  item === null ? null : { ...item, rarityColor: rarityColorOf(item.rarity) };

export function statsView(stats: Stats, games: readonly WagerGame[]) {
  const { users, rounds, mostDropped, highestValue, mostOpened, pendingWithdrawals } = stats;
  const { revenueCents, profitCents, depositsCents, withdrawalsCents } = totalsOf(stats.days);
  return {
    users: {
      total: users.total,
      activeToday: users.active,
      newToday: users.created,
      growth: growthPercent(BigInt(users.active), BigInt(users.activeBefore)),
    },
    financial: {
      revenueToday: revenueCents,
      profitToday: profitCents,
      depositsToday: depositsCents,
      withdrawalsToday: withdrawalsCents,
      pendingWithdrawals,
    },
    games: { ...roundsOf(games, ({ name }) => rounds.get(name) ?? 0), totalVolume: revenueCents },
    topItems: { mostDropped: topItemView(mostDropped), highestValue: topItemView(highestValue), mostOpened },
  };
}

const RevenueDay = record('RevenueDay', 'A day on which something was booked', {
  date: string('The day of São Paulo', '2026-11-15'),
  revenue: centsNumber('Payments from balances for play', 250_000),
  profit: centsNumber('The revenue less the withdrawals', 130_000),
  deposits: centsNumber('Payments in', 310_000),
  withdrawals: centsNumber('Payments out', 120_000),
});
export const RevenueChart = record('RevenueChart', 'Revenue by day', {
  data: listOf(RevenueDay, 'Oldest first. A day without any transaction has no entry'),
  summary: group('All entries together', {
    totalRevenue: centsNumber('Sum of all entries', 250_000),
    totalProfit: centsNumber('Sum of all entries', 130_000),
    avgDailyRevenue: number('The revenue by entry, in BRL cents, not rounded', 250_000),
    growthRate: number(
      'Growth of the revenue over the range of the same length just before, in percent with 2 decimals; 0 if ' +
        'that had none',
      4.17,
    ),
  }),
});

export function revenueChartView(
  days: readonly BookedDay[],
  before: readonly BookedDay[],
): Static<typeof RevenueChart> {
  const { revenueCents, profitCents } = totalsOf(days);
  return {
    data: days.map((each) => ({
      date: each.day,
      revenue: each.revenueCents,
      profit: profitOf(each),
      deposits: each.depositsCents,
      withdrawals: each.withdrawalsCents,
    })),
    summary: {
      totalRevenue: revenueCents,
      totalProfit: profitCents,
      avgDailyRevenue: Number(revenueCents) / Math.max(days.length, 1),
      growthRate: growthPercent(revenueCents, totalsOf(before).revenueCents),
    },
  };
}

const ActivityView = record('Activity', 'Something that a user did', {
  id: idOf('Id of the line in the ledger'),
  type: Type.Unsafe<'CASE_OPEN' | 'DEPOSIT' | 'WITHDRAWAL_REQUEST'>({
    title: 'ActivityType',
    type: 'string',
    enum: ['CASE_OPEN', 'DEPOSIT', 'WITHDRAWAL_REQUEST'],
    description: 'Kind of the activity',
    examples: ['CASE_OPEN'],
  }),
  user: group('The user who did it', {
    id: idOf('Id of the user'),
    username: string('Present name of the user', 'Ana'),
  }),
  description: string('The same, for a person', 'Caixa aberta: First'),
  value: centsNumber('How much it was about', 1_000),
  item: Type.Optional(group('The item of an opening; of several the most valuable', itemFields)),
  createdAt: time('When'),
});
type ActivityView = Static<typeof ActivityView>;

/** As stored. */
export interface Activity extends Omit<ActivityView, 'user' | 'value' | 'item'> {
  userId: string;
  username: string;
  valueCents: Cents;
  itemName: string | null;
  itemRarity: string | null;
}

export const RecentActivity = record('RecentActivity', 'Recent activity of users', {
  activities: listOf(ActivityView, 'Newest first'),
});

export function activityView({ itemName: name, itemRarity: rarity, ...activity }: Activity): ActivityView {
  const { userId, username, valueCents } = activity;
  return {
    ...activity,
    user: { id: userId, username },
    value: valueCents,
    ...(name === null || rarity === null ? {} : { item: { name, rarity, rarityColor: rarityColorOf(rarity) } }),
  };
}
