import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { insertActivity, insertBattle, insertWithdrawal } from '../../../../test/support/past-days.ts';
import { createAdmin, createPerson, createPlayer, type Person } from '../../../../test/support/people.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { rollUps } from '../../../app/modules.ts';
import { fixedClock } from '../../../platform/clock.ts';
import { sql } from '../../../platform/database/sql.ts';
import { addDays, dayOf } from '../../../platform/days.ts';
import { rollUpDays } from '../../../platform/roll-ups/roll-up-days.ts';
import { findViolations } from '../../../verify/find-violations.ts';
import { createCase, type TestCase } from '../../games/cases/openings/test-support.ts';
import { insertPlays, type Play } from '../../games/statistics/test-support.ts';

/**
 * The 4th of November 2018 has 23 hours, from 03:00 to 02:00 UTC; the 17th of February has 25, from 02:00 to 03:00 UTC.
 */
const clock = fixedClock('2018-11-06T15:00:00Z');
const app = useApp(() => createTestApp({ clock }));
let admin: Person;
let ana: Person;
let bia: Person;
let seller: Person;
let player: Person;
let cases: [TestCase, TestCase];
before(async () => {
  [admin, ana, bia] = [await createAdmin(app.db), await createPerson(app.db), await createPerson(app.db)];
  [seller, player] = [await createPerson(app.db), await createPlayer(app.db, 1_000)];
  cases = [await createCase(app.db), await createCase(app.db)];
  // New users would be active today by the database's clock.
  await app.db.query(sql`delete from user_activity`);
  await insertPlays(app.db, [...longestDay(), ...novemberDays()]);
  await insertWithdrawal(app.db, ana, 300, '2018-11-03T12:00:00Z', '2018-11-04T12:00:00Z');
  await insertBattle(app.db, {
    who: bia,
    mode: 'NORMAL',
    endedAt: '2018-11-04T12:00:00Z',
    entryCents: 40,
    wonCents: 10,
    botWonCents: 5,
  });
  await insertActivity(app.db, '2018-11-02', [ana, bia]);
  await insertActivity(app.db, '2018-11-03', [ana]);
  await insertActivity(app.db, '2018-11-04', [ana, bia, admin]);
  await insertActivity(app.db, '2018-11-06', [bia]);
  await app.db.query(sql`
    update users set created_at = ${'2018-11-04T02:59:59.999Z'} where id = ${bia.userId}`);
  await app.db.query(sql`update users set created_at = ${'2018-11-05T02:00:00Z'} where id = ${ana.userId}`);
});

const opening = (who: Person, at: string, priceCents: number, valueCents: number, which: 0 | 1 = 0): Play => ({
  kind: 'opening',
  who,
  at,
  caseId: cases[which].id,
  priceCents,
  valueCents,
});

/** One play is at either end of the longest day, and one just outside. */
const longestDay = (): Play[] => [
  { kind: 'deposit', who: ana, at: '2018-02-16T12:00:00Z', cents: 100_000 },
  opening(ana, '2018-02-17T01:59:59.999Z', 1, 1),
  opening(ana, '2018-02-17T02:00:00Z', 10, 1),
  opening(ana, '2018-02-18T02:59:59.999Z', 100, 1),
  opening(ana, '2018-02-18T03:00:00Z', 1_000, 1),
];

/** They end with a day without bookings, and today. */
const novemberDays = (): Play[] => [
  { kind: 'deposit', who: bia, at: '2018-11-03T10:00:00Z', cents: 50_000 },
  opening(ana, '2018-11-04T02:59:59.999Z', 7, 1, 1),
  opening(ana, '2018-11-04T03:00:00Z', 20, 500),
  opening(bia, '2018-11-05T01:59:59.999Z', 200, 40),
  opening(bia, '2018-11-06T02:00:00Z', 2_000, 30, 1),
  opening(bia, '2018-11-06T02:00:01Z', 2_000, 900, 1),
  ...[true, false].map((won): Play => {
    const stake = { itemsCents: 300, balanceCents: 50, targetCents: 900 };
    return { kind: 'upgrade', who: ana, at: '2018-11-06T14:00:00Z', ...stake, won };
  }),
];

