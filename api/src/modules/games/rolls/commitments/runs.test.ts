import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import fc from 'fast-check';
import { createTestApp } from '../../../../../test/support/app.ts';
import {
  commitInClear,
  commitTo,
  digestOf,
  readRecordedBatches,
  TEST_KEYS,
  testSeedSeal,
} from '../../../../../test/support/committed-seeds.ts';
import { createPlayer } from '../../../../../test/support/people.ts';
import { useApp } from '../../../../../test/support/use-app.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { toId } from '../../../../platform/ids.ts';
import { findViolations } from '../../../../verify/find-violations.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { assertOpeningsHold, createCase, hmac, open } from '../../cases/openings/test-support.ts';
import { userStream } from '../rolls.records.ts';
import { findCommittedHash } from './commitments.sql.ts';
import { commitAhead, gapsIn, joinRuns, takeSeeds, valuesOf } from './commitments.ts';

const [ana, bia] = [userStream(toId('1')), userStream(toId('2'))];
const run = (stream: typeof ana, firstNonce: number, ...values: string[]) => ({ stream, firstNonce, values });
const range = (firstNonce: number, count: number) => ({ stream: ana, firstNonce, count });

test('the values of a range come from the runs of its stream, by nonce', () => {
  const runs = [run(bia, 1, 'other'), run(ana, 4, 'd', 'e'), run(ana, 1, 'a', 'b')];
  assert.deepEqual(valuesOf([range(2, 4), range(6, 1), range(1, 1)], runs), [
    ['b', undefined, 'd', 'e'],
    [undefined],
    ['a'],
  ]);
});

test('gaps are the nonces before, between and after the runs of the stream', () => {
  const runs = [run(ana, 7, 'g'), run(bia, 2, 'other'), run(ana, 3, 'c', 'd'), run(ana, 12, 'l')];
  assert.deepEqual(gapsIn(range(1, 10), runs), [range(1, 2), range(5, 2), range(8, 3)]);
  assert.deepEqual(gapsIn(range(3, 2), runs), []);
  assert.deepEqual(gapsIn(range(4, 2), runs), [range(5, 1)]);
});

test('any range consists of the nonces of runs and of gaps', () => {
  const runs = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 8 })));
  fc.assert(
    fc.property(runs, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20 }), (shapes, first, count) => {
      const held = shapes.map(([from, length]) => run(ana, from, ...Array<string>(length).fill('x')));
      const gaps = gapsIn(range(first, count), held).flatMap((gap) =>
        Array.from({ length: gap.count }, (_, index) => gap.firstNonce + index),
      );
      const missing = (valuesOf([range(first, count)], held)[0] ?? []).flatMap((value, index) =>
        value === undefined ? [first + index] : [],
      );
      assert.deepEqual(gaps, missing);
    }),
  );
});

test('adjacent runs of a stream are joined, with the other fields of the first', () => {
  const joined = joinRuns([
    { ...run(ana, 3, 'c'), asker: 'second' },
    { ...run(bia, 4, 'other'), asker: 'bia' },
    { ...run(ana, 1, 'a', 'b'), asker: 'first' },
    { ...run(ana, 5, 'e'), asker: 'third' },
  ]);
  assert.deepEqual(joined, [
    { ...run(ana, 1, 'a', 'b', 'c'), asker: 'first' },
    { ...run(ana, 5, 'e'), asker: 'third' },
    { ...run(bia, 4, 'other'), asker: 'bia' },
  ]);
});

const app = useApp(createTestApp);
afterEach(() => assertOpeningsHold(app.db));

