import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { createPerson, type Person } from '../../../../test/support/people.ts';
import { useSoundApp } from '../../../../test/support/use-app.ts';
import { rollUps } from '../../../app/modules.ts';
import { fixedClock } from '../../../platform/clock.ts';
import { sql } from '../../../platform/database/sql.ts';
import { addDays, dayOf, dayStart } from '../../../platform/days.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts';
import type { Id } from '../../../platform/ids.ts';
import { rollUpDays } from '../../../platform/roll-ups/roll-up-days.ts';
import { createCase } from '../cases/openings/test-support.ts';
import { levelOf, playsOfNextLevel } from './statistics.records.ts';
import { insertPlays } from './test-support.ts';

// The clock stands still, so that no day ends during the tests.
const clock = fixedClock(new Date());
const app = useSoundApp(() => createTestApp({ clock }));
let caseId: Id<'case'>;
before(async () => {
  caseId = (await createCase(app.db)).id;
});

const statsOf = async (who: Person) => {
  const answer = await app.http.inject({ url: '/api/user/stats', headers: who.headers });
  assert.equal(answer.statusCode, 200);
  return answer.json();
};

test('a new user has played nothing', async () => {
  const { memberSince, lastActiveAt, ...figures } = await statsOf(await createPerson(app.db));
  for (const time of [memberSince, lastActiveAt]) assert.match(time, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  assert.partialDeepStrictEqual(figures, {
    activeSessions: 1,
    unreadNotifications: 0,
    casesOpened: 0,
    upgradesMade: 0,
    upgradesWon: 0,
    battlesPlayed: 0,
    battlesWon: 0,
    wageredCents: '0',
    wageredFormatted: 'R$ 0,00',
    wonCents: '0',
    wonFormatted: 'R$ 0,00',
    profitCents: '0',
    profitFormatted: 'R$ 0,00',
    bestWinCents: '0',
    bestWinFormatted: 'R$ 0,00',
    itemsAvailable: 0,
  });
});

test('plays count at once, and the same after their days are added up', async () => {
  const [who, other] = [await createPerson(app.db), await createPerson(app.db)];
  const stake = { itemsCents: 10_000, balanceCents: 0, targetCents: 90_000 };
  await insertPlays(app.db, [
    { kind: 'deposit', who, at: '2025-11-01T12:00:00Z', cents: 500_000 },
    { kind: 'opening', who, at: '2025-11-01T12:00:00Z', caseId, priceCents: 150_000, valueCents: 2_050 },
    { kind: 'upgrade', who, at: '2025-11-02T12:00:00Z', ...stake, won: true },
    { kind: 'upgrade', who, at: '2025-11-03T12:00:00Z', ...stake, balanceCents: 5_000, won: false },
    { kind: 'opening', who, at: '2025-11-03T12:00:00Z', caseId, priceCents: 1, valueCents: 100 },
    { kind: 'upgrade', who: other, at: '2025-11-03T12:00:00Z', ...stake, won: true },
  ]);
  const { memberSince, lastActiveAt, ...live } = await statsOf(who);
  assert.partialDeepStrictEqual(live, {
    activeSessions: 1,
    unreadNotifications: 0,
    casesOpened: 2,
    upgradesMade: 2,
    upgradesWon: 1,
    battlesPlayed: 0,
    battlesWon: 0,
    wageredCents: '175001',
    wageredFormatted: 'R$ 1.750,01',
    wonCents: '92150',
    wonFormatted: 'R$ 921,50',
    profitCents: '-82851',
    profitFormatted: '-R$ 828,51',
    bestWinCents: '90000',
    bestWinFormatted: 'R$ 900,00',
    itemsAvailable: 3,
  });
  for (const now of ['2025-11-02T12:00:00Z', '2025-11-03T12:00:00Z', '2025-11-10T12:00:00Z']) {
    await rollUpDays({ db: app.db, clock: fixedClock(now), rollUps });
    assert.deepEqual(await statsOf(who), { memberSince, lastActiveAt, ...live }, now);
  }
});

test('amounts beyond 2^53 are exact', async () => {
  const who = await createPerson(app.db);
  await app.db.query(sql`
    insert into user_days (day, user_id, game, plays, plays_won, wagered_cents, won_cents, best_win_cents, last_nonce)
    values ('2020-01-01', ${who.userId}, 'CASES', 1, 1, 1, 9007199254740994, 9007199254740993, 1)`);
  await app.db.query(sql`update accounts set nonce = 1 where user_id = ${who.userId}`);
  const { profitCents, bestWinFormatted } = await statsOf(who);
  assert.deepEqual([profitCents, bestWinFormatted], ['9007199254740993', 'R$ 90.071.992.547.409,93']);
  await app.db.query(sql`delete from user_days where user_id = ${who.userId}`);
  await app.db.query(sql`update accounts set nonce = 0 where user_id = ${who.userId}`);
});

test('sessions and unread notifications are counted', async () => {
  const who = await createPerson(app.db);
  await createPerson(app.db, { platformId: who.platformId });
  await app.db.query(sql`
    insert into notifications (user_id, type, title, message) values (${who.userId}, 'SYSTEM', 'Hello', 'There')`);
  const { activeSessions, unreadNotifications } = await statsOf(who);
  assert.deepEqual([activeSessions, unreadNotifications], [2, 1]);
});

test('figures are the caller’s alone: without a session there are none', async () => {
  assert.equal((await app.http.inject({ url: '/api/user/stats' })).statusCode, 401);
});

test('a level begins with exactly the plays that the one before named', () => {
  assert.equal(levelOf(0), 1);
  for (let level = 1; level < 200; level += 1) {
    const plays = playsOfNextLevel(level);
    assert.deepEqual([levelOf(plays - 1), levelOf(plays)], [level, level + 1]);
  }
});

const profileOf = (id: string) => app.http.inject({ url: `/api/users/${id}/profile` });
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

async function playedBy(who: Person): Promise<void> {
  const values = [100, 9_000, 300, 700, 500, 400, 8_000, 200];
  await insertPlays(app.db, [
    { kind: 'deposit', who, at: ago(60 * DAY_MS), cents: 500_000 },
    { kind: 'opening', who, at: ago(45 * DAY_MS), caseId, priceCents: 100, valueCents: 77_000 },
    ...values.map((valueCents, place) => ({
      kind: 'opening' as const,
      who,
      at: ago(2 * DAY_MS - place * MINUTE_MS),
      caseId,
      priceCents: 100,
      valueCents,
    })),
    { kind: 'opening', who, at: ago(1_000), caseId, priceCents: 100, valueCents: 66_000 },
  ]);
}

test('a profile shows name, level and recent best wins, and neither stakes nor wins whose reel may still turn', async () => {
  const who = await createPerson(app.db);
  await playedBy(who);
  await playedBy(await createPerson(app.db));
  const answer = await profileOf(who.userId);
  assert.equal(answer.statusCode, 200, answer.body);
  const { bestWins, username, memberSince, ...rest } = answer.json();
  assert.deepEqual(rest, { id: who.userId, avatarUrl: null, level: 2, nextLevelPlays: 40, plays: 10 });
  assert.equal(typeof username, 'string');
  assert.ok(Date.parse(memberSince) > 0);
  assert.deepEqual(
    bestWins.map((win: { userId: string; item: { valueCentsBrl: string } }) => [win.userId, win.item.valueCentsBrl]),
    ['9000', '8000', '700', '500', '400', '300'].map((cents) => [who.userId, cents]),
  );
  assert.doesNotMatch(answer.body, /platformId|tradeUrl|balance|wagered|nonce/);
});

test('a new user has level 1, a pause is not shown, and a user who cannot log in has no profile', async () => {
  const who = await createPerson(app.db);
  const { level, nextLevelPlays, plays, bestWins } = (await profileOf(who.userId)).json();
  assert.deepEqual([level, nextLevelPlays, plays, bestWins], [1, 10, 0, []]);
  const seen = (await profileOf(who.userId)).body;
  const paused = await app.http.inject({
    method: 'POST',
    url: '/api/user/self-exclusion',
    headers: who.headers,
    payload: { kind: 'PAUSE', days: 7, confirm: true },
  });
  assert.equal(paused.statusCode, 200, paused.body);
  assert.equal((await profileOf(who.userId)).body, seen);
  for (const status of ['SUSPENDED', 'BANNED']) {
    await app.db.query(sql`update users set status = ${status} where id = ${who.userId}`);
    assert.equal((await profileOf(who.userId)).statusCode, 404);
  }
  await app.db.query(sql`update users set status = 'ACTIVE' where id = ${who.userId}`);
  assert.equal((await profileOf('999999')).statusCode, 404);
  assert.equal((await profileOf('x')).statusCode, 400);
});

// These roll up every day until today, after which no earlier play may be added.
const ask = (who: Person, path: string) => app.http.inject({ url: `/api/user/stats/${path}`, headers: who.headers });

const today = dayOf(clock.now());
const noon = (daysAgo: number) => new Date(dayStart(addDays(today, -daysAgo)).getTime() + 12 * 3_600_000).toISOString();

test('the play of a session begins with its login', async () => {
  const who = await createPerson(app.db);
  const startedAt = noon(4);
  await app.db.query(sql`
    update sessions set created_at = ${startedAt}, expires_at = ${startedAt}::timestamptz + interval '604800 seconds'
    where id = ${who.sessionHash}`);
  await insertPlays(app.db, [
    { kind: 'deposit', who, at: noon(9), cents: 500_000 },
    { kind: 'opening', who, at: noon(5), caseId, priceCents: 9_000, valueCents: 100 },
    { kind: 'opening', who, at: noon(3), caseId, priceCents: 1_000, valueCents: 250 },
    { kind: 'opening', who, at: noon(2), caseId, priceCents: 1_000, valueCents: 500 },
  ]);
  assert.deepEqual((await ask(who, 'session')).json(), {
    startedAt,
    plays: 2,
    wageredCents: '2000',
    wonCents: '750',
    lostCents: '1250',
  });
  const other = await createPerson(app.db);
  assert.partialDeepStrictEqual((await ask(other, 'session')).json(), { plays: 0, lostCents: '0' });
});

test('each of the days is told, and is the same once it is added up', async () => {
  const who = await createPerson(app.db);
  const stake = { itemsCents: 10_000, balanceCents: 0, targetCents: 90_000 };
  await insertPlays(app.db, [
    { kind: 'deposit', who, at: noon(9), cents: 500_000 },
    { kind: 'opening', who, at: noon(8), caseId, priceCents: 700, valueCents: 650 },
    { kind: 'upgrade', who, at: noon(3), ...stake, won: true },
    { kind: 'opening', who, at: noon(3), caseId, priceCents: 1_000, valueCents: 250 },
    { kind: 'opening', who, at: noon(2), caseId, priceCents: 1_000, valueCents: 4_000 },
    { kind: 'upgrade', who, at: noon(2), ...stake, won: false },
  ]);
  const week = (await ask(who, 'daily?days=7')).json();
  const zero = { plays: 0, wageredCents: '0', wonCents: '0' };
  assert.deepEqual(week, {
    first: addDays(today, -6),
    last: today,
    days: [
      { date: addDays(today, -6), ...zero },
      { date: addDays(today, -5), ...zero },
      { date: addDays(today, -4), ...zero },
      { date: addDays(today, -3), plays: 2, wageredCents: '11000', wonCents: '90250' },
      { date: addDays(today, -2), plays: 2, wageredCents: '11000', wonCents: '4000' },
      { date: addDays(today, -1), ...zero },
      { date: today, ...zero },
    ],
    games: [
      { game: 'CASES', plays: 2, playsWon: 2, wageredCents: '2000', wonCents: '4250' },
      { game: 'UPGRADES', plays: 2, playsWon: 1, wageredCents: '20000', wonCents: '90000' },
    ],
  });
  const month = (await ask(who, 'daily')).json();
  assert.equal(month.days.length, 30);
  assert.equal(month.games[0].plays, 3);
  for (const daysAgo of [2, 1, 0]) {
    const now = fixedClock(dayStart(addDays(today, -daysAgo)).toISOString());
    await rollUpDays({ db: app.db, clock: now, rollUps });
    assert.deepEqual((await ask(who, 'daily?days=7')).json(), week, `after ${daysAgo}`);
  }
});

test('a number of days that is none is refused by name', async () => {
  const who = await createPerson(app.db);
  for (const days of ['0', '91', 'x', '1.5']) {
    const answer = await ask(who, `daily?days=${days}`);
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json().errors[0].field, 'days');
  }
});

test('figures are the caller’s alone: without a session there are none', async () => {
  for (const path of ['daily', 'session']) {
    assert.equal((await app.http.inject({ url: `/api/user/stats/${path}` })).statusCode, 401);
  }
});
