import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import {
  digestOf,
  readCommittedSeeds,
  readRecordedBatches,
  testSeedSeal,
} from '../../../../../test/support/committed-seeds.ts';
import { createAdmin, createPlayer, type Person } from '../../../../../test/support/people.ts';
import { createRecordingApp } from '../../../../../test/support/recording-app.ts';
import { useApp } from '../../../../../test/support/use-app.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { findViolations } from '../../../../verify/find-violations.ts';
import { assertOpeningsHold, createCase, expectedRoll, get, hmac, open } from '../../cases/openings/test-support.ts';
import { userStream } from '../rolls.records.ts';
import { skipNonces } from './commitments.sql.ts';
import { takeSeeds } from './commitments.ts';

const app = useApp(createRecordingApp);
afterEach(() => assertOpeningsHold(app.db));

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

test('the hashes of the next nonces are the same when asked again, and never seeds', async () => {
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

test('commitments are in the audit trail, once for each batch', async () => {
  const player = await createPlayer(app.db, 0);
  const two = await commitmentsOf(player, 2);
  await commitmentsOf(player, 2);
  const five = await commitmentsOf(player, 5);
  assert.deepEqual(await readRecordedBatches(app.db, player.userId), [
    { stream: `user:${player.userId}`, firstNonce: 1, count: 2, hashesDigest: digestOf(hashesOf(two)) },
    { stream: `user:${player.userId}`, firstNonce: 3, count: 3, hashesDigest: digestOf(hashesOf(five).slice(2)) },
  ]);
});

test('twenty requests at once agree', async () => {
  const player = await createPlayer(app.db, 0);
  const shown = await Promise.all(Array.from({ length: 20 }, (_, n) => commitmentsOf(player, (n % 5) + 1)));
  const longest = hashesOf(await commitmentsOf(player, 5));
  for (const each of shown) assert.deepEqual(hashesOf(each), longest.slice(0, each.commitments.length));
  const batches = await readRecordedBatches(app.db, player.userId);
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

test('a hash that was shown before a concurrent play is that of the used seed', async () => {
  const player = await createPlayer(app.db, 100_000);
  const box = await createCase(app.db);
  const shown: Shown[] = [];
  const asking = Array.from({ length: 30 }, async () => {
    shown.push(await commitmentsOf(player, 10));
  });
  await Promise.all([...asking, ...Array.from({ length: 30 }, () => open(app, player, box.id))]);
  const used = await app.db.query<{ nonce: string; hash: string }>(
    sql`select nonce, hash_of_seed(server_seed) as hash from case_openings where user_id = ${player.userId}`,
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
        ...tx,
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

const INVARIANT = 'the nonces of a user are rolled, awaited or recorded as skipped, each once';
const violated = async () => (await findViolations(app.db)).map(({ invariant }) => invariant);

test('a gap among the nonces of a user is lawful when it is recorded, and only then', async () => {
  const player = await createPlayer(app.db, 1_000);
  const box = await createCase(app.db);
  const stream = userStream(player.userId);
  await open(app, player, box.id);
  await app.db.query(sql`update accounts set nonce = nonce + 3 where user_id = ${player.userId}`);
  assert.deepEqual(await violated(), [INVARIANT]);
  await transaction(app.db, (tx) => skipNonces(tx, [{ stream, firstNonce: 2, count: 3 }], 'Called off'));
  assert.deepEqual(await violated(), []);

  const { openings } = (await open(app, player, box.id, { quantity: 2 })).json();
  assert.deepEqual(
    openings.map(({ nonce }: { nonce: number }) => nonce),
    [5, 6],
  );
  assert.equal((await get(app, '/cases/openings', player)).json().meta.total, 3);
  assert.deepEqual(await violated(), []);
});

test('a rolled nonce cannot be recorded as skipped, and none can be skipped twice', async () => {
  const player = await createPlayer(app.db, 1_000);
  const stream = userStream(player.userId);
  await open(app, player, (await createCase(app.db)).id, { quantity: 2 });
  await app.db.query(sql`update accounts set nonce = nonce + 2 where user_id = ${player.userId}`);
  const skip = (firstNonce: number, count: number) =>
    transaction(app.db, (tx) => skipNonces(tx, [{ stream, firstNonce, count }], 'Called off'));
  await skip(2, 1);
  await skip(4, 1);
  assert.deepEqual(await violated(), [INVARIANT], 'as many as there should be, but 2 is there twice and 3 is missing');
  await assert.rejects(skip(4, 1), /duplicate key/);
  await assert.rejects(app.db.query(sql`delete from skipped_nonces`), /append-only/);
  await app.db.query(sql`alter table skipped_nonces disable trigger user`);
  await app.db.query(sql`delete from skipped_nonces where stream = ${stream}`);
  await app.db.query(sql`alter table skipped_nonces enable trigger user`);
  await skip(3, 2);
  assert.deepEqual(await violated(), []);
});
