import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, test } from 'node:test';
import fc from 'fast-check';
import {
  commitInClear,
  commitTo,
  readCommittedSeeds,
  TEST_KEYS,
  testSeedSeal,
} from '../../../../test/support/committed-seeds.ts';
import { createAdmin, createPlayer, type Person } from '../../../../test/support/people.ts';
import { createRecordingApp, type RecordingApp } from '../../../../test/support/recording-app.ts';
import { transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { findViolations } from '../../../verify/find-violations.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { assertOpeningsHold, createCase, expectedRoll, get, hmac, open } from '../cases/openings/test-support.ts';
import { findCommittedHash } from './commitments.sql.ts';
import { commitAhead, takeSeeds } from './commitments.ts';
import { userStream } from './streams.ts';

let app: RecordingApp;
before(async () => {
  app = await createRecordingApp();
});
afterEach(() => assertOpeningsHold(app.db));
after(() => app.close());

interface Shown {
  clientSeed: string | null;
  nextNonce: number;
  commitments: { nonce: number; serverSeedHash: string }[];
}
const commitmentsOf = async (person: Person, count?: number): Promise<Shown> => {
  const response = await get(app, `/provably-fair/commitments${count === undefined ? '' : `?count=${count}`}`, person);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
};
const hashesOf = ({ commitments }: Shown) => commitments.map(({ serverSeedHash }) => serverSeedHash);
const digestOf = (hashes: readonly string[]) => createHash('sha256').update(hashes.join(' ')).digest('hex');
const batchesOf = (userId: string) =>
  app.db.query<{ metadata: { firstNonce: number; count: number; hashesDigest: string } }>(
    sql`select metadata from audit_entries where user_id = ${userId} and action = 'SEEDS_COMMITTED' order by id`,
  );

test('hashes of the next nonces, the same when asked again, and never a seed', async () => {
  const player = await createPlayer(app.db, 0);
  const one = await commitmentsOf(player);
  assert.deepEqual([one.clientSeed, one.nextNonce, one.commitments.length], [null, 1, 1]);
  const five = await commitmentsOf(player, 5);
  assert.deepEqual(
    five.commitments.map(({ nonce }) => nonce),
    [1, 2, 3, 4, 5],
  );
  assert.equal(five.commitments[0]?.serverSeedHash, one.commitments[0]?.serverSeedHash);
  assert.deepEqual(await commitmentsOf(player, 5), five);
  assert.deepEqual(Object.keys(five.commitments[0] ?? {}), ['nonce', 'serverSeedHash']);
});

test('what is committed is in the audit trail, once for each batch', async () => {
  const player = await createPlayer(app.db, 0);
  const two = await commitmentsOf(player, 2);
  await commitmentsOf(player, 2);
  const five = await commitmentsOf(player, 5);
  assert.deepEqual(
    (await batchesOf(player.userId)).map(({ metadata }) => metadata),
    [
      { stream: `user:${player.userId}`, firstNonce: 1, count: 2, hashesDigest: digestOf(hashesOf(two)) },
      { stream: `user:${player.userId}`, firstNonce: 3, count: 3, hashesDigest: digestOf(hashesOf(five).slice(2)) },
    ],
  );
});

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
        const ask = { stream, ...range };
        const [shown = []] = await transaction(app.db, (tx) => commitAhead(deps, tx, [ask], { userId, ip: '::1' }));
        assert.deepEqual(
          shown.map(({ nonce }) => nonce),
          Array.from({ length: range.count }, (_, index) => range.firstNonce + index),
        );
        for (const { nonce, serverSeedHash } of shown) {
          assert.equal(serverSeedHash, known.get(nonce) ?? serverSeedHash, `nonce ${nonce}`);
          known.set(nonce, serverSeedHash);
        }
      }
      const byNonce = (one: [number, string], other: [number, string]) => one[0] - other[0];
      const entries = (await batchesOf(userId)).map(({ metadata }) => metadata);
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
  const asks = [1, 101, 201].map((firstNonce) => ({ stream, firstNonce, count: 100 }));
  const shown = (await transaction(app.db, (tx) => commitAhead(deps, tx, asks, { userId, ip: '::1' }))).flat();
  for (const [firstNonce, count] of [
    [1, 1],
    [100, 2],
    [50, 200],
    [300, 1],
    [300, 5],
    [301, 5],
  ] as const) {
    const [row] = await app.db.query<{ hashes: string[] | null }>(
      sql`select committed_hashes(${stream}, ${firstNonce}, ${count}) as hashes`,
    );
    const expected = shown.slice(firstNonce - 1, firstNonce - 1 + count).map(({ serverSeedHash }) => serverSeedHash);
    assert.deepEqual(row?.hashes ?? [], expected, `${count} from ${firstNonce}`);
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
        asks.map(([firstNonce, count]) => ({ stream, firstNonce, count })),
        { userId, ip: '::1' },
      ),
    );
  const [known = []] = await commit([4, 3]);
  const [before = [], around = [], after = []] = await commit([1, 2], [3, 5], [8, 2]);
  assert.deepEqual(around.slice(1, 4), known);
  const all = [...before, ...around, ...after];
  assert.deepEqual(
    all.map(({ nonce }) => nonce),
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
  assert.equal(new Set(all.map(({ serverSeedHash }) => serverSeedHash)).size, 9);
  assert.deepEqual((await commit([1, 9]))[0], all);
  await assert.rejects(commit([20, 3], [20, 5]), /is asked for twice/);
  await assert.rejects(commit([5, 10], [8, 12]), /is asked for twice/);
  await assert.rejects(commit([20, 101]), /more than 100 nonces/);
  assert.equal(await findCommittedHash(app.db, stream, 20), null, 'nothing is left of it');
});

