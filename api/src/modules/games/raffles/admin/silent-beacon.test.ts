import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { decidingRound, publishedAt } from '@lisura/fairness';
import { createTestApp, type TestApp } from '../../../../../test/support/app.ts';
import { ALL_ROUNDS, createTestBeacon, TEST_CHAIN } from '../../../../../test/support/beacon.ts';
import { refusal } from '../../../../../test/support/calls.ts';
import { meetAt } from '../../../../../test/support/meet-at.ts';
import { createPlayer, type Person } from '../../../../../test/support/people.ts';
import { buildApp } from '../../../../app/app.ts';
import { fixedClock } from '../../../../platform/clock.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { DAY_MS } from '../../../../platform/durations.ts';
import { findViolations } from '../../../../verify/find-violations.ts';
import { TRIES } from '../../beacon/index.ts';
import { balanceOf, createRaffleCalls, endTime, type RaffleCalls } from '../test-support.ts';

const clock = fixedClock(new Date());
const beacon = createTestBeacon();
let app: TestApp;
let calls: RaffleCalls;
before(async () => {
  app = await createTestApp({ beacon, clock });
  calls = await createRaffleCalls(app);
});
afterEach(async () => {
  Object.assign(beacon, { published: ALL_ROUNDS, fault: null, onRead: () => undefined });
  assert.deepEqual(await findViolations(app.db), []);
});
after(() => app.close());

/** A raffle that is sold out, and waits for a round which nobody publishes. */
async function closeInSilence() {
  clock.set(new Date());
  beacon.published = 0;
  const { id } = await calls.create({ maxTickets: 5, randomness: 'drand' });
  const buyers = [await createPlayer(app.db, 1_000), await createPlayer(app.db, 1_000)] as const;
  await calls.buy(buyers[0], id, 2);
  await calls.buy(buyers[1], id, 3);
  await calls.runJob('fix-ticket-list', id);
  const { body } = await calls.get(id);
  return { id, buyers, dueMs: Date.parse(body.beacon.dueAt) };
}
const sweep = () => calls.runJob('sweep-raffles', '');
/** As many minutes after the day as have to pass before the next one cancels. */
const askInVain = async () => {
  for (let tries = 1; tries < TRIES; tries += 1) await sweep();
};
const balancesOf = (people: readonly Person[]) => Promise.all(people.map((who) => balanceOf(app.db, who)));

test('a raffle whose round is missing for a day is cancelled, and every buyer is paid back', async () => {
  const { id, buyers, dueMs } = await closeInSilence();
  clock.set(new Date(dueMs + DAY_MS - 1));
  await sweep();
  assert.equal((await calls.get(id)).body.status, 'DRAWING');
  clock.set(new Date(dueMs + DAY_MS));
  await askInVain();
  assert.equal((await calls.get(id)).body.status, 'DRAWING');
  await sweep();
  const { body } = await calls.get(id);
  assert.deepEqual([body.status, body.clientSeed, body.beacon.randomness], ['CANCELLED', null, null]);
  assert.ok(body.cancelledAt !== null && body.closedAt !== null);
  assert.deepEqual(await balancesOf(buyers), [1_000, 1_000]);
  const notes = await app.db.query(sql`
    select title from notifications where metadata ->> 'raffleId' = ${id} and type = 'SYSTEM'`);
  assert.deepEqual(notes, Array(2).fill({ title: 'Sorteio cancelado' }));
  const [alert] = await app.db.query<{ kind: string }>(sql`
    select kind from alerts where kind = 'BEACON_SILENT' and details ->> 'id' = ${id}`);
  assert.equal(alert?.kind, 'BEACON_SILENT');
  // Whatever the beacon says afterwards, nothing comes of it.
  beacon.published = ALL_ROUNDS;
  assert.equal((await calls.draw(id)).status, 409);
  await sweep();
  assert.deepEqual(await balancesOf(buyers), [1_000, 1_000]);
});

test('a server that was down for days asks a few times, and a round that can be read then draws the raffle', async () => {
  const { id, dueMs } = await closeInSilence();
  clock.set(new Date(dueMs + 2 * DAY_MS));
  await askInVain();
  beacon.published = ALL_ROUNDS;
  await sweep();
  assert.equal((await calls.get(id)).body.status, 'COMPLETED');
});