const get = async (path: string) => {
  const { status, body, text } = await app.call(admin, 'GET', `/admin/dashboard/${path}`);
  assert.equal(status, 200, text);
  return body;
};
const chartOf = (from: string, to: string) => get(`revenue-chart?from=${from}&to=${to}`);
const day = (date: string, revenue: number, more: { deposits?: number; withdrawals?: number } = {}) => {
  const { deposits = 0, withdrawals = 0 } = more;
  return { date, revenue, profit: revenue - withdrawals, deposits, withdrawals };
};

const november = () => [
  day('2018-11-03', 7, { deposits: 50_000 }),
  day('2018-11-04', 20 + 200 + 40, { withdrawals: 300 }),
  day('2018-11-06', 4_000 + 100),
];

test('the chart has an entry for each day on which anything was booked, and no other', async () => {
  const { data, summary } = await chartOf('2018-11-02', '2018-11-06');
  assert.deepEqual(data, november());
  const totalRevenue = 7 + 260 + 4_100;
  assert.deepEqual(summary, {
    totalRevenue,
    totalProfit: totalRevenue - 300,
    avgDailyRevenue: totalRevenue / 3,
    growthRate: 0,
  });
});

test('a day of money that is no revenue has an entry of zeros', async () => {
  const { data } = await chartOf('2018-02-16', '2018-02-16');
  assert.deepEqual(data, [day('2018-02-16', 1, { deposits: 100_000 })]);
  await app.db.query(sql`
    insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason, created_at)
    values (${seller.userId}, 'SYSTEM', 'USER', 5, 'ITEM_SALE', 'Sold', '2018-11-01T12:00:00Z')`);
  assert.deepEqual((await chartOf('2018-11-01', '2018-11-02')).data, [day('2018-11-01', 0)]);
});

test('the shortest and the longest day have exact figures, to the millisecond', async () => {
  assert.deepEqual((await chartOf('2018-11-04', '2018-11-04')).data, [november()[1]]);
  assert.deepEqual((await chartOf('2018-02-17', '2018-02-17')).data, [day('2018-02-17', 110)]);
});

test('an empty range has no entries, and averages nothing', async () => {
  assert.deepEqual(await chartOf('2018-10-01', '2018-10-07'), {
    data: [],
    summary: { totalRevenue: 0, totalProfit: 0, avgDailyRevenue: 0, growthRate: 0 },
  });
});

test('growth is measured against as many days just before', async () => {
  // The two days have 4,100, the two before 267.
  const { summary } = await chartOf('2018-11-05', '2018-11-06');
  assert.equal(summary.growthRate, Number(((4_100 / 267 - 1) * 100).toFixed(2)));
  assert.equal((await chartOf('2018-11-05', '2018-11-05')).summary.growthRate, -100);
});

test('without from and to it is today', async () => {
  assert.deepEqual((await get('revenue-chart')).data, [november()[2]]);
  const stats = await get('stats');
  assert.deepEqual(stats.financial, {
    revenueToday: 4_100,
    profitToday: 4_100,
    depositsToday: 0,
    withdrawalsToday: 0,
    pendingWithdrawals: 0,
  });
  assert.partialDeepStrictEqual(stats.games, {
    casesOpenedToday: 2,
    battlesToday: 0,
    upgradesToday: 0,
    totalVolume: 4_100,
  });
});

test('the stats of a range are those of its days', async () => {
  const { users, financial, games, topItems } = await get('stats?from=2018-11-03&to=2018-11-04');
  assert.deepEqual(financial, {
    revenueToday: 267,
    profitToday: -33,
    depositsToday: 50_000,
    withdrawalsToday: 300,
    pendingWithdrawals: 0,
  });
  assert.partialDeepStrictEqual(games, { casesOpenedToday: 3, battlesToday: 1, upgradesToday: 0, totalVolume: 267 });
  // Three were active since the 3rd, two on the 1st and 2nd; both are new since the 3rd.
  const total = Number((await app.db.query<{ count: string }>(sql`select count(*) from users`))[0]?.count);
  assert.deepEqual(users, { total, activeToday: 3, newToday: 2, growth: 50 });
  assert.equal(topItems.mostOpened.id, cases[0].id);
  assert.deepEqual([topItems.mostOpened.openings, topItems.highestValue.valueCents], [2, 500]);
  const drops = await app.db.query<{ id: string; drops: string }>(sql`
    select item_id as id, count(*) as drops from case_openings
    where created_at >= '2018-11-03T03:00:00Z' and created_at < '2018-11-05T02:00:00Z'
    group by 1 order by 2 desc, 1 limit 1`);
  assert.deepEqual([topItems.mostDropped.id, String(topItems.mostDropped.drops)], [drops[0]?.id, drops[0]?.drops]);
});

