import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { before, test } from 'node:test';
import { createTestApp } from '../../../test/support/app.ts';
import { asPlayer, trialAuthenticate, trialModule } from '../../../test/support/trial-routes.ts';
import { useApp } from '../../../test/support/use-app.ts';

const app = useApp(() =>
  createTestApp({
    environment: { WEB_ORIGINS: 'https://play.example' },
    authenticate: trialAuthenticate,
    extraParts: [trialModule()],
    requestTimeoutMs: 300,
  }),
);
before(async () => {
  await app.http.listen({ host: '127.0.0.1', port: 0 });
});

const openConnection = () => net.connect((app.http.server.address() as net.AddressInfo).port, '127.0.0.1');

const check = (path: string, payload: unknown) =>
  app.http.inject({ method: 'POST', url: `/api/trial/${path}`, payload: payload as object });

test('every fault of path, query and body is listed with its dotted field', async () => {
  const response = await check('12345678901234567890/check?depth=0', { name: 'too long', inner: { amount: 0 } });
  assert.equal(response.statusCode, 400);
  assert.deepEqual(response.json(), {
    statusCode: 400,
    message: 'Validation failed',
    code: 'VALIDATION_FAILED',
    errors: [
      { field: 'id', message: 'must be an id: 1 to 19 digits' },
      { field: 'depth', message: 'must be at least 1' },
      { field: 'name', message: 'must have at most 5 characters' },
      { field: 'inner.amount', message: 'must be at least 1' },
    ],
  });
});

test('an id is 1 to 19 digits within 64 bits', async () => {
  const body = { name: 'a', inner: { amount: 1 } };
  assert.equal((await check('9223372036854775807/check', body)).statusCode, 200);
  for (const id of ['9223372036854775808', '-1', '1.5', 'abc', '%00', '1'.repeat(200)]) {
    assert.equal((await check(`${id}/check`, body)).statusCode, 400, id);
  }
});

test('a missing body lists the required fields', async () => {
  for (const headers of [{}, { 'content-type': 'application/json' }]) {
    const response = await app.http.inject({ method: 'POST', url: '/api/trial/1/check', headers });
    assert.deepEqual(response.json().errors, [
      { field: 'name', message: 'is required' },
      { field: 'inner', message: 'is required' },
    ]);
  }
});

test('a body keeps its JSON types: a number is not taken for a string', async () => {
  const response = await check('1/check', { name: 5, inner: { amount: '1' } });
  assert.deepEqual(response.json().errors, [
    { field: 'name', message: 'must be a string' },
    { field: 'inner.amount', message: 'must be an integer' },
  ]);
});

test('a body that is no object says so', async () => {
  for (const payload of ['null', '[]', '"x"', '5']) {
    const response = await app.http.inject({
      method: 'POST',
      url: '/api/trial/1/check',
      headers: { 'content-type': 'application/json' },
      payload,
    });
    assert.deepEqual(response.json().errors, [{ field: 'body', message: 'must be an object' }], payload);
  }
});

test('unreadable JSON, also with a poisoned prototype, is 400 Malformed JSON', async () => {
  for (const payload of ['{"name":', '{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{}}}']) {
    const response = await app.http.inject({
      method: 'POST',
      url: '/api/trial/1/check',
      headers: { 'content-type': 'application/json' },
      payload,
    });
    assert.deepEqual(response.json(), { statusCode: 400, message: 'Malformed JSON', code: 'MALFORMED_JSON' }, payload);
    assert.equal(response.statusCode, 400);
  }
});

test('a body over 64 KiB is 413, another media type 415, a malformed URL 400', async () => {
  const large = await check('1/check', { name: 'x'.repeat(65 * 1024), inner: { amount: 1 } });
  assert.equal(large.statusCode, 413);
  assert.deepEqual(large.json(), {
    statusCode: 413,
    message: 'O corpo do pedido passa de 64 KiB.',
    code: 'BODY_TOO_LARGE',
  });
  const xml = await app.http.inject({
    method: 'POST',
    url: '/api/trial/1/check',
    headers: { 'content-type': 'application/xml' },
    payload: '<a/>',
  });
  assert.deepEqual(xml.json(), {
    statusCode: 415,
    message: 'O Content-Type deve ser application/json.',
    code: 'UNSUPPORTED_MEDIA_TYPE',
  });
  const malformed = await app.http.inject({ url: '/api/%ff' });
  assert.deepEqual(malformed.json(), {
    statusCode: 400,
    message: 'O endereço está malformado.',
    code: 'MALFORMED_URL',
  });
});

