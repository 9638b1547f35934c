import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { before, test } from 'node:test';
import { createTestApp } from '../../../test/support/app.ts';
import { asPlayer, trialAuthenticate, trialBytesModule } from '../../../test/support/trial-routes.ts';
import { useApp } from '../../../test/support/use-app.ts';
import { AppError } from '../errors.ts';
import type { Authenticate } from './edge/access.ts';

const PROVIDER = '/api/trial/provider-bytes';
const PLAYER = '/api/trial/player-bytes';

/** Looking at this session fails the test. */
const authenticate: Authenticate = async (credential, request) => {
  if (credential.sessionId === 'taken-over') throw new AppError('DEVICE_MISMATCH', 403, 'Not from this device');
  return trialAuthenticate(credential, request);
};

const openApp = (environment: Record<string, string> = {}) =>
  createTestApp({ environment, authenticate, extraParts: [trialBytesModule()] });

const app = useApp(openApp);
let origin: string;
before(async () => {
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
});

const send = (body: Buffer | ReadableStream) =>
  fetch(origin + PROVIDER, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit);

/** Chunks end inside of characters, too. */
function inChunks(bytes: Buffer, size: number): ReadableStream {
  const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => index * size);
  return ReadableStream.from(starts.map((start) => bytes.subarray(start, start + size)));
}

const TEXTS = [
  '{"id":"a1"}',
  ' \r\n\t{ "id" :\t"a1" ,\n "amount":1.50, "amount": 1e2 }\n\n',
  '{"name":"Jo\\u00e3o \\ud83c\\udfb2 Jo\u00e3o \ud83c\udfb2 \ufffd","slash":"\\/"}',
  '\ufeff[1, 2.0]',
  '  null ',
];

test('a provider’s handler gets the bytes as they were sent, beside what they say', async () => {
  for (const text of TEXTS) {
    const bytes = Buffer.from(text);
    const expected = { hex: bytes.toString('hex'), body: JSON.parse(text.replace(/^\ufeff/, '')), callerId: null };
    for (const body of [bytes, inChunks(bytes, 3), inChunks(bytes, 1)]) {
      const answer = await send(body);
      assert.deepEqual([answer.status, await answer.json()], [200, expected], text);
    }
  }
});

test('a body that is absent has no bytes', async () => {
  for (const headers of [{}, { 'content-type': 'application/json' }]) {
    const answer = await app.http.inject({ method: 'POST', url: PROVIDER, headers });
    assert.deepEqual(answer.json(), { hex: '', body: {}, callerId: null });
  }
});

test('what is no JSON in UTF-8 comes to the handler as bytes alone: a signature is judged before what it signs', async () => {
  const answerOf = async (payload: string | Buffer, others: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', ...others };
    return app.http.inject({ method: 'POST', url: PROVIDER, headers, payload });
  };
  for (const body of ['{"id":', ' ', '{"__proto__":{}}', Buffer.from([0x22, 0xc3, 0x28, 0x22])]) {
    const answer = await answerOf(body);
    const expected = { hex: Buffer.from(body).toString('hex'), callerId: null };
    assert.deepEqual([answer.statusCode, answer.json()], [200, expected], String(body));
  }
  const compressed = await answerOf('{}', { 'content-encoding': 'gzip' });
  assert.deepEqual([compressed.statusCode, compressed.json().body], [200, undefined]);
  const unnamed = await answerOf('{"id":"a1"}', { 'content-type': 'text/plain' });
  assert.deepEqual([unnamed.statusCode, unnamed.json().body], [200, { id: 'a1' }]);
  assert.equal((await answerOf(`"${'x'.repeat(64 * 1024)}"`)).statusCode, 413);
});

test('the bytes of other requests are not kept', async () => {
  const read = await app.http.inject({ method: 'POST', url: PLAYER, headers: asPlayer, payload: { id: 'a1' } });
  assert.equal(read.statusCode, 500);
});

test('no session, cookie or origin is looked at', async () => {
  for (const headers of [
    asPlayer,
    { ...asPlayer, origin: 'https://evil.example' },
    { ...asPlayer, 'sec-fetch-site': 'cross-site' },
    { cookie: 'sessionId=taken-over' },
    { authorization: 'Bearer taken-over' },
    { authorization: 'Bearer player-session' },
  ]) {
    const answer = await app.http.inject({ method: 'POST', url: PROVIDER, headers, payload: {} });
    assert.deepEqual([answer.statusCode, answer.json().callerId], [200, null], JSON.stringify(headers));
  }
});

test('the limit of public routes holds, counted by address whatever session is sent along', async (t) => {
  const limited = await openApp({ RATE_LIMIT_GLOBAL: '2' });
  t.after(() => limited.close());
  const statusOf = async (headers: Record<string, string>) =>
    (await limited.http.inject({ method: 'POST', url: PROVIDER, headers, payload: {} })).statusCode;
  assert.deepEqual([await statusOf({}), await statusOf(asPlayer), await statusOf(asPlayer)], [200, 200, 429]);
});

test('the reference tells what the routes are, and asks for no session', async () => {
  const { paths, components } = (await app.http.inject({ url: '/api/docs-json' })).json();
  const { post } = paths[PROVIDER];
  assert.deepEqual(post.security, []);
  assert.match(post.description, /^A route made for a test\.\n\nFor the servers of an outside provider/);
  assert.equal(post.responses[401].description, 'The signature is missing or wrong');
  assert.equal(post.responses[403], undefined);
  assert.equal(components.responses.Error401.description, 'No valid session');
  assert.deepEqual(paths[PLAYER].post.responses[401], { $ref: '#/components/responses/Error401' });
});
