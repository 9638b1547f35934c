import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { createAdmin, createPerson, createPlayer } from '../../../../test/support/people.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { insertNotifications } from '../../people/notifications/index.ts';
import { suspend } from '../../trade/suspensions/test-support.ts';
import { permissionsOf, reachedOf } from './visitor.records.ts';

const app = useApp(() => createTestApp({ environment: { RATE_LIMIT_AUTH: '1' } }));

const NOBODY = {
  user: null,
  balanceCents: null,
  debtCents: null,
  unreadNotifications: 0,
  limitsReached: [],
  exclusion: null,
  ageConfirmedAt: null,
  permissions: [],
};

test('nobody is a success', async () => {
  const answer = await app.call(null, 'GET', '/auth/session');
  const { serverTime, ...rest } = answer.body;
  assert.deepEqual([answer.status, rest], [200, NOBODY]);
  assert.equal(new Date(serverTime).toISOString(), serverTime);
});

test('a session that has ended, or never was, is nobody too', async () => {
  const person = await createPerson(app.db);
  await app.db.query(sql`delete from sessions where id = ${person.sessionHash}`);
  assert.equal((await app.call(person, 'GET', '/auth/session')).body.user, null);
  const cookie = { cookie: 'sessionId=nonsense' };
  assert.equal((await app.call(null, 'GET', '/auth/session', undefined, cookie)).body.user, null);
});

test('who is logged in sees everything that a page shows of them, as often as they reload', async () => {
  const player = await createPlayer(app.db, 5000);
  const words = { userId: player.userId, title: 'Olá', message: 'Olá', en: { title: 'Hi', message: 'Hi' } };
  await transaction(app.db, (tx) => insertNotifications(tx, [words, words]));
  for (let load = 0; load < 12; load += 1) {
    const { status, body } = await app.call(player, 'GET', '/auth/session');
    assert.equal(status, 200);
    assert.equal(body.user.id, player.userId);
    assert.deepEqual(
      [body.balanceCents, body.debtCents, body.unreadNotifications, body.limitsReached, body.permissions],
      ['5000', '0', 2, [], ['PLAY', 'WITHDRAW']],
    );
  }
});

test('a limit that is used up, a pause and a suspension show', async () => {
  const player = await createPlayer(app.db, 5000);
  await app.call(player, 'PUT', '/user/limits', { wager: { dayCents: '0' } });
  const limited = (await app.call(player, 'GET', '/auth/session')).body;
  assert.deepEqual(
    limited.limitsReached.map(({ kind, period, limitCents }: Record<string, string>) => [kind, period, limitCents]),
    [['WAGER', 'DAY', '0']],
  );
  await app.call(player, 'POST', '/user/self-exclusion', { kind: 'PAUSE', days: 1, confirm: true });
  const paused = (await app.call(player, 'GET', '/auth/session')).body;
  assert.equal(paused.exclusion.kind, 'PAUSE');
  assert.deepEqual(paused.permissions, ['WITHDRAW']);
  await suspend(app.db, player.userId);
  assert.deepEqual((await app.call(player, 'GET', '/auth/session')).body.permissions, []);
});

test('an administrator may administer', async () => {
  const { body } = await app.call(await createAdmin(app.db), 'GET', '/auth/session');
  assert.deepEqual(body.permissions, ['PLAY', 'WITHDRAW', 'ADMINISTER']);
});

test('the answer is kept by nobody on the way', async () => {
  const { headers } = await app.http.inject({ url: '/api/auth/session' });
  assert.equal(headers['cache-control'], 'no-store');
});

const player = { role: 'USER', isBarred: false, isSuspended: false, canDeposit: true } as const;

test('what a page may offer follows from what stands in the way', () => {
  assert.deepEqual(permissionsOf(player), ['PLAY', 'DEPOSIT', 'WITHDRAW']);
  assert.deepEqual(permissionsOf({ ...player, isBarred: true }), ['WITHDRAW']);
  assert.deepEqual(permissionsOf({ ...player, isSuspended: true }), ['PLAY', 'DEPOSIT']);
  assert.deepEqual(permissionsOf({ ...player, canDeposit: false }), ['PLAY', 'WITHDRAW']);
  assert.deepEqual(permissionsOf({ ...player, role: 'ADMIN' }), ['PLAY', 'DEPOSIT', 'WITHDRAW', 'ADMINISTER']);
});

test('a limit is reached when nothing is left of it', () => {
  const limit = { kind: 'WAGER', period: 'DAY', next: null, endsAt: new Date() } as const;
  const reached = (limitCents: bigint | null, usedCents: bigint | null) =>
    reachedOf([{ ...limit, limitCents, usedCents }]).length === 1;
  assert.ok(!reached(100n, 99n));
  assert.ok(reached(100n, 100n));
  assert.ok(reached(0n, null), 'a limit of nothing');
  assert.ok(!reached(null, 10n), 'no limit');
  assert.ok(!reached(100n, -5n), 'who has won');
});
