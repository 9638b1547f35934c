import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { mockTime } from './test-support.ts';
import { createWorkerPool, delayBefore, type PoolWorker } from './worker-pool.ts';

interface Trial extends PoolWorker {
  isFirst: boolean;
  asked: ('stop' | 'kill')[];
  isStuck: boolean;
  serve(): Promise<void>;
  end(code: number | null): Promise<void>;
  hear(): void;
}

const { nowMs, settle, pass, passLimit, pauseMachine } = mockTime();
let forked: Trial[];
let notices: string[];
beforeEach(() => {
  [forked, notices] = [[], []];
});

function trial(isFirst: boolean): Trial {
  const { promise: ready, resolve: onReady } = Promise.withResolvers<void>();
  const { promise: ended, resolve: onEnded } = Promise.withResolvers<number | null>();
  const asked: Trial['asked'] = [];
  let heardAtMs = nowMs();
  const self: Trial = {
    isFirst,
    ready,
    ended,
    asked,
    isStuck: false,
    heardAtMs: () => heardAtMs,
    stop: () => void asked.push('stop'),
    kill: () => {
      asked.push('kill');
      if (!self.isStuck) onEnded(null);
    },
    serve: () => {
      onReady();
      return settle();
    },
    end: (code) => {
      onEnded(code);
      return settle();
    },
    hear: () => {
      heardAtMs = nowMs();
    },
  };
  return self;
}

const poolOf = (size: number) =>
  createWorkerPool({
    size,
    fork: (isFirst) => {
      const worker = trial(isFirst);
      forked.push(worker);
      return worker;
    },
    now: nowMs,
    onReplaced: (code, delayMs) => notices.push(`replaced ${code} after ${delayMs}`),
    onHung: () => notices.push('hung'),
    onRestartFailed: (code) => notices.push(`restart failed ${code}`),
  });
const worker = (index: number) => forked[index] as Trial;

async function serving(size: number) {
  const pool = poolOf(size);
  const started = pool.start();
  await worker(0).serve();
  for (const other of forked.slice(1)) await other.serve();
  assert.equal(await started, null);
  return pool;
}

test('the first comes up alone, then the others together', async () => {
  const pool = poolOf(3);
  const started = pool.start();
  await settle();
  assert.equal(forked.length, 1);
  await worker(0).serve();
  assert.deepEqual(
    forked.map(({ isFirst }) => isFirst),
    [true, false, false],
  );
  await worker(1).serve();
  await worker(2).serve();
  assert.equal(await started, null);
});

test('a first that cannot come up is not tried again', async () => {
  const started = poolOf(3).start();
  await worker(0).end(1);
  assert.equal(await started, 1);
  await pass(60_000);
  assert.deepEqual([forked.length, notices], [1, []]);
});

test('one that dies is replaced, later each time, and soon again after one that lived', async () => {
  await serving(2);
  await worker(1).end(1);
  await pass(249);
  assert.equal(forked.length, 2);
  await pass(1);
  assert.equal(forked.length, 3);
  await worker(2).end(null);
  await pass(500);
  assert.equal(forked.length, 4);
  await worker(3).serve();
  for (const each of forked) each.hear();
  await pass(29_000);
  for (const each of forked) each.hear();
  await pass(29_000);
  for (const each of forked) each.hear();
  await pass(2_000);
  await worker(3).end(1);
  assert.deepEqual(notices, ['replaced 1 after 250', 'replaced null after 500', 'replaced 1 after 250']);
  assert.deepEqual([delayBefore(1), delayBefore(3), delayBefore(60)], [250, 1_000, 30_000]);
});

test('failures are counted for each place: who dies in one of them keeps nobody else waiting', async () => {
  await serving(3);
  const { length } = forked;
  for (let kills = 0; kills < 4; kills += 1) {
    await forked.at(-1)?.end(null);
    await pass(60_000 / 8);
    await forked.at(-1)?.serve();
    for (const each of forked) each.hear();
  }
  assert.equal(forked.length, length + 4);
  assert.equal(notices.at(-1), 'replaced null after 2000');
  await worker(0).end(1);
  assert.equal(notices.at(-1), 'replaced 1 after 250');
});

test('while nobody serves one is replaced at once, however often it has died, and so are those that wait', async () => {
  await serving(1);
  for (let kills = 0; kills < 8; kills += 1) {
    await forked.at(-1)?.end(null);
    await forked.at(-1)?.serve();
  }
  assert.equal(forked.length, 9);
  assert.deepEqual(new Set(notices), new Set(['replaced null after 0']));
});

test('the last one that dies takes those with it that would wait for longer', async () => {
  await serving(2);
  for (let kills = 0; kills < 3; kills += 1) {
    await forked.at(-1)?.end(null);
    await pass(1_000);
    worker(0).hear();
  }
  assert.deepEqual([forked.length, notices.at(-1)], [5, 'replaced null after 1000']);
  await forked.at(-1)?.end(null);
  assert.deepEqual([forked.length, notices.at(-1)], [5, 'replaced null after 2000']);
  await worker(0).end(null);
  assert.deepEqual([forked.length, notices.at(-1)], [7, 'replaced null after 0']);
});

