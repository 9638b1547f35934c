import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { useTestDatabase } from '../../../../test/support/use-test-database.ts';
import type { Db } from '../../../platform/database/db.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { type Answer, createTestOrders } from './test-support.ts';

let db: Db;
useTestDatabase((opened) => {
  db = opened;
});
const { startProcess, statusOf, later } = createTestOrders(() => db);

const BOUGHT: Answer = { bought: { number: 7 } };

/** A process whose other side answers the first order when the test says so, or ends; others at once. */
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
  // Nor does its job, when nobody works on it any more.
  await later(process, 2);
  assert.deepEqual([await statusOf(placed), await statusOf(sent), isStopped], ['REQUESTED', 'SENT', false]);
  process.answerFirst();
  await stopped;
  assert.equal(await statusOf(sent), 'BOUGHT');
  assert.deepEqual(await sending, BOUGHT);
  // Another process need not wait for it.
  await later(startProcess({}), 0);
  assert.equal(await statusOf(placed), 'BOUGHT');
});

test('a stop waits no longer than it may', async (t) => {
  const process = askingProcess(t);
  const id = await process.place('slow');
  const sending = process.send(id);
  await process.asked;
  await process.stop(0);
  assert.equal(await statusOf(id), 'SENT');
  process.answerFirst();
  assert.deepEqual(await sending, BOUGHT);
});
