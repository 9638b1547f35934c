import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { trialModule } from '../../../../test/support/trial-routes.ts';
import { useApp } from '../../../../test/support/use-app.ts';

const app = useApp(() => createTestApp({ extraParts: [trialModule()] }));
let port: number;
before(async () => {
  port = Number(new URL(await app.http.listen({ host: '127.0.0.1', port: 0 })).port);
});

const OFFER = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n';
const get = (id: string, headers = '') =>
  `GET /api/health/live HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\n${headers}\r\n`;
/** It asks the database, so its answer takes a moment. */
const slow = (id: string) => `GET /api/health/ready HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\n\r\n`;
const last = (id: string) => get(id, 'Connection: close\r\n');

async function answered(...packets: string[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (data) => {
    text += data;
  });
  for (const packet of packets) {
    socket.write(packet);
    await new Promise(setImmediate);
  }
  await once(socket, 'close');
  return [...text.matchAll(/HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*?x-request-id: (\w+)/g)].map(([, id]) => String(id));
}

test('an offer to change the protocol is answered as if it had not been made, and is the last of its connection', async () => {
  assert.deepEqual(await answered(get('a', OFFER)), ['a']);
  assert.deepEqual(await answered(get('a', `${OFFER}Connection: close\r\n`)), ['a']);
  const body = '{"serverSeed":"7d1f0c8a","clientSeed":"mine","nonce":1,"max":10000000}';
  const path = '/api/provably-fair/calculate-result';
  const json = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const post = `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\r\n${json}${OFFER}\r\n${body}`;
  assert.deepEqual(await answered(post + last('b')), ['a']);
});

test('no answer goes to another question than its own, where something comes behind an offer', async () => {
  assert.deepEqual(await answered(get('a', OFFER) + get('b'), get('c')), ['a']);
  assert.deepEqual(await answered(get('a', OFFER) + get('b', OFFER) + get('c') + last('d')), ['a']);
});

test('answers come in the order of their questions, whatever is under way before the offer', async () => {
  for (let round = 0; round < 5; round += 1) {
    const before = slow('a') + slow('b') + get('c');
    assert.deepEqual(await answered(before + get('d', OFFER) + slow('e') + last('f')), ['a', 'b', 'c', 'd']);
  }
});

test('a client that leaves while its offer waits for its turn is no fault', async () => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(slow('a') + get('b', OFFER) + get('c'));
  await new Promise(setImmediate);
  socket.resetAndDestroy();
  assert.deepEqual(await answered(get('a') + last('b')), ['a', 'b']);
});
