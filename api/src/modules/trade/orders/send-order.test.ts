import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until } from '../../../../test/support/until.ts';
import { useTestDatabase } from '../../../../test/support/use-test-database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';
import type { Id } from '../../../platform/ids.ts';
import { NotSent } from './index.ts';
import type { Wait } from './send-order.ts';
import { type Answer, createTestOrders, type Kind } from './test-support.ts';

const db = useTestDatabase();
const { clock, seenOf, kindThat, startProcess, statusOf, later } = createTestOrders(() => db);

/** Silence proves nothing for its kind. */
const isSentLater = async (id: Id<'order'>) => {
  await later(startProcess({ notFoundMs: null, send: async () => ({ bought: { number: 9 } }) }), 3);
  assert.equal(await statusOf(id), 'BOUGHT');
};

test('a process that stood still between its intent and its question does not ask, and the order is sent later', async () => {
  let moment = 0;
  // The clock is read before and after the intent is committed.
  const stopped: Clock = {
    now: () => {
      moment += 1;
      return new Date(clock.now().getTime() + (moment > 3 ? MINUTE_MS : 0));
    },
  };
  const send = () => assert.fail('sent');
  const process = startProcess({ send }, { clock: stopped });
  const id = await process.place('stopped');
  moment = 1;
  assert.equal(await process.send(id), 'UNKNOWN');
  assert.equal(await statusOf(id), 'REQUESTED');
  await isSentLater(id);
  assert.deepEqual(seenOf('stopped'), ['stopped bought 9', 'stopped told']);
});

test('an order that was looked up while its process stood still is sent later, unless it was given up', async () => {
  for (const [projectId, notFoundMs, found, end] of [
    ['looked for', null, 'UNKNOWN', 'BOUGHT'],
    ['given up', 2 * MINUTE_MS, 'REFUSED', 'REFUSED'],
  ] as const) {
    const looking = startProcess({ notFoundMs });
    const stopped = startProcess({
      send: async () => {
        await later(looking, 3);
        assert.equal(await statusOf(id), found);
        throw new NotSent('nobody was asked');
      },
    });
    const id = await stopped.place(projectId);
    assert.equal(await stopped.send(id), 'UNKNOWN');
    assert.equal(await statusOf(id), end === 'BOUGHT' ? 'REQUESTED' : end);
    await later(startProcess({ notFoundMs, send: async () => ({ bought: { number: 9 } }) }), 3);
    assert.equal(await statusOf(id), end);
  }
});

test('a process does not undo an order that another one has sent anew', async () => {
  const again = startProcess({ notFoundMs: null, send: async () => Promise.reject(new Error('no answer')) });
  const first = startProcess({
    send: async () => {
      await db.query(sql`update orders set status = 'REQUESTED', sent_at = null where id = ${id}`);
      await later(again, 3);
      throw new NotSent('nobody was asked');
    },
  });
  const id = await first.place('begun anew');
  await first.send(id);
  assert.equal(await statusOf(id), 'UNKNOWN');
});

test('a look before an order was sent anew does not give it up', async () => {
  const [woken, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<null>()];
  const [asked, asking] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stopped = startProcess({
    send: async () => {
      asked.resolve();
      await woken.promise;
      throw new NotSent('nobody was asked');
    },
  });
  // Time stands still, so the slow workers take nothing that is due later.
  const runAt = new Date(clock.now().getTime() + 3 * MINUTE_MS);
  const looking = startProcess(
    {
      find: () => {
        asking.resolve();
        return looked.promise;
      },
    },
    { clock: { now: () => runAt } },
  );
  const id = await stopped.place('sent anew');
  const sending = stopped.send(id);
  await asked.promise;
  const run = later(looking, 3);
  await asking.promise;
  woken.resolve();
  await sending;
  assert.equal(await statusOf(id), 'REQUESTED');
  // The purchase was made, and its answer is lost.
  await later(startProcess({ send: async () => Promise.reject(new Error('no answer')) }), 2);
  looked.resolve(null);
  await run;
  assert.equal(await statusOf(id), 'UNKNOWN');
  await later(startProcess({ find: async () => ({ bought: { number: 9 } }) }));
  assert.deepEqual(seenOf('sent anew'), ['sent anew bought 9', 'sent anew told']);
});

test('an order that was certainly not sent is sent later: its needs could not be read, or nothing left', async () => {
  for (const [projectId, said] of [
    ['unprepared', { prepare: async () => Promise.reject(new Error('nothing was read')) }],
    ['not left', { send: async () => Promise.reject(new NotSent('nobody was asked')) }],
  ] as const) {
    const { place, send } = startProcess({ send: () => assert.fail('sent'), ...said });
    const id = await place(projectId);
    assert.equal(await send(id), 'UNKNOWN');
    assert.equal(await statusOf(id), 'REQUESTED');
    await isSentLater(id);
  }
});

test('the needs of an order are read before SENT is written, and not after it was sent', async () => {
  let read = 0;
  const process = startProcess({
    prepare: async () => {
      read += 1;
      assert.equal(await statusOf(id), 'REQUESTED');
    },
  });
  const id = await process.place('prepared');
  assert.deepEqual(await process.send(id), { bought: { number: 7 } });
  assert.deepEqual([await process.send(id), read], [{ bought: { number: 7 } }, 1]);
});

const whereSent = (become: (write: () => Promise<object[]>) => Promise<object[]>): Db => ({
  ...db,
  query: async <Row extends object>(statement: Parameters<Db['query']>[0]) => {
    const write = () => db.query<Row>(statement);
    const isIntent = JSON.stringify(statement).includes("status = 'SENT', sent_at");
    return isIntent ? ((await become(write)) as Row[]) : write();
  },
});