test('the database lets no nonce be committed to twice', async () => {
  const { userId } = await createPlayer(app.db, 0);
  const stream = userStream(userId);
  const ask = { stream, firstNonce: 10, count: 5 };
  await transaction(app.db, (tx) => commitAhead({ seedSeal: testSeedSeal }, tx, [ask], { userId, ip: '::1' }));
  const commit = (nonce: number) => commitTo(app.db, { stream, nonce, serverSeed: hmac(String(nonce), '') });
  for (const nonce of [10, 12, 14]) await assert.rejects(commit(nonce), /commitment_runs_(apart|pkey)/);
});

test('entries of the trail from before there were digests name every hash, and are held against what is committed to', async () => {
  const old = await createRecordingApp();
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
      [['every hash that was shown is still committed to', [{ stream, first_nonce: '3', nonces: '1' }]]],
    );
  } finally {
    await old.close();
  }
});

test('what was committed to nonce by nonce stays as it was: in clear, sealed, played and on the trail', async () => {
  const old = await createRecordingApp();
  try {
    const { db } = old;
    const player = await createPlayer(db, 1_000);
    const box = await createCase(db);
    const stream = userStream(player.userId);
    const serverSeeds = ['1', '2', '3'].map((text) => hmac(text, ''));
    const [clear = '', ...sealed] = serverSeeds;
    await commitInClear(db, { stream, nonce: 1, serverSeed: clear });
    for (const [index, serverSeed] of sealed.entries()) await commitTo(db, { stream, nonce: index + 2, serverSeed });
    const read = () => db.query(sql`select * from commitments order by nonce`);
    const before = await read();
    await db.pool.query(BEFORE_RUNS);
    const migration = new URL('../../../../migrations/0052_runs_of_commitments.sql', import.meta.url);
    await db.pool.query(await readFile(migration, 'utf8'));
    assert.deepEqual(await read(), before);
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

/** The table as it was, a row for each nonce. */
const BEFORE_RUNS = `
  drop view commitments;
  drop function committed_hashes;
  alter table commitment_runs drop constraint commitment_runs_apart, drop constraint commitment_runs_pkey,
    drop constraint commitment_runs_hashes, drop constraint commitment_runs_sealed_seeds,
    drop constraint commitment_runs_seed_in_clear, drop column last_nonce;
  alter table commitment_runs alter column server_seed_hashes type text using server_seed_hashes[1];
  alter table commitment_runs rename column server_seed_hashes to server_seed_hash;
  alter table commitment_runs rename column sealed_seeds to sealed_seed;
  alter table commitment_runs rename column first_nonce to nonce;
  alter table commitment_runs rename to commitments;
  alter table commitments add primary key (stream, nonce),
    add constraint commitments_server_seed_hash check (length(server_seed_hash) = 64),
    add constraint commitments_sealed_seed_check check (octet_length(sealed_seed) = 60)`;

test('twenty requests at once agree', async () => {
  const player = await createPlayer(app.db, 0);
  const shown = await Promise.all(Array.from({ length: 20 }, (_, n) => commitmentsOf(player, (n % 5) + 1)));
  const longest = hashesOf(await commitmentsOf(player, 5));
  for (const each of shown) assert.deepEqual(hashesOf(each), longest.slice(0, each.commitments.length));
  const batches = (await batchesOf(player.userId)).map(({ metadata }) => metadata);
  assert.equal(
    batches.reduce((sum, { count }) => sum + count, 0),
    5,
  );
  for (const { firstNonce, count, hashesDigest } of batches)
    assert.equal(hashesDigest, digestOf(longest.slice(firstNonce - 1, firstNonce - 1 + count)));
});

test('the seeds committed to are the ones used; beyond them fresh ones', async () => {
  const player = await createPlayer(app.db, 10_000);
  const box = await createCase(app.db);
  const shown = await commitmentsOf(player, 3);
  const { openings } = (await open(app, player, box.id, { quantity: 5 })).json();
  for (const [index, { serverSeedHash }] of shown.commitments.entries()) {
    assert.equal(openings[index].serverSeedHash, serverSeedHash);
    assert.equal(hmac(openings[index].serverSeed, ''), serverSeedHash);
  }
  const times = await app.db.query<{ before: boolean }>(sql`
    select committed_at < created_at as before from case_openings where user_id = ${player.userId} order by nonce limit 3`);
  assert.deepEqual(times, [{ before: true }, { before: true }, { before: true }]);
  assert.equal((await commitmentsOf(player)).nextNonce, 6);
});

test('asking and playing at the same time: what was shown before is what is used', async () => {
  const player = await createPlayer(app.db, 100_000);
  const box = await createCase(app.db);
  const shown: Shown[] = [];
  const asking = Array.from({ length: 30 }, async () => {
    shown.push(await commitmentsOf(player, 10));
  });
  await Promise.all([...asking, ...Array.from({ length: 30 }, () => open(app, player, box.id))]);
  const used = await app.db.query<{ nonce: string; hash: string }>(
    sql`select nonce, server_seed_hash as hash from case_openings where user_id = ${player.userId}`,
  );
  const usedHashes = new Map(used.map(({ nonce, hash }) => [Number(nonce), hash]));
  assert.equal(usedHashes.size, 30);
  for (const { nonce, serverSeedHash } of shown.flatMap(({ commitments }) => commitments)) {
    if (usedHashes.has(nonce)) assert.equal(usedHashes.get(nonce), serverSeedHash, `nonce ${nonce}`);
  }
});

test('another client seed after the commitment makes another roll of the same server seed', async () => {
  const player = await createPlayer(app.db, 1_000);
  const box = await createCase(app.db);
  const [committed] = (await commitmentsOf(player)).commitments;
  const setSeed = (clientSeed: string) =>
    app.http.inject({ method: 'PUT', url: '/api/user/client-seed', headers: player.headers, payload: { clientSeed } });
  await setSeed('before');
  await setSeed('after');
  assert.equal((await commitmentsOf(player)).clientSeed, 'after');
  const opening = (await open(app, player, box.id)).json().openings[0];
  assert.equal(opening.serverSeedHash, committed?.serverSeedHash);
  assert.equal(opening.roll, expectedRoll(opening.serverSeed, 'after', 1));
  assert.notEqual(opening.roll, expectedRoll(opening.serverSeed, 'before', 1));
});

test('a refused opening uses up no commitment', async () => {
  const player = await createPlayer(app.db, 50);
  const box = await createCase(app.db, { priceCents: 100 });
  const before = await commitmentsOf(player, 2);
  assert.equal((await open(app, player, box.id)).statusCode, 400);
  assert.deepEqual(await commitmentsOf(player, 2), before);
});

test('a count outside 1 to 100 is refused, and so is a caller without a session', async () => {
  const player = await createPlayer(app.db, 0);
  for (const count of ['0', '101', '1.5', 'x']) {
    assert.equal((await get(app, `/provably-fair/commitments?count=${count}`, player)).statusCode, 400, count);
  }
  assert.equal((await commitmentsOf(player, 100)).commitments.length, 100);
  assert.equal((await get(app, '/provably-fair/commitments')).statusCode, 401);
});

test('seeds for many users at once, in the order asked, in one statement', async () => {
  const players = await Promise.all(Array.from({ length: 3 }, () => createPlayer(app.db, 0)));
  const shown = await Promise.all(players.map((player) => commitmentsOf(player, 2)));
  let statements = 0;
  const seeds = await transaction(app.db, (tx) =>
    takeSeeds(
      { seedSeal: testSeedSeal },
      {
        inTransaction: true,
        query: (statement) => {
          statements += 1;
          return tx.query(statement);
        },
      },
      players.map(({ userId }, index) => ({ stream: userStream(userId), firstNonce: 2, count: index + 1 })),
    ),
  );
  assert.equal(statements, 1);
  for (const [index, ofUser] of seeds.entries()) {
    assert.equal(ofUser.length, index + 1);
    assert.equal(ofUser[0]?.serverSeedHash, hashesOf(shown[index] as Shown)[1]);
    for (const { serverSeed, serverSeedHash } of ofUser) {
      assert.match(serverSeed, /^[0-9a-f]{64}$/);
      assert.equal(serverSeedHash, hmac(serverSeed, ''));
    }
    assert.deepEqual(
      ofUser.map(({ committedAt }) => committedAt === null),
      ofUser.map((_, place) => place > 0),
    );
  }
});

test('no answer of the whole server holds a seed that is not revealed', async () => {
  const player = await createPlayer(app.db, 10_000);
  const admin = await createAdmin(app.db);
  const box = await createCase(app.db);
  await commitmentsOf(player, 5);
  const opened = (await open(app, player, box.id)).json().openings[0];
  const rows = (await readCommittedSeeds(app.db, userStream(player.userId))).filter(({ nonce }) => nonce > 1);
  assert.equal(rows.length, 4);
  const { paths } = (await get(app, '/docs-json')).json() as { paths: Record<string, Record<string, object>> };
  const urls = Object.entries(paths)
    .filter(([, methods]) => 'get' in methods)
    .flatMap(([path]) =>
      [player.userId, opened.id, box.id, '1'].map((id) => path.replaceAll(/\{[^}]+\}/g, id).slice('/api'.length)),
    );
  assert.ok(urls.length > 20);
  for (const url of new Set(urls)) {
    for (const who of [undefined, player, admin]) {
      const { body } = await get(app, url, who);
      for (const { seed } of rows) assert.ok(!body.includes(seed), `${url} shows a seed that is not revealed`);
    }
  }
  assert.ok((await get(app, '/cases/openings', player)).body.includes(opened.serverSeed), 'a revealed one is shown');
});
