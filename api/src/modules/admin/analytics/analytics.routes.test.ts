import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { type Call, createCall } from '../../../../test/support/calls.ts';
import { insertActivity, insertBattle } from '../../../../test/support/past-days.ts';
import { createAdmin, createPerson, type Person } from '../../../../test/support/people.ts';
import { rollUps } from '../../../app/modules.ts';
import { fixedClock } from '../../../platform/clock.ts';
import { sql } from '../../../platform/database/sql.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import { rollUpDays } from '../../../platform/roll-ups/roll-up-days.ts';
import { findViolations } from '../../../verify/find-violations.ts';
import { createCase } from '../../games/cases/openings/test-support.ts';
import { insertPlays, type Play } from '../../games/statistics/test-support.ts';

const REPORTS = [
  'rtp-by-case',
  'battle-rtp',
  'upgrade-stats',
  'bot-profitability',
  'user-stats',
  'financial-overview',
  'ggr',
  'ggr-by-user',
];

const clock = fixedClock('2025-11-20T15:00:00Z');
let app: TestApp;
let call: Call;
let admin: Person;
let people: Person[];
let caseIds: Awaited<ReturnType<typeof createCase>>['id'][];
before(async () => {
  app = await createTestApp({ clock });
  call = createCall(app.http);
  admin = await createAdmin(app.db);
  people = [await createPerson(app.db), await createPerson(app.db), await createPerson(app.db)];
  caseIds = [(await createCase(app.db)).id, (await createCase(app.db)).id];
  await app.db.query(sql`delete from user_activity`);
});
after(async () => {
  try {
    const violations = await findViolations(app.db);
    assert.deepEqual(
      violations.filter(({ invariant }) => invariant.startsWith('the kept figures')),
      [],
    );
  } finally {
    await app.close();
  }
});

const get = async (path: string) => {
  const { status, body, text } = await call(admin, 'GET', `/admin/analytics/${path}`);
  assert.equal(status, 200, text);
  return body;
};
const getTable = async (path: string) => {
  const headers = { ...admin.headers, accept: 'text/csv' };
  const { statusCode, headers: sent, body } = await app.http.inject({ url: `/api/admin/analytics/${path}`, headers });
  assert.equal(statusCode, 200, body);
  return { sent, lines: body.split('\r\n') };
};

// The truth comes from the plays alone, by another calendar than the product's.

const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' });
const dayOfPlay = ({ at }: Play) => calendar.format(new Date(at));
type Game = Exclude<Play, { kind: 'deposit' }>;
const wageredOf = (play: Game) => (play.kind === 'opening' ? play.priceCents : play.itemsCents + play.balanceCents);
const wonOf = (play: Game) => (play.kind === 'opening' ? play.valueCents : play.won ? play.targetCents : 0);
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

function grouped(plays: readonly Game[], keyOf: (play: Game) => string) {
  return Object.fromEntries(
    [...Map.groupBy(plays, keyOf)].map(([key, group]) => [
      key,
      [group.length, sum(group.map(wageredOf)), sum(group.map(wonOf))],
    ]),
  );
}

interface Row extends Record<string, unknown> {
  wageredCents: number;
  wonCents: number;
}
const rowsBy = (rows: readonly Row[], keyOf: (row: Row) => unknown, count = 'plays') =>
  Object.fromEntries(rows.map((row) => [String(keyOf(row)), [row[count], row.wageredCents, row.wonCents]]));
const typeOf = ({ kind }: Game) => (kind === 'opening' ? 'CASES' : 'UPGRADES');
const bandOf = (play: Game) =>
  play.kind === 'opening' ? '' : String(Math.floor(Math.min(90, (wageredOf(play) * 90) / play.targetCents) / 10) * 10);

