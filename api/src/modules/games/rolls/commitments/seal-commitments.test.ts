import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { allRowsAsText } from '../../../../../test/support/all-rows.ts';
import { createTestApp, type TestApp } from '../../../../../test/support/app.ts';
import {
  commitInClear,
  readCommittedSeeds,
  TEST_KEYS,
  testSeedSeal,
} from '../../../../../test/support/committed-seeds.ts';
import { createPlayer, type Person } from '../../../../../test/support/people.ts';
import { useApp } from '../../../../../test/support/use-app.ts';
import { runWaitingJob } from '../../../../../test/support/waiting-jobs.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { silentLogger } from '../../../../platform/observability/logger.ts';
import { sealAnew } from '../../../../platform/secrets/sealed-rows.ts';
import type { Seal } from '../../../../platform/secrets/sealing.ts';
import { findViolations } from '../../../../verify/find-violations.ts';
import { createCase, get, open } from '../../cases/openings/test-support.ts';
import { type Stream, userStream } from '../rolls.records.ts';
import { committedSeeds } from './commitments.ts';
import { createSeedSeal } from './sealed-seeds.ts';

const app = useApp(createTestApp);

const keyOf = (byte: number) => Buffer.alloc(32, byte);
const newSeeds = (count: number) => Array.from({ length: count }, () => randomBytes(32).toString('hex'));
const commit = async (on: TestApp, player: Person, count: number) =>
  assert.equal((await get(on, `/provably-fair/commitments?count=${count}`, player)).statusCode, 200);

async function commitAllInClear(db: Db, stream: Stream, seeds: readonly string[]): Promise<void> {
  for (const [index, serverSeed] of seeds.entries()) await commitInClear(db, { stream, nonce: index + 1, serverSeed });
}

async function keysOf(db: Db, stream: Stream): Promise<Record<string, number>> {
  const rows = await db.query<{ key: string; count: number }>(sql`
    select coalesce(key_id, 'in clear') as key, sum(last_nonce - first_nonce + 1)::int as count from commitment_runs
    where stream = ${stream} group by key_id`);
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}

test('a reader of the whole database finds no seed of a future roll', async () => {
  const player = await createPlayer(app.db, 1_000);
  const box = await createCase(app.db);
  await commit(app, player, 5);
  const { serverSeed: revealed } = (await open(app, player, box.id)).json().openings[0];
  const [used, ...toCome] = await readCommittedSeeds(app.db, userStream(player.userId));
  assert.deepEqual([used?.seed, toCome.length], [revealed, 4]);
  const kept = await allRowsAsText(app.db);
  const found = (seed: string) => kept.some((text) => text.includes(seed));
  assert.ok(found(revealed), 'a revealed one is found');
  for (const { seed } of toCome) assert.ok(!found(seed));
});

test('a commitment of before the seal is played as it is, and sealed by the next start', async () => {
  const player = await createPlayer(app.db, 1_000);
  const box = await createCase(app.db);
  const stream = userStream(player.userId);
  const seeds = newSeeds(3);
  await commitAllInClear(app.db, stream, seeds);
  const played = async () => (await open(app, player, box.id)).json().openings[0].serverSeed;
  assert.equal(await played(), seeds[0]);
  assert.deepEqual(await findViolations(app.db, { keys: TEST_KEYS }), []);
  await app.start();
  assert.equal(await runWaitingJob(app, committedSeeds.job), true);
  assert.deepEqual(await keysOf(app.db, stream), { [testSeedSeal.keyId]: 3 });
  assert.deepEqual([await played(), await played()], seeds.slice(1));
  assert.deepEqual(await findViolations(app.db, { keys: TEST_KEYS }), []);
  await app.start();
  assert.equal(await runWaitingJob(app, committedSeeds.job), false, 'nothing is left to do');
});