test('an unknown route is a 404 of the same shape, with the headers of every answer', async () => {
  const response = await app.http.inject({ url: '/api/nowhere?token=secret' });
  assert.equal(response.statusCode, 404);
  assert.deepEqual(response.json(), {
    statusCode: 404,
    message: 'Rota inexistente: GET /api/nowhere',
    params: { method: 'GET', path: '/api/nowhere' },
    code: 'ROUTE_NOT_FOUND',
  });
  assert.equal(response.headers['x-content-type-options'], 'nosniff');
  assert.equal(response.headers['cache-control'], 'no-store');
});

test('of an unknown route no body is read, so that a wrong one does not hide the 404', async () => {
  for (const [type, payload] of [
    ['application/json', '{"a":'],
    ['text/plain', 'a'],
  ] as const) {
    const response = await app.http.inject({
      method: 'POST',
      url: '/api/nowhere',
      headers: { 'content-type': type },
      payload,
    });
    const params = { method: 'POST', path: '/api/nowhere' };
    const message = 'Rota inexistente: POST /api/nowhere';
    assert.deepEqual(response.json(), { statusCode: 404, message, code: 'ROUTE_NOT_FOUND', params }, type);
  }
});

test('a request that offers another protocol is answered as if it did not', async () => {
  const socket = openConnection();
  socket.write(
    'GET /api/health/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n' +
      'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n',
  );
  const [answer] = await once(socket, 'data');
  socket.destroy();
  assert.match(String(answer), /^HTTP\/1\.1 200 /);
});

test('an unknown failure is a 500 with a request id and no detail', async () => {
  const response = await app.http.inject({ url: '/api/trial/broken' });
  assert.equal(response.statusCode, 500);
  assert.deepEqual(response.json(), {
    statusCode: 500,
    message: 'Erro interno. Tente de novo em instantes.',
    code: 'INTERNAL_ERROR',
    requestId: response.headers['x-request-id'],
  });
  assert.ok(!response.body.includes('hunter2'));
});

test('request ids differ; a harmless one that was given is kept, another is not', async () => {
  const ask = async (id?: string) =>
    (await app.http.inject({ url: '/api/health/live', headers: id === undefined ? {} : { 'x-request-id': id } }))
      .headers['x-request-id'];
  assert.notEqual(await ask(), await ask());
  assert.equal(await ask('proxy-17'), 'proxy-17');
  assert.notEqual(await ask('a b\u00e9'), 'a b\u00e9');
});

test('a list has its envelope, 20 entries a page unless asked, at most 100', async () => {
  const list = (query: string) => app.http.inject({ url: `/api/trial/list${query}` });
  assert.deepEqual((await list('')).json(), { data: [1, 2, 3], meta: { page: 1, limit: 20, total: 3 } });
  assert.deepEqual((await list('?page=2&limit=100')).json().meta, { page: 2, limit: 100, total: 3 });
  const faults: [string, string][] = [
    ['?limit=101', 'limit'],
    ['?limit=0', 'limit'],
    ['?page=0', 'page'],
    ['?page=-1', 'page'],
    ['?page=x', 'page'],
    ['?page=1&page=2', 'page'],
    ['?sort=sideways', 'sort'],
  ];
  for (const [query, field] of faults) {
    const response = await list(query);
    assert.equal(response.statusCode, 400, query);
    assert.equal(response.json().errors[0].field, field, query);
  }
});