test('a nonce is committed to once and keeps its seed, whatever the order of the asks', async () => {
  const deps = { seedSeal: testSeedSeal };
  const ranges = fc.array(
    fc.record({ firstNonce: fc.integer({ min: 1, max: 150 }), count: fc.integer({ min: 1, max: 100 }) }),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  await fc.assert(
    fc.asyncProperty(ranges, async (asked) => {
      const { userId } = await createPlayer(app.db, 0);
      const stream = userStream(userId);
      const known = new Map<number, string>();
      for (const range of asked) {
        const ask = { stream, ...range, asker: { userId, ip: '::1' } };
        const [shown = []] = await transaction(app.db, (tx) => commitAhead(deps, tx, [ask]));
        assert.equal(shown.length, range.count);
        for (const [index, serverSeedHash] of shown.entries()) {
          const nonce = range.firstNonce + index;
          assert.equal(serverSeedHash, known.get(nonce) ?? serverSeedHash, `nonce ${nonce}`);
          known.set(nonce, serverSeedHash);
        }
      }
      const byNonce = (one: [number, string], other: [number, string]) => one[0] - other[0];
      const entries = await readRecordedBatches(app.db, userId);
      for (const { firstNonce, count, hashesDigest } of entries) {
        const hashes = Array.from({ length: count }, (_, index) => known.get(firstNonce + index) ?? 'not committed to');
        assert.equal(hashesDigest, digestOf(hashes));
      }
      assert.equal(
        entries.reduce((sum, { count }) => sum + count, 0),
        known.size,
        'each once',
      );
      const rows = await app.db.query<{ nonce: string; hash: string }>(sql`
        select nonce, server_seed_hash as hash from commitments where stream = ${stream} order by nonce`);
      assert.deepEqual(
        rows.map(({ nonce, hash }) => [Number(nonce), hash]),
        [...known].sort(byNonce),
      );
      const [taken = []] = await transaction(app.db, (tx) =>
        takeSeeds(deps, tx, [{ stream, firstNonce: 1, count: 260 }]),
      );
      for (const [index, { serverSeed, serverSeedHash, committedAt }] of taken.entries()) {
        assert.equal(serverSeedHash, known.get(index + 1) ?? serverSeedHash);
        assert.equal(serverSeedHash, hmac(serverSeed, ''));
        assert.equal(committedAt !== null, known.has(index + 1));
      }
      for (const nonce of [1, 50, 100, 249])
        assert.equal(await findCommittedHash(app.db, stream, nonce), known.get(nonce) ?? null);
    }),
    { numRuns: 12 },
  );
});

test('hashes of some nonces are those of the runs that hold them, also where these are of many', async () => {
  const { userId } = await createPlayer(app.db, 0);
  const stream = userStream(userId);
  const deps = { seedSeal: testSeedSeal };
  const asker = { userId, ip: '::1' };
  const asks = [1, 101, 201].map((firstNonce) => ({ stream, firstNonce, count: 100, asker }));
  const shown = (await transaction(app.db, (tx) => commitAhead(deps, tx, asks))).flat();
  for (const [firstNonce, count] of [
    [1, 1],
    [100, 2],
    [50, 200],
    [300, 1],
    [300, 5],
    [301, 5],
  ] as const) {
    const [row] = await app.db.query<{ hashes: string | null }>(
      sql`select committed_hashes(${stream}, ${firstNonce}, ${count}) as hashes`,
    );
    const expected = shown.slice(firstNonce - 1, firstNonce - 1 + count);
    assert.equal(row?.hashes ?? '', expected.join(''), `${count} from ${firstNonce}`);
  }
});

test('one call may ask for known and new nonces, but for none twice', async () => {
  const { userId } = await createPlayer(app.db, 0);
  const stream = userStream(userId);
  const commit = (...asks: [firstNonce: number, count: number][]) =>
    transaction(app.db, (tx) =>
      commitAhead(
        { seedSeal: testSeedSeal },
        tx,
        asks.map(([firstNonce, count]) => ({ stream, firstNonce, count, asker: { userId, ip: '::1' } })),
      ),
    );
  const [known = []] = await commit([4, 3]);
  const [before = [], around = [], after = []] = await commit([1, 2], [3, 5], [8, 2]);
  assert.deepEqual(around.slice(1, 4), known);
  const all = [...before, ...around, ...after];
  assert.equal(new Set(all).size, 9);
  assert.deepEqual((await commit([1, 9]))[0], all);
  await assert.rejects(commit([20, 3], [20, 5]), /is asked for twice/);
  await assert.rejects(commit([5, 10], [8, 12]), /is asked for twice/);
  await assert.rejects(commit([20, 101]), /more than 100 nonces/);
  assert.equal(await findCommittedHash(app.db, stream, 20), null, 'nothing is left of it');
});

test('the database lets no nonce be committed to twice', async () => {
  const { userId } = await createPlayer(app.db, 0);
  const stream = userStream(userId);
  const ask = { stream, firstNonce: 10, count: 5, asker: { userId, ip: '::1' } };
  await transaction(app.db, (tx) => commitAhead({ seedSeal: testSeedSeal }, tx, [ask]));
  const commit = (nonce: number) => commitTo(app.db, { stream, nonce, serverSeed: hmac(String(nonce), '') });
  for (const nonce of [10, 12, 14]) await assert.rejects(commit(nonce), /commitment_runs_(apart|pkey)/);
});

test('old entries of the trail that name every hash are compared with the commitments', async () => {
  const old = await createTestApp();
  try {
    const { userId } = await createPlayer(old.db, 0);
    const stream = userStream(userId);
    const serverSeeds = ['1', '2', '3'].map((text) => hmac(text, ''));
    for (const [index, serverSeed] of serverSeeds.entries())
      await commitTo(old.db, { stream, nonce: index + 1, serverSeed });
    const record = (metadata: Record<string, unknown>) =>
      transaction(old.db, (tx) =>
        recordAudit(tx, [{ action: 'SEEDS_COMMITTED', userId, actorId: userId, ip: '::1', metadata }]),
      );
    const found = () => findViolations(old.db, { keys: TEST_KEYS, byOwnWays: true });
    const [one = '', two = '', three = ''] = serverSeeds.map((serverSeed) => hmac(serverSeed, ''));
    await record({ firstNonce: 1, serverSeedHashes: [one, two] });
    assert.deepEqual(
      (await found()).map(({ invariant, rows }) => [invariant, rows]),
      [['every hash that is committed to is on the trail', [{ stream, nonces: '{[1,4)}' }]]],
    );
    await record({ stream, firstNonce: 3, serverSeedHashes: [three] });
    assert.deepEqual(await found(), []);
    await record({ stream, firstNonce: 3, serverSeedHashes: [two] });
    assert.deepEqual(
      (await found()).map(({ invariant, rows }) => [invariant, rows]),
      [['every hash that was shown is still committed to', [{ stream, firstNonce: '3', nonces: '1' }]]],
    );
  } finally {
    await old.close();
  }
});

test('nonces that are committed to one by one, in clear or sealed, are played in their order', async () => {
  const old = await createTestApp();
  try {
    const { db } = old;
    const player = await createPlayer(db, 1_000);
    const box = await createCase(db);
    const stream = userStream(player.userId);
    const serverSeeds = ['1', '2', '3'].map((text) => hmac(text, ''));
    const [clear = '', ...sealed] = serverSeeds;
    await commitInClear(db, { stream, nonce: 1, serverSeed: clear });
    for (const [index, serverSeed] of sealed.entries()) await commitTo(db, { stream, nonce: index + 2, serverSeed });
    const { openings } = (await open(old, player, box.id, { quantity: 3 })).json();
    assert.deepEqual(
      openings.map(({ serverSeed }: { serverSeed: string }) => serverSeed),
      serverSeeds,
    );
    assert.deepEqual(await findViolations(db, { keys: TEST_KEYS }), []);
  } finally {
    await old.close();
  }
});
