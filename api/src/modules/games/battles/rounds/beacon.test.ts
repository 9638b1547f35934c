import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decidingRound, publishedAt } from '@lisura/fairness';
import {
  ALL_ROUNDS,
  beaconRandomness,
  beaconSignature,
  createTestBeacon,
  TEST_CHAIN,
} from '../../../../../test/support/beacon.ts';
import { expectedRoll } from '../../../../../test/support/independent-rolls.ts';
import { fixedClock } from '../../../../platform/clock.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { holdingsOf, recordEvents, useBattles } from '../test-support.ts';

const clock = fixedClock(new Date());
const beacon = createTestBeacon();
const world = useBattles({ beacon, clock });

/** Filled, and waiting for its round. */
async function startByBeacon(more: object = {}) {
  beacon.published = 0;
  const [ana, bia] = [await world.player(), await world.player()];
  const { id } = (await world.create(ana, { randomness: 'drand', clientSeed: 'mine', ...more })).body;
  const { body } = await world.join(bia, id);
  return { ana, bia, id: id as string, started: body, round: body.beacon.round as number };
}
const finish = (id: string) => world.runJob('finish-battle', { battleId: id });

test('the round follows from when the last seat was taken, and decides when it is out', async () => {
  const { ana, id, started } = await startByBeacon({ caseIds: [world.box.id, world.box.id] });
  const round = decidingRound(TEST_CHAIN, new Date(started.startedAt), 30);
  const dueAt = publishedAt(TEST_CHAIN, round).toISOString();
  assert.ok(Date.parse(dueAt) - Date.parse(started.startedAt) >= 30_000);
  assert.ok(started.seats.every(({ takenAt }: { takenAt: string }) => takenAt <= started.startedAt));
  assert.deepEqual(
    [started.status, started.beaconDelaySeconds, started.beacon],
    ['IN_PROGRESS', 30, { round, dueAt, randomness: null, signature: null, chain: null }],
  );
  assert.deepEqual([started.rounds, started.result, started.tieBreak.serverSeed], [[], null, null]);
  const jobs = await world.db.query(sql`
    select run_at = ${dueAt}::timestamptz as is_in_time from graphile_worker.jobs
    where key = ${`finish-battle:${id}`}`);
  assert.deepEqual(jobs, [{ isInTime: true }]);
  assert.equal((await world.get(null, id)).status, 401);
  assert.deepEqual((await world.get(ana, id)).body, started);
  beacon.published = ALL_ROUNDS;
  await finish(id);
  const { body } = await world.get(null, id);
  const randomness = beaconRandomness(round);
  assert.deepEqual(
    [body.status, body.beacon],
    ['COMPLETED', { round, dueAt, randomness, signature: beaconSignature(round), chain: TEST_CHAIN }],
  );
  for (const roll of body.rounds.flatMap(({ rolls }: { rolls: object[] }) => rolls)) {
    assert.deepEqual([roll.clientSeed, roll.clientSeedSource], [randomness, 'BEACON']);
    assert.equal(roll.roll, expectedRoll(roll.serverSeed, randomness, roll.nonce));
  }
  const { balance } = await holdingsOf(world.db, ana);
  assert.equal(balance, 999_800);
});

test('a beacon that is late delays and decides nothing; the job comes again', async () => {
  const { id } = await startByBeacon();
  await assert.rejects(finish(id), /is not out yet/);
  assert.equal((await world.get(await world.player(), id)).body.status, 'IN_PROGRESS');
  beacon.onRead = () => {
    throw new Error('unreachable');
  };
  await assert.rejects(finish(id), /unreachable/);
  beacon.onRead = () => undefined;
  beacon.published = ALL_ROUNDS;
  await finish(id);
  const { body: ended, text } = await world.get(null, id);
  assert.equal(ended.status, 'COMPLETED');
  await finish(id);
  assert.equal((await world.get(null, id)).text, text);
});

test('jobs that run at once end it once', async () => {
  const { ana, bia, id } = await startByBeacon();
  beacon.published = ALL_ROUNDS;
  const sent = recordEvents(world);
  await Promise.all(Array.from({ length: 5 }, () => finish(id)));
  const held = [await holdingsOf(world.db, ana), await holdingsOf(world.db, bia)];
  assert.deepEqual(held.map(({ items }) => items).sort(), [0, 2]);
  assert.deepEqual(
    sent.map(({ event }) => event),
    ['battle:round', 'battle:finished'],
  );
});

test('what a crash kept from its job is found by the sweep, a minute later', async () => {
  const { id, ana, started } = await startByBeacon();
  const { dueAt } = started.beacon;
  beacon.published = ALL_ROUNDS;
  await world.runJob('sweep-battles');
  assert.equal((await world.get(ana, id)).body.status, 'IN_PROGRESS');
  clock.set(new Date(Date.parse(dueAt) + 61_000));
  await world.runJob('sweep-battles');
  assert.equal((await world.get(ana, id)).body.status, 'COMPLETED');
});

test('a battle in progress is not cancelled by its time, and not joined', async () => {
  const { id } = await startByBeacon();
  clock.advance(60 * 60_000);
  await world.runJob('expire-battle', { battleId: id });
  assert.equal((await world.join(await world.player(), id)).status, 409);
  beacon.published = ALL_ROUNDS;
  await finish(id);
});

test('what is decided by a beacon is asked for outside of the transaction that decides', async () => {
  const { id } = await startByBeacon();
  beacon.published = ALL_ROUNDS;
  let free: object[] | null = null;
  beacon.onRead = async () => {
    // Refused where somebody has the battle locked, which is how every change of one begins.
    free = await world.db.query(sql`select id from battles where id = ${id} for update nowait`);
  };
  await finish(id);
  beacon.onRead = () => undefined;
  assert.deepEqual(free, [{ id }]);
});

test('bots play by the beacon too, and a tie is broken with its randomness', async () => {
  beacon.published = 0;
  const ana = await world.player();
  const even = await world.db.query<{ id: string }>(sql`
    with item as (
      insert into items (name, market_hash_name, image_url, rarity, weapon_category, value_cents_brl)
      values ('Same', 'Same', '', 'COVERT', 'RIFLE', 50) returning id
    ), box as (
      insert into cases (name, image_url, category, price_cents) values ('Same', '', 'Test', 100) returning id
    ), version as (insert into case_versions (case_id, number) select id, 1 from box returning id, case_id
    ), line as (insert into case_version_items select version.id, item.id, 1, 10000000 from version, item)
    select case_id as id from version`);
  const caseId = even[0]?.id;
  await world.db.query(sql`
    update cases set status = 'ACTIVE', current_version_id = (select id from case_versions where case_id = ${caseId})
    where id = ${caseId}`);
  const { id } = (await world.create(ana, { randomness: 'drand', caseIds: [caseId] })).body;
  await world.addBots(ana, id, 1);
  beacon.published = ALL_ROUNDS;
  await finish(id);
  const { tieBreak, beacon: named } = (await world.get(null, id)).body;
  const roll = expectedRoll(tieBreak.serverSeed, named.randomness, 1, 2);
  assert.deepEqual([tieBreak.clientSeed, tieBreak.roll, tieBreak.team], [named.randomness, roll, [1, 2][roll % 2]]);
});