test('active and new users count from the first day on, without an end', async () => {
  const usersOf = async (days: string) => (await get(`stats?${days}`)).users;
  const only = await usersOf('from=2018-11-04&to=2018-11-04');
  assert.deepEqual(only.newToday, 1, 'who came at the end of the 3rd is not, who came on the 5th is');
  const open = await usersOf('from=2018-11-04&to=2018-11-06');
  assert.deepEqual([open.activeToday, open.newToday], [only.activeToday, only.newToday]);
  // Ana alone played on the 3rd, both on the 1st to the 3rd.
  assert.deepEqual([only.growth, open.growth], [200, 50]);
  assert.equal((await usersOf('from=2018-10-01&to=2018-10-01')).growth, 0, 'nobody was there before');
});

test('without wins the top items are null', async () => {
  const { topItems } = await get('stats?from=2018-10-01&to=2018-10-02');
  assert.deepEqual(topItems, { mostDropped: null, highestValue: null, mostOpened: null });
});

test('the overview has the same figures of three ranges, with the upgrades', async () => {
  const { today, last7Days, last30Days } = await get('overview');
  const stats = await get('stats?from=2018-10-31&to=2018-11-06');
  assert.deepEqual(last7Days, { ...stats, games: { ...stats.games, upgradesToday: 2 } });
  assert.equal(today.games.upgradesToday, 2);
  assert.equal(last30Days.games.casesOpenedToday, 5);
});

test('recent activity lists actions of users, newest first', async () => {
  const { activities } = await get('recent-activity?from=2018-11-03&to=2018-11-04');
  const [first] = activities;
  assert.deepEqual(
    activities.map(({ type, user, value }: { type: string; user: { id: string }; value: number }) => [
      type,
      user.id,
      value,
    ]),
    [
      ['CASE_OPEN', bia.userId, 200],
      ['CASE_OPEN', ana.userId, 20],
      ['CASE_OPEN', ana.userId, 7],
      ['WITHDRAWAL_REQUEST', ana.userId, 300],
      ['DEPOSIT', bia.userId, 50_000],
    ],
  );
  assert.deepEqual(Object.keys(first).sort(), ['createdAt', 'description', 'id', 'item', 'type', 'user', 'value']);
  assert.deepEqual([first.createdAt, first.item.rarity], ['2018-11-05T01:59:59.999Z', 'CLASSIFIED']);
  assert.equal(activities[3].item, undefined);
  const newest = (await get('recent-activity?from=2018-11-03&to=2018-11-04&limit=2')).activities;
  assert.deepEqual(newest, activities.slice(0, 2));
  assert.deepEqual((await get('recent-activity?from=2018-10-01&to=2018-10-01')).activities, []);
});

test('cases that were opened at once are one activity, with the best of their items', async () => {
  const { body } = await app.call(player, 'POST', `/cases/${cases[0].id}/open`, { quantity: 3 });
  // The catalogue's cents are tens, by the number in the name.
  const best = body.openings
    .map(({ item }: { item: { name: string } }) => item.name)
    .sort()
    .at(-1);
  clock.set(new Date());
  const today = dayOf(clock.now());
  // The opening may have been on the day before this one.
  const { activities } = await get(`recent-activity?from=${addDays(today, -1)}&to=${today}&limit=1`);
  clock.set('2018-11-06T15:00:00Z');
  assert.deepEqual(
    [activities[0].type, activities[0].value, activities[0].item.name, activities[0].user.id],
    ['CASE_OPEN', 300, best, player.userId],
  );
});

test('days stand beside as many days before, each with its figures', async () => {
  const { from, to, before: earlier, totals, days, daysBefore } = await get('comparison?from=2018-11-04&to=2018-11-06');
  assert.deepEqual([from, to, earlier], ['2018-11-04', '2018-11-06', { from: '2018-11-01', to: '2018-11-03' }]);
  assert.deepEqual(
    [days, daysBefore].map((list) => list.map(({ date }: { date: string }) => date)),
    [
      ['2018-11-04', '2018-11-05', '2018-11-06'],
      ['2018-11-01', '2018-11-02', '2018-11-03'],
    ],
  );
  assert.deepEqual(days[0], {
    date: '2018-11-04',
    revenueCents: 260,
    profitCents: -40,
    wageredCents: 260,
    wonCents: 550,
    ggrCents: -290,
    depositsCents: 0,
    withdrawalsCents: 300,
    activeUsers: 3,
    newUsers: 0,
    rtpPercent: 211.5385,
  });
  const empty = days[1];
  assert.deepEqual([empty.revenueCents, empty.wageredCents, empty.rtpPercent], [0, 0, null]);
  assert.deepEqual(totals.revenueCents, { now: 4_360, before: 7 });
  assert.deepEqual(totals.depositsCents, { now: 0, before: 50_000 });
  assert.deepEqual(totals.withdrawalsCents, { now: 300, before: 0 });
  // Ana, Bia and the administrator are now active, Ana and Bia were before.
  assert.deepEqual(totals.activeUsers, { now: 3, before: 2 });
});

