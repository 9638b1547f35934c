import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { closeSound } from '../../../../test/support/close-sound.ts';
import { createPerson, type Person } from '../../../../test/support/people.ts';
import { rollUps } from '../../../app/modules.ts';
import { fixedClock } from '../../../platform/clock.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { rollUpDays } from '../../../platform/roll-ups/roll-up-days.ts';
import { createCase } from '../cases/openings/test-support.ts';
import { insertPlays } from './test-support.ts';

let app: TestApp;
let caseId: Id<'case'>;
before(async () => {
  app = await createTestApp();
  caseId = (await createCase(app.db)).id;
});
after(() => closeSound(app));

const statsOf = async (who: Person) => {
  const answer = await app.http.inject({ url: '/api/user/stats', headers: who.headers });
  assert.equal(answer.statusCode, 200);
  return answer.json();
};

test('who is new has played nothing', async () => {
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

test('what was played is told at once, and is the same once its days are added up', async () => {
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
