import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { PATIENCE } from '../../../../test/support/patience.ts';
import { trialModule } from '../../../../test/support/trial-routes.ts';
import { until } from '../../../../test/support/until.ts';
import { useApp } from '../../../../test/support/use-app.ts';

const LISTS = 2_500;
const FEW = 200;
/** Another connection needs fewer turns to send and to hear. */
const MOST_MEANWHILE = 64;

const app = useApp(() => createTestApp({ extraParts: [trialModule()], requestTimeoutMs: 10_000 * PATIENCE }));
let port: number;
let begun = 0;
const ours = new Set<Socket>();
before(async () => {
  app.http.addHook('onRequest', async ({ url }) => {
    if (url.startsWith('/api/trial/list')) begun += 1;
  });
  app.http.server.on('connection', (socket) => {
    ours.add(socket);
    socket.once('close', () => ours.delete(socket));
  });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.http.server.address() as AddressInfo);
});

const ask = (path: string, id = 'none') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: ${id}\r\n\r\n`;

async function connected(): Promise<Socket> {
  const client = connect(port, '127.0.0.1');
  client.on('error', () => undefined).pause();
  await once(client, 'connect');
  return client;
}

function watchTurns(): () => number {
  let most = 0;
  let before = begun;
  let isOver = false;
  const look = () => {
    most = Math.max(most, begun - before);
    before = begun;
    if (!isOver) setImmediate(look);
  };
  look();
  return () => {
    isOver = true;
    return most;
  };
}

async function answered(client: Socket, count: number): Promise<string[]> {
  let heard = '';
  const ids = () => [...heard.matchAll(/^x-request-id: (\S+)\r$/gim)].map(([, id]) => id as string);
  client.resume();
  while (ids().length < count) heard += (await once(client, 'data'))[0].toString('latin1');
  return ids();
}

test('others are answered beside thousands of requests of one connection, which gets every answer in its order', async () => {
  const [flooding, other] = [await connected(), await connected()];
  const ids = Array.from({ length: LISTS }, (_, number) => `list-${number}`);
  flooding.write(ids.map((id) => ask('/api/trial/list', id)).join(''));
  await until(() => begun > 0);
  const before = begun;
  const mostInTurn = watchTurns();
  other.write(ask('/api/health/live', 'live'));
  assert.deepEqual(await answered(other, 1), ['live']);
  const meanwhile = begun - before;
  assert.ok(meanwhile <= MOST_MEANWHILE, `${meanwhile} lists were begun before another connection was answered`);
  assert.deepEqual(await answered(flooding, LISTS), ids);
  assert.equal(begun, LISTS);
  // The look itself may fall between two turns.
  assert.ok(mostInTurn() <= 2, `${mostInTurn()} lists were begun in one turn of the event loop`);
  flooding.destroy();
  other.destroy();
});

test('requests that are sent ahead are answered in their order, one after the other', async () => {
  const client = await connected();
  const paths = ['/api/health/live', '/api/nowhere', '/api/docs-json', '/api/health/live'];
  client.write(paths.map((path, place) => ask(path, `${place}`)).join(''));
  assert.deepEqual(await answered(client, paths.length), ['0', '1', '2', '3']);
  client.destroy();
});

test('where all that wait together are too many, those who send more are cut off, and others are served', async () => {
  const clients = await Promise.all(Array.from({ length: 40 }, connected));
  for (const client of clients) client.write(ask('/api/health/live').repeat(1_000));
  await until(() => clients.some(({ destroyed, closed }) => destroyed || closed) || ours.size < clients.length);
  const other = await connected();
  other.write(ask('/api/health/live', 'live'));
  assert.deepEqual(await answered(other, 1), ['live']);
  for (const client of [...clients, other]) client.destroy();
  await until(() => ours.size === 0);

  // Waiting requests are forgotten with their connection.
  const again = await connected();
  again.write(ask('/api/trial/list', 'again').repeat(FEW));
  assert.equal((await answered(again, FEW)).length, FEW);
  again.destroy();
});
