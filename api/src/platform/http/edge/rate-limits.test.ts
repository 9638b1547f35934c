import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { asPlayer, trialAuthenticate, trialModule } from '../../../../test/support/trial-routes.ts';
import { fixedClock } from '../../clock.ts';
import { createMemoryStore } from '../../hot-store/hot-store.ts';

let app: TestApp;
afterEach(() => app.close());

const NOON = new Date('2026-11-15T12:00:00.000Z');

async function limitedApp(limits: { global?: string; auth?: string; market?: string }) {
  const clock = fixedClock(NOON);
  app = await createTestApp({
    environment: {
      RATE_LIMIT_GLOBAL: limits.global ?? '0',
      RATE_LIMIT_AUTH: limits.auth ?? '0',
      RATE_LIMIT_MARKET: limits.market ?? '0',
    },
    clock,
    hotStore: createMemoryStore({ clock }),
    authenticate: trialAuthenticate,
    extraParts: [trialModule()],
  });
  const ask = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url: `/api/${url}`, headers });
  return { clock, ask };
}

test('the headers tell the limit, what is left, and the reset in Unix seconds', async () => {
  const { ask } = await limitedApp({ global: '3' });
  const { headers } = await ask('trial/list');
  assert.equal(headers['x-ratelimit-limit'], '3');
  assert.equal(headers['x-ratelimit-remaining'], '2');
  assert.equal(headers['x-ratelimit-reset'], String(NOON.getTime() / 1000 + 60));
});

test('over the limit the answer is 429 with Retry-After; after the minute calls pass again', async () => {
  const { clock, ask } = await limitedApp({ global: '2' });
  await ask('trial/list');
  await ask('trial/list');
  clock.advance(20_000);
  const refused = await ask('trial/list');
  assert.equal(refused.statusCode, 429);
  assert.deepEqual(refused.json(), {
    statusCode: 429,
    message: 'Too many requests',
    code: 'TOO_MANY_REQUESTS',
    params: { retryAfterSeconds: Number(refused.headers['retry-after']) },
  });
  assert.equal(refused.headers['retry-after'], '40');
  assert.equal(refused.headers['x-ratelimit-remaining'], '0');
  clock.advance(40_000);
  assert.equal((await ask('trial/list')).statusCode, 200);
});

test('who asks for health or metrics is neither counted nor refused, whoever they say they are', async () => {
  const { ask } = await limitedApp({ global: '1' });
  await ask('trial/list');
  assert.equal((await ask('trial/list')).statusCode, 429);
  const stranger = { authorization: 'Bearer nobody' };
  for (const url of ['/api/health', '/api/health/ready', '/api/health/live', '/metrics']) {
    for (const headers of [{}, asPlayer, stranger, {}]) {
      const answer = await app.http.inject({ url, headers });
      assert.deepEqual([answer.statusCode, answer.headers['x-ratelimit-limit']], [200, undefined], url);
    }
  }
});

test('unknown routes count too', async () => {
  const { ask } = await limitedApp({ global: '1' });
  assert.equal((await ask('nowhere')).statusCode, 404);
  assert.equal((await ask('nowhere')).statusCode, 429);
});

test('a route may have a limit of its own beside the global one; the tightest is told', async () => {
  const { ask } = await limitedApp({ global: '5', auth: '2' });
  const first = await ask('trial/limited');
  assert.deepEqual([first.headers['x-ratelimit-limit'], first.headers['x-ratelimit-remaining']], ['2', '1']);
  await ask('trial/limited');
  assert.equal((await ask('trial/limited')).statusCode, 429);
  const other = await ask('trial/list');
  assert.equal(other.statusCode, 200);
  assert.deepEqual([other.headers['x-ratelimit-limit'], other.headers['x-ratelimit-remaining']], ['5', '1']);
});

test('a user and the address they share with others are counted apart', async () => {
  const { ask } = await limitedApp({ global: '1' });
  assert.equal((await ask('trial/list')).statusCode, 200);
  assert.equal((await ask('trial/list')).statusCode, 429);
  assert.equal((await ask('trial/list', asPlayer)).statusCode, 200);
  assert.equal((await ask('trial/list', asPlayer)).statusCode, 429);
});

test('0 switches a limit off', async () => {
  const { ask } = await limitedApp({});
  const response = await ask('trial/list');
  assert.equal(response.headers['x-ratelimit-limit'], undefined);
});

test('what asks the marketplace has one limit together', async () => {
  await limitedApp({ market: '3' });
  const ask = async (method: 'POST' | 'PATCH', url: string, payload?: object) =>
    (await app.http.inject({ method, url: `/api/${url}`, headers: asPlayer, ...(payload && { payload }) })).statusCode;
  const askAll = async () => [
    await ask('POST', 'inventory/1/withdraw'),
    await ask('POST', 'swap/site', {}),
    await ask('PATCH', 'user/trade-url', {}),
  ];
  assert.deepEqual(await askAll(), [404, 400, 400]);
  assert.deepEqual(await askAll(), [429, 429, 429]);
});
