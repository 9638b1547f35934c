import assert from 'node:assert/strict';
import cluster from 'node:cluster';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { readConfig } from '../app/config.ts';
import { silentLogger } from '../platform/observability/logger.ts';
import { createForks } from './forks.ts';
import { listenForHangUps, listenToSignals } from './signals.ts';
import { supervise } from './supervise.ts';
import { mockTime } from './test-support.ts';

const { pass, passLimit } = mockTime();

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

test('where npm started the process and is gone, it got the SIGHUP', async () => {
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

test('a process that cannot be made has ended, and its reason is reported', async () => {
  // Node reports the first failure by an event and throws the second.
  for (const [cwd, code] of [
    ['/there/is/no/such/folder', 'ENOENT'],
    ['not\0a folder', 'ERR_INVALID_ARG_VALUE'],
  ]) {
    cluster.setupPrimary({ cwd });
    const reasons: unknown[] = [];
    const { fork } = createForks('main.ts', { embedded: null, sandboxUrl: null, healthPort: null }, (reason) =>
      reasons.push(reason),
    );
    assert.equal(await fork(true).ended, null);
    assert.deepEqual(
      reasons.map((reason) => (reason as NodeJS.ErrnoException).code),
      [code],
    );
  }
});
