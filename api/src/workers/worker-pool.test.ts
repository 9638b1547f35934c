import assert from 'node:assert/strict';
import cluster from 'node:cluster';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { silentLogger } from '../platform/observability/logger.ts';
import { readConfig } from '../process/config.ts';
import { ArgumentError, readArguments } from './arguments.ts';
import { connectionsFor } from './connections.ts';
import { createForks } from './forks.ts';
import { createMeasuring, createMetricsGatherer } from './gather-metrics.ts';
import { listenForHangUps } from './hang-ups.ts';
import { listenToSignals } from './signals.ts';
import { supervise } from './supervise.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';
import { createWorkerPool, delayBefore, type PoolWorker } from './worker-pool.ts';

const LAST_CALL_MS = 20;

/** A process that does what the test says. */
interface Trial extends PoolWorker {
  isFirst: boolean;
  asked: ('stop' | 'kill')[];
  /** Whether even a kill does not end it. */
  isStuck: boolean;
  serve(): Promise<void>;
  end(code: number | null): Promise<void>;
  hear(): void;
}

let nowMs: number;
let forked: Trial[];
let told: string[];
beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  [nowMs, forked, told] = [0, [], []];
});
afterEach(() => mock.timers.reset());

/** Everything that follows from what has just happened, without time passing. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
const SECOND = 1_000;
/** Clock and timers go together, as long as nothing pauses. */
const pass = async (ms: number) => {
  for (let leftMs = ms; leftMs > 0; leftMs -= SECOND) {
    const stepMs = Math.min(leftMs, SECOND);
    nowMs += stepMs;
    mock.timers.tick(stepMs);
    await settle();
  }
};
/** A limit of time gives what came late one more turn, in two steps. */
const passLimit = async (ms: number) => {
  await pass(ms);
  await pass(LAST_CALL_MS);
  await turn();
};

function trial(isFirst: boolean): Trial {
  const { promise: ready, resolve: onReady } = Promise.withResolvers<void>();
  const { promise: ended, resolve: onEnded } = Promise.withResolvers<number | null>();
  const asked: Trial['asked'] = [];
  let heardAtMs = nowMs;
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
      heardAtMs = nowMs;
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
    now: () => nowMs,
    onReplaced: (code, delayMs) => told.push(`replaced ${code} after ${delayMs}`),
    onHung: () => told.push('hung'),
    onRestartFailed: (code) => told.push(`restart failed ${code}`),
  });
const worker = (index: number) => forked[index] as Trial;

/** A pool whose workers all serve. */
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
  assert.deepEqual([forked.length, told], [1, []]);
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
  assert.deepEqual(told, ['replaced 1 after 250', 'replaced null after 500', 'replaced 1 after 250']);
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
  assert.equal(told.at(-1), 'replaced null after 2000');
  await worker(0).end(1);
  assert.equal(told.at(-1), 'replaced 1 after 250');
});

test('while nobody serves one is replaced at once, however often it has died, and so are those that wait', async () => {
  await serving(1);
  for (let kills = 0; kills < 8; kills += 1) {
    await forked.at(-1)?.end(null);
    await forked.at(-1)?.serve();
  }
  assert.equal(forked.length, 9);
  assert.deepEqual(new Set(told), new Set(['replaced null after 0']));
});

test('the last one that dies takes those with it that would wait for longer', async () => {
  await serving(2);
  for (let kills = 0; kills < 3; kills += 1) {
    await forked.at(-1)?.end(null);
    await pass(1_000);
    worker(0).hear();
  }
  assert.deepEqual([forked.length, told.at(-1)], [5, 'replaced null after 1000']);
  await forked.at(-1)?.end(null);
  assert.deepEqual([forked.length, told.at(-1)], [5, 'replaced null after 2000']);
  await worker(0).end(null);
  assert.deepEqual([forked.length, told.at(-1)], [7, 'replaced null after 0']);
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
  assert.equal(told.at(-1), 'replaced 1 after 250');
});

test('one that says nothing for half a minute is ended, and replaced', async () => {
  await serving(2);
  await pass(15_000);
  worker(0).hear();
  await pass(14_000);
  assert.deepEqual([worker(1).asked, told], [[], []]);
  await pass(1_000);
  assert.deepEqual([worker(0).asked, worker(1).asked], [[], ['kill']]);
  assert.deepEqual(told, ['hung', 'replaced null after 250']);
});

test('after a pause of the whole machine nobody is ended for the silence of it', async () => {
  await serving(2);
  nowMs += 60_000;
  await pass(1_000);
  assert.deepEqual(told, []);
  worker(0).hear();
  await pass(29_000);
  assert.deepEqual(told, []);
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
  assert.deepEqual([forked.length, told], [4, []]);
});