test('CORS answers the allow-list alone, with credentials', async () => {
  const preflight = (origin: string) =>
    app.http.inject({
      method: 'OPTIONS',
      url: '/api/trial/player',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  const allowed = await preflight('https://play.example');
  assert.equal(allowed.headers['access-control-allow-origin'], 'https://play.example');
  assert.equal(allowed.headers['access-control-allow-credentials'], 'true');
  const foreign = await preflight('https://evil.example');
  assert.equal(foreign.headers['access-control-allow-origin'], undefined);
});

test('HSTS is sent where the public address is HTTPS, and not elsewhere', async () => {
  const secure = await createTestApp({ environment: { PUBLIC_URL: 'https://api.example' } });
  try {
    const response = await secure.http.inject({ url: '/api/health/live' });
    assert.match(String(response.headers['strict-transport-security']), /max-age=31536000/);
  } finally {
    await secure.close();
  }
  const plain = await app.http.inject({ url: '/api/health/live' });
  assert.equal(plain.headers['strict-transport-security'], undefined);
});

test('a client address comes from X-Forwarded-For only behind a trusted proxy', async () => {
  const remaining = async (trust: string) => {
    const limited = await createTestApp({ environment: { RATE_LIMIT_GLOBAL: '10', TRUST_PROXY: trust } });
    try {
      const ask = (address: string) =>
        limited.http.inject({ url: '/api/nowhere', headers: { 'x-forwarded-for': address } });
      await ask('203.0.113.1');
      return (await ask('203.0.113.2')).headers['x-ratelimit-remaining'];
    } finally {
      await limited.close();
    }
  };
  assert.equal(Number(await remaining('false')), 8);
  assert.equal(Number(await remaining('true')), 9);
  assert.equal(Number(await remaining('1')), 9);
});

test('a slow client is cut with a 408 of the same shape', async () => {
  const socket = openConnection();
  socket.write(
    'POST /api/trial/1/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
  );
  const answer = (await socket.toArray()).join('');
  assert.match(answer, /^HTTP\/1\.1 408 /);
  assert.match(answer, /{"statusCode":408,"message":"O pedido demorou demais para chegar.","code":"REQUEST_TIMEOUT"}$/);
});

test('an expectation that nobody meets is refused with the headers and the body of every error', async () => {
  const expecting = (expect: string, version = '1.1') =>
    `GET /api/trial/list HTTP/${version}\r\nHost: x\r\nExpect: ${expect}\r\nConnection: close\r\n\r\n`;
  const answerTo = async (request: string) => {
    const socket = openConnection();
    socket.write(request);
    return (await socket.toArray()).join('');
  };
  for (const expect of ['anything', '200-ok']) {
    const answer = await answerTo(expecting(expect));
    assert.match(answer, /^HTTP\/1\.1 417 Expectation Failed\r\n/, expect);
    assert.match(answer, /\r\nx-content-type-options: nosniff\r\n/, expect);
    assert.match(answer, /{"statusCode":417,"message":"[^"]+","code":"EXPECTATION_FAILED"}$/, expect);
  }
  assert.match(await answerTo(expecting('100-Continue')), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  assert.match(await answerTo(expecting('anything', '1.0')), /^HTTP\/1\.1 200 OK\r\n/);
});

test('headers that are too large get a 431 with its standard reason and the body of every error', async () => {
  const socket = openConnection();
  socket.write(`GET /api/health/live HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`);
  const answer = (await socket.toArray()).join('');
  assert.match(answer, /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
  assert.match(answer, /{"statusCode":431,"message":"[^"]+","code":"HEADERS_TOO_LARGE"}$/);
});

test('what is not HTTP gets a 400 of the same shape', async () => {
  const socket = openConnection();
  socket.end('NONSENSE\r\n\r\n');
  assert.match(
    (await socket.toArray()).join(''),
    /^HTTP\/1\.1 400 [\s\S]*{"statusCode":400,"message":"Bad Request","code":"BAD_REQUEST"}$/,
  );
});

test('a valid session in a public route is no obstacle', async () => {
  const response = await app.http.inject({ url: '/api/trial/list', headers: asPlayer });
  assert.equal(response.statusCode, 200);
});
