import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../../test/support/until.ts';
import { useTestDatabase } from '../../../../test/support/use-test-database.ts';
import type { Db } from '../../../platform/database/db.ts';
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';
import { NotSent } from './index.ts';
import { type Answer, createTestOrders, type Kind } from './test-support.ts';
import type { Wait } from './write-surely.ts';

let db: Db;
useTestDatabase((opened) => {
  db = opened;
});
const { seenOf, kindThat, startProcess, statusOf, later } = createTestOrders(() => db);

/** A database that is away from the moment that an order is sent until it comes back, and a kind that goes with it. */
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
    // That the other side knows of none proves nothing, as of a payment.
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

test('what is known while the database is away is written when it is back, for which nobody waits', async () => {
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

test('a process that stops does not wait for the next time: it tries once more', async () => {
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
