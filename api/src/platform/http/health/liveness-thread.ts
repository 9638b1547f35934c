import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { FromLivenessThread, LivenessThreadData, ToLivenessThread } from './liveness.ts';

/** This thread imports nothing of the product, because it must answer whatever that does. */
const { host, port, path, metricsPath, hungMs, scrapeMs, heartbeat } = workerData as LivenessThreadData;
const lastBeatMs = new BigInt64Array(heartbeat);
const tell = (message: FromLivenessThread) => parentPort?.postMessage(message);

const scrapes = new Set<ServerResponse>();
let isAsking = false;

const server = createServer((request, response) => {
  const [pathname] = (request.url ?? '').split('?', 1);
  if (pathname === metricsPath) return scrape(response);
  const isAlive = Date.now() - Number(Atomics.load(lastBeatMs, 0)) <= hungMs;
  if (pathname !== path) answerStatus(response, 404, 'unknown address');
  else if (isAlive) answerStatus(response, 200, 'ok');
  else answerStatus(response, 503, 'down');
});

function scrape(response: ServerResponse): void {
  const limit = setTimeout(() => answerStatus(response, 503, 'down'), scrapeMs);
  scrapes.add(response);
  response.once('close', () => {
    clearTimeout(limit);
    scrapes.delete(response);
  });
  if (isAsking) return;
  isAsking = true;
  tell({ tell: 'scraped' });
}

parentPort?.on('message', ({ metrics }: ToLivenessThread) => {
  isAsking = false;
  for (const response of scrapes) {
    if (metrics === null) answerStatus(response, 503, 'down');
    else answer(response, 200, metrics.contentType, metrics.text);
  }
  scrapes.clear();
});

function answerStatus(response: ServerResponse, code: number, status: string): void {
  answer(response, code, 'application/json; charset=utf-8', JSON.stringify({ status }));
}

function answer(response: ServerResponse, code: number, contentType: string, body: string): void {
  response.writeHead(code, { 'content-type': contentType, connection: 'close' });
  response.end(body);
}

server.listen(port, host);
await once(server, 'listening');
tell({ tell: 'listening', port: (server.address() as AddressInfo).port });