/** At the row of the raffle. */
const meet = (id: string, ...starts: readonly (() => Promise<unknown>)[]) =>
  meetAt(app.db, sql`select from raffles where id = ${id} for update`, starts);

test('a round that arrives when the raffle is about to be cancelled is never used', async () => {
  const { id, buyers, dueMs } = await closeInSilence();
  clock.set(new Date(dueMs + DAY_MS));
  await askInVain();
  const arrive = async () => {
    beacon.published = ALL_ROUNDS;
    assert.equal((await calls.draw(id)).status, 409);
  };
  await meet(id, sweep, arrive);
  assert.equal((await calls.get(id)).body.status, 'CANCELLED');
  assert.deepEqual(await balancesOf(buyers), [1_000, 1_000]);
});

test('a raffle that is about to be drawn is not cancelled', async () => {
  const { id, buyers, dueMs } = await closeInSilence();
  clock.set(new Date(dueMs + DAY_MS));
  await askInVain();
  beacon.published = ALL_ROUNDS;
  const lose = () => {
    beacon.published = 0;
    return sweep();
  };
  await meet(id, () => calls.draw(id), lose);
  assert.equal((await calls.get(id)).body.status, 'COMPLETED');
  assert.deepEqual(await balancesOf(buyers), [800, 700]);
});

test('a raffle whose source is taken away is paid back after a day', async (t) => {
  clock.set(new Date());
  const without = await buildApp({ ...app.deps, beacon: null });
  t.after(() => without.close());
  const { id } = await calls.create({ randomness: 'drand' });
  const buyer = await createPlayer(app.db, 1_000);
  await calls.buy(buyer, id, 2);
  await endTime(app.db, id);
  const otherCalls = await createRaffleCalls({ ...app, ...without, close: () => without.close() });
  await otherCalls.act(id, 'close');
  await otherCalls.runJob('sweep-raffles', '');
  assert.equal((await calls.get(id)).body.status, 'DRAWING');
  clock.advance(DAY_MS + 60_000);
  for (let tries = 1; tries < TRIES; tries += 1) await otherCalls.runJob('sweep-raffles', '');
  await otherCalls.runJob('sweep-raffles', '');
  assert.equal((await calls.get(id)).body.status, 'CANCELLED');
  assert.equal(await balanceOf(app.db, buyer), 1_000);
});

test('the round follows from the announced time, whenever a process comes to it, and a late list is told', async () => {
  clock.set(new Date());
  const { id } = await calls.create({ randomness: 'drand', closesAt: new Date(Date.now() + 3_600_000).toISOString() });
  await calls.buy(await createPlayer(app.db, 1_000), id, 2);
  // Nothing ran for two hours after the time.
  await app.db.query(sql`
    update raffles set closes_at = closes_at - interval '3 hours' where id = ${id}`);
  await app.db.query(sql`alter table raffle_purchases disable trigger user`);
  await app.db.query(
    sql`update raffle_purchases set created_at = created_at - interval '3 hours' where raffle_id = ${id}`,
  );
  await app.db.query(sql`alter table raffle_purchases enable trigger user`);
  const { closesAt } = (await calls.get(id)).body;
  await calls.runJob('close-raffle-sales', id);
  await calls.runJob('fix-ticket-list', id);
  const { body } = await calls.get(id);
  assert.deepEqual([body.status, body.closedAt], ['DRAWING', closesAt]);
  const round = decidingRound(TEST_CHAIN, new Date(closesAt), 30);
  assert.deepEqual([body.beacon.round, body.beacon.dueAt], [round, publishedAt(TEST_CHAIN, round).toISOString()]);
  const alerts = await app.db.query(sql`
    select kind, (details ->> 'round')::int as round from alerts where key = ${id} and kind = 'RAFFLE_LIST_LATE'`);
  assert.deepEqual(alerts, [{ kind: 'RAFFLE_LIST_LATE', round }]);
  assert.equal((await calls.draw(id)).status, 200);
});

test('a list that is closed stays closed: nobody calls off what waits for its round', async () => {
  const { id } = await closeInSilence();
  assert.deepEqual(refusal(await calls.act(id, 'cancel')), [409, 'Raffle is not on sale']);
});
