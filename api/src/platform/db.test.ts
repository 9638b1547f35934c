import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createTestDatabase } from '../../test/support/databases.ts';
import { type Db, openDatabase, transaction } from './db.ts';
import { AppError } from './errors.ts';
import { silentLogger } from './logger.ts';
import { join, sql, statementName } from './sql.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
before(async () => {
  database = await createTestDatabase({ empty: true });
  db = openDatabase({
    address: database.url,
    logger: silentLogger,
    poolSize: 4,
    constraintErrors: { purses_cents_check: () => new AppError(400, 'Insufficient balance') },
  });
  await db.query(sql`create table purses (id bigint primary key, cents bigint not null check (cents >= 0))`);
});
beforeEach(async () => {
  await db.query(sql`truncate purses`);
  await db.query(sql`insert into purses values (1, 100), (2, 100)`);
});
after(async () => {
  await db.close();
  await database.drop();
});

const cents = async (id: number) =>
  (await db.query<{ cents: string }>(sql`select cents from purses where id = ${id}`))[0]?.cents;

test('equal text has an equal name, so that a connection prepares it once', async () => {
  const byId = (id: number) => sql`select cents from purses where id = ${id}`;
  assert.equal(statementName(byId(1).text), statementName(byId(2).text));
  assert.notEqual(statementName('select 1'), statementName('select 2'));
  const client = await db.pool.connect();
  try {
    const { text, values } = byId(1);
    const name = statementName(text);
    await client.query({ text, values, ...(name === undefined ? {} : { name }) });
    const { rows } = await client.query('select name from pg_prepared_statements where name = $1', [name]);
    assert.equal(rows.length, 1);
  } finally {
    client.release();
  }
});

test('values travel apart from the text, also in nested fragments', async () => {
  const ids = join([1, 2]);
  const rows = await db.query<{ id: string }>(sql`select id from purses where id in (${ids}) order by id`);
  assert.deepEqual(rows, [{ id: '1' }, { id: '2' }]);
  const hostile = await db.query<{ text: string }>(sql`select ${"'; drop table purses; --"}::text as text`);
  assert.equal(hostile[0]?.text, "'; drop table purses; --");
});

test('what is thrown rolls everything back', async () => {
  await assert.rejects(
    transaction(db, async (tx) => {
      await tx.query(sql`update purses set cents = 0 where id = 1`);
      throw new Error('changed my mind');
    }),
    /changed my mind/,
  );
  assert.equal(await cents(1), '100');
});

test('a violated constraint is the error that its name stands for, and rolls back', async () => {
  await assert.rejects(
    transaction(db, async (tx) => {
      await tx.query(sql`update purses set cents = cents + 50 where id = 2`);
      await tx.query(sql`update purses set cents = cents - 500 where id = 1`);
    }),
    (error: AppError) => error.status === 400 && error.message === 'Insufficient balance' && error.cause !== undefined,
  );
  assert.equal(await cents(2), '100');
});

test('a failed statement whose error was swallowed is no success', async () => {
  await assert.rejects(
    transaction(db, async (tx) => {
      await tx.query(sql`update purses set cents = 7 where id = 1`);
      await tx.query(sql`select 1 / 0`).catch(() => undefined);
    }),
    /rolled back at its commit/,
  );
  assert.equal(await cents(1), '100');
});

test('two transactions that deadlock both end well, by a bounded retry', async () => {
  const { promise: bothHold, resolve: release } = Promise.withResolvers<void>();
  let holding = 0;
  let attempts = 0;
  const move = (from: number, to: number) =>
    transaction(db, async (tx) => {
      attempts += 1;
      await tx.query(sql`update purses set cents = cents - 10 where id = ${from}`);
      holding += 1;
      if (holding === 2) release();
      await bothHold;
      await tx.query(sql`update purses set cents = cents + 10 where id = ${to}`);
    });
  await Promise.all([move(1, 2), move(2, 1)]);
  assert.deepEqual([await cents(1), await cents(2)], ['100', '100']);
  assert.equal(attempts, 3);
});

test('a serialization failure is tried three times at most', async () => {
  let attempts = 0;
  const failing = transaction(db, async (tx) => {
    attempts += 1;
    await tx.query(sql`do $$ begin raise exception 'no luck' using errcode = '40001'; end $$`);
  });
  await assert.rejects(failing, /no luck/);
  assert.equal(attempts, 3);
});

test('a full pool and a database that is not there are 503, not a hang', async () => {
  const absent = openDatabase({ address: 'postgres://nobody@127.0.0.1:1/none', logger: silentLogger });
  await assert.rejects(absent.query(sql`select 1`), (error: AppError) => error.status === 503);
  await assert.rejects(
    transaction(absent, (tx) => tx.query(sql`select 1`)),
    (error: AppError) => error.status === 503 && error.headers?.['retry-after'] === '1',
  );
  await absent.close();
});

test('a connection that the server ended does not break the ones after it', async () => {
  await assert.rejects(
    transaction(db, (tx) => tx.query(sql`select pg_terminate_backend(pg_backend_pid())`)),
    (error: AppError) => error.status === 503,
  );
  assert.equal(await cents(1), '100');
});

test('text that no column can hold is a 400', async () => {
  await assert.rejects(db.query(sql`select ${'a\u0000b'}::text`), (error: AppError) => error.status === 400);
});

test('of statements sent together the one that really failed is told', async () => {
  const slowly = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      await new Promise((resolve) => setImmediate(resolve));
      throw error;
    }
  };
  await assert.rejects(
    transaction(db, (tx) =>
      Promise.all([
        slowly(tx.query(sql`update purses set cents = cents - 500 where id = 1`)),
        tx.query(sql`select cents from purses`),
      ]),
    ),
    /Insufficient balance/,
  );
});
