import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { io, type Socket } from 'socket.io-client';
import { HANG_MS } from '../../../test/support/patience.ts';
import { until } from '../hot-store/test-support.ts';
import { toId } from '../ids.ts';
import type { RealtimeOptions } from './realtime.ts';
import {
  adminEvent,
  createBench,
  inTime,
  next,
  publicEvent,
  record,
  roomEvent,
  settle,
  userEvent,
} from './test-support.ts';

const setUp = (t: TestContext, options?: Partial<RealtimeOptions>) => createBench(t, io, options);
const ask = (socket: Socket, message: string, ...args: unknown[]) =>
  socket.timeout(HANG_MS).emitWithAck(message, ...args);

describe('private events', { concurrency: true }, () => {
  test('reach all sockets of their user and no other', async (t) => {
    const { url, realtime, join } = await setUp(t, { maxAnonymousPerAddress: 1_000 });
    const users = Array.from({ length: 40 }, (_, index) => String(index + 1));
    const sessionIds = users.flatMap((userId) => [`${userId}.phone`, `${userId}.desk`]);
    const sockets = await Promise.all(
      sessionIds.map((sessionId) => join(url, { auth: { sessionId }, transports: ['websocket'] })),
    );
    const anonymous = await join(url);
    const received = sockets.map(record);
    const receivedByAnonymous = record(anonymous);
    for (let round = 0; round < 10; round += 1) {
      for (const userId of users) realtime.toUser(toId(userId), userEvent('private'), { userId, round });
    }
    await settle(realtime, [...sockets, anonymous]);
    for (const [index, sessionId] of sessionIds.entries()) {
      const userId = sessionId.split('.')[0];
      const expected = Array.from({ length: 10 }, (_, round) => ['private', { userId, round }]);
      assert.deepEqual(received[index]?.slice(0, -1), expected);
    }
    assert.deepEqual(receivedByAnonymous, [['the end', {}]]);
  });

  test('cannot be listened to by another, whatever it tries', async (t) => {
    // Even a pattern that matches everything must not open private rooms.
    const { url, realtime, join } = await setUp(t, { publicRooms: [/.*/s] });
    const victim = await join(url, { auth: { sessionId: '1.secret' } });
    const spies = [
      await join(url, { auth: { sessionId: '2.spy', userId: '1', rooms: ['user:1'], room: 'user:1' } }),
      await join(`${url}?room=user:1&userId=1`, { query: { rooms: 'user:1' } }),
    ];
    const received = spies.map(record);
    const receivedByVictim = record(victim);
    for (const spy of spies) {
      for (const message of ['subscribe', 'unsubscribe']) {
        for (const room of [
          'user:1',
          'session:1.secret',
          ['user:1'],
          { room: 'user:1' },
          null,
          1,
          '',
          'user:1'.padEnd(999),
        ]) {
          const answer = await ask(spy, message, room);
          if (room === '') continue;
          assert.deepEqual(
            answer,
            { ok: false, error: 'Sala não permitida.', code: 'ROOM_NOT_ALLOWED' },
            JSON.stringify(room),
          );
        }
      }
      spy.emit('subscribe', 'user:1');
      spy.emit('subscribe');
      spy.emit('join', 'user:1');
      spy.emit('joinRoom', { userId: '1' });
      spy.emit('private', { forged: true });
      spy.emit('__proto__', 'user:1');
      spy.emit('error', 'user:1');
    }
    realtime.toUser(toId('1'), userEvent('private'), { text: 'for one' });
    await settle(realtime, [victim, ...spies]);
    for (const events of received) assert.deepEqual(events, [['the end', {}]]);
    assert.deepEqual(receivedByVictim, [
      ['private', { text: 'for one' }],
      ['the end', {}],
    ]);
  });

  test('of administrators reach their sockets and no other, whoever asks for them', async (t) => {
    const { url, realtime, join } = await setUp(t, {
      publicRooms: [/.*/s],
      authenticate: async (sessionId) => {
        const isAdmin = sessionId.startsWith('1.');
        return { userId: toId(isAdmin ? '1' : '2'), sessionId, role: isAdmin ? 'ADMIN' : 'USER' };
      },
    });
    assert.equal(realtime.hasAdministrators, false);
    const player = await join(url, { auth: { sessionId: '2.player', role: 'ADMIN' } });
    assert.equal(realtime.hasAdministrators, false);
    const admin = await join(url, { auth: { sessionId: '1.admin' } });
    assert.equal(realtime.hasAdministrators, true);
    const [receivedByAdmin, receivedByPlayer] = [record(admin), record(player)];
    assert.equal((await ask(player, 'subscribe', 'administrators')).code, 'ROOM_NOT_ALLOWED');
    realtime.toAdministrators(adminEvent('for few'), { text: 'for administrators' });
    await settle(realtime, [admin, player]);
    assert.deepEqual(receivedByAdmin, [
      ['for few', { text: 'for administrators' }],
      ['the end', {}],
    ]);
    assert.deepEqual(receivedByPlayer, [['the end', {}]]);
  });

  test('are not answered for: a message that nobody listens to does nothing', async (t) => {
    const { url, join } = await setUp(t);
    const socket = await join(url);
    let isAnswered = false;
    socket.emit('toUser', '1', 'private', {}, () => {
      isAnswered = true;
    });
    // Answers keep the order of questions, so it would have come by now.
    assert.deepEqual(await ask(socket, 'subscribe', 'match:5'), { ok: true });
    assert.equal(isAnswered, false);
  });
});