async function assertReports(all: readonly Play[], from: string, to: string): Promise<void> {
  const plays = all.filter((play) => dayOfPlay(play) >= from && dayOfPlay(play) <= to);
  const games = plays.filter((play) => play.kind !== 'deposit');
  const days = `?from=${from}&to=${to}`;
  const [ggr, byUser, byCase, upgrades, finances] = await Promise.all(
    ['ggr', 'ggr-by-user', 'rtp-by-case', 'upgrade-stats', 'financial-overview'].map((path) => get(`${path}${days}`)),
  );
  assert.deepEqual(
    rowsBy(ggr.data, ({ day, type }) => `${day} ${type}`),
    grouped(games, (play) => `${dayOfPlay(play)} ${typeOf(play)}`),
  );
  assert.deepEqual(
    rowsBy(byUser.data, ({ userId }) => userId),
    grouped(games, ({ who }) => who.userId),
  );
  assert.deepEqual(
    [ggr.total.ggrCents, sum(byUser.data.map(({ ggrCents }: { ggrCents: number }) => ggrCents))],
    Array(2).fill(sum(games.map(wageredOf)) - sum(games.map(wonOf))),
  );
  const openings = games.filter((play) => play.kind === 'opening');
  assert.deepEqual(
    rowsBy(byCase.data, ({ caseId }) => caseId),
    grouped(openings, (play) => (play.kind === 'opening' ? play.caseId : '')),
  );
  assert.deepEqual(
    rowsBy(upgrades.data, ({ fromPercent }) => fromPercent, 'upgrades'),
    grouped(
      games.filter(({ kind }) => kind === 'upgrade'),
      bandOf,
    ),
  );
  const deposits = plays.flatMap((play) => (play.kind === 'deposit' ? [play.cents] : []));
  assert.deepEqual(finances.deposits, { count: deposits.length, cents: sum(deposits) });
}

const anyMoment = fc.oneof(
  fc.nat(4 * DAY_MS - 1),
  // Midnights of São Paulo are at 03:00 UTC.
  fc.record({ day: fc.nat(3), before: fc.nat(1) }).map(({ day, before }) => day * DAY_MS + 3 * HOUR_MS - before),
);
const anyPlay = fc.record({
  who: fc.nat(2),
  moment: anyMoment,
  kind: fc.constantFrom('opening', 'upgrade', 'deposit'),
  caseIndex: fc.nat(1),
  cents: fc.integer({ min: 100, max: 5_000 }),
  more: fc.integer({ min: 1, max: 5_000 }),
  won: fc.boolean(),
});

