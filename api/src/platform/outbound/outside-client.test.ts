import assert from 'node:assert/strict';
import { Socket, type TcpSocketConnectOpts } from 'node:net';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { type OutsideClientOptions, shaped } from './outside-client.ts';
import { OutsideError } from './outside-error.ts';
import { clientOf, LONG_MS, MAX_REPLY_BYTES, startHttp, startTcp } from './test-support.ts';

const asIs = (reply: unknown) => ({ reply });

test('a question carries its query, headers and body, beside those of every question', async (t) => {
  const { url, asked } = await startHttp(t, (response) => response.end('{"done":true}'));
  const shop = clientOf(`${url}/v1/`, { headers: { authorization: 'Bearer k' }, query: { key: 'k' } });
  const answer = await shop.ask({
    method: 'POST',
    path: `/orders/${encodeURIComponent('a/b?c')}`,
    query: { name: 'AK-47 | Redline', id: ['1', '2'] },
    headers: { 'idempotency-key': '7' },
    body: { amount: 5 },
    read: asIs,
  });
  assert.deepEqual(answer, { reply: { done: true } });
  assert.equal(asked.length, 1);
  const { method, url: path, headers, body } = asked[0] ?? assert.fail();
  assert.deepEqual([method, path], ['POST', '/v1/orders/a%2Fb%3Fc?key=k&name=AK-47+%7C+Redline&id=1&id=2']);
  assert.deepEqual(
    [headers.authorization, headers['idempotency-key'], headers['content-type'], headers['content-length']],
    ['Bearer k', '7', 'application/json', '12'],
  );
  assert.equal(body, '{"amount":5}');
  assert.deepEqual(shop.lines, []);
});

test('a form is sent as one, and an answer may be text', async (t) => {
  const { url, asked } = await startHttp(t, (response) => response.end('is_valid:true\n'));
  const body = new URLSearchParams({ 'openid.mode': 'check & more' });
  const answer = await clientOf(url).ask({ method: 'POST', path: '/login', body, replyAs: 'text', read: asIs });
  assert.deepEqual(answer, { reply: 'is_valid:true\n' });
  assert.equal(asked[0]?.headers['content-type'], 'application/x-www-form-urlencoded');
  assert.equal(asked[0]?.body, 'openid.mode=check+%26+more');
});

test('an answer may be packed, in pieces, or nothing at all', async (t) => {
  const { url } = await startHttp(t, (response, { url: path }) => {
    if (path === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"a":"ç"}'));
    else if (path === '/nothing') response.writeHead(204).end();
    else for (const byte of Buffer.from('{"a":"ç"}')) response.write(Buffer.from([byte]));
    response.end();
  });
  const shop = clientOf(url);
  assert.deepEqual(await shop.ask({ path: '/packed', read: asIs }), { reply: { a: 'ç' } });
  assert.deepEqual(await shop.ask({ path: '/pieces', read: asIs }), { reply: { a: 'ç' } });
  assert.deepEqual(await shop.ask({ path: '/nothing', read: asIs }), { reply: null });
});

test('what has the agreed shape is read, whatever else it holds; anything else is not', async (t) => {
  let answer: unknown;
  const { url } = await startHttp(t, (response) => response.end(JSON.stringify(answer)));
  const read = shaped(Type.Object({ id: Type.String(), paid: Type.Optional(Type.Boolean()) }));
  const ask = () => clientOf(url).ask({ path: '/orders/7', read });
  answer = { id: '7', news: [1, 2] };
  assert.equal((await ask()).id, '7');
  for (answer of [null, [], 'text', {}, { id: 7 }, { id: '7', paid: 'yes' }]) {
    await assert.rejects(ask(), { fault: 'UNREADABLE', status: 200 }, JSON.stringify(answer));
  }
});

test('a path that would lead elsewhere is not asked for', async (t) => {
  const { url, asked } = await startHttp(t, (response) => response.end('{}'));
  for (const path of ['/orders/..', '/orders/../keys', '/orders/%2E%2e/keys', '/./keys', 'keys']) {
    await assert.rejects(clientOf(`${url}/v1`).ask({ path, read: asIs }), { code: 'ERR_ASSERTION' }, path);
  }
  assert.deepEqual(asked, []);
});

test('a host on another continent has time to connect before its next address is tried, and so has that one', async (t) => {
  const { url } = await startHttp(t, (response) => response.end('{}'));
  const connect = t.mock.method(Socket.prototype, 'connect');
  for (const [timeoutMs, attemptMs] of [
    [10_000, 2_000],
    [3_001, 1_501],
  ] as const) {
    connect.mock.resetCalls();
    await clientOf(url, { timeoutMs }).ask({ path: '/', read: asIs });
    const given: unknown = connect.mock.calls[0]?.arguments.flat()[0];
    assert.equal((given as TcpSocketConnectOpts).autoSelectFamilyAttemptTimeout, attemptMs);
  }
});

/** The fault decides about money: unsent requests may be repeated, uncertain ones are looked up first. */
/** The JSON parser repeats only a short part of a text. */
const KEY = 'k3y-Zq9';

