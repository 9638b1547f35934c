import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { PATIENCE } from '../../../test/support/patience.ts';
import { useTestDatabase } from '../../../test/support/use-test-database.ts';
import { AppError, unavailable } from '../errors.ts';
import { until } from '../hot-store/test-support.ts';
import { silentLogger } from '../observability/logger.ts';
import { hadNoEffect, isConnectionFailure } from './database-errors.ts';
import { type Db, openDatabase, transaction } from './db.ts';
import { createProcessLock } from './one-process.ts';
import { join, raw, sql, statementName } from './sql.ts';

const db = useTestDatabase({
  empty: true,
  poolSize: 4,
  constraintErrors: { purses_cents_check: () => new AppError('INSUFFICIENT_BALANCE', 400, 'Insufficient balance') },
});
before(async () => {
  await db.query(sql`create table purses (id bigint primary key, cents bigint not null check (cents >= 0))`);
});
beforeEach(async () => {
  await db.query(sql`truncate purses`);
  await db.query(sql`insert into purses values (1, 100), (2, 100)`);
});

const cents = async (id: number) =>
  (await db.query<{ cents: string }>(sql`select cents::text from purses where id = ${id}`))[0]?.cents;

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

test('a statement is worked on by one process of the server, unless it may take long', async () => {
  const slow = openDatabase({ patience: PATIENCE, address: db.url, logger: silentLogger, isParallel: true });
  const workersOf = async (connections: Db) =>
    (await connections.query<{ maxParallelWorkersPerGather: string }>(sql`show max_parallel_workers_per_gather`))[0];
  try {
    assert.deepEqual(await workersOf(db), { maxParallelWorkersPerGather: '0' });
    assert.notDeepEqual(await workersOf(slow), { maxParallelWorkersPerGather: '0' });
  } finally {
    await slow.close();
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

test('what is sent apart stays where the transaction does not, also while all connections wait for it', async () => {
  const connections = 4;
  const { promise: allHold, resolve: release } = Promise.withResolvers<void>();
  let holding = 0;
  const undone = Array.from({ length: connections }, () =>
    transaction(db, async (tx) => {
      await tx.query(sql`select 1 as one`);
      holding += 1;
      if (holding === connections) release();
      await allHold;
      await db.apart.query(sql`update purses set cents = cents + 1 where id = 1`);
      await transaction(db.apart, (other) => other.query(sql`update purses set cents = cents + 10 where id = 1`));
      throw new Error('changed my mind');
    }),
  );
  await Promise.all(undone.map((each) => assert.rejects(each, /changed my mind/)));
  assert.equal(await cents(1), '144');
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

test('a statement that comes after the end of its transaction is not run', async () => {
  for (const ending of ['commits', 'fails']) {
    let late: Promise<unknown> = Promise.resolve();
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const ended = transaction(db, async (tx) => {
      await tx.query(sql`select 1`);
      late = isOver.then(() => tx.query(sql`update purses set cents = 5 where id = 1`));
      if (ending === 'fails') throw new Error('changed my mind');
    });
    await (ending === 'fails' ? assert.rejects(ended, /changed my mind/) : ended);
    end();
    await assert.rejects(late, /after the end of its transaction/);
    assert.equal(await cents(1), '100', ending);
  }
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
  const move = (from: number, to: number, other: () => Promise<unknown>) => {
    let isAgain = false;
    return transaction(db, async (tx) => {
      attempts += 1;
      // PostgreSQL aborts one of the two. It waits here for the other, or both might meet in another deadlock.
      if (isAgain) await other();
      isAgain = true;
      await tx.query(sql`update purses set cents = cents - 10 where id = ${from}`);
      holding += 1;
      if (holding === 2) release();
      await bothHold;
      await tx.query(sql`update purses set cents = cents + 10 where id = ${to}`);
    });
  };
  const one: Promise<void> = move(1, 2, () => two);
  const two: Promise<void> = move(2, 1, () => one);
  await Promise.all([one, two]);
  assert.deepEqual([await cents(1), await cents(2)], ['100', '100']);
  assert.equal(attempts, 3);
});

const isUnavailable = (error: AppError) => error.status === 503 && error.headers?.['retry-after'] === '1';
const raise = (code: string) => raw(`do $$ begin raise exception 'no luck' using errcode = '${code}'; end $$`);

test('what may be run again is tried three times at most, and then is a 503', async () => {
  for (const code of ['40001', '40P01']) {
    let attempts = 0;
    const failing = transaction(db, async (tx) => {
      attempts += 1;
      await tx.query(raise(code));
    });
    await assert.rejects(failing, isUnavailable);
    assert.equal(attempts, 3, code);
    await assert.rejects(db.query(raise(code)), isUnavailable);
  }
});

test('a statement outside a transaction is run again too', async () => {
  await db.query(sql`create sequence attempts`);
  const thirdTime = raw(`do $$ begin
    if nextval('attempts') < 3 then raise exception 'no luck' using errcode = '40P01'; end if;
    update purses set cents = 5 where id = 1;
  end $$`);
  await db.query(thirdTime);
  assert.equal(await cents(1), '5');
});

test('a lock that is not to be had in time is a 503, and nothing is left of the attempt', async () => {
  await transaction(db, async (holder) => {
    await holder.query(sql`select from purses where id = 1 for update`);
    const waiting = transaction(db, async (tx) => {
      await tx.query(sql`update purses set cents = 0 where id = 2`);
      await tx.query(sql`set local lock_timeout = '20ms'`);
      await tx.query(sql`update purses set cents = 0 where id = 1`);
    });
    await assert.rejects(waiting, (error: AppError) => isUnavailable(error) && hadNoEffect(error));
  });
  assert.deepEqual([await cents(1), await cents(2)], ['100', '100']);
});

test('a statement that took too long, or that an operator has ended, is a 503', async () => {
  for (const stopped of [
    [sql`set local statement_timeout = '20ms'`, sql`select pg_sleep(600)`],
    [sql`select pg_cancel_backend(pg_backend_pid()), pg_sleep(600)`],
  ]) {
    const work = transaction(db, async (tx) => {
      await tx.query(sql`update purses set cents = 0 where id = 2`);
      for (const statement of stopped) await tx.query(statement);
    });
    await assert.rejects(work, (error: AppError) => isUnavailable(error) && hadNoEffect(error));
  }
  assert.equal(await cents(2), '100');
});

test('a transaction that stood idle for too long is a 503, and its connection is not used again', async () => {
  const idle = transaction(db, async (tx) => {
    await tx.query(sql`update purses set cents = 0 where id = 1`);
    const [own] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await tx.query(sql`set local idle_in_transaction_session_timeout = '20ms'`);
    const isThere = () => db.query(sql`select from pg_stat_activity where pid = ${own?.pid}`);
    while ((await isThere()).length > 0) await pause(5);
    await tx.query(sql`update purses set cents = 0 where id = 2`);
  });
  await assert.rejects(idle, isUnavailable);
  assert.deepEqual([await cents(1), await cents(2)], ['100', '100']);
});

test('a server that takes no writes, is full or is going down is a 503', async () => {
  const readOnly = transaction(db, async (tx) => {
    await tx.query(sql`set transaction read only`);
    await tx.query(sql`update purses set cents = 0 where id = 1`);
  });
  await assert.rejects(readOnly, isUnavailable);
  for (const code of ['53000', '53100', '53200', '53300', '53400', '57P01', '57P02', '57P03', '08006', '25P04']) {
    await assert.rejects(db.query(raise(code)), isUnavailable, code);
    await assert.rejects(
      transaction(db, (tx) => tx.query(raise(code))),
      (error: AppError) => isUnavailable(error) && hadNoEffect(error) === !/^(57P0|08)/.test(code),
      code,
    );
  }
  assert.equal(await cents(1), '100');
});

test('only what the server itself has told has surely left nothing', async () => {
  for (const code of ['40003', '08007']) {
    await assert.rejects(db.query(raise(code)), (error) => !hadNoEffect(error), code);
  }
  const codes = ['ENETDOWN', 'ENETUNREACH', 'EPROTO', 'EPIPE', 'ECONNRESET', 'ERR_SSL_BAD_RECORD_MAC', '23505'];
  const lost = codes.map((code) => Object.assign(new Error('of the connection'), { code }));
  for (const failure of [...lost, new Error('Connection terminated'), new Error('anything'), null]) {
    assert.equal(hadNoEffect(failure), false);
    assert.equal(hadNoEffect(unavailable(failure)), false);
  }
  for (const failure of lost.slice(0, -1)) assert.ok(isConnectionFailure(failure), failure.code);
});

test('a fault of ours stays one', async () => {
  for (const code of ['XX000', '42601', '22012', '25001', '55000']) {
    const isPlain = (error: Error) => !(error instanceof AppError) && hadNoEffect(error);
    await assert.rejects(db.query(raise(code)), isPlain, code);
  }
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

test('beyond so many that wait for a connection, the next are refused at once', async () => {
  const narrow = openDatabase({ address: db.url, logger: silentLogger, poolSize: 1 });
  const client = await narrow.pool.connect();
  const waiting = Array.from({ length: 50 }, () => narrow.query(sql`select 1`));
  await assert.rejects(narrow.query(sql`select 1`), { status: 503 });
  await assert.rejects(
    transaction(narrow, async () => undefined),
    { status: 503 },
  );
  client.release();
  assert.equal((await Promise.all(waiting)).length, 50);
  await narrow.query(sql`select 1`);
  await narrow.close();
});

test('a right of one process is had by one, and who waits for it keeps no connection', async () => {
  const [first, second] = [createProcessLock(db.url, 1), createProcessLock(db.url, 1)];
  try {
    assert.deepEqual([await first.take(), await second.take(), await first.take()], [true, false, true]);
    const holders = sql`
      select from pg_stat_activity where datname = current_database() and application_name = 'lisura lock'`;
    await until(async () => (await db.query(holders)).length === 1);
    await first.release();
    assert.equal(await second.take(), true);
  } finally {
    await Promise.all([first.release(), second.release()]);
  }
});

test('what is sent with the commit is there with it, and where it fails nothing is, with its own error', async () => {
  await transaction(db, async (tx) => tx.send(sql`update purses set cents = cents + 1 where id = 1`));
  assert.equal(await cents(1), '101');
  const failing = transaction(db, async (tx) => {
    await tx.query(sql`update purses set cents = 7 where id = 1`);
    tx.send(sql`select 1 / 0`);
    tx.send(sql`update purses set cents = 8 where id = 1`);
  });
  await assert.rejects(failing, { code: '22012' });
  assert.equal(await cents(1), '101');
});

test('where what is sent with the commit meets a deadlock, the transaction is run again', async () => {
  let attempts = 0;
  await transaction(db, async (tx) => {
    attempts += 1;
    await tx.query(sql`update purses set cents = cents + 5 where id = 1`);
    if (attempts === 1) tx.send(sql`do $$ begin raise exception sqlstate '40P01'; end $$`);
  });
  assert.deepEqual([attempts, await cents(1)], [2, '105']);
});
