import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, type TestContext, test } from 'node:test';
import { io, type Socket } from 'socket.io-client';
import {
  connectDirectly,
  createFaultyRedisLink,
  redisUrl as givenUrl,
  uniquePrefix,
  until,
  withoutRedis,
} from '../hot-store/test-support.ts';
import { toId } from '../ids.ts';
import { createLogger } from '../observability/logger.ts';
import type { Realtime } from './realtime.ts';
import { createBench, inTime, next, record, roomEvent, settle, userEvent } from './test-support.ts';

const redisUrl = givenUrl ?? '';
const user = toId<'user'>('7');

const setUp = (t: TestContext, keyPrefix: string, url = redisUrl) => createBench(t, io, { redisUrl: url, keyPrefix });

async function startProcess(t: TestContext, keyPrefix: string) {
  const child: ChildProcess = fork(new URL('./test-support.ts', import.meta.url), [redisUrl, keyPrefix]);
  t.after(async () => {
    child.disconnect();
    await inTime(once(child, 'exit'), 'end of the process');
  });
  const [url] = (await inTime(once(child, 'message'), 'start of the process')) as [string];
  return { url, tell: (method: keyof Realtime, ...args: unknown[]) => child.send([method, args]) };
}

/** The connection between processes returns after a while. */
async function untilItArrives(from: Realtime, socket: Socket, event: string): Promise<void> {
  let hasArrived = false;
  socket.once(event, () => {
    hasArrived = true;
  });
  await until(() => {
    if (!hasArrived) from.toUser(user, userEvent(event), {});
    return hasArrived;
  });
}

describe('two processes', { skip: withoutRedis, concurrency: true }, () => {
  test('events of either reach the sockets of both, once, and only the right user', async (t) => {
    const keyPrefix = uniquePrefix();
    const [here, there] = await Promise.all([setUp(t, keyPrefix), startProcess(t, keyPrefix)]);
    const mine = await Promise.all([here, there].map(({ url }) => here.join(url, { auth: { sessionId: '7.a' } })));
    const others = await Promise.all(
      [here, there].flatMap(({ url }) => [here.join(url, { auth: { sessionId: '8.a' } }), here.join(url)]),
    );
    for (const socket of [...mine, ...others]) await socket.emitWithAck('subscribe', 'match:1');
    const received = mine.map(record);
    const receivedByOthers = others.map(record);

    here.realtime.toUser(user, userEvent('from here'), { number: 1 });
    await until(() => received.every((events) => events.length === 1));
    there.tell('toUser', '7', userEvent('from there'), { number: 2 });
    await until(() => received.every((events) => events.length === 2));
    here.realtime.toRoom('match:1', roomEvent('goal'), { minute: 3 });
    await settle(here.realtime, [...mine, ...others]);

    const common = [
      ['goal', { minute: 3 }],
      ['the end', {}],
    ];
    const expected = [['from here', { number: 1 }], ['from there', { number: 2 }], ...common];
    for (const events of received) assert.deepEqual(events, expected);
    for (const events of receivedByOthers) assert.deepEqual(events, common);
  });

  test('a session ended in one loses its sockets in the other', async (t) => {
    const keyPrefix = uniquePrefix();
    const [here, there] = await Promise.all([setUp(t, keyPrefix), startProcess(t, keyPrefix)]);
    const ending = await here.join(there.url, { auth: { sessionId: '7.a' } });
    const endingHere = await here.join(here.url, { auth: { sessionId: '7.b' } });
    const staying = await here.join(there.url, { auth: { sessionId: '8.a' } });
    const reasons = Promise.all([ending, endingHere].map((socket) => next(socket, 'disconnect')));
    here.realtime.endSessions(['7.a']);
    there.tell('endSessions', ['7.b']);
    assert.deepEqual(await reasons, Array(2).fill('io server disconnect'));
    assert.ok(staying.connected);
  });

  test('another deployment on the same Redis hears nothing', async (t) => {
    const [one, other] = await Promise.all([setUp(t, uniquePrefix()), setUp(t, uniquePrefix())]);
    const socket = await one.join(other.url, { auth: { sessionId: '7.a' } });
    const received = record(socket);
    one.realtime.toUser(user, userEvent('private'), {});
    const witness = await one.join(one.url, { auth: { sessionId: '7.a' } });
    await settle(one.realtime, [witness]);
    await settle(other.realtime, [socket]);
    assert.deepEqual(received, [['the end', {}]]);
  });
});

