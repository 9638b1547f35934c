import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { io } from 'socket.io-client';
import { AppError } from '../errors.ts';
import { toId } from '../ids.ts';
import type { RealtimeOptions } from './realtime.ts';
import { createBench, inTime, next, PAGE, publicEvent, record, refusal, settle, userEvent } from './test-support.ts';

const setUp = (t: TestContext, options?: Partial<RealtimeOptions>) => createBench(t, io, options);
const transports = ['polling', 'websocket'] as const;

describe('who a socket belongs to', { concurrency: true }, () => {
  const ways = {
    'the cookie': { extraHeaders: { cookie: 'theme=dark; sessionId=7.phone; other=1' } },
    'the auth of the client library': { auth: { sessionId: '7.phone' } },
    'the bearer header': { extraHeaders: { authorization: 'Bearer 7.phone' } },
  };
  for (const [way, options] of Object.entries(ways)) {
    for (const transport of transports) {
      test(`${way} names the session, over ${transport}`, async (t) => {
        const { url, realtime, join } = await setUp(t);
        const socket = await join(url, { ...options, transports: [transport] });
        const event = next(socket, 'greeting');
        realtime.toUser(toId('7'), userEvent('greeting'), { text: 'hello' });
        assert.deepEqual(await event, { text: 'hello' });
      });
    }
  }

  test('a socket that starts by polling goes over to a websocket and keeps its user', async (t) => {
    const { url, realtime, join } = await setUp(t);
    const socket = await join(url, { auth: { sessionId: '7.phone' } });
    const upgraded = Promise.withResolvers<void>();
    socket.io.engine.once('upgrade', () => upgraded.resolve());
    if (socket.io.engine.transport.name !== 'websocket') await inTime(upgraded.promise, 'upgrade');
    const event = next(socket, 'greeting');
    realtime.toUser(toId('7'), userEvent('greeting'), {});
    await event;
  });

  test('the cookie comes first, and the auth before the header', async (t) => {
    const { url, realtime, join } = await setUp(t);
    const cookie = { cookie: 'sessionId=1.a' };
    const byCookie = await join(url, {
      extraHeaders: { ...cookie, authorization: 'Bearer 3.a' },
      auth: { sessionId: '2.a' },
    });
    const byAuth = await join(url, { extraHeaders: { authorization: 'Bearer 3.a' }, auth: { sessionId: '2.a' } });
    const received = [record(byCookie), record(byAuth)];
    for (const userId of ['1', '2', '3']) realtime.toUser(toId(userId), userEvent('number'), { userId });
    await settle(realtime, [byCookie, byAuth]);
    assert.deepEqual(
      received.map((events) => events.filter(([event]) => event === 'number')),
      [[['number', { userId: '1' }]], [['number', { userId: '2' }]]],
    );
  });

  const invalid: [string, object][] = [
    ['unknown', { auth: { sessionId: 'nobody' } }],
    [
      'unknown in the cookie, in spite of a valid one beside it',
      { extraHeaders: { cookie: 'sessionId=x' }, auth: { sessionId: '7.a' } },
    ],
    ['unknown in the header', { extraHeaders: { authorization: 'Bearer nobody' } }],
    ['an object', { auth: { sessionId: { length: 3 } } }],
    ['a list', { auth: { sessionId: ['7.a'] } }],
    ['a number', { auth: { sessionId: 7 } }],
    ['far too long', { auth: { sessionId: `7.${'a'.repeat(5_000)}` } }],
  ];
  for (const [what, options] of invalid) {
    test(`a session id that is ${what} is refused`, async (t) => {
      const { url, realtime, join } = await setUp(t);
      assert.equal((await refusal(join(url, options))).message, 'Unauthorized');
      assert.equal(realtime.connections, 0);
    });
  }

  test('without a session id a socket is anonymous and gets what all get', async (t) => {
    const { url, realtime, join } = await setUp(t);
    const sockets = await Promise.all(
      [{}, { auth: { sessionId: '' } }, { auth: { sessionId: null } }, { extraHeaders: { cookie: 'sessionId=' } }].map(
        (options) => join(url, options),
      ),
    );
    const received = sockets.map(record);
    realtime.toUser(toId('7'), userEvent('private'), {});
    realtime.toAll(publicEvent('public'), { text: 'all' });
    await settle(realtime, sockets);
    for (const events of received) assert.deepEqual(events[0], ['public', { text: 'all' }]);
  });

  test('the address and the device are told to who authenticates', async (t) => {
    const seen: unknown[] = [];
    const { url, join } = await setUp(t, {
      clientAddress: ({ headers }) => String(headers['x-forwarded-for']),
      authenticate: async (sessionId, from) => {
        seen.push(from);
        return { userId: toId('7'), sessionId };
      },
    });
    const extraHeaders = { 'x-forwarded-for': '192.0.2.1' };
    await join(url, { extraHeaders, auth: { sessionId: '7.a' } });
    await join(url, { extraHeaders, auth: { sessionId: '7.a', deviceId: 'by auth' } });
    await join(url, { extraHeaders: { ...extraHeaders, 'x-device-id': 'by header' }, auth: { sessionId: '7.a' } });
    const ip = '192.0.2.1';
    assert.deepEqual(seen, [{ ip }, { ip, deviceId: 'by auth' }, { ip, deviceId: 'by header' }]);
  });

  test('a valid session may be refused with a reason', async (t) => {
    const { url, join } = await setUp(t, {
      authenticate: async () => {
        throw new AppError('DEVICE_MISMATCH', 401, 'Device mismatch');
      },
    });
    const error = await refusal(join(url, { auth: { sessionId: '7.a' } }));
    assert.equal(error.message, 'Device mismatch');
    const body = { statusCode: 401, message: 'Device mismatch', code: 'DEVICE_MISMATCH' };
    assert.deepEqual((error as Error & { data?: unknown }).data, body);
  });

  test('when sessions cannot be looked up for a moment, the client connects by itself afterwards', async (t) => {
    let attempts = 0;
    const { url, open } = await setUp(t, {
      authenticate: async (sessionId) => {
        attempts += 1;
        if (attempts === 1) throw new Error('the database is away');
        return { userId: toId('7'), sessionId };
      },
    });
    const socket = open(url, { auth: { sessionId: '7.a' }, reconnection: true, reconnectionDelay: 1 });
    await next(socket, 'connect');
    assert.equal(attempts, 2);
  });

  test('a connection asks once: who asks again is cut', async (t) => {
    let attempts = 0;
    const { url, open } = await setUp(t, {
      authenticate: async () => {
        attempts += 1;
        return null;
      },
    });
    const socket = open(url, { auth: { sessionId: 'guess' }, transports: ['websocket'], autoConnect: false });
    socket.io.open();
    await inTime(new Promise((resolve) => socket.io.once('open', () => resolve(null))), 'open connection');
    const closed = new Promise((resolve) => socket.io.engine.once('close', resolve));
    for (let guess = 0; guess < 10; guess += 1) socket.io.engine.write(`0{"sessionId":"guess ${guess}"}`);
    await inTime(closed, 'end of the connection');
    assert.ok(attempts <= 1);
  });
});

