import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { until } from '../../../../test/support/until.ts';
import { LIVENESS_PATH, type Liveness, METRICS_PATH, startLiveness } from './liveness.ts';

const started: Liveness[] = [];
after(() => Promise.all(started.map((liveness) => liveness.close())));

async function start(hungMs?: number): Promise<string> {
  const liveness = await startLiveness({ host: '127.0.0.1', port: 0, ...(hungMs === undefined ? {} : { hungMs }) });
  started.push(liveness);
  return addressOf(liveness);
}

const addressOf = ({ port }: Liveness) => `http://127.0.0.1:${port}`;

/** Blocks the event loop until a client in another thread has its status. */
function askWhileBlocked(url: string, status: number): void {
  const signal = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const client = new Worker(
    `const { workerData: { signal, url, status } } = require('node:worker_threads');
     (async () => {
       while ((await fetch(url)).status !== status);
       Atomics.store(signal, 0, 1);
       Atomics.notify(signal, 0);
     })();`,
    { eval: true, workerData: { signal, url, status } },
  );
  Atomics.wait(signal, 0, 0);
  client.unref();
}

test('a supervisor is answered while the event loop does nothing at all', async () => {
  askWhileBlocked(`${await start()}${LIVENESS_PATH}`, 200);
});

test('an event loop that stands still for too long is told', async () => {
  askWhileBlocked(`${await start(20)}${LIVENESS_PATH}`, 503);
});

test('metrics are answered there once there are any, and those who ask meanwhile share the answer', async () => {
  const liveness = await startLiveness({ host: '127.0.0.1', port: 0 });
  started.push(liveness);
  const scrape = () => fetch(`${addressOf(liveness)}${METRICS_PATH}`);
  assert.equal((await scrape()).status, 503);
  let prints = 0;
  const { promise: mayPrint, resolve: go } = Promise.withResolvers<void>();
  liveness.answerMetrics(async () => {
    prints += 1;
    await mayPrint;
    return { contentType: 'text/plain; version=0.0.4', text: `printed ${prints}\n` };
  });
  const first = scrape();
  await until(() => prints === 1);
  const others = Array.from({ length: 5 }, scrape);
  // Later requests are answered later.
  assert.equal((await fetch(`${addressOf(liveness)}${LIVENESS_PATH}`)).status, 200);
  go();
  for (const answer of await Promise.all([first, ...others])) {
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/plain; version=0.0.4']);
    assert.match(await answer.text(), /^printed [12]$/m);
  }
  assert.ok(prints <= 2, `${prints} prints`);
  liveness.answerMetrics(async () => assert.fail('nothing can be read'));
  assert.equal((await scrape()).status, 503);
});

test('a scrape of a process that does not print in time is told so', async () => {
  const liveness = await startLiveness({ host: '127.0.0.1', port: 0, scrapeMs: 20 });
  started.push(liveness);
  liveness.answerMetrics(() => new Promise(() => undefined));
  assert.equal((await fetch(`${addressOf(liveness)}${METRICS_PATH}`)).status, 503);
});

test('it answers nothing else', async () => {
  const address = await start();
  assert.equal((await fetch(`${address}/api/user/balance`)).status, 404);
  const answer = await fetch(`${address}${LIVENESS_PATH}?probe=1`);
  assert.deepEqual([answer.status, await answer.json()], [200, { status: 'ok' }]);
});

test('a port that is taken is said at the start', async () => {
  const port = Number(new URL(await start()).port);
  await assert.rejects(startLiveness({ host: '127.0.0.1', port }), { code: 'EADDRINUSE' });
});