test('kept days and days that are added up when asked give the same, which is the sum of the plays', async () => {
  let weekMs = Date.parse('2025-08-03T00:00:00Z');
  const someDays = fc.tuple(fc.nat(5), fc.nat(5)).map((days) => days.sort((one, other) => one - other));
  const history = fc.array(anyPlay, { minLength: 5, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(history, someDays, async (drawn, [first = 0, last = 0]) => {
      weekMs += 7 * DAY_MS;
      const dayAt = (days: number) => new Date(weekMs + days * DAY_MS).toISOString().slice(0, 10);
      const plays = drawn.map(({ who, moment, kind, caseIndex, cents, more, won }): Play => {
        const base = { who: people[who] as Person, at: new Date(weekMs + moment).toISOString() };
        if (kind === 'deposit') return { ...base, kind: 'deposit', cents };
        if (kind === 'upgrade') {
          // Items are a little of the target, so that the chance is never nothing.
          return { ...base, kind, itemsCents: cents, balanceCents: 0, targetCents: cents + more, won };
        }
        return { ...base, kind: 'opening', caseId: caseIds[caseIndex] as never, priceCents: cents, valueCents: more };
      });
      const paid: Play[] = people.map((who) => ({
        kind: 'deposit',
        who,
        at: new Date(weekMs).toISOString(),
        cents: 250_000,
      }));
      await insertPlays(app.db, [...plays, ...paid]);
      for (const closed of [null, 1, 6]) {
        if (closed !== null) {
          const noon = new Date(Date.parse(`${dayAt(closed)}T15:00:00Z`));
          await rollUpDays({ db: app.db, clock: fixedClock(noon), rollUps });
        }
        await assertReports([...plays, ...paid], dayAt(first - 1), dayAt(last - 1));
      }
    }),
    { numRuns: 3, endOnFailure: true },
  );
});

test('of battles people and bots are counted apart', async () => {
  const battle = { who: people[0] as Person, endedAt: '2025-11-19T12:00:00Z', entryCents: 1_000 };
  await insertBattle(app.db, { ...battle, mode: 'NORMAL', wonCents: 1_500, botWonCents: 0 });
  await insertBattle(app.db, { ...battle, mode: 'NORMAL', wonCents: 0, botWonCents: 1_700 });
  await insertBattle(app.db, { ...battle, mode: 'SHARED', wonCents: 600, botWonCents: 600 });
  const days = '?from=2025-11-19&to=2025-11-19';
  const { data, total } = await get(`battle-rtp${days}`);
  assert.deepEqual(data, [
    { mode: 'NORMAL', battles: 2, wageredCents: 2_000, wonCents: 1_500, rtpPercent: 75, ggrCents: 500 },
    { mode: 'SHARED', battles: 1, wageredCents: 1_000, wonCents: 600, rtpPercent: 60, ggrCents: 400 },
  ]);
  assert.deepEqual(total, { battles: 3, wageredCents: 3_000, wonCents: 2_100, rtpPercent: 70, ggrCents: 900 });
  const bots = await get(`bot-profitability${days}`);
  assert.deepEqual(bots.data[0], {
    mode: 'NORMAL',
    botSeats: 2,
    wageredCents: 2_000,
    wonCents: 1_700,
    profitCents: -300,
    returnPercent: 85,
  });
  assert.deepEqual(bots.total, {
    botSeats: 3,
    wageredCents: 3_000,
    wonCents: 2_300,
    profitCents: -700,
    returnPercent: 76.6667,
  });
  assert.deepEqual((await get(`ggr${days}`)).data, [
    { day: '2025-11-19', type: 'BATTLES', plays: 3, wageredCents: 3_000, wonCents: 2_100, ggrCents: 900 },
  ]);
});

test("a case's return stands beside its interval and its theoretical return", async () => {
  const { id } = await createCase(app.db, { priceCents: 20, widths: [5_000_000, 5_000_000] });
  const who = people[1] as Person;
  const at = (minute: number) => `2025-11-18T12:${String(minute).padStart(2, '0')}:00Z`;
  const openings = [10, 30, 10, 30].map((valueCents, minute): Play => {
    return { kind: 'opening', who, at: at(minute + 1), caseId: id, priceCents: 20, valueCents };
  });
  await insertPlays(app.db, [{ kind: 'deposit', who, at: at(0), cents: 1_000 }, ...openings]);
  const { data } = await get('rtp-by-case?from=2025-11-18&to=2025-11-18');
  const { name: _, ...row } = data[0];
  // The half width is 1.96 × 0.5773… ÷ 2 of a stake, since the returns spread by ±0.5.
  const half = ((1.959963984540054 * Math.sqrt(0.25 * (4 / 3))) / 2) * 100;
  assert.deepEqual(row, {
    caseId: id,
    status: 'ACTIVE',
    plays: 4,
    wageredCents: 80,
    wonCents: 80,
    rtpPercent: 100,
    ggrCents: 0,
    rtpLowPercent: Number((100 - half).toFixed(4)),
    rtpHighPercent: Number((100 + half).toFixed(4)),
    // The case costs 20 and holds items of 10 and of 20 cents, equally often.
    theoreticalRtpPercent: 75,
  });
});

test('users are told by day, and each once of all days', async () => {
  const [ana, bia, caio] = people as [Person, Person, Person];
  await insertActivity(app.db, '2025-11-13', [caio]);
  await insertActivity(app.db, '2025-11-15', [ana, bia]);
  await insertActivity(app.db, '2025-11-16', [ana]);
  await insertActivity(app.db, '2025-11-17', [ana, caio]);
  await app.db.query(sql`update users set created_at = ${'2025-11-16T02:59:59.999Z'} where id = ${bia.userId}`);
  await app.db.query(sql`update users set created_at = ${'2025-11-16T03:00:00Z'} where id = ${caio.userId}`);
  const { data, total } = await get('user-stats?from=2025-11-15&to=2025-11-17');
  assert.deepEqual(data, [
    { day: '2025-11-15', activeUsers: 2, newUsers: 1, retainedUsers: 0 },
    { day: '2025-11-16', activeUsers: 1, newUsers: 1, retainedUsers: 1 },
    { day: '2025-11-17', activeUsers: 2, newUsers: 0, retainedUsers: 1 },
  ]);
  const { users, ...counted } = total;
  assert.deepEqual(counted, { activeUsers: 3, newUsers: 2, retainedUsers: 1 });
  assert.equal(users, Number((await app.db.query<{ count: string }>(sql`select count(*) from users`))[0]?.count));
});

test('debts are the balances and items of users', async () => {
  const owed = async () => (await get('financial-overview?from=2025-11-20&to=2025-11-20')).liabilities;
  const before = await owed();
  const holder = await createPerson(app.db);
  const items = await app.db.query<{ id: string }>(sql`
    insert into items (name, market_hash_name, image_url, rarity, weapon_category, value_cents_brl)
    values ('Owed', 'Owed', 'https://items.example/1.png', 'COVERT', 'RIFLE', 700) returning id`);
  await app.db.query(sql`
    insert into inventory_items (user_id, item_id, status, source_type, source_id, source_index)
    select ${holder.userId}, ${items[0]?.id}, status, 'TEST', 'owed', row_number() over ()
    from unnest(array['AVAILABLE', 'LOCKED', 'IN_SWAP', 'SOLD', 'WITHDRAWN', 'USED_IN_UPGRADE', 'USED_IN_BATTLE']) status`);
  await app.db.query(sql`update accounts set balance_cents = 55 where user_id = ${holder.userId}`);
  const now = await owed();
  assert.deepEqual(
    [now.inventory.count - before.inventory.count, now.inventory.cents - before.inventory.cents],
    [3, 2_100],
  );
  assert.equal(now.balances.cents - before.balances.cents, 55);
  assert.equal(now.totalCents, now.balances.cents + now.inventory.cents);
});

test('every report is a table, too, where that is asked for', async () => {
  for (const path of REPORTS) {
    const { sent, lines } = await getTable(`${path}?from=2025-11-01&to=2025-11-19`);
    assert.equal(sent['content-type'], 'text/csv; charset=utf-8');
    assert.match(String(sent.vary), /\bAccept\b/);
    assert.equal(sent['content-disposition'], `attachment; filename="${path}_2025-11-01_2025-11-19.csv"`);
    const [header = '', ...rows] = lines;
    assert.match(header, /^[a-zA-Z]+(,[a-zA-Z]+)+$/, path);
    assert.equal(rows.pop(), '', 'each line has its end');
    const json = await get(`${path}?from=2025-11-01&to=2025-11-19`);
    assert.equal(rows.length, path === 'financial-overview' ? 7 : json.data.length, path);
  }
});

test('a name that a spreadsheet would compute is plain text in a table', async () => {
  const who = people[2] as Person;
  const at = '2025-11-14T12:00:00Z';
  await app.db.query(sql`update users set username = ${'=1+1, "two"'} where id = ${who.userId}`);
  await insertPlays(app.db, [
    { kind: 'deposit', who, at, cents: 100 },
    { kind: 'opening', who, at, caseId: caseIds[0] as never, priceCents: 10, valueCents: 15 },
  ]);
  const { lines } = await getTable('ggr-by-user?from=2025-11-14&to=2025-11-14');
  assert.deepEqual(lines, [
    'userId,username,plays,wageredCents,wonCents,ggrCents',
    `${who.userId},"'=1+1, ""two""",1,10,15,-5`,
    '',
  ]);
});

test('a page past the end is empty and knows the total', async () => {
  const at = '2025-11-12T12:00:00Z';
  const lost = [300, 100, 200];
  await insertPlays(
    app.db,
    people.flatMap((who, index): Play[] => [
      { kind: 'deposit', who, at, cents: 1_000 },
      { kind: 'opening', who, at, caseId: caseIds[0] as never, priceCents: lost[index] as number, valueCents: 0 },
    ]),
  );
  const page = (number: number) => get(`ggr-by-user?from=2025-11-12&to=2025-11-12&limit=2&page=${number}`);
  const ggrOf = ({ data }: { data: { ggrCents: number }[] }) => data.map(({ ggrCents }) => ggrCents);
  assert.deepEqual([ggrOf(await page(1)), ggrOf(await page(2))], [[300, 200], [100]]);
  const { data, meta } = await page(50);
  assert.deepEqual([data, meta], [[], { page: 50, limit: 2, total: 3 }]);
});

test('days that do not work are refused by every report, and named', async () => {
  for (const path of REPORTS) {
    for (const [days, field] of [
      ['from=2025-02-29', 'from'],
      ['to=2025-11-19T00:00:00Z', 'to'],
      ['from=2025-11-19&to=2025-11-18', 'from'],
      ['from=2024-11-01&to=2025-11-19', 'from'],
      ['from=2025-11-21', 'from'],
    ]) {
      const { status, body } = await call(admin, 'GET', `/admin/analytics/${path}?${days}`);
      assert.deepEqual([status, body.errors?.[0]?.field], [400, field], `${path} ${days}`);
    }
  }
});

test('days on which nothing happened give empty reports', async () => {
  for (const path of REPORTS) {
    const report = await get(`${path}?from=2024-01-01&to=2024-01-02`);
    assert.deepEqual([report.from, report.to], ['2024-01-01', '2024-01-02']);
    assert.deepEqual(report.data ?? [], [], path);
    if (path === 'rtp-by-case') assert.equal(report.total.rtpPercent, null);
  }
});

test('without days it is the last 30, and a day to come is today', async () => {
  const { from, to } = await get('ggr');
  assert.deepEqual([from, to], ['2025-10-22', '2025-11-20']);
  const cut = await get('ggr?from=2025-11-20&to=2025-11-30');
  assert.deepEqual([cut.from, cut.to], ['2025-11-20', '2025-11-20']);
});
