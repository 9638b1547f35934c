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
import { unauthorized } from '../errors.ts';
import { until } from '../hot-store/test-support.ts';
import { toId } from '../ids.ts';
import { type Db, type Tx, transaction } from './db.ts';
import { type Once, sweepIdempotencyKeys, writeOnce, writeOnceAndGoOn } from './idempotency.ts';
import { sql } from './sql.ts';

let app: TestApp;
let gate: () => Promise<void>;
beforeEach(async () => {
  gate = async () => undefined;
  app = await createTestApp({
    authenticate: trialAuthenticate,
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

test('what is kept is shorter than the answer, and an answer of before, as it was, is given again', async () => {
  const note = 'the same words again and again, '.repeat(200);
  const first = await write(note, 'k1');
  const [kept] = await app.db.query<{ bytes: number; body: string | null }>(
    sql`select octet_length(packed) as bytes, body from idempotency_keys`,
  );
  assert.equal(kept?.body, null);
  assert.ok((kept?.bytes ?? 0) > 0 && (kept?.bytes ?? 0) < first.body.length / 4, `${kept?.bytes} bytes`);
  assert.equal((await write(note, 'k1')).body, first.body);
  await app.db.query(sql`update idempotency_keys set packed = null, body = ${first.body}`);
  assert.equal((await write(note, 'k1')).body, first.body);
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
  // `inject` starts only when it is awaited.
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

const once = (note: string): Once<string> => ({
  key: { ownerId: toId('7'), key: 'long', fingerprint: note },
  answer: (result) => ({ status: 200, body: result }),
});
const insertNote = (note: string) => async (tx: Tx) => {
  await tx.query(sql`insert into trial_writes (note) values (${note})`);
  return 'so far';
};

test('a write that goes on outside is answered as it ended, and told to run still until then', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<string>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const go = (note = 'a') =>
    writeOnceAndGoOn(app.db, once(note), async (write) => {
      await write(insertNote(note));
      begin();
      return answered;
    });
  const first = go();
  await begun;
  await assert.rejects(go(), { status: 409, code: 'IDEMPOTENCY_KEY_IN_USE' });
  await assert.rejects(go('b'), { status: 422 });
  answer('the end');
  assert.equal(await first, 'the end');
  await assert.rejects(go(), { answer: { status: 200, body: 'the end' } });
  assert.equal(await written(), 1);
});

/** A second process, whose statements outside transactions wait until released. */
function heldProcess() {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>();
  const query: Db['query'] = async (statement) => {
    ask();
    await released;
    return app.db.query(statement);
  };
  return { db: { ...app.db, query }, asked, letGo };
}

type Work = (tx: Tx) => Promise<string>;

for (const [name, write] of [
  ['writeOnce', (work: Work) => writeOnce(app.db, once('a'), work)],
  ['writeOnceAndGoOn', (work: Work) => writeOnceAndGoOn(app.db, once('a'), (go) => go(work))],
] as const) {
  test(`${name}: what is kept while a repeat is under way is not the answer of what that has done`, async () => {
    const refusing = heldProcess();
    const refused = writeOnce(refusing.db, once('a'), () => Promise.reject(unauthorized()));
    await refusing.asked;
    const ending = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const first = write(async (tx) => {
      await insertNote('a')(tx);
      begun.resolve();
      await ending.promise;
      return 'done';
    });
    await begun.promise;
    refusing.letGo();
    await assert.rejects(refused, { status: 401 });
    ending.resolve();
    assert.equal(await first, 'done');
    const again = write(() => assert.fail('nothing is done twice'));
    await assert.rejects(again, { answer: { status: 200, body: 'done' } });
  });
}

test('that there was nothing to do for a repeat is not the answer of what the first has done meanwhile', async () => {
  const finding = Promise.withResolvers<string>();
  const asked = Promise.withResolvers<void>();
  const beside = writeOnceAndGoOn(app.db, once('a'), () => {
    asked.resolve();
    return finding.promise;
  });
  await asked.promise;
  const first = writeOnce(app.db, once('a'), async (tx) => {
    await insertNote('a')(tx);
    finding.resolve('nothing to do');
    assert.equal(await beside, 'nothing to do');
    return 'done';
  });
  assert.equal(await first, 'done');
  const again = writeOnce(app.db, once('a'), () => assert.fail('nothing is done twice'));
  await assert.rejects(again, { answer: { status: 200, body: 'done' } });
});

for (const [what, end] of [
  ['is refused before it writes', (beside: PromiseWithResolvers<string>) => beside.reject(unauthorized())],
  ['has nothing to write', (beside: PromiseWithResolvers<string>) => beside.resolve('nothing to do')],
] as const) {
  test(`a repeat that began beside the first and ${what} does not replace its answer`, async () => {
    const besides = Promise.withResolvers<string>();
    const ending = Promise.withResolvers<string>();
    const begun = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const beside = writeOnceAndGoOn(app.db, once('a'), () => {
      asked.resolve();
      return besides.promise;
    });
    await asked.promise;
    const first = writeOnceAndGoOn(app.db, once('a'), async (write) => {
      await write(insertNote('a'));
      begun.resolve();
      return ending.promise;
    });
    await begun.promise;
    end(besides);
    await Promise.allSettled([beside]);
    ending.resolve('the end');
    assert.equal(await first, 'the end');
    const again = writeOnceAndGoOn(app.db, once('a'), () => assert.fail('nothing is done twice'));
    await assert.rejects(again, { answer: { status: 200, body: 'the end' } });
  });
}

test('a repeat that is refused because the first was done meanwhile gets the answer of the first', async () => {
  const repeat = writeOnceAndGoOn(app.db, once('a'), async () => {
    assert.equal(await writeOnce(app.db, once('a'), insertNote('a')), 'so far');
    throw unauthorized();
  });
  await assert.rejects(repeat, { answer: { status: 200, body: 'so far' } });
  assert.equal(await written(), 1);
});

test('a refusal that waits for the commit of the first does not replace its answer', async () => {
  // A note is written only while this lock is free.
  await app.db.query(sql`
    create function wait_at_commit() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(4711); return null; end'`);
  await app.db.query(sql`
    create constraint trigger waits_at_commit after insert on trial_writes deferrable initially deferred
      for each row execute function wait_at_commit()`);
  const waiting = async (): Promise<number> => {
    const rows = await app.db.query(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    return rows.length;
  };
  const refusing = Promise.withResolvers<string>();
  const asked = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<string>();
  const beside = writeOnceAndGoOn(app.db, once('a'), () => {
    asked.resolve();
    return refusing.promise;
  });
  await asked.promise;
  const { first, refused } = await transaction(app.db, async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(4711)`);
    const first = writeOnceAndGoOn(app.db, once('a'), async (write) => {
      await write(insertNote('a'));
      return ending.promise;
    });
    await until(async () => (await waiting()) === 1);
    refusing.reject(unauthorized());
    const refused = assert.rejects(beside, { status: 409, code: 'IDEMPOTENCY_KEY_IN_USE' });
    await until(async () => (await waiting()) === 2);
    return { first, refused };
  });
  await refused;
  ending.resolve('the end');
  assert.equal(await first, 'the end');
  const again = writeOnceAndGoOn(app.db, once('a'), () => assert.fail('nothing is done twice'));
  await assert.rejects(again, { answer: { status: 200, body: 'the end' } });
});

test('a refusal after the write does not replace what is known of it, however late it comes', async () => {
  const late = writeOnceAndGoOn(app.db, once('a'), async (write) => {
    await write(insertNote('a'));
    await app.db.query(sql`update idempotency_keys set unfinished_until = unfinished_until - interval '61 seconds'`);
    throw unauthorized();
  });
  await assert.rejects(late, { status: 401 });
  const again = writeOnceAndGoOn(app.db, once('a'), () => assert.fail('nothing is done twice'));
  await assert.rejects(again, { answer: { status: 200, body: 'so far' } });
});

test('what a process that died had written is answered as far as it had come, after a minute', async () => {
  const dies = writeOnceAndGoOn(app.db, once('a'), async (write) => {
    await write(insertNote('a'));
    throw new Error('killed');
  });
  await assert.rejects(dies, { message: 'killed' });
  const again = () => writeOnceAndGoOn(app.db, once('a'), () => assert.fail('nothing is done twice'));
  await assert.rejects(again(), { status: 409 });
  await app.db.query(sql`update idempotency_keys set unfinished_until = unfinished_until - interval '61 seconds'`);
  await assert.rejects(again(), { answer: { status: 200, body: 'so far' } });
});

test('a refusal before the write is kept, and so is what was found without one', async () => {
  const again = (key: string) => {
    const { key: of, answer } = once('a');
    return writeOnceAndGoOn(app.db, { key: { ...of, key }, answer }, () =>
      key === 'found' ? Promise.resolve('nothing to do') : Promise.reject(unauthorized()),
    );
  };
  const answeredBefore = (status: number) => (error: { answer?: { status: number } }) =>
    error.answer?.status === status;
  await assert.rejects(again('refused'), { status: 401 });
  await assert.rejects(again('refused'), answeredBefore(401));
  assert.equal(await again('found'), 'nothing to do');
  await assert.rejects(again('found'), answeredBefore(200));
});
