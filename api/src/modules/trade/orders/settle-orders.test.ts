import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unheardSettings } from '../../../../test/support/kills/unheard-settings.ts';
import { createAdmin } from '../../../../test/support/people.ts';
import { useTestDatabase } from '../../../../test/support/use-test-database.ts';
import { fixedClock } from '../../../platform/clock.ts';
import { afterCommit, transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { silentLogger as logger } from '../../../platform/observability/logger.ts';
import { createOrders } from './index.ts';
import { type Answer, createTestOrders } from './test-support.ts';

const db = useTestDatabase();
const { clock, seenOf, kindThat, startProcess, statusOf, openAlerts, later } = createTestOrders(() => db);

test('the intent goes with the transaction that it is placed in', async () => {
  const orders = createOrders({ db, clock, logger, settings: unheardSettings(db) }).handle(kindThat({}));
  const undone = new Error('undone');
  const placing = transaction(db, async (tx) => {
    await orders.place(tx, { projectId: 'undone', ask: { wish: 'x' } });
    throw undone;
  });
  await assert.rejects(placing, undone);
  assert.deepEqual(await db.query(sql`select from orders where project_id = 'undone'`), []);
});

test('a project id is ordered once', async () => {
  const { place } = startProcess({});
  await place('once');
  await assert.rejects(place('once'));
});

test('the first answer settles an order; a later one that disagrees raises an alert', async () => {
  const answered = Promise.withResolvers<Answer>();
  const asked = Promise.withResolvers<void>();
  const slow = startProcess({
    send: () => {
      asked.resolve();
      return answered.promise;
    },
  });
  const id = await slow.place('late');
  const sending = slow.send(id);
  await asked.promise;
  await later(startProcess({}), 3);
  assert.equal(await statusOf(id), 'REFUSED');
  answered.resolve({ bought: { number: 7 } });
  assert.deepEqual(await sending, { refused: 'The order never arrived' });
  assert.deepEqual(seenOf('late'), ['late refused: The order never arrived', 'late told']);
  assert.deepEqual(await openAlerts(id), ['ORDER_CONTRADICTED']);
});

test('one order that cannot be settled does not hold up the others, and is settled when it can be', async () => {
  const failing = startProcess({
    find: async () => ({ bought: { number: 8 } }),
    send: async () => Promise.reject(new Error('no answer')),
    bought: async (tx, order, bought) => {
      if (order.projectId === 'fails') throw new Error('the books are closed');
      return kindThat({}).bought(tx, order, bought);
    },
  });
  const [fails, works] = [await failing.place('fails'), await failing.place('works')];
  assert.deepEqual([await failing.send(fails), await failing.send(works)], ['UNKNOWN', 'UNKNOWN']);
  for (let minute = 0; minute < 12; minute += 1) await later(failing, 2);
  assert.deepEqual([await statusOf(fails), await statusOf(works)], ['UNKNOWN', 'BOUGHT']);
  assert.deepEqual(await openAlerts(fails), ['ORDER_STUCK']);
  await later(startProcess({ find: async () => ({ bought: { number: 8 } }) }), 2);
  assert.equal(await statusOf(fails), 'BOUGHT');
  assert.deepEqual(await openAlerts(fails), []);
  assert.deepEqual(seenOf('works'), ['works bought 8', 'works told']);
  assert.deepEqual(seenOf('fails'), ['fails bought 8', 'fails told']);
});

test('an answer that could not be written down is asked for again', async () => {
  let isDown = true;
  const process = startProcess({
    find: async () => ({ bought: { number: 7 } }),
    bought: async (tx, order, bought) => {
      if (isDown) throw new Error('the database is gone');
      return kindThat({}).bought(tx, order, bought);
    },
  });
  const id = await process.place('unwritten');
  assert.equal(await process.send(id), 'UNKNOWN');
  assert.equal(await statusOf(id), 'SENT');
  isDown = false;
  await later(process);
  assert.deepEqual([await statusOf(id), seenOf('unwritten')], ['BOUGHT', ['unwritten bought 7', 'unwritten told']]);
});

test('an order of an unknown kind raises an alert, and is left to a process that knows it', async () => {
  const id = await startProcess({ kind: 'FORGOTTEN' }).place('forgotten');
  await later(startProcess({}), 2);
  assert.deepEqual([await statusOf(id), await openAlerts(id)], ['REQUESTED', ['ORDER_STUCK']]);
  await later(startProcess({ kind: 'FORGOTTEN' }), 2);
  assert.deepEqual([await statusOf(id), await openAlerts(id)], ['BOUGHT', []]);
});

test('the hour before an order may be ended by hand counts from when it was sent', async () => {
  const silence = async () => Promise.reject(new Error('no answer'));
  const process = startProcess({ kind: 'SENT_LATE', send: silence, find: silence });
  const id = await process.place('sent_late');
  const actorId = (await createAdmin(db)).userId;
  const end = () => process.endManually({ id, found: null, reason: 'Ticket 4711', actorId, ip: '127.0.0.1' }, null);
  await later(process, 120);
  assert.equal(await statusOf(id), 'UNKNOWN');
  await assert.rejects(end(), { code: 'ORDER_TOO_YOUNG' });
  await later(process, 59);
  await assert.rejects(end(), { code: 'ORDER_TOO_YOUNG' });
  await later(process);
  assert.equal((await end()).status, 'REFUSED');
});

test('a notification that fails does not undo what is settled', async () => {
  const process = startProcess({
    bought: async (tx) =>
      afterCommit(tx, () => {
        throw new Error('nobody is there');
      }),
  });
  const id = await process.place('not notified');
  assert.deepEqual(await process.send(id), { bought: { number: 7 } });
  assert.equal(await statusOf(id), 'BOUGHT');
  assert.deepEqual(await startProcess({ send: () => assert.fail('sent') }).send(id), { bought: { number: 7 } });
});

test('a settled order cannot be changed', async () => {
  const process = startProcess({});
  const id = await process.place('final');
  await process.send(id);
  await assert.rejects(db.query(sql`update orders set status = 'REFUSED' where id = ${id}`));
  await assert.rejects(db.query(sql`delete from orders where id = ${id}`));
});

test('a kind is handled once in a process', () => {
  const orders = createOrders({ db, clock, logger, settings: unheardSettings(db) });
  orders.handle(kindThat({}));
  assert.throws(() => orders.handle(kindThat({})), /handled twice/);
});

test('an order that was given up is looked up 15 and 60 minutes later, with an alert if it is found', async () => {
  const asked: string[] = [];
  let found: Record<string, Answer> = {};
  const process = startProcess({
    kind: 'AGAIN',
    send: async () => Promise.reject(new Error('no answer')),
    find: async ({ projectId }) => {
      asked.push(projectId);
      return found[projectId] ?? null;
    },
  });
  const [late, never] = [await process.place('again_late'), await process.place('again_never')];
  assert.deepEqual([await process.send(late), await process.send(never)], ['UNKNOWN', 'UNKNOWN']);
  const askedAfter = async (minutes: number) => {
    asked.length = 0;
    await later(process, minutes);
    return asked.toSorted();
  };
  await askedAfter(3);
  assert.deepEqual([await statusOf(late), await statusOf(never)], ['REFUSED', 'REFUSED']);
  assert.deepEqual(await askedAfter(14), []);
  assert.deepEqual(await askedAfter(1), ['again_late', 'again_never']);
  assert.deepEqual(await askedAfter(44), []);
  found = { again_late: { bought: { number: 9 } } };
  assert.deepEqual(await askedAfter(1), ['again_late', 'again_never']);
  assert.deepEqual([await openAlerts(late), await openAlerts(never)], [['ORDER_CONTRADICTED'], []]);
  assert.equal(await statusOf(late), 'REFUSED');
  assert.deepEqual(await askedAfter(24 * 60), []);
});

test('a second look without an answer is repeated, and a clear refusal has none', async () => {
  let asked = 0;
  const process = startProcess({
    kind: 'AGAIN_SILENT',
    send: async ({ projectId }) =>
      projectId === 'plain' ? { refused: 'Item sold' } : Promise.reject(new Error('no answer')),
    find: async () => {
      asked += 1;
      return asked === 2 ? Promise.reject(new Error('no answer')) : null;
    },
  });
  await process.send(await process.place('plain'));
  await process.send(await process.place('silent'));
  await later(process, 3);
  await later(process, 15);
  assert.equal(asked, 2);
  await later(process, 5);
  assert.equal(asked, 3);
  await later(process, 5);
  assert.equal(asked, 3);
});

test('a second look that cannot be made for six hours is left to a person', async () => {
  const unsent = async () => Promise.reject(new Error('no answer'));
  let asked = 0;
  const silent = startProcess({
    kind: 'AGAIN_NEVER',
    send: unsent,
    find: async () => {
      asked += 1;
      return asked === 1 ? null : unsent();
    },
  });
  const forgetful = startProcess({ kind: 'AGAIN_FORGOTTEN', send: unsent });
  const ids = [await silent.place('unchecked'), await forgetful.place('unchecked_forgotten')] as const;
  await silent.send(ids[0]);
  await forgetful.send(ids[1]);
  await later(silent, 3);
  await later(forgetful);
  assert.deepEqual([await statusOf(ids[0]), await statusOf(ids[1])], ['REFUSED', 'REFUSED']);
  const alertsAfter = async (minutes: number) => {
    await later(silent, minutes);
    return [await openAlerts(ids[0]), await openAlerts(ids[1])];
  };
  assert.deepEqual(await alertsAfter(5 * 60 + 58), [[], []]);
  assert.deepEqual(await alertsAfter(6), [['ORDER_NOT_CHECKED'], ['ORDER_NOT_CHECKED']]);
  const askedBefore = asked;
  await later(silent, 24 * 60);
  assert.equal(asked, askedBefore);
  assert.deepEqual(await db.query(sql`select from order_second_looks where order_id = any(${ids}::bigint[])`), []);
});

test('a long run is neither waited for nor repeated, and one that died is replaced', async () => {
  const answered = Promise.withResolvers<null>();
  const asked = Promise.withResolvers<void>();
  const lost = { kind: 'LONG', send: async () => Promise.reject(new Error('no answer')) };
  // Its own clock hides the minutes after which it counts as dead.
  const own = fixedClock(clock.now());
  const slow = startProcess(
    {
      ...lost,
      find: () => {
        asked.resolve();
        return answered.promise;
      },
    },
    { clock: own },
  );
  const pass = (ms: number) => {
    clock.advance(ms);
    own.set(clock.now());
  };
  const id = await slow.place('long');
  await slow.send(id);
  pass(MINUTE_MS);
  const run = slow.settleDue();
  await asked.promise;
  let others = 0;
  const other = startProcess({
    ...lost,
    find: async () => {
      others += 1;
      return { bought: { number: 3 } };
    },
  });
  await slow.send(await slow.place('long_second'));
  pass(MINUTE_MS / 2);
  await other.settleDue();
  assert.equal(others, 0);
  await slow.settleDue();
  await later(other, 2);
  assert.deepEqual([others, await statusOf(id)], [2, 'BOUGHT']);
  answered.resolve(null);
  await run;
  assert.equal(await statusOf(id), 'BOUGHT');
});
