import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterLimit, endsWithin, within } from './time-limits.ts';

const LONG_MS = 60_000;
const never = new Promise<never>(() => {});
const fault = new Error('no luck');

test('work that is done in time gives what it gives, be it a failure', async () => {
  assert.equal(await within(LONG_MS, Promise.resolve(7), 'it'), 7);
  await assert.rejects(within(LONG_MS, Promise.reject(fault), 'it'), fault);
  assert.equal(await endsWithin(LONG_MS, Promise.resolve(7)), true);
  await assert.rejects(endsWithin(LONG_MS, Promise.reject(fault)), fault);
});

test('work that takes longer is given up, and said by its name', async () => {
  await assert.rejects(within(30, never, 'the other side'), /^Error: the other side took longer than 30 ms$/);
  assert.equal(await endsWithin(30, never), false);
});

test('a limit that has passed already is over at once', async () => {
  assert.equal(await endsWithin(-5, never), false);
});

test('a failure after the limit ends nothing', async () => {
  const late = Promise.withResolvers<void>();
  assert.equal(await endsWithin(1, late.promise), false);
  await assert.rejects(within(1, late.promise, 'it'));
  late.reject(fault);
  await new Promise(setImmediate);
});

test('what was called off is not given up, also when its time is up in the same moment', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let hasGivenUp = false;
  const cancel = afterLimit(100, () => {
    hasGivenUp = true;
  });
  t.mock.timers.tick(80);
  t.mock.timers.tick(20);
  cancel();
  await new Promise(setImmediate);
  assert.equal(hasGivenUp, false);
});

/** Answers arrive some turns after they were sent. */
async function afterTurns(count: number): Promise<string> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
  return 'there';
}

test('a pause of our own is not taken for one of others', async (t) => {
  // The clock stands still, because the machine may pause again.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const answer = afterTurns(5);
  const limited = within(50, answer, 'it');
  // After a pause expired timers run first.
  t.mock.timers.tick(100);
  assert.equal(await limited, 'there');
});

test('nothing keeps the process after the work is done', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  await within(LONG_MS, Promise.resolve(), 'it');
  await endsWithin(LONG_MS, Promise.resolve());
  await new Promise(setImmediate);
  assert.equal(timers(), before);
});
