import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket as TcpSocket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { io } from 'socket.io-client';
import { AppError } from '../errors.ts';
import { until } from '../hot-store/test-support.ts';
import { toId } from '../ids.ts';
import type { RealtimeOptions } from './realtime.ts';
import { createBench, inTime, next, publicEvent, refusal, userEvent } from './test-support.ts';

const setUp = (t: TestContext, options?: Partial<RealtimeOptions>) => createBench(t, io, options);
/** A place is free a moment after its client has left. */
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
    assert.deepEqual(refused, [
      'Conexões demais ao mesmo tempo.',
      'Conexões demais ao mesmo tempo.',
      'Conexões demais ao mesmo tempo.',
    ]);
    await join(url, { auth: { sessionId: '8.a' } });
    admitted[0]?.close();
    await until(() => isAdmitted(mine('g')));
    assert.equal((await refusal(mine('h'))).message, 'Conexões demais ao mesmo tempo.');
  });

  test('an address has so many anonymous ones, and users of the same address are let in beside them', async (t) => {
    const { url, join } = await setUp(t, {
      maxAnonymousPerAddress: 3,
      maxUndecidedPerAddress: 3,
      clientAddress: ({ headers }) => String(headers['x-address']),
    });
    const from = (address: string, sessionId?: string) =>
      join(url, { extraHeaders: { 'x-address': address }, ...(sessionId && { auth: { sessionId } }) });
    for (let user = 1; user <= 5; user += 1) await from('a', `${user}.x`);
    const first = await from('a');
    await from('a');
    await from('a');
    assert.equal((await refusal(from('a'))).message, 'Conexões demais ao mesmo tempo.');
    for (let user = 6; user <= 9; user += 1) await from('a', `${user}.x`);
    await from('b');
    first.close();
    await until(() => isAdmitted(from('a')));
  });

  test('of connections that never say whose they are the oldest give way, and keep nobody out', async (t) => {
    const { url, join, realtime } = await setUp(t, { maxUndecidedPerAddress: 3 });
    const open = async () => {
      const answer = await fetch(`${url}/socket.io/?EIO=4&transport=polling`);
      return JSON.parse((await answer.text()).slice(1)).sid as string;
    };
    const ids: string[] = [];
    for (let count = 0; count < 10; count += 1) ids.push(await open());
    // The server answers only known clients.
    const statuses = await Promise.all(
      ids.map(async (sid) => {
        const query = `EIO=4&transport=polling&sid=${sid}`;
        return (await fetch(`${url}/socket.io/?${query}`, { method: 'POST', body: '3' })).status;
      }),
    );
    assert.deepEqual(statuses, [...Array(7).fill(400), 200, 200, 200]);
    await join(url, { auth: { sessionId: '7.a' } });
    await join(url);
    assert.equal(realtime.connections, 2);
  });

  for (const transport of transports) {
    test(`an address has so many handshakes a minute, and those of users do not count (${transport})`, async (t) => {
      let asked = 0;
      const { url, join } = await setUp(t, {
        handshakesPerMinute: 5,
        maxConnectionsPerUser: 20,
        clientAddress: ({ headers }) => String(headers['x-address']),
        authenticate: async (sessionId) => {
          asked += 1;
          if (sessionId === 'stolen') throw new AppError('DEVICE_MISMATCH', 401, 'Device mismatch');
          return { userId: toId('7'), sessionId };
        },
      });
      const from = (address: string, sessionId: string, headers: Record<string, string> = {}) =>
        join(url, {
          extraHeaders: { 'x-address': address, ...headers },
          auth: { sessionId },
          transports: [transport],
        });
      for (let user = 1; user <= 8; user += 1) await from('a', 'mine');
      asked = 0;
      const refused = await Promise.all(Array.from({ length: 20 }, () => refusal(from('a', 'stolen'))));
      assert.equal(refused.filter(({ message }) => message === 'Device mismatch').length, 5);
      assert.equal(asked, 5);
      await from('b', 'mine');
      // A handshake with a valid session is let in.
      await from('a', '', { cookie: 'sessionId=mine' });
      await from('a', '', { authorization: 'Bearer mine' });
      await refusal(from('a', '', { cookie: 'sessionId=stolen' }));
    });
  }
});

describe('limits of messages', { concurrency: true }, () => {
  for (const transport of transports) {
    test(`a message above the size ends the connection (${transport})`, async (t) => {
      const { url, join, realtime } = await setUp(t, { maxMessageBytes: 1_000 });
      const socket = await join(url, { transports: [transport] });
      const witness = await join(url);
      assert.deepEqual(await socket.emitWithAck('subscribe', 'x'.repeat(900)), {
        ok: false,
        error: 'Sala não permitida.',
        code: 'ROOM_NOT_ALLOWED',
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
    const long = userEvent('long');
    const text = 'x'.repeat(100_000);
    let sent = 0;
    await until(() => {
      for (let count = 0; count < 20; count += 1) realtime.toUser(toId('7'), long, { text });
      sent += 20;
      return realtime.connections === 1;
    });
    assert.ok(sent < 3_000, `${sent} were taken`);
    const event = next(eager, 'short');
    realtime.toAll(publicEvent('short'), {});
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
    // After this reason the official client would stay away.
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
    const { silentLogger } = await import('../observability/logger.ts');
    const realtime = await createRealtime({
      authenticate: async () => null,
      stillValid: async () => new Set(),
      allowedOrigins: [],
      clientAddress: () => '',
      redisUrl: null,
      publicRooms: [/^$/],
      logger: silentLogger,
    });
    realtime.toAll(publicEvent('event'), {});
    realtime.endSessions(['x']);
    await inTime(realtime.close(), 'end');
  });
});
