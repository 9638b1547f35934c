import assert from 'node:assert/strict';
import { Socket, type TcpSocketConnectOpts } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { shaped } from './shaped.ts';
import { clientOf, startHttp } from './test-support.ts';

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
