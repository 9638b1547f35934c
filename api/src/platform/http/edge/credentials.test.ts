import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { sessionIdOf } from '../../realtime/handshake.ts';
import { credentialOf } from './access.ts';
import { createOriginCheck } from './credentials.ts';

/** Both edges read the same headers: what a request is to HTTP, the handshake of a socket must be too. */
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
