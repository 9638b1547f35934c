import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../../test/support/app.ts';
import { openCommitCutter } from '../../../../../test/support/commit-cutter.ts';
import { createPlayer, type Person } from '../../../../../test/support/people.ts';
import { useApp } from '../../../../../test/support/use-app.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { assertOpeningsHold, createCase, open, type TestCase } from './test-support.ts';

/** Connections break at the commits of simultaneous openings. */
const PLAYERS = 8;
const PRICE_CENTS = 100;

const app = useApp(createTestApp);
let box: TestCase;
before(async () => {
  box = await createCase(app.db, { priceCents: PRICE_CENTS });
});

const openingsAndDebits = (userId: string) =>
  app.db.query(sql`
    select
      array(select nonce::int from case_openings where user_id = ${userId} order by id) as nonces,
      array(select amount_cents::int from transfers where user_id = ${userId} and type = 'CASE_OPEN') as debits,
      (select balance_cents::int from accounts where user_id = ${userId}) as balance_cents`);

/** Everybody asks once, in one turn of the event loop. */
async function openWhileCut(lost: 'commit' | 'answer', players: readonly Person[], headers: object = {}) {
  const cutter = await openCommitCutter(app.databaseUrl);
  const behindIt = await createTestApp({ databaseUrl: cutter.url });
  try {
    // Sessions are known afterwards, so that nothing but the opening waits.
    await Promise.all(players.map((each) => behindIt.http.inject({ url: '/api/auth/me', headers: each.headers })));
    cutter.cut(lost, /insert into case_openings/);
    const answers = await Promise.all(players.map((each) => open(behindIt, each, box.id, {}, headers)));
    return { statuses: answers.map(({ statusCode }) => statusCode), cuts: cutter.cuts() };
  } finally {
    await behindIt.close();
    await cutter.close();
  }
}

test('openings whose commit was done and its answer lost are not done again', async () => {
  const players = await Promise.all(Array.from({ length: PLAYERS }, () => createPlayer(app.db, 1_000)));
  const { statuses, cuts } = await openWhileCut('answer', players);
  assert.deepEqual(statuses, Array(PLAYERS).fill(503));
  for (const { userId } of players) {
    assert.deepEqual(await openingsAndDebits(userId), [{ nonces: [1], debits: [PRICE_CENTS], balanceCents: 900 }]);
  }
  assert.ok(cuts < PLAYERS, 'nobody’s opening was done together with another’s');
  await assertOpeningsHold(app.db);
});

test('openings whose commit never arrived have cost nothing', async () => {
  const players = await Promise.all(Array.from({ length: PLAYERS }, () => createPlayer(app.db, 1_000)));
  const { statuses } = await openWhileCut('commit', players);
  assert.deepEqual(statuses, Array(PLAYERS).fill(503));
  for (const { userId } of players) {
    assert.deepEqual(await openingsAndDebits(userId), [{ nonces: [], debits: [], balanceCents: 1_000 }]);
  }
  await assertOpeningsHold(app.db);
});

test('who has a key asks again after a lost answer and learns what was opened', async () => {
  const players = await Promise.all(Array.from({ length: 2 }, () => createPlayer(app.db, 1_000)));
  const key = { 'idempotency-key': 'mine' };
  const { statuses } = await openWhileCut('answer', players, key);
  assert.deepEqual(statuses, [503, 503]);
  for (const player of players) {
    const again = await open(app, player, box.id, {}, key);
    assert.deepEqual([again.statusCode, again.headers['idempotent-replayed']], [200, 'true'], again.body);
    assert.deepEqual(await openingsAndDebits(player.userId), [
      { nonces: [1], debits: [PRICE_CENTS], balanceCents: 900 },
    ]);
  }
});
