import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { io } from 'socket.io-client';
import { until } from '../hot-store/test-support.ts';
import { toId } from '../ids.ts';
import type { RealtimeOptions } from './realtime.ts';
import { createBench, inTime, next, publicEvent } from './test-support.ts';

const setUp = (t: TestContext, options?: Partial<RealtimeOptions>) => createBench(t, io, options);

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
