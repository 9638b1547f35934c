import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { ALL_ROUNDS, createTestBeacon } from '../../../../../test/support/beacon.ts';
import { createItem } from '../../../../../test/support/items.ts';
import { meetAt } from '../../../../../test/support/meet-at.ts';
import type { Person } from '../../../../../test/support/people.ts';
import { fixedClock } from '../../../../platform/clock.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { DAY_MS } from '../../../../platform/durations.ts';
import { TRIES } from '../../beacon/index.ts';
import { startEvent, tableOf } from '../../events/test-support.ts';
import { assertBattlesHold, type BattlesWorld, createBattlesWorld, holdingsOf, recordEvents } from '../test-support.ts';

const clock = fixedClock(new Date());
const beacon = createTestBeacon();
let world: BattlesWorld;
before(async () => {
  world = await createBattlesWorld({ beacon, clock });
});
afterEach(async () => {
  Object.assign(beacon, { published: ALL_ROUNDS, fault: null, onRead: () => undefined });
  await assertBattlesHold(world.db);
});
after(() => world.close());

/** A battle that waits for a round which nobody publishes. */
async function startInSilence() {
  clock.set(new Date());
  beacon.published = 0;
  const [ana, bia] = [await world.player(), await world.player()];
  const { id } = (await world.create(ana, { randomness: 'drand', seatCount: 3 })).body;
  await world.addBots(ana, id, 1);
  const { body } = await world.join(bia, id);
  assert.equal(body.status, 'IN_PROGRESS');
  return { ana, bia, id: id as string, dueMs: Date.parse(body.beacon.dueAt) };
}
const balancesOf = (...people: Person[]) =>
  Promise.all(people.map(async (who) => (await holdingsOf(world.db, who)).balance));
const sweep = () => world.runJob('sweep-battles');
/** As many minutes after the day as have to pass before the next one cancels. */
const askInVain = async () => {
  for (let tries = 1; tries < TRIES; tries += 1) await sweep();
};
const finish = (id: string) => world.runJob('finish-battle', { battleId: id }).catch(() => undefined);

test('a battle whose round is missing for a day is cancelled, and everybody is paid back', async () => {
  const { ana, bia, id, dueMs } = await startInSilence();
  clock.set(new Date(dueMs + DAY_MS - 1));
  await sweep();
  assert.equal((await world.get(ana, id)).body.status, 'IN_PROGRESS');
  clock.set(new Date(dueMs + DAY_MS));
  const sent = recordEvents(world);
  await askInVain();
  // A source that fails is as silent as one that has no answer.
  beacon.fault = new Error('unreachable');
  await sweep();
  beacon.fault = null;
  const { body } = await world.get(null, id);
  assert.deepEqual([body.status, body.cancelReason], ['CANCELLED', 'The public beacon was silent for a day']);
  assert.deepEqual([body.beacon.randomness, body.rounds, body.result], [null, [], null]);
  assert.notEqual(body.startedAt, null);
  assert.deepEqual(await balancesOf(ana, bia), [1_000_000, 1_000_000]);
  assert.deepEqual(
    sent.map(({ event }) => event),
    ['battle:cancelled'],
  );
  const notes = await world.db.query<{ userId: string; title: string }>(sql`
    select user_id, title from notifications where metadata ->> 'battleId' = ${id} order by user_id`);
  assert.deepEqual(
    notes,
    [ana, bia].map(({ userId }) => ({ userId, title: 'Batalha cancelada' })),
  );
  const alerts = await world.db.query(sql`
    select level, details ->> 'id' as id from alerts where kind = 'BEACON_SILENT' and resolved_at is null`);
  assert.deepEqual(alerts, [{ level: 'CRITICAL', id }]);
  // Whatever the beacon says afterwards, nothing comes of it.
  beacon.published = ALL_ROUNDS;
  await finish(id);
  await sweep();
  assert.equal((await world.get(null, id)).body.status, 'CANCELLED');
});

test('a server that was down for days asks a few times before it cancels, and an answer among them decides', async () => {
  const { ana, id, dueMs } = await startInSilence();
  clock.set(new Date(dueMs + 3 * DAY_MS));
  beacon.fault = new Error('the network is not up yet');
  await askInVain();
  assert.equal((await world.get(ana, id)).body.status, 'IN_PROGRESS');
  let reads = 0;
  // The sweep asks to end the battle, and once more before it would cancel it.
  beacon.onRead = () => {
    reads += 1;
    if (reads === 2) Object.assign(beacon, { fault: null, published: ALL_ROUNDS });
  };
  await sweep();
  const { body } = await world.get(ana, id);
  assert.equal(body.status, 'COMPLETED');
  assert.notEqual(body.beacon.randomness, null);
});

test('entries earn when the beacon has decided, and those of a cancelled battle have earned nothing', async () => {
  const prize = await createItem(world.db, 5);
  const event = await startEvent(world, { shoots: [tableOf(250, [[prize, 10_000_000]])] });
  const earned = async ({ userId }: Person) => {
    const rows = await world.db.query<{ cents: bigint }>(sql`
      select wagered_cents as cents from event_progress where event_id = ${event.id} and user_id = ${userId}`);
    return Number(rows[0]?.cents ?? 0);
  };
  const cancelled = await startInSilence();
  clock.set(new Date(cancelled.dueMs + DAY_MS));
  await askInVain();
  await sweep();
  assert.equal((await world.get(null, cancelled.id)).body.status, 'CANCELLED');
  assert.equal(await earned(cancelled.ana), 0);
  const decided = await startInSilence();
  assert.equal(await earned(decided.ana), 0);
  beacon.published = ALL_ROUNDS;
  await finish(decided.id);
  await finish(decided.id);
  assert.deepEqual([await earned(decided.ana), await earned(decided.bia)], [100, 100]);
});

/** At the row of the battle. */
const meet = (id: string, ...starts: readonly (() => Promise<unknown>)[]) =>
  meetAt(world.db, sql`select from battles where id = ${id} for update`, starts);

test('a round that arrives when the battle is about to be cancelled is never used', async () => {
  const { ana, bia, id, dueMs } = await startInSilence();
  clock.set(new Date(dueMs + DAY_MS));
  await askInVain();
  const arrive = () => {
    beacon.published = ALL_ROUNDS;
    return finish(id);
  };
  await meet(id, sweep, arrive);
  const { body } = await world.get(null, id);
  assert.deepEqual([body.status, body.beacon.randomness], ['CANCELLED', null]);
  assert.deepEqual(await balancesOf(ana, bia), [1_000_000, 1_000_000]);
});

test('a battle that is about to be decided is not cancelled', async () => {
  const { ana, bia, id, dueMs } = await startInSilence();
  clock.set(new Date(dueMs + DAY_MS));
  await askInVain();
  beacon.published = ALL_ROUNDS;
  const lose = () => {
    beacon.published = 0;
    return sweep();
  };
  await meet(id, () => finish(id), lose);
  assert.equal((await world.get(null, id)).body.status, 'COMPLETED');
  assert.deepEqual(await balancesOf(ana, bia), [999_900, 999_900]);
});

test('cancellations that run at once pay back once', async () => {
  const { ana, bia, id, dueMs } = await startInSilence();
  clock.set(new Date(dueMs + DAY_MS));
  await askInVain();
  await Promise.all(Array.from({ length: 5 }, sweep));
  assert.equal((await world.get(null, id)).body.status, 'CANCELLED');
  assert.deepEqual(await balancesOf(ana, bia), [1_000_000, 1_000_000]);
});
