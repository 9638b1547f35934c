import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { createStallGuard } from './back-pressure.ts';

/** The system buffers less than this. */
const ANSWER_BYTES = 64 * 1024 * 1024;

async function askWithoutReading(t: { after(work: () => void): void }) {
  const guard = createStallGuard();
  const server = createServer((_request, response) => void response.end(Buffer.alloc(ANSWER_BYTES)));
  server.on('connection', guard.watch);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.pause();
  t.after(() => {
    client.destroy();
    server.close();
  });
  const [[ours]] = (await Promise.all([once(server, 'connection'), once(client, 'connect')])) as [[Socket], unknown];
  const asked = once(server, 'request');
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await asked;
  return { guard, client, ours };
}

test('a connection whose client takes nothing of its answer is cut at the second look', async (t) => {
  const { guard, ours } = await askWithoutReading(t);
  const closed = once(ours, 'close');
  // The system takes some bytes at first, so the first sweeps may see progress.
  while (!ours.destroyed) {
    guard.sweep();
    await new Promise(setImmediate);
  }
  await closed;
});

test('one that takes a part between two looks is left alone, and so is one that waits for an answer', async (t) => {
  const { guard, client, ours } = await askWithoutReading(t);
  for (let look = 0; look < 5; look += 1) {
    guard.sweep();
    const before = ours.bytesWritten - ours.writableLength;
    client.resume();
    while (ours.bytesWritten - ours.writableLength === before && ours.writableLength > 0) await once(client, 'data');
    client.pause();
    assert.equal(ours.destroyed, false);
  }
  client.resume();
  while (ours.writableLength > 0) await once(client, 'data');
  // Silence is no stall.
  for (let look = 0; look < 3; look += 1) guard.sweep();
  assert.equal(ours.destroyed, false);
});