test('an order whose intent got no answer is sent later, whether the intent arrived, arrives late or never', async () => {
  const late = Promise.withResolvers<() => Promise<object[]>>();
  for (const [projectId, become] of [
    ['arrived', async (write) => write().then(() => undefined)],
    ['arrives later', async (write) => late.resolve(write)],
    ['lost', async () => undefined],
  ] satisfies [string, (write: () => Promise<object[]>) => Promise<void>][]) {
    const broken = whereSent(async (write) => {
      await become(write);
      throw new Error('the connection is broken');
    });
    const { place, send } = startProcess({ send: () => assert.fail('sent') }, { db: broken });
    const id = await place(projectId);
    assert.equal(await send(id), 'UNKNOWN');
    if (projectId === 'arrives later') await (await late.promise)();
    assert.equal(await statusOf(id), 'REQUESTED', projectId);
    await isSentLater(id);
  }
});

function leavingDatabase() {
  let isAway = false;
  const failWhileAway = () => {
    if (isAway) throw new Error('the database is away');
  };
  const leaving: Db = {
    ...db,
    query: async <Row extends object>(statement: Parameters<Db['query']>[0]) => {
      failWhileAway();
      return db.query<Row>(statement);
    },
  };
  const sentThen = (become: () => Answer): Partial<Kind> => ({
    // Silence proves nothing for a payment.
    notFoundMs: null,
    send: async () => {
      isAway = true;
      return become();
    },
    refused: async (...settled) => {
      failWhileAway();
      return kindThat({}).refused(...settled);
    },
  });
  const comeBack = () => {
    isAway = false;
  };
  return { leaving, sentThen, comeBack };
}

const notSent = () => {
  throw new NotSent('nobody was asked');
};
const soldOut = () => ({ refused: 'Item sold' });

test('knowledge of an order is written when the database is back, and no caller waits', async () => {
  for (const [projectId, become, end] of [
    ['unsent', notSent, 'REQUESTED'],
    ['refused', soldOut, 'REFUSED'],
  ] as const) {
    const { leaving, sentThen, comeBack } = leavingDatabase();
    const hasReturned = Promise.withResolvers<void>();
    const pausesMs: number[] = [];
    const wait: Wait = async (ms) => {
      await hasReturned.promise;
      pausesMs.push(ms);
      if (pausesMs.length === 9) comeBack();
    };
    const { place, send } = startProcess(sentThen(become), { db: leaving, wait });
    const id = await place(projectId);
    assert.equal(await send(id), 'UNKNOWN');
    assert.equal(await statusOf(id), 'SENT');
    hasReturned.resolve();
    await until(async () => (await statusOf(id)) === end);
    const pausedMs = pausesMs.reduce((sum, ms) => sum + ms, 0);
    assert.ok(pausesMs.length === 9 && pausedMs > 2 * MINUTE_MS, `${pausesMs}`);
  }
  assert.deepEqual(seenOf('refused'), ['refused refused: Item sold', 'refused told']);
  await later(startProcess({ notFoundMs: null }));
  assert.deepEqual(seenOf('unsent'), ['unsent bought 7', 'unsent told']);
});

test('a stopping process does not wait for the next attempt: it tries once more', async () => {
  for (const [isBack, end] of [
    [true, 'REQUESTED'],
    [false, 'SENT'],
  ] as const) {
    const { leaving, sentThen, comeBack } = leavingDatabase();
    const wait: Wait = (_, signal) => new Promise((resolve) => signal.addEventListener('abort', resolve));
    const { place, send, stop } = startProcess(sentThen(notSent), { db: leaving, wait });
    const id = await place(`back ${isBack}`);
    await send(id);
    if (isBack) comeBack();
    await stop(HOUR_MS);
    assert.equal(await statusOf(id), end);
  }
});

const BOUGHT: Answer = { bought: { number: 7 } };

function askingProcess(t: TestContext) {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<Answer>();
  let answer = () => answered.promise;
  const send = () => {
    asked.resolve();
    const first = answer();
    answer = async () => BOUGHT;
    return first;
  };
  const answerFirst = () => answered.resolve(BOUGHT);
  t.after(answerFirst);
  return { ...startProcess({ send }), asked: asked.promise, answerFirst };
}

test('a process that stops waits for the order that it sends, and sends no other', async (t) => {
  const process = askingProcess(t);
  const [sent, placed] = [await process.place('under way'), await process.place('too late')];
  const sending = process.send(sent);
  await process.asked;
  let isStopped = false;
  const stopped = process.stop(HOUR_MS).then(() => {
    isStopped = true;
  });
  assert.equal(await process.send(placed), 'UNKNOWN');
  // Its job sends nothing either, even when the lease is over.
  await later(process, 2);
  assert.deepEqual([await statusOf(placed), await statusOf(sent), isStopped], ['REQUESTED', 'SENT', false]);
  process.answerFirst();
  await stopped;
  assert.equal(await statusOf(sent), 'BOUGHT');
  assert.deepEqual(await sending, BOUGHT);
  await later(startProcess({}), 0);
  assert.equal(await statusOf(placed), 'BOUGHT');
});

test('a stop waits no longer than its limit', async (t) => {
  const process = askingProcess(t);
  const id = await process.place('slow');
  const sending = process.send(id);
  await process.asked;
  await process.stop(0);
  assert.equal(await statusOf(id), 'SENT');
  process.answerFirst();
  assert.deepEqual(await sending, BOUGHT);
});