describe('public rooms', { concurrency: true }, () => {
  test('are joined and left by anybody, and bring their own events alone', async (t) => {
    const { url, realtime, join } = await setUp(t);
    const [fan, guest, other] = await Promise.all([join(url, { auth: { sessionId: '7.a' } }), join(url), join(url)]);
    const received = [fan, guest, other].map(record);
    assert.deepEqual(await ask(fan, 'subscribe', 'match:5'), { ok: true });
    assert.deepEqual(await ask(guest, 'subscribe', 'match:5'), { ok: true });
    assert.deepEqual(await ask(other, 'subscribe', 'match:6'), { ok: true });
    realtime.toRoom('match:5', roomEvent('goal'), { minute: 1 });
    await settle(realtime, [fan, guest, other]);
    assert.deepEqual(await ask(guest, 'unsubscribe', 'match:5'), { ok: true });
    realtime.toRoom('match:5', roomEvent('goal'), { minute: 2 });
    await settle(realtime, [fan, guest, other]);
    const goals = received.map((events) => events.filter(([event]) => event === 'goal').map(([, payload]) => payload));
    assert.deepEqual(goals, [[{ minute: 1 }, { minute: 2 }], [{ minute: 1 }], []]);
  });

  test('are those of the pattern, as a whole and every time', async (t) => {
    const { url, join } = await setUp(t, { publicRooms: [/^match:[0-9]{1,19}$/g] });
    const socket = await join(url);
    for (const room of ['match:', 'match:x', ' match:1', 'match:1\n', `match:${'1'.repeat(20)}`]) {
      assert.deepEqual(await ask(socket, 'subscribe', room), {
        ok: false,
        error: 'Sala não permitida.',
        code: 'ROOM_NOT_ALLOWED',
      });
    }
    for (let time = 0; time < 3; time += 1) assert.deepEqual(await ask(socket, 'subscribe', 'match:1'), { ok: true });
  });

  test('are limited for each socket; leaving one makes room for another', async (t) => {
    const { url, join } = await setUp(t, { maxRoomsPerSocket: 2 });
    for (const options of [{}, { auth: { sessionId: '7.a' } }]) {
      const socket = await join(url, options);
      await ask(socket, 'subscribe', 'match:1');
      await ask(socket, 'subscribe', 'match:2');
      assert.deepEqual(await ask(socket, 'subscribe', 'match:3'), {
        ok: false,
        error: 'Salas demais ao mesmo tempo.',
        code: 'TOO_MANY_ROOMS',
      });
      assert.deepEqual(await ask(socket, 'subscribe', 'match:2'), { ok: true });
      await ask(socket, 'unsubscribe', 'match:9');
      assert.deepEqual(await ask(socket, 'subscribe', 'match:3'), {
        ok: false,
        error: 'Salas demais ao mesmo tempo.',
        code: 'TOO_MANY_ROOMS',
      });
      await ask(socket, 'unsubscribe', 'match:1');
      assert.deepEqual(await ask(socket, 'subscribe', 'match:3'), { ok: true });
    }
  });
});

