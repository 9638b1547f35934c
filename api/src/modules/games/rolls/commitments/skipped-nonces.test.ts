import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../../../../test/support/app.ts';
import { createPlayer } from '../../../../../test/support/people.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { findViolations } from '../../../../verify/find-violations.ts';
import { createCase, get, open } from '../../cases/openings/test-support.ts';
import { skipNonces, userStream } from '../index.ts';

let app: TestApp;
before(async () => {
  app = await createTestApp();
});
after(() => app.close());

const INVARIANT = 'the nonces of a user are rolled, awaited or recorded as skipped, each once';
const violated = async () => (await findViolations(app.db)).map(({ invariant }) => invariant);

test('a gap among the nonces of a user is lawful when it is recorded, and only then', async () => {
  const player = await createPlayer(app.db, 1_000);
  const box = await createCase(app.db);
  const stream = userStream(player.userId);
  await open(app, player, box.id);
  // As a game does that takes nonces for its seats and is called off.
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

test('a nonce that was rolled cannot pass for a skipped one, nor be skipped twice', async () => {
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