test('after a change of the key, old seeds are played, sealed anew, and then played without the old key', async () => {
  const old = await createTestApp();
  const { databaseUrl, db } = old;
  const [first, second] = [keyOf(7), keyOf(8)];
  const beside = (current: Buffer, former: readonly Buffer[]) =>
    createTestApp({ databaseUrl, seedSeal: createSeedSeal({ current, former }) });
  const both = await beside(second, [first]);
  const newAlone = await beside(second, []);
  try {
    const player = await createPlayer(db, 1_000);
    const box = await createCase(db);
    const stream = userStream(player.userId);
    await commit(old, player, 3);
    const seeds = (await readCommittedSeeds(db, stream)).map(({ seed }) => seed);
    const playedBy = async (on: TestApp) => (await open(on, player, box.id)).json().openings[0].serverSeed;
    assert.equal(await playedBy(both), seeds[0]);

    await assert.rejects(
      newAlone.start(),
      /sealed with keys that are not here \([0-9a-f]{16}\): .*SECRETS_KEYS_FORMER/,
    );
    assert.equal((await open(newAlone, player, box.id)).statusCode, 500, 'refused, and nothing is lost by it');

    await both.start();
    assert.equal(await runWaitingJob(both, committedSeeds.job), true);
    assert.deepEqual(await keysOf(db, stream), { [createSeedSeal({ current: second, former: [] }).keyId]: 3 });
    await newAlone.start();
    assert.deepEqual([await playedBy(newAlone), await playedBy(both)], seeds.slice(1));
    assert.deepEqual(await findViolations(db, { keys: { current: second, former: [] } }), []);
    const [violation] = await findViolations(db, { keys: TEST_KEYS });
    assert.deepEqual(violation?.rows, [{ stream, firstNonce: '1', differing: ['key_id'] }]);
  } finally {
    await Promise.all([newAlone.close(), both.close()]);
    await old.close();
  }
});

test('sealing that was cut off goes on where it was, and several at once are as good as one', async () => {
  const { userId } = await createPlayer(app.db, 0);
  const stream = userStream(userId);
  const seeds = newSeeds(1_201);
  await commitAllInClear(app.db, stream, seeds);
  const { db } = app;
  let left = 700;
  const cut: Seal = {
    ...testSeedSeal,
    seal: (secret, place) => {
      if (left === 0) throw new Error('cut off');
      left -= 1;
      return testSeedSeal.seal(secret, place);
    },
  };
  await assert.rejects(sealAnew({ db, seal: cut, logger: silentLogger }, committedSeeds), /cut off/);
  assert.deepEqual(await keysOf(db, stream), { [testSeedSeal.keyId]: 500, 'in clear': 701 });
  const sealing = () => sealAnew({ db, seal: testSeedSeal, logger: silentLogger }, committedSeeds);
  await Promise.all([sealing(), sealing(), sealing()]);
  assert.deepEqual(await keysOf(db, stream), { [testSeedSeal.keyId]: 1_201 });
  assert.deepEqual(
    (await readCommittedSeeds(db, stream)).map(({ seed }) => seed),
    seeds,
  );
});

test('a sealed seed that was exchanged in the database plays nothing', async () => {
  const player = await createPlayer(app.db, 1_000);
  const box = await createCase(app.db);
  await commit(app, player, 1);
  await commit(app, player, 2);
  const stream = userStream(player.userId);
  await app.db.query(sql`alter table commitment_runs disable trigger commitments_append_only`);
  await app.db.query(sql`
    update commitment_runs set sealed_seeds = (
      select sealed_seeds from commitment_runs where stream = ${stream} and first_nonce = 2)
    where stream = ${stream} and first_nonce = 1`);
  await app.db.query(sql`alter table commitment_runs enable trigger commitments_append_only`);
  assert.equal((await open(app, player, box.id)).statusCode, 500);
  assert.equal((await get(app, '/provably-fair/commitments', player)).json().nextNonce, 1);
});

test('without the key the check names the invariants that it has skipped', async () => {
  const unasked: string[] = [];
  await findViolations(app.db, { onUnasked: (invariant) => unasked.push(invariant) });
  assert.deepEqual(unasked, [
    'every secret of a second factor opens with its key',
    'every hash that was committed to is that of its seed',
  ]);
});
