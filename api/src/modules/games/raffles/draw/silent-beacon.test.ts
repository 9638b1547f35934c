import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { decidingRound, publishedAt } from '@lisura/fairness';
import { createTestApp } from '../../../../../test/support/app.ts';
import { ALL_ROUNDS, createTestBeacon, TEST_CHAIN } from '../../../../../test/support/beacon.ts';
import { refusal } from '../../../../../test/support/calls.ts';
import { createPlayer } from '../../../../../test/support/people.ts';
import { testSilentBeacon } from '../../../../../test/support/silent-beacon.ts';
import { buildApp } from '../../../../app/app.ts';
import { fixedClock } from '../../../../platform/clock.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { DAY_MS } from '../../../../platform/durations.ts';
import { findViolations } from '../../../../verify/find-violations.ts';
import { TRIES } from '../../beacon/index.ts';
import { balanceOf, createRaffleCalls, endTime, useRaffles } from '../test-support.ts';

const clock = fixedClock(new Date());
const beacon = createTestBeacon();
const app = useRaffles(() => createTestApp({ beacon, clock }));
afterEach(async () => {
  Object.assign(beacon, { published: ALL_ROUNDS, fault: null, onRead: () => undefined });
  assert.deepEqual(await findViolations(app.db), []);
});

const { startInSilence } = testSilentBeacon(app, {
  name: 'raffle',
  waits: 'DRAWING',
  title: 'Sorteio cancelado',
  clock,
  beacon,
  start: async () => {
    const { id } = await app.calls.create({ maxTickets: 5, randomness: 'drand' });
    const players = [await createPlayer(app.db, 1_000), await createPlayer(app.db, 1_000)] as const;
    await app.calls.buy(players[0], id, 2);
    await app.calls.buy(players[1], id, 3);
    await app.calls.runJob('fix-ticket-list', id);
    const { body } = await app.calls.get(id);
    return { id, players, dueMs: Date.parse(body.beacon.dueAt) };
  },
  balances: { before: [1_000, 1_000], after: [800, 700] },
  balanceOf: (player) => balanceOf(app.db, player),
  sweep: () => app.calls.runJob('sweep-raffles', ''),
  reads: 1,
  end: async (id) => (await app.calls.draw(id)).status,
  refused: 409,
  read: async (id) => (await app.calls.get(id)).body,
  onCancel: () => undefined,
  onCancelled: ({ clientSeed, cancelledAt, closedAt }) => {
    assert.equal(clientSeed, null);
    assert.ok(cancelledAt !== null && closedAt !== null);
  },
});

test('a raffle whose source is taken away is paid back after a day', async (t) => {
  clock.set(new Date());
  const without = await buildApp({ ...app.deps, beacon: null });
  t.after(() => without.close());
  const { id } = await app.calls.create({ randomness: 'drand' });
  const buyer = await createPlayer(app.db, 1_000);
  await app.calls.buy(buyer, id, 2);
  await endTime(app.db, id);
  const otherCalls = await createRaffleCalls({ ...app, ...without, close: () => without.close() });
  await otherCalls.act(id, 'close');
  await otherCalls.runJob('sweep-raffles', '');
  assert.equal((await app.calls.get(id)).body.status, 'DRAWING');
  clock.advance(DAY_MS + 60_000);
  for (let tries = 1; tries < TRIES; tries += 1) await otherCalls.runJob('sweep-raffles', '');
  await otherCalls.runJob('sweep-raffles', '');
  assert.equal((await app.calls.get(id)).body.status, 'CANCELLED');
  assert.equal(await balanceOf(app.db, buyer), 1_000);
});

test('the round follows from the announced time, whenever a process comes to it, and a late list is told', async () => {
  clock.set(new Date());
  const { id } = await app.calls.create({
    randomness: 'drand',
    closesAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await app.calls.buy(await createPlayer(app.db, 1_000), id, 2);
  // Nothing ran for two hours after the time.
  await app.db.query(sql`
    update raffles set closes_at = closes_at - interval '3 hours' where id = ${id}`);
  await app.db.query(sql`alter table raffle_purchases disable trigger user`);
  await app.db.query(
    sql`update raffle_purchases set created_at = created_at - interval '3 hours' where raffle_id = ${id}`,
  );
  await app.db.query(sql`alter table raffle_purchases enable trigger user`);
  const { closesAt } = (await app.calls.get(id)).body;
  await app.calls.runJob('close-raffle-sales', id);
  await app.calls.runJob('fix-ticket-list', id);
  const { body } = await app.calls.get(id);
  assert.deepEqual([body.status, body.closedAt], ['DRAWING', closesAt]);
  const round = decidingRound(TEST_CHAIN, new Date(closesAt), 30);
  assert.deepEqual([body.beacon.round, body.beacon.dueAt], [round, publishedAt(TEST_CHAIN, round).toISOString()]);
  const alerts = await app.db.query(sql`
    select kind, (details ->> 'round')::int as round from alerts where key = ${id} and kind = 'RAFFLE_LIST_LATE'`);
  assert.deepEqual(alerts, [{ kind: 'RAFFLE_LIST_LATE', round }]);
  assert.equal((await app.calls.draw(id)).status, 200);
});

test('a list that is closed stays closed: nobody calls off what waits for its round', async () => {
  const { id } = await startInSilence();
  assert.deepEqual(refusal(await app.calls.act(id, 'cancel')), [409, 'Raffle is not on sale']);
});
