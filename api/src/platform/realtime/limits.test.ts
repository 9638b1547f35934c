import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket as TcpSocket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { io } from 'socket.io-client';
import { until } from '../hot-store/test-support.ts';
import { toId } from '../ids.ts';
import type { RealtimeOptions } from './realtime.ts';
import { createBench, inTime, next, refusal } from './test-support.ts';

const setUp = (t: TestContext, options?: Partial<RealtimeOptions>) => createBench(t, io, options);
/** A place is free when the connection is gone, which is a moment after the client has left. */
const isAdmitted = (attempt: Promise<unknown>) =>
  attempt.then(
    () => true,
    () => false,
  );
const transports = ['polling', 'websocket'] as const;

describe('limits of connections', { concurrency: true }, () => {
  test('a user has so many at once; the newest is refused and a free place taken again', async (t) => {
    const { url, join } = await setUp(t, { maxConnectionsPerUser: 3 });
    const mine = (device: string) => join(url, { auth: { sessionId: `7.${device}` } });
    const attempts = await Promise.allSettled(['a', 'b', 'c', 'd', 'e', 'f'].map(mine));
    const admitted = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    const refused = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason.message] : []));
    assert.equal(admitted.length, 3);
    assert.deepEqual(refused, ['Too many connections', 'Too many connections', 'Too many connections']);
    await join(url, { auth: { sessionId: '8.a' } });
    admitted[0]?.close();
    await until(() => isAdmitted(mine('g')));
    assert.equal((await refusal(mine('h'))).message, 'Too many connections');
  });

  test('an address has so many anonymous ones; those of users do not count', async (t) => {
    const { url, join } = await setUp(t, {
      maxConnectionsPerAddress: 3,
      clientAddress: ({ headers }) => String(headers['x-address']),
    });
    const from = (address: string, sessionId?: string) =>
      join(url, { extraHeaders: { 'x-address': address }, ...(sessionId && { auth: { sessionId } }) });
    for (let user = 1; user <= 5; user += 1) await from('a', `${user}.x`);
    const first = await from('a');
    await from('a');
    await from('a');
    assert.equal((await refusal(from('a'))).message, 'xhr poll error');
    await from('b');
    first.close();
    await until(() => isAdmitted(from('a')));
  });

  test('connections that never ask for a socket count too', async (t) => {
    const { url } = await setUp(t, { maxConnectionsPerAddress: 3 });
    const attempts = Array.from({ length: 10 }, () => fetch(`${url}/socket.io/?EIO=4&transport=polling`));
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [200, 200, 200, 403, 403, 403, 403, 403, 403, 403]);
  });
});

describe('limits of messages', { concurrency: true }, () => {
  for (const transport of transports) {
    test(`a message above the size ends the connection (${transport})`, async (t) => {
      const { url, join, realtime } = await setUp(t, { maxMessageBytes: 1_000 });
      const socket = await join(url, { transports: [transport] });
      const witness = await join(url);
      assert.deepEqual(await socket.emitWithAck('subscribe', 'x'.repeat(900)), {
        ok: false,
        error: 'Room not allowed',
      });
      const ended = next(socket, 'disconnect');
      socket.emit('subscribe', 'x'.repeat(2_000));
      await ended;
      await until(() => realtime.connections === 1);
      assert.ok(witness.connected);
    });

    test(`too many in a second end the connection (${transport})`, async (t) => {
      const { url, join, realtime } = await setUp(t);
      const socket = await join(url, { transports: [transport] });
      const witness = await join(url);
      for (let room = 0; room < 20; room += 1) assert.ok((await socket.emitWithAck('subscribe', `match:${room}`)).ok);
      const ended = next(socket, 'disconnect');
      for (let count = 0; count < 100; count += 1) socket.emit('noise');
      await ended;
      await until(() => realtime.connections === 1);
      assert.ok(witness.connected);
    });
  }

  test('a client that stops reading is cut instead of filling the memory', async (t) => {
    const { url, join, realtime } = await setUp(t);
    const lazy = await join(url, { auth: { sessionId: '7.lazy' }, transports: ['websocket'] });
    const eager = await join(url, { auth: { sessionId: '8.eager' }, transports: ['websocket'] });
    const { ws } = lazy.io.engine.transport as unknown as { ws: { _socket: TcpSocket } };
    ws._socket.pause();
    const text = 'x'.repeat(100_000);
    let sent = 0;
    await until(() => {
      for (let count = 0; count < 20; count += 1) realtime.toUser(toId('7'), 'long', { text });
      sent += 20;
      return realtime.connections === 1;
    });
    assert.ok(sent < 3_000, `${sent} were taken`);
    const event = next(eager, 'short');
    realtime.toAll('short', {});
    await event;
    ws._socket.destroy();
  });
});

describe('the end of the server', { concurrency: true }, () => {
  test('closes all sockets in such a way that clients connect again, and then takes no more', async (t) => {
    const { url, join, realtime } = await setUp(t);
    const sockets = await Promise.all(transports.map((transport) => join(url, { transports: [transport] })));
    const reasons = Promise.all(sockets.map((socket) => next(socket, 'disconnect')));
    await inTime(realtime.close(), 'end');
    // After this one the official client would stay away.
    assert.ok(!(await reasons).includes('io server disconnect'));
    assert.equal(realtime.connections, 0);
    await refusal(join(url));
  });

  test('does not wait for a client that does not answer', async (t) => {
    const { url, join, realtime, http } = await setUp(t);
    const deaf = await join(url, { transports: ['websocket'] });
    const { ws } = deaf.io.engine.transport as unknown as { ws: { _socket: TcpSocket } };
    ws._socket.pause();
    await inTime(realtime.close(), 'end');
    const closed = once(http, 'close');
    http.close();
    await inTime(closed, 'end of the HTTP server');
    ws._socket.destroy();
    http.listen(0);
  });

  test('may come before it was ever attached', async () => {
    const { createRealtime } = await import('./realtime.ts');
    const { silentLogger } = await import('../logger.ts');
    const realtime = await createRealtime({
      authenticate: async () => null,
      stillValid: async () => new Set(),
      allowedOrigins: [],
      clientAddress: () => '',
      redisUrl: null,
      publicRooms: /^$/,
      logger: silentLogger,
    });
    realtime.toAll('event', {});
    realtime.endSessions(['x']);
    await inTime(realtime.close(), 'end');
  });
});