test('where nobody serves and none comes up, they are not tried in one go', async () => {
  await serving(1);
  await worker(0).end(null);
  for (let tries = 0; tries < 5; tries += 1) {
    await forked.at(-1)?.end(1);
    assert.equal(forked.length, 2 + tries);
    await pass(250);
    assert.equal(forked.length, 3 + tries);
  }
  assert.equal(notices.at(-1), 'replaced 1 after 250');
});

test('one that says nothing for half a minute is ended, and replaced', async () => {
  await serving(2);
  await pass(15_000);
  worker(0).hear();
  await pass(14_000);
  assert.deepEqual([worker(1).asked, notices], [[], []]);
  await pass(1_000);
  assert.deepEqual([worker(0).asked, worker(1).asked], [[], ['kill']]);
  assert.deepEqual(notices, ['hung', 'replaced null after 250']);
});

test('after a pause of the whole machine nobody is ended for the silence of it', async () => {
  await serving(2);
  pauseMachine(60_000);
  await pass(1_000);
  assert.deepEqual(notices, []);
  worker(0).hear();
  await pass(29_000);
  assert.deepEqual(notices, []);
  worker(0).hear();
  await pass(1_000);
  assert.deepEqual([worker(0).asked, worker(1).asked], [[], ['kill']], 'who does not come back is ended as ever');
});

test('one that starts may say nothing for five minutes', async () => {
  const started = poolOf(1).start();
  await pass(299_000);
  assert.deepEqual(worker(0).asked, []);
  await pass(1_000);
  assert.deepEqual(worker(0).asked, ['kill']);
  assert.equal(await started, 1);
});

test('a restart lets each new one serve before the old one is asked to go', async () => {
  const pool = await serving(2);
  const restarted = pool.restart();
  await settle();
  assert.deepEqual([forked.length, worker(0).asked], [3, []]);
  await worker(2).serve();
  assert.deepEqual([worker(0).asked, forked.length], [['stop'], 3]);
  await worker(0).end(0);
  assert.deepEqual([worker(1).asked, forked.length], [[], 4]);
  await worker(3).serve();
  await worker(1).end(0);
  assert.equal(await restarted, true);
  assert.deepEqual([forked.length, notices], [4, []]);
});

test('a new one that does not come up ends the restart, and the old ones serve on', async () => {
  const pool = await serving(2);
  const restarted = pool.restart();
  await settle();
  await worker(2).end(1);
  assert.equal(await restarted, false);
  assert.deepEqual([worker(0).asked, worker(1).asked, notices], [[], [], ['restart failed 1']]);
});

test('one that dies while its successor comes up is not replaced twice', async () => {
  const pool = await serving(1);
  const restarted = pool.restart();
  await settle();
  await worker(0).end(1);
  await pass(250);
  assert.equal(forked.length, 3);
  await worker(1).serve();
  assert.deepEqual(worker(1).asked, ['stop']);
  await worker(1).end(0);
  assert.equal(await restarted, true);
  assert.deepEqual(worker(2).asked, []);
});

test('a restart that is asked for during one that fails is done all the same', async () => {
  const pool = await serving(1);
  const both = [pool.restart(), pool.restart()];
  await settle();
  await worker(1).end(1);
  assert.equal(forked.length, 3);
  await worker(2).serve();
  await worker(0).end(0);
  assert.deepEqual(await Promise.all(both), [true, true]);
});

test('a restart that is asked for during one is done after it', async () => {
  const pool = await serving(1);
  const both = [pool.restart(), pool.restart()];
  await settle();
  await worker(1).serve();
  await worker(0).end(0);
  assert.equal(forked.length, 3);
  await worker(2).serve();
  await worker(1).end(0);
  assert.deepEqual(await Promise.all(both), [true, true]);
});

test('a stop ends all, those on their way up too, and what does not end in time is killed', async () => {
  const pool = await serving(2);
  await worker(0).end(1);
  await pass(250);
  const stopped = pool.stop(3_000);
  assert.deepEqual([worker(1).asked, worker(2).asked], [['stop'], ['stop']]);
  await worker(1).end(0);
  await passLimit(3_000);
  assert.equal(await stopped, false);
  assert.deepEqual(worker(2).asked, ['stop', 'kill']);
  await pass(60_000);
  assert.equal(forked.length, 3, 'nothing is replaced any more');
});

test('a stop leaves one behind that even a kill does not end', async () => {
  const pool = await serving(1);
  worker(0).isStuck = true;
  const stopped = pool.stop(3_000);
  await passLimit(3_000);
  assert.deepEqual(worker(0).asked, ['stop', 'kill']);
  await passLimit(500);
  assert.equal(await stopped, false);
});
