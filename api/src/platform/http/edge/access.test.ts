import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { asAdmin, asPlayer, trialAuthenticate, trialModule } from '../../../../test/support/trial-routes.ts';

let app: TestApp;
before(async () => {
  app = await createTestApp({
    environment: { WEB_ORIGINS: 'https://play.example' },
    authenticate: trialAuthenticate,
    extraParts: [trialModule()],
  });
});
after(() => app.close());

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
  // Safe methods and bearer calls pass: another site cannot make a browser send the header.
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
