import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { before, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createTestApp } from '../../../../test/support/app.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { createUntakenAnswers } from './back-pressure.ts';

/** So few answers wait for their readers long before the stall guard cuts one. */
const CONNECTIONS = 20;
const SENT_AHEAD = 50;

const app = useApp(createTestApp);
let port: number;
let madeBytes = 0;
const ours = new Set<Socket>();
before(async () => {
  app.http.server.prependListener('request', (_request, response) => {
    const { end } = response;
    response.end = ((...given: Parameters<typeof end>) => {
      madeBytes += Buffer.byteLength((given[0] as Buffer | string | undefined) ?? '');
      return end.apply(response, given);
    }) as typeof end;
  });
  app.http.server.on('connection', (socket) => {
    ours.add(socket);
    socket.once('close', () => ours.delete(socket));
  });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.http.server.address() as AddressInfo);
});

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

async function sendWithoutReading(text: string): Promise<Socket> {
  const client = connect(port, '127.0.0.1');
  client.on('error', () => undefined);
  client.pause();
  await once(client, 'connect');
  await new Promise<void>((resolve) => client.write(text, () => resolve()));
  return client;
}

test('of what is sent ahead and not read, each connection has one answer in memory', async () => {
  const document = (await app.http.inject({ url: '/api/docs-json' })).rawPayload.length;
  madeBytes = 0;
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => sendWithoutReading(ask('/api/docs-json').repeat(SENT_AHEAD))),
  );
  // Each remaining connection has an answer that waits.
  while ([...ours].some((socket) => socket.writableLength === 0)) await turn();
  assert.ok(ours.size > 0);
  const takenBytes = [...ours].reduce((sum, socket) => sum + socket.bytesWritten - socket.writableLength, 0);
  assert.ok(madeBytes - takenBytes <= ours.size * document, `${madeBytes} bytes were made, and ${takenBytes} taken`);
  const [first, ...others] = clients as [Socket, ...Socket[]];
  for (const client of others) client.destroy();
  while (ours.size > 1) await turn();
  // A late reader gets every answer.
  while (first.bytesRead < SENT_AHEAD * document) await once(first.resume(), 'data');
  first.destroy();
});

test('where all large answers together are too many bytes, those that were sent first are cut off', async (t) => {
  const large = Buffer.alloc(64 * 1024 * 1024);
  const untaken = createUntakenAnswers(large.length * 2);
  const answers: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    answers.push(response);
    untaken.add(response, large);
    response.end(large);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const clients: Socket[] = [];
  t.after(() => {
    for (const client of clients) client.destroy();
    server.close();
  });
  for (let number = 1; number <= 4; number += 1) {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => undefined).pause();
    clients.push(client);
    client.write(ask('/'));
    while (answers.length < number) await turn();
  }
  assert.deepEqual(
    answers.map(({ destroyed }) => destroyed),
    [true, true, false, false],
  );
  assert.equal(untaken.bytes(), large.length * 2);
  untaken.add(answers[2] as ServerResponse, 'a small one is not counted');
  assert.equal(untaken.bytes(), large.length * 2);
  clients[3]?.resume();
  await once(answers[3] as ServerResponse, 'close');
  assert.equal(untaken.bytes(), large.length);
});
