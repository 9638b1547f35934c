import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { LIVENESS_PATH, type Liveness, startLiveness } from './liveness.ts';

const started: Liveness[] = [];
after(() => Promise.all(started.map((liveness) => liveness.close())));

async function start(hungMs?: number): Promise<string> {
  const liveness = await startLiveness({ host: '127.0.0.1', port: 0, ...(hungMs === undefined ? {} : { hungMs }) });
  started.push(liveness);
  return `http://127.0.0.1:${liveness.port}`;
}

/** Blocks this thread, event loop and all, until a client in another thread has got the status that it waits for. */
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