describe('a Redis that fails', { skip: withoutRedis, concurrency: true }, () => {
  async function setUpBoth(t: TestContext) {
    const keyPrefix = uniquePrefix();
    const link = await createFaultyRedisLink();
    t.after(() => link.close());
    const [near, far] = await Promise.all([setUp(t, keyPrefix, link.url), setUp(t, keyPrefix)]);
    const [atNear, atFar] = await Promise.all(
      [near, far].map(({ join, url }) => join(url, { auth: { sessionId: '7.a' } })),
    );
    assert.ok(atNear && atFar);
    return { link, near: near.realtime, far: far.realtime, atNear, atFar, keyPrefix };
  }

  test('cut and back: own sockets are served meanwhile, the others again afterwards', async (t) => {
    const { link, near, far, atNear, atFar } = await setUpBoth(t);
    await untilItArrives(near, atFar, 'before');
    link.cut();
    const received = record(atNear);
    for (let number = 0; number < 100; number += 1) near.toUser(user, userEvent('alone'), { number });
    near.endSessions(['unknown']);
    await settle(near, [atNear]);
    const alone = received.filter(([event]) => event === 'alone');
    assert.deepEqual(
      alone,
      Array.from({ length: 100 }, (_, number) => ['alone', { number }]),
    );
    await untilItArrives(far, atFar, 'the other is well');
    link.mend();
    await untilItArrives(near, atFar, 'from near');
    await untilItArrives(far, atNear, 'from far');
  });

  test('what the others sent during a short cut arrives afterwards', async (t) => {
    const { link, near, far, atNear, atFar } = await setUpBoth(t);
    await untilItArrives(near, atFar, 'before');
    link.cut();
    const atFarToo = next(atFar, 'meanwhile');
    const late = next(atNear, 'meanwhile');
    far.toUser(user, userEvent('meanwhile'), { number: 1 });
    await atFarToo;
    link.mend();
    assert.deepEqual(await late, { number: 1 });
  });

  test('frozen: own sockets do not wait', async (t) => {
    const { link, near, far, atNear, atFar } = await setUpBoth(t);
    await untilItArrives(near, atFar, 'before');
    link.freeze();
    const startedMs = performance.now();
    for (let time = 0; time < 200; time += 1) {
      const event = next(atNear, 'alone');
      near.toUser(user, userEvent('alone'), {});
      await event;
    }
    // Two hundred commands would take fifty seconds to time out.
    assert.ok(performance.now() - startedMs < 40_000);
    link.mend();
    await untilItArrives(near, atFar, 'from near');
    await untilItArrives(far, atNear, 'from far');
  });

  test('silent for so long that its connections are given up: new ones are made', async (t) => {
    const lines: string[] = [];
    const logger = createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } });
    const link = await createFaultyRedisLink();
    t.after(() => link.close());
    const keyPrefix = uniquePrefix();
    const near = await createBench(t, io, { redisUrl: link.url, keyPrefix, logger });
    const far = await setUp(t, keyPrefix);
    const atNear = await near.join(near.url, { auth: { sessionId: '7.a' } });
    const atFar = await far.join(far.url, { auth: { sessionId: '7.a' } });
    link.freeze();
    await until(() => lines.some((line) => line.includes('redis is away')));
    await untilItArrives(near.realtime, atNear, 'alone');
    link.mend();
    await untilItArrives(near.realtime, atFar, 'from near');
    await untilItArrives(far.realtime, atNear, 'from far');
    await until(() => lines.some((line) => line.includes('redis is back')));
  });

  test('away at the start: the process starts, and joins the others when it can', async (t) => {
    const link = await createFaultyRedisLink();
    t.after(() => link.close());
    link.cut();
    const keyPrefix = uniquePrefix();
    const [near, far] = await Promise.all([inTime(setUp(t, keyPrefix, link.url), 'start'), setUp(t, keyPrefix)]);
    const atNear = await near.join(near.url, { auth: { sessionId: '7.a' } });
    await untilItArrives(near.realtime, atNear, 'alone');
    link.mend();
    await untilItArrives(far.realtime, atNear, 'from far');
  });

  test('foreign and broken entries, and a flush, do not make it deaf', async (t) => {
    const { near, far, atNear, atFar, keyPrefix } = await setUpBoth(t);
    const direct = connectDirectly();
    t.after(() => direct.quit());
    const stream = `${keyPrefix}realtime`;
    await direct.xadd(stream, '*', 'anything', 'else');
    await direct.xadd(stream, '*', 'uid', 'x', 'nsp', '/', 'type', '3', 'data', '{"broken":');
    await direct.xadd(stream, '*', 'uid', 'x', 'nsp', '/', 'type', '3', 'data', '{}');
    await direct.xadd(stream, '*', 'uid', 'x', 'nsp', '/', 'type', '6');
    await untilItArrives(near, atFar, 'from near');
    await direct.unlink(stream);
    await untilItArrives(far, atNear, 'from far');
  });
});

test('the stream keeps a bounded number of events', { skip: withoutRedis }, async (t) => {
  const keyPrefix = uniquePrefix();
  const { realtime, join, url } = await setUp(t, keyPrefix);
  const socket = await join(url, { transports: ['websocket'] });
  const direct = connectDirectly();
  t.after(() => direct.quit());
  for (let batch = 0; batch < 60; batch += 1) {
    for (let number = 0; number < 200; number += 1) realtime.toUser(user, userEvent('event'), { number });
    await settle(realtime, [socket]);
  }
  await until(async () => (await direct.xlen(`${keyPrefix}realtime`)) >= 10_000);
  assert.ok((await direct.xlen(`${keyPrefix}realtime`)) < 10_300);
});