describe('sending', { concurrency: true }, () => {
  test('never throws: what cannot be sent is dropped, what follows arrives', async (t) => {
    const { url, realtime, join } = await setUp(t);
    const cyclic: { self?: object } = {};
    cyclic.self = cyclic;
    realtime.toAll(publicEvent('to nobody'), {});
    const socket = await join(url, { auth: { sessionId: '7.a' } });
    const received = record(socket);
    realtime.toUser(toId('7'), userEvent('cyclic'), cyclic);
    realtime.toAll(publicEvent('bigint'), { amount: 1n });
    realtime.toAll(publicEvent('disconnect'), {});
    realtime.toRoom('no such room', roomEvent('event'), {});
    await settle(realtime, [socket]);
    assert.deepEqual(received, [['the end', {}]]);
  });

  test('what nobody hears is not even written', async (t) => {
    const { url, realtime, join } = await setUp(t);
    let isWritten = false;
    const payload = {
      toJSON: () => {
        isWritten = true;
        return {};
      },
    };
    realtime.toAll(publicEvent('to nobody'), payload);
    const socket = await join(url, { auth: { sessionId: '7.a' } });
    realtime.toRoom('match:1', roomEvent('event'), payload);
    realtime.toUser(toId('8'), userEvent('event'), payload);
    assert.equal(isWritten, false);
    await ask(socket, 'subscribe', 'match:1');
    realtime.toRoom('match:1', roomEvent('event'), payload);
    assert.equal(isWritten, true);
  });
});

describe('ended sessions', { concurrency: true }, () => {
  test('lose their sockets at once, and those alone', async (t) => {
    const { url, join, realtime } = await setUp(t);
    const [phone, otherTab, desk, stranger] = await Promise.all(
      ['7.phone', '7.phone', '7.desk', '8.phone'].map((sessionId) => join(url, { auth: { sessionId } })),
    );
    assert.ok(phone && otherTab && desk && stranger);
    const reasons = Promise.all([next(phone, 'disconnect'), next(otherTab, 'disconnect')]);
    realtime.endSessions(['7.phone', 'unknown']);
    assert.deepEqual(await reasons, ['io server disconnect', 'io server disconnect']);
    assert.equal(realtime.connections, 2);
    assert.ok(desk.connected && stranger.connected);
  });

  test('an empty list ends nobody', async (t) => {
    const { url, join, realtime } = await setUp(t);
    const sockets = await Promise.all([join(url), join(url, { auth: { sessionId: '7.a' } })]);
    realtime.endSessions([]);
    const events = sockets.map((socket) => next(socket, 'still here'));
    realtime.toAll(publicEvent('still here'), {});
    await Promise.all(events);
  });
});

describe('sessions that ended without a word', { concurrency: true }, () => {
  test('are found by asking again and again', async (t) => {
    const { url, join, sessions, realtime } = await setUp(t, { recheckMs: 20 });
    const ending = await join(url, { auth: { sessionId: '7.a' } });
    const staying = await Promise.all([join(url, { auth: { sessionId: '7.b' } }), join(url)]);
    const ended = next(ending, 'disconnect');
    sessions.end('7.a');
    await ended;
    assert.equal(realtime.connections, 2);
    for (const socket of staying) assert.ok(socket.connected);
  });

  test('are found soon where they ended while their socket was connecting', async (t) => {
    const { url, join, sessions, realtime } = await setUp(t, {
      recheckMs: 1_000_000,
      authenticate: async (sessionId) => {
        // The session ends between its look-up and the socket's joining.
        queueMicrotask(() => {
          sessions.end(sessionId);
          realtime.endSessions([sessionId]);
        });
        return { userId: toId('7'), sessionId };
      },
    });
    const socket = await join(url, { auth: { sessionId: '7.a' } });
    if (socket.connected) await next(socket, 'disconnect');
  });

  test('stay while nobody can tell, and go when somebody can', async (t) => {
    let questions = 0;
    let isAway = true;
    const { url, join } = await setUp(t, {
      recheckMs: 10,
      stillValid: async () => {
        questions += 1;
        if (isAway) throw new Error('the database is away');
        return new Set();
      },
    });
    const socket = await join(url, { auth: { sessionId: '7.a' } });
    await until(() => questions > 3);
    assert.ok(socket.connected);
    const ended = next(socket, 'disconnect');
    isAway = false;
    await ended;
  });

  test('are asked about once each, however many sockets they have', async (t) => {
    const portions: (readonly string[])[] = [];
    const asked = Promise.withResolvers<void>();
    const { url, join } = await setUp(t, {
      recheckMs: 50,
      maxConnectionsPerUser: 10,
      stillValid: async (sessionIds) => {
        portions.push(sessionIds);
        if (sessionIds.length === 2) asked.resolve();
        return new Set(sessionIds);
      },
    });
    for (const sessionId of ['7.a', '7.a', '7.b']) await join(url, { auth: { sessionId } });
    await inTime(asked.promise, 'question');
    assert.deepEqual(portions.at(-1)?.toSorted(), ['7.a', '7.b']);
    assert.ok(portions.every((portion) => portion.length > 0));
  });
});
