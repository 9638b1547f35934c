import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import {
  asAdmin,
  asPlayer,
  createTrialTable,
  trialAuthenticate,
  trialWriteModule,
} from '../../../test/support/trial-routes.ts';
import { sweepIdempotencyKeys } from './idempotency.ts';
import { sql } from './sql.ts';

let app: TestApp;
let gate: () => Promise<void>;
beforeEach(async () => {
  gate = async () => undefined;
  app = await createTestApp({
    authenticate: trialAuthenticate,
    // A route of the player scope, reached here by both callers.
    extraParts: [
      trialWriteModule(
        () => app.db,
        () => gate(),
      ),
    ],
  });
  await createTrialTable(app.db);
});
afterEach(() => app.close());

const write = (note: string, key?: string, headers: Record<string, string> = asPlayer) =>
  app.http.inject({
    method: 'POST',
    url: '/api/trial/write',
    headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
    payload: { note },
  });
const written = async () => (await app.db.query<{ n: number }>(sql`select count(*)::int as n from trial_writes`))[0]?.n;

test('without a key every request writes', async () => {
  await write('a');
  await write('a');
  assert.equal(await written(), 2);
});

test('the same key and body gives the first answer again, byte for byte, and writes once', async () => {
  const first = await write('a', 'k1');
  const again = await write('a', 'k1');
  assert.equal(first.statusCode, 201);
  assert.equal(first.headers['idempotent-replayed'], undefined);
  assert.equal(again.statusCode, 201);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.equal(again.headers['content-type'], first.headers['content-type']);
  assert.equal(again.body, first.body);
  assert.equal(await written(), 1);
});

test('the same key with another body is 422 and writes nothing', async () => {
  await write('a', 'k1');
  assert.equal((await write('b', 'k1')).statusCode, 422);
  assert.equal(await written(), 1);
});

test('keys belong to a user', async () => {
  await write('a', 'k1');
  const other = await write('a', 'k1', asAdmin);
  assert.equal(other.statusCode, 201);
  assert.equal(await written(), 2);
});

test('while the first still runs a repeat is 409', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
  gate = () => {
    enter();
    return released;
  };
  const first = write('a', 'k1');
  // `inject` starts only when somebody waits for it.
  const firstAnswer = first.then((response) => response);
  await entered;
  const repeat = await write('a', 'k1');
  assert.deepEqual([repeat.statusCode, repeat.headers['retry-after']], [409, '1']);
  release();
  assert.equal((await firstAnswer).statusCode, 201);
  assert.equal((await write('a', 'k1')).headers['idempotent-replayed'], 'true');
  assert.equal(await written(), 1);
});

test('fifty at once write once', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => write('a', 'k1')));
  assert.equal(await written(), 1);
  assert.ok(answers.every(({ statusCode }) => statusCode === 201 || statusCode === 409));
  assert.equal(
    answers.filter(({ headers, statusCode }) => statusCode === 201 && !headers['idempotent-replayed']).length,
    1,
  );
});

test('a refusal is an answer and stays the same', async () => {
  const first = await write('refused', 'k1');
  const again = await write('refused', 'k1');
  assert.deepEqual(first.json(), { statusCode: 400, message: 'Insufficient balance', code: 'INSUFFICIENT_BALANCE' });
  assert.equal(again.body, first.body);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.equal(await written(), 0);
});

test('a fault of ours is not kept: the repeat tries again', async () => {
  assert.equal((await write('broken', 'k1')).statusCode, 500);
  const again = await write('broken', 'k1');
  assert.equal(again.headers['idempotent-replayed'], undefined);
  assert.equal(await written(), 0);
});

test('a key is kept 24 hours', async () => {
  await write('a', 'k1');
  await app.db.query(sql`update idempotency_keys set created_at = now() - interval '24 hours 1 second'`);
  assert.equal((await write('b', 'k1')).statusCode, 201);
  await app.db.query(sql`update idempotency_keys set created_at = now() - interval '24 hours 1 second'`);
  assert.equal(await sweepIdempotencyKeys(app.db), 1);
  assert.equal(await sweepIdempotencyKeys(app.db), 0);
});

test('a key that is empty or too long names the header', async () => {
  const response = await write('a', 'x'.repeat(256));
  assert.equal(response.statusCode, 400);
  assert.equal(response.json().errors[0].field, 'Idempotency-Key');
  assert.equal((await write('a', 'x'.repeat(255))).statusCode, 201);
});