for (const [query, ...faults] of [
  ['from=2018-02-30', 'from'],
  ['from=yesterday&to=2018-13-01', 'from', 'to'],
  ['from=2018-11-04T00:00:00-03:00', 'from'],
  ['from=', 'from'],
  ['to=0001-01-01', 'to'],
  ['from=2018-11-05&to=2018-11-04', 'from'],
  ['from=2017-11-04&to=2018-11-06', 'from'],
  ['from=1900-01-01&to=2999-12-31', 'from'],
  ['from=2018-11-07', 'from'],
  ['from=2018-11-07&to=2018-11-09', 'from'],
  ['from=2018-11-09&to=2018-11-08', 'from'],
  ['from=2018-11-09&to=2018-11-04', 'from'],
] as const) {
  test(`${query} is refused for ${faults.join(' and ')}`, async () => {
    for (const path of ['stats', 'revenue-chart', 'recent-activity', 'comparison']) {
      const { status, body } = await app.call(admin, 'GET', `/admin/dashboard/${path}?${query}`);
      assert.equal(status, 400, path);
      assert.deepEqual(
        body.errors.map(({ field }: { field: string }) => field),
        faults,
      );
    }
  });
}

test('a year with a leap day may be asked for, and a last day that is yet to come is today', async () => {
  assert.equal((await app.call(admin, 'GET', '/admin/dashboard/stats?from=2017-11-06&to=2018-11-06')).status, 200);
  assert.deepEqual(await chartOf('2018-11-04', '2018-12-31'), await chartOf('2018-11-04', '2018-11-06'));
  // The answer is limited to the days until today.
  assert.deepEqual(await chartOf('2018-11-04', '2999-12-31'), await chartOf('2018-11-04', '2018-11-06'));
  assert.deepEqual(await get('revenue-chart?to=2018-11-09'), await get('revenue-chart'));
});

test('a number of entries that is none is refused', async () => {
  for (const limit of ['0', '101', '1.5', 'all']) {
    assert.equal((await app.call(admin, 'GET', `/admin/dashboard/recent-activity?limit=${limit}`)).status, 400, limit);
  }
});

test('the answers are the same once days are added up, of whichever days they are', async () => {
  const paths = [
    'overview',
    'stats?from=2018-11-03&to=2018-11-04',
    'revenue-chart?from=2018-11-01&to=2018-11-06',
    'revenue-chart?from=2018-02-16&to=2018-02-18',
    'stats?from=2018-02-17&to=2018-02-17',
    'comparison?from=2018-11-04&to=2018-11-06',
  ];
  const live = await Promise.all(paths.map(get));
  // The days before and after the rolled-up ones are added up when asked.
  for (const days of [['2018-11-03'], ['2018-11-04', '2018-11-05']]) {
    await rollTo(days);
    assert.deepEqual(await Promise.all(paths.map(get)), live, days.join());
  }
  const kept = (await findViolations(app.db)).filter(({ invariant }) => invariant.startsWith('the kept figures'));
  assert.deepEqual(kept, []);
});

async function rollTo(days: readonly string[]): Promise<void> {
  const firstMoment = sql`select timestamptz '2018-11-03T12:00:00Z'`;
  const since = rollUps.map((each) => ({ ...each, firstMoment }));
  const last = days.at(-1) as string;
  const next = new Date(Date.parse(`${last}T12:00:00Z`) + 24 * 3_600_000);
  await rollUpDays({ db: app.db, clock: fixedClock(next), rollUps: since });
  const rolled = await app.db.query<{ day: string }>(sql`select max(day)::text as day from rolled_days`);
  assert.equal(rolled[0]?.day, last);
}
