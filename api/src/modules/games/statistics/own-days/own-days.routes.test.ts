import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../../../../test/support/app.ts';
import { createPerson, type Person } from '../../../../../test/support/people.ts';
import { rollUps } from '../../../../app/modules.ts';
import { fixedClock } from '../../../../platform/clock.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { addDays, dayOf, dayStart } from '../../../../platform/days.ts';
import type { Id } from '../../../../platform/ids.ts';
import { rollUpDays } from '../../../../platform/roll-ups/roll-up-days.ts';
import { findViolations } from '../../../../verify/find-violations.ts';
import { createCase } from '../../cases/openings/test-support.ts';
import { insertPlays } from '../test-support.ts';

let app: TestApp;
let caseId: Id<'case'>;
// It stands still: the day of the tests is that of the server, also where one ends meanwhile.
const clock = fixedClock(new Date());
before(async () => {
  app = await createTestApp({ clock });
  caseId = (await createCase(app.db)).id;
});
after(async () => {
  try {
    assert.deepEqual(await findViolations(app.db), []);
  } finally {
    await app.close();
  }
});

const ask = (who: Person, path: string) => app.http.inject({ url: `/api/user/stats/${path}`, headers: who.headers });

const today = dayOf(clock.now());
/** At noon, so many days ago. */
const noon = (daysAgo: number) => new Date(dayStart(addDays(today, -daysAgo)).getTime() + 12 * 3_600_000).toISOString();

test('a session tells what was played since it began, and nothing of before', async () => {
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
