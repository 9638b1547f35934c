import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTestApp } from '../../../../test/support/app.ts';
import { asAdmin, asPlayer, trialAuthenticate, trialModule } from '../../../../test/support/trial-routes.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { sessionIdOf } from '../../realtime/admission.ts';
import { cookieValue, createOriginCheck, credentialOf } from './access.ts';

const app = useApp(() =>
  createTestApp({
    environment: { WEB_ORIGINS: 'https://play.example' },
    authenticate: trialAuthenticate,
    extraParts: [trialModule()],
  }),
);

const call = async (method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}) =>
  (await app.http.inject({ method, url: `/api/trial/${url}`, headers })).statusCode;

test('a player route needs a valid session, by cookie or by bearer header', async () => {
  assert.equal(await call('POST', 'player'), 401);
  assert.equal(await call('POST', 'player', { cookie: 'sessionId=unknown' }), 401);
  assert.equal(await call('POST', 'player', { authorization: 'Bearer unknown' }), 401);
  assert.equal(await call('POST', 'player', { authorization: 'Basic player-session' }), 401);
  assert.equal(await call('POST', 'player', asPlayer), 200);
  assert.equal(await call('POST', 'player', { authorization: 'Bearer player-session' }), 200);
  assert.equal(await call('POST', 'player', { authorization: 'bearer player-session' }), 200);
});

test('the cookie is read first, then the header', async () => {
  const both = { cookie: 'sessionId=unknown', authorization: 'Bearer player-session' };
  assert.equal(await call('POST', 'player', both), 401);
});

test('an admin route needs an administrator', async () => {
  assert.equal(await call('GET', 'admin'), 401);
  assert.equal(await call('GET', 'admin', asPlayer), 403);
  assert.equal(await call('GET', 'admin', asAdmin), 200);
});

test('an unsafe request with the cookie is refused when it comes from a foreign site', async () => {
  const own = new URL(app.config.publicUrl).origin;
  assert.equal(await call('POST', 'player', { ...asPlayer, origin: 'https://evil.example' }), 403);
  assert.equal(await call('POST', 'player', { ...asPlayer, origin: 'null' }), 403);
  assert.equal(await call('POST', 'player', { ...asPlayer, 'sec-fetch-site': 'cross-site' }), 403);
  assert.equal(await call('POST', 'player', { ...asPlayer, 'sec-fetch-site': 'same-origin' }), 200);
  assert.equal(await call('POST', 'player', { ...asPlayer, origin: 'https://play.example' }), 200);
  assert.equal(await call('POST', 'player', { ...asPlayer, origin: own }), 200);
  // Another site cannot make a browser send the bearer header.
  assert.equal(await call('GET', 'admin', { ...asAdmin, origin: 'https://evil.example' }), 200);
  const bearer = { authorization: 'Bearer player-session', origin: 'https://evil.example' };
  assert.equal(await call('POST', 'player', bearer), 200);
});

test('a route outside the scopes keeps the server from coming up', async () => {
  const other = await createTestApp();
  try {
    const { buildApp } = await import('../../../app/app.ts');
    const built = await buildApp(other.deps);
    built.http.get('/api/open-door', async () => 'open');
    await assert.rejects(async () => built.http.ready(), /Routes outside an access scope: GET \/api\/open-door/);
  } finally {
    await other.close();
  }
});

test('a route that a newcomer could not understand keeps the server from coming up', async () => {
  const undocumented = {
    tag: { name: 'x', description: 'x' },
    public: (routes: Parameters<NonNullable<ReturnType<typeof trialModule>['public']>>[0]) => {
      routes.get('/undocumented', async () => ({}));
    },
  };
  await assert.rejects(createTestApp({ extraParts: [undocumented] }), /lacks summary, description or operationId/);
});

const ofRequest = (headers: IncomingHttpHeaders) => credentialOf({ headers })?.sessionId ?? null;
const ofSocket = (headers: IncomingHttpHeaders, auth: Record<string, unknown> = {}) =>
  sessionIdOf({ handshake: { headers, auth } });

