import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import fc from 'fast-check';
import { createTestApp, type TestApp } from '../../../../../test/support/app.ts';
import {
  commitInClear,
  commitTo,
  digestOf,
  readRecordedBatches,
  TEST_KEYS,
  testSeedSeal,
} from '../../../../../test/support/committed-seeds.ts';
import { createPlayer } from '../../../../../test/support/people.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { findViolations } from '../../../../verify/find-violations.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { assertOpeningsHold, createCase, hmac, open } from '../../cases/openings/test-support.ts';
import { userStream } from '../streams.ts';
import { findCommittedHash } from './commitments.sql.ts';
import { commitAhead, takeSeeds } from './commitments.ts';

/** How nonces that are committed to together are stored. */
let app: TestApp;
before(async () => {
  app = await createTestApp();
});
afterEach(() => assertOpeningsHold(app.db));
after(() => app.close());

test('whatever is asked for in whatever order, a nonce is committed to once and keeps its seed', async () => {
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

test('several are asked for in one call, of which some are known; for a nonce twice nobody may ask', async () => {
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

test('entries of the trail from before there were digests name every hash, and are held against what is committed to', async () => {
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
