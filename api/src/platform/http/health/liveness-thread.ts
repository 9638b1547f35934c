import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { LivenessThreadData } from './liveness.ts';

/** Runs in a thread of its own and imports nothing of the product: it must answer whatever the product is doing. */
const { host, port, path, hungMs, heartbeat } = workerData as LivenessThreadData;
const lastBeatMs = new BigInt64Array(heartbeat);

const server = createServer((request, response) => {
  const [pathname] = (request.url ?? '').split('?', 1);
  const isAlive = Date.now() - Number(Atomics.load(lastBeatMs, 0)) <= hungMs;
  const status = pathname !== path ? 404 : isAlive ? 200 : 503;
  const body = { status: status === 200 ? 'ok' : status === 503 ? 'down' : 'unknown address' };
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
  response.end(JSON.stringify(body));
});
server.listen(port, host);
await once(server, 'listening');
parentPort?.postMessage((server.address() as AddressInfo).port);