describe('where a socket comes from', { concurrency: true }, () => {
  const credentials = { anonymous: {}, cookie: { cookie: 'sessionId=7.a' }, bearer: { authorization: 'Bearer 7.a' } };

  for (const transport of transports) {
    for (const [who, headers] of Object.entries(credentials)) {
      test(`a page of another site is refused (${who}, ${transport})`, async (t) => {
        const { url, join, realtime } = await setUp(t);
        for (const origin of ['https://evil.example', 'null', `${PAGE}.evil.example`, 'http://page.example']) {
          const extraHeaders = { ...headers, origin };
          const { message } = await refusal(join(url, { extraHeaders, transports: [transport] }));
          assert.equal(message, transport === 'polling' ? 'xhr poll error' : 'websocket error');
        }
        assert.equal(realtime.connections, 0);
      });

      test(`our own page is welcome (${who}, ${transport})`, async (t) => {
        const { url, join, realtime } = await setUp(t);
        await join(url, { extraHeaders: { ...headers, origin: PAGE }, transports: [transport] });
        assert.equal(realtime.connections, 1);
      });
    }
  }

  test('the refusal is a 403, over both transports', async (t) => {
    const { url } = await setUp(t);
    const status = async (path: string, headers: Record<string, string>) => {
      const call = request(`${url}/socket.io/?EIO=4&transport=${path}`, { headers });
      call.end();
      const [response] = await once(call, 'response');
      response.resume();
      return response.statusCode;
    };
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    assert.equal(await status('polling', { origin: 'https://evil.example' }), 403);
    assert.equal(await status('websocket', { ...upgrade, origin: 'https://evil.example' }), 403);
    assert.equal(await status('polling', { upgrade: 'websocket', origin: 'https://evil.example' }), 403);
    assert.equal(await status('polling', { 'sec-fetch-site': 'cross-site' }), 403);
    assert.equal(await status('polling', { 'sec-fetch-site': 'same-site' }), 403);
    assert.equal(await status('polling', { 'sec-fetch-site': 'same-origin' }), 200);
    assert.equal(await status('polling', {}), 200);
  });

  test('only our pages may read the answers', async (t) => {
    const { url } = await setUp(t);
    const answer = (origin: string) => fetch(`${url}/socket.io/?EIO=4&transport=polling`, { headers: { origin } });
    const ours = await answer(PAGE);
    assert.equal(ours.headers.get('access-control-allow-origin'), PAGE);
    assert.equal(ours.headers.get('access-control-allow-credentials'), 'true');
    assert.equal(ours.headers.get('x-content-type-options'), 'nosniff');
    assert.equal((await answer('https://evil.example')).headers.get('access-control-allow-origin'), null);
  });

  test('nonsense is answered or cut, and the server stays', async (t) => {
    const { url, join } = await setUp(t);
    for (const path of [
      '',
      '?transport=nope',
      '?EIO=3&transport=polling',
      '?EIO=4&transport=polling&sid=nobody',
      '%00?%zz',
    ]) {
      const { status } = await fetch(`${url}/socket.io/${path}`);
      assert.equal(status, 400, path);
    }
    assert.equal((await fetch(`${url}/socket.io/?EIO=4&transport=polling`, { method: 'PUT' })).status, 405);
    assert.equal((await fetch(`${url}/socket.io/socket.io.js`)).status, 400);
    assert.equal(await (await fetch(`${url}/other`)).text(), 'a page');
    const raw = connect(Number(new URL(url).port), '127.0.0.1');
    raw.on('error', () => {}).resume();
    raw.end(
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    await inTime(once(raw, 'close'), 'end of the connection');
    await join(url);
  });
});