test('a new one that does not come up ends the restart, and the old ones serve on', async () => {
  const pool = await serving(2);
  const restarted = pool.restart();
  await settle();
  await worker(2).end(1);
  assert.equal(await restarted, false);
  assert.deepEqual([worker(0).asked, worker(1).asked, told], [[], [], ['restart failed 1']]);
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

test('a stop that is asked for while the database comes up is not put off until it is there', async () => {
  const said: string[] = [];
  const config = readConfig({ LOG_LEVEL: 'fatal' }, import.meta.dirname);
  const database = new Promise<never>(() => undefined);
  let code: number | null = null;
  const hangUps = listenForHangUps({ startedByNpm: false });
  supervise({ config, workers: 2, program: '', database, hangUps, say: (line) => said.push(line) }).then((ended) => {
    code = ended;
  });
  await turn();
  process.emit('SIGTERM');
  for (let seconds = 0; seconds < 5 && code === null; seconds += 1) await passLimit(1_000);
  assert.deepEqual([code, said], [0, ['Stopping…']]);
});

test('a SIGHUP that comes before anybody can restart is remembered, however early', async () => {
  const asked: string[] = [];
  const hangUps = listenForHangUps({ startedByNpm: false });
  process.emit('SIGHUP');
  const early = listenToSignals(silentLogger, hangUps);
  early.onRestart(() => asked.push('early'));
  assert.deepEqual(asked, ['early']);
  process.emit('SIGHUP');
  assert.deepEqual(asked, ['early', 'early']);

  const later = listenToSignals(silentLogger, listenForHangUps({ startedByNpm: false }));
  process.emit('SIGHUP');
  process.emit('SIGHUP');
  asked.splice(0);
  later.onRestart(() => asked.push('later'));
  assert.deepEqual(asked, ['later'], 'once is enough for all that came before');
});

test('where npm started the process and is gone, it was told of a SIGHUP', async () => {
  const heard: boolean[] = [];
  let parent = 100;
  for (const startedByNpm of [true, false]) {
    listenForHangUps({ startedByNpm, parentId: () => parent }).hear(() => heard.push(startedByNpm));
  }
  await pass(2_000);
  assert.deepEqual(heard, []);
  parent = 1;
  await pass(5_000);
  assert.deepEqual(heard, [true]);
});

test('a process that cannot be made has ended, and its reason is told', async () => {
  // Node tells of the first by an event, and throws the second.
  for (const [cwd, code] of [
    ['/there/is/no/such/folder', 'ENOENT'],
    ['not\0a folder', 'ERR_INVALID_ARG_VALUE'],
  ]) {
    cluster.setupPrimary({ cwd });
    const reasons: unknown[] = [];
    const fork = createForks('main.ts', { embedded: null, sandboxUrl: null }, (reason) => reasons.push(reason));
    assert.equal(await fork(true).ended, null);
    assert.deepEqual(
      reasons.map((reason) => (reason as NodeJS.ErrnoException).code),
      [code],
    );
  }
});

test('arguments: a number of workers, help, and nothing else', () => {
  assert.deepEqual(readArguments([]), { help: false, workers: null });
  assert.deepEqual(readArguments(['--workers', '4']), { help: false, workers: 4 });
  assert.deepEqual(readArguments(['--workers=2', '--help']), { help: true, workers: 2 });
  for (const wrong of [['--workers'], ['--workers', '0'], ['--workers', '257'], ['--workers=two'], ['-w'], ['x']]) {
    assert.throws(() => readArguments(wrong), ArgumentError, wrong.join(' '));
  }
});

test('the embedded database has connections for all workers, and for one that takes the place of another', () => {
  assert.deepEqual([connectionsFor(1, 20), connectionsFor(4, 20), connectionsFor(2, 50)], [100, 177, 209]);
});

test('any worker answers a scrape for all; one that is silent is left out', async () => {
  const [first, second] = [{ name: 'first' }, { name: 'second' }];
  const sent: [string, ToWorker][] = [];
  const gatherer = createMetricsGatherer(
    () => [first, second],
    ({ name }, message) => void sent.push([name, message]),
  );
  const say = (who: typeof first, message: FromWorker) => gatherer.hear(who, message);
  say(second, { tell: 'measure all', id: 7 });
  assert.deepEqual(sent.splice(0), [
    ['first', { tell: 'measure', id: 1 }],
    ['second', { tell: 'measure', id: 1 }],
  ]);
  say(second, { tell: 'measured', id: 1, text: 'b' });
  say(second, { tell: 'measured', id: 1, text: 'b again' });
  say(first, { tell: 'measured', id: 1, text: 'a' });
  assert.deepEqual(sent.splice(0), [['second', { tell: 'measured by all', id: 7, texts: ['b', 'a'] }]]);

  say(first, { tell: 'measure all', id: 1 });
  say(first, { tell: 'measured', id: 2, text: 'a' });
  sent.splice(0);
  await pass(1_000);
  assert.deepEqual(sent, [['first', { tell: 'measured by all', id: 1, texts: ['a'] }]]);
});

test('a worker whose supervisor does not answer tells of itself', async () => {
  const sent: FromWorker[] = [];
  const { hear, onMeasure, measureAll } = createMeasuring((message) => sent.push(message));
  onMeasure(async () => 'own');
  const [late, answered] = [measureAll(), measureAll()];
  hear({ tell: 'measured by all', id: 2, texts: ['a', 'b'] });
  assert.deepEqual(await answered, ['a', 'b']);
  await passLimit(2_000);
  assert.deepEqual(await late, ['own']);
  assert.deepEqual(sent, [
    { tell: 'measure all', id: 1 },
    { tell: 'measure all', id: 2 },
  ]);
});