/** The error must not show any of these keys. */
async function faultOf(baseUrl: string, options: Partial<OutsideClientOptions> = {}, read = (reply: unknown) => reply) {
  const secrets = { query: { key: KEY }, headers: { 'x-access': KEY } };
  const shop = clientOf(baseUrl, { ...secrets, ...options });
  const question = {
    method: 'POST',
    path: '/buy',
    body: { pin: KEY },
    headers: { 'x-own': KEY },
    query: { own: KEY },
  } as const;
  const error = await shop.ask({ ...question, read }).then(
    () => assert.fail('no fault'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof OutsideError, inspect(error));
  assert.equal(shop.lines.length, 1);
  const line = JSON.parse(shop.lines[0] ?? '');
  assert.deepEqual([line.outside, line.method, line.path, line.err.fault], ['shop', 'POST', '/buy', error.fault]);
  const told = inspect(error, { depth: 10, showHidden: true }) + shop.lines.join('');
  assert.ok(!told.includes(KEY) && !told.includes(encodeURIComponent(KEY)), told);
  return error;
}

const bytes = (text: string) => (socket: Socket) => {
  socket.once('data', () => socket.write(text));
};

const thenCut = (text: string) => (socket: Socket) => {
  socket.once('data', () => socket.end(text, 'latin1'));
};

/** The test passes the time, because a busy machine could pass limits too early. */
function stopTime(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const runOut = () => {
    for (let part = 0; part < 2; part += 1) t.mock.timers.tick(LONG_MS);
  };
  return { runOut };
}

/** A port that was free a moment ago may be taken by now; nothing uses this one. */
const CLOSED_PORT = 1;

test('where nobody listens nothing was sent', async () => {
  assert.equal((await faultOf(`http://127.0.0.1:${CLOSED_PORT}`)).fault, 'NOT_SENT');
});

test('where no secure connection comes about nothing was sent', async (t) => {
  const time = stopTime(t);
  const heard: Buffer[] = [];
  const answers: ((socket: Socket) => void)[] = [
    (socket) => socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    (socket) => socket.on('data', () => socket.destroy()),
    (socket) =>
      socket.on('data', (chunk: Buffer) => {
        heard.push(chunk);
        time.runOut();
      }),
  ];
  for (const [index, answer] of answers.entries()) {
    const url = (await startTcp(t, answer)).replace('http:', 'https:');
    const error = await faultOf(url);
    assert.deepEqual([error.fault, error.status], ['NOT_SENT', null], `answer ${index}`);
  }
  // Only the beginning of a handshake arrived.
  assert.equal(Buffer.concat(heard).indexOf('POST'), -1);
  assert.equal(heard[0]?.[0], 0x16);
});

test('one who hears the question and says nothing may have acted', async (t) => {
  const time = stopTime(t);
  const { url, asked } = await startHttp(t, () => time.runOut());
  assert.equal((await faultOf(url)).fault, 'UNKNOWN');
  assert.equal(asked.length, 1);
});

test('one who hangs up, before or in the middle of an answer, may have acted', async (t) => {
  const head = 'HTTP/1.1 200 OK\r\n';
  const parts = {
    'no answer': '',
    'half a head': head,
    'half a body': `${head}content-length: 20\r\n\r\n{"done":`,
    'a body without its last piece': `${head}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`,
    'half a packed body': `${head}content-encoding: gzip\r\ncontent-length: 99\r\n\r\n\x1f\x8b`,
    'another protocol': 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  };
  for (const [name, part] of Object.entries(parts)) {
    assert.equal((await faultOf(await startTcp(t, thenCut(part)))).fault, 'UNKNOWN', name);
  }
});

test('an answer that drips is not waited for beyond the time, however steadily it comes', async (t) => {
  const time = stopTime(t);
  const { url } = await startHttp(t, async (response) => {
    for (let drops = 1; !response.destroyed; drops += 1) {
      response.write(' ');
      // The client is in this process and reads between two turns.
      if (drops === 5) time.runOut();
      await new Promise(setImmediate);
    }
  });
  const error = await faultOf(url);
  assert.deepEqual([error.fault, error.status], ['UNKNOWN', 200]);
});

test('a refusal tells its status and what was said, as a value, a text or nothing', async (t) => {
  const said = { value: '{"error":"SOLD"}', text: 'no such item', nothing: '' };
  for (const [kind, text] of Object.entries(said)) {
    const { url, asked } = await startHttp(t, (response) => response.writeHead(409).end(text));
    const { fault, status, body } = await faultOf(url);
    assert.deepEqual([fault, status], ['REFUSED', 409]);
    assert.deepEqual(body, { value: { error: 'SOLD' }, text: 'no such item', nothing: null }[kind]);
    assert.equal(asked.length, 1);
  }
});

test('a refusal is one whatever becomes of its words, of which no more than the limit is kept', async (t) => {
  const { url } = await startHttp(t, (response) => {
    response.writeHead(422);
    for (let piece = 0; piece < 3; piece += 1) response.write('x'.repeat(MAX_REPLY_BYTES / 2));
    response.end();
  });
  const { fault, body } = await faultOf(url);
  assert.equal(fault, 'REFUSED');
  assert.ok(String(body).length <= MAX_REPLY_BYTES);
  const cut = await faultOf(await startTcp(t, thenCut('HTTP/1.1 400 Bad Request\r\ncontent-length: 9\r\n\r\nhalf')));
  assert.deepEqual([cut.fault, cut.status, cut.body], ['REFUSED', 400, 'half']);
});

test('what the other side said is for the caller and not for the log', async (t) => {
  const { url } = await startHttp(t, (response, { headers }) => {
    response.writeHead(401).end(JSON.stringify({ message: `unknown: ${headers['x-access']}` }));
  });
  assert.deepEqual((await faultOf(url)).body, { message: `unknown: ${KEY}` });
  const { url: garbled } = await startHttp(t, (response) => response.end(KEY));
  assert.equal((await faultOf(garbled)).fault, 'UNREADABLE');
});

test('who fails is asked once', async (t) => {
  for (const status of [500, 502, 503]) {
    const { url, asked } = await startHttp(t, (response) =>
      response.writeHead(status, { 'retry-after': '0' }).end('{}'),
    );
    const error = await faultOf(url);
    assert.deepEqual([error.fault, error.status, asked.length], ['FAILED', status, 1]);
  }
  const { url, asked } = await startHttp(t, (response) => response.writeHead(421).end());
  assert.deepEqual([(await faultOf(url)).fault, asked.length], ['REFUSED', 1]);
});

test('nobody leads us elsewhere', async (t) => {
  const elsewhere = await startHttp(t, (response) => response.end('{}'));
  for (const status of [301, 302, 303, 304, 307, 308]) {
    const { url } = await startHttp(t, (response) => response.writeHead(status, { location: elsewhere.url }).end('{}'));
    const error = await faultOf(url);
    assert.deepEqual([error.fault, error.status], ['UNREADABLE', status]);
  }
  assert.deepEqual(elsewhere.asked, []);
});

test('an answer that is too long is not read to its end', async (t) => {
  const { url } = await startHttp(t, (response) => {
    const more = () => {
      while (response.write(Buffer.alloc(MAX_REPLY_BYTES, ' ')) && !response.destroyed);
    };
    response.on('drain', more);
    more();
  });
  assert.deepEqual(await faultAndStatus(url), ['UNREADABLE', 200]);
});

test('nor is one that is short only while it is packed', async (t) => {
  const packed = gzipSync(Buffer.alloc(1_000 * MAX_REPLY_BYTES, ' '));
  const { url } = await startHttp(t, (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
  assert.deepEqual(await faultAndStatus(url, { maxReplyBytes: packed.length + 1 }), ['UNREADABLE', 200]);
});

test('an answer of exactly the limit is read', async (t) => {
  const { url } = await startHttp(t, (response) => response.end(`"${'x'.repeat(MAX_REPLY_BYTES - 2)}"`));
  const text = await clientOf(url).ask({ path: '/', read: (reply) => String(reply) });
  assert.equal(text.length, MAX_REPLY_BYTES - 2);
});

test('an answer that is no HTTP, no JSON or garbled is unreadable', async (t) => {
  assert.equal((await faultOf(await startTcp(t, bytes('220 smtp.example ready\r\n')))).fault, 'UNREADABLE');
  for (const text of ['<html>', '', '{"done":', 'null,']) {
    const { url } = await startHttp(t, (response) => response.end(text));
    assert.deepEqual(await faultAndStatus(url), ['UNREADABLE', 200], text);
  }
  for (const encoding of ['gzip', 'br']) {
    const { url } = await startHttp(t, (response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end('no'),
    );
    assert.deepEqual(await faultAndStatus(url), ['UNREADABLE', 200], encoding);
  }
});

test('an answer that its reader does not take is unreadable, also where the reader fails', async (t) => {
  const { url } = await startHttp(t, (response) => response.end('{}'));
  assert.equal((await faultOf(url, {}, () => null)).fault, 'UNREADABLE');
  const failing = await faultOf(url, {}, () => {
    throw new RangeError('too many');
  });
  assert.deepEqual([failing.fault, (failing.cause as Error).message], ['UNREADABLE', 'too many']);
});

test('what is refused may be everyday business, what fails is not', async (t: TestContext) => {
  for (const [status, level] of [
    [404, 'info'],
    [500, 'warn'],
  ] as const) {
    const { url } = await startHttp(t, (response) => response.writeHead(status).end());
    const shop = clientOf(url);
    await assert.rejects(shop.ask({ path: '/', read: (reply) => reply }));
    assert.equal(JSON.parse(shop.lines[0] ?? '').level, level);
  }
});

async function faultAndStatus(url: string, options?: Partial<OutsideClientOptions>) {
  const { fault, status } = await faultOf(url, options);
  return [fault, status];
}