test('the same headers name the same session to a request and to a socket', () => {
  const cases: [IncomingHttpHeaders, string | null][] = [
    [{}, null],
    [{ cookie: 'theme=dark; sessionId=abc; other=1' }, 'abc'],
    [{ cookie: 'sessionId="abc"' }, 'abc'],
    [{ cookie: 'sessionId=a%62c' }, 'a%62c'],
    [{ cookie: 'sessionId=one; sessionId=two' }, 'one'],
    [{ cookie: 'sessionId=; sessionId=two' }, null],
    [{ authorization: 'Bearer abc' }, 'abc'],
    [{ authorization: 'bEARER abc more' }, 'abc'],
    [{ authorization: 'Bearer' }, null],
    [{ authorization: 'Bearer  abc' }, null],
    [{ authorization: 'Basic abc' }, null],
    [{ authorization: 'Bearerabc' }, null],
    [{ cookie: 'sessionId=abc', authorization: 'Bearer other' }, 'abc'],
    [{ cookie: 'sessionId=', authorization: 'Bearer other' }, 'other'],
    [{ cookie: 'theme=dark', authorization: 'Bearer other' }, 'other'],
  ];
  for (const [headers, expected] of cases) {
    assert.deepEqual([ofRequest(headers), ofSocket(headers)], [expected, expected], JSON.stringify(headers));
  }
});

test('whatever stands in the headers, both edges read the same', () => {
  const value = fc.string({ maxLength: 200 });
  const cookie = fc.oneof(
    value,
    value.map((text) => `sessionId=${text}`),
  );
  const authorization = fc.oneof(
    value,
    value.map((text) => `Bearer ${text}`),
  );
  const headers = fc.record({ cookie, authorization }, { requiredKeys: [] });
  fc.assert(fc.property(headers, (given) => ofRequest(given) === ofSocket(given)));
});

test('a request tells which of the two it came by: an origin is asked of the cookie alone', () => {
  assert.deepEqual(credentialOf({ headers: { cookie: 'sessionId=abc' } }), { sessionId: 'abc', source: 'cookie' });
  assert.deepEqual(credentialOf({ headers: { authorization: 'Bearer abc' } }), { sessionId: 'abc', source: 'bearer' });
});

test('a socket also takes the auth of the client library, after the cookie and before the bearer header', () => {
  assert.equal(ofSocket({}, { sessionId: 'library' }), 'library');
  assert.equal(ofSocket({ cookie: 'sessionId=abc' }, { sessionId: 'library' }), 'abc');
  assert.equal(ofSocket({ authorization: 'Bearer abc' }, { sessionId: 'library' }), 'library');
  assert.equal(ofSocket({ authorization: 'Bearer abc' }, { sessionId: '' }), 'abc');
});

test('what is unreadable is refused at once to a socket; of a request it is a session that nobody has', () => {
  const long = 'a'.repeat(257);
  assert.equal(ofRequest({ cookie: `sessionId=${long}` }), long);
  assert.throws(() => ofSocket({ cookie: `sessionId=${long}` }), { status: 401 });
  assert.throws(() => ofSocket({ authorization: `Bearer ${long}` }), { status: 401 });
  assert.throws(() => ofSocket({}, { sessionId: 7 }), { status: 401 });
  assert.equal(ofSocket({ cookie: `sessionId=${long.slice(1)}` }), long.slice(1));
});

test('an origin is ours by its whole name; who names none passes unless a browser says it comes from elsewhere', () => {
  const isOurs = createOriginCheck(['https://play.example']);
  const cases: [IncomingHttpHeaders, boolean][] = [
    [{ origin: 'https://play.example' }, true],
    [{ origin: 'https://play.example', 'sec-fetch-site': 'cross-site' }, true],
    [{ origin: 'https://play.example.evil.example' }, false],
    [{ origin: 'http://play.example' }, false],
    [{ origin: 'null' }, false],
    [{ origin: '' }, false],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, false],
    [{}, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
  ];
  for (const [headers, expected] of cases) assert.equal(isOurs(headers), expected, JSON.stringify(headers));
});

test('a cookie is found wherever it stands, and only by its whole name', () => {
  const cases: [string | undefined, string | null][] = [
    [undefined, null],
    ['', null],
    ['sessionId=abc', 'abc'],
    ['a=1; sessionId=abc; b=2', 'abc'],
    ['a=1;sessionId=abc', 'abc'],
    [' sessionId = abc ', 'abc'],
    ['sessionId="abc"', 'abc'],
    ['sessionId=', null],
    ['sessionId=""', null],
    ['xsessionId=abc', null],
    ['sessionIdx=abc', null],
    ['a=sessionId=abc', null],
    ['sessionId', null],
    ['flag; sessionId=abc', 'abc'],
    ['sessionId=a=b', 'a=b'],
    ['sessionId=one; sessionId=two', 'one'],
    [';;; sessionId=abc;', 'abc'],
  ];
  for (const [header, expected] of cases) assert.equal(cookieValue(header, 'sessionId'), expected, String(header));
});

test('any header is read to an end', () => {
  fc.assert(fc.property(fc.string(), (header) => cookieValue(header, 'sessionId') !== undefined));
});
