import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { createTestApp, type TestApp } from '../../../../../test/support/app.ts';
import { createBrowser } from '../../../../../test/support/browser.ts';
import { setStatus } from '../../../../../test/support/people.ts';
import { fixedClock } from '../../../../platform/clock.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { HOSTILE_PATHS } from './test-support.ts';

const ACCOUNT = '76561198000000077';
const ADMINISTRATOR = '76561198000000001';

let sandbox: Sandbox;
let app: TestApp;
before(async () => {
  sandbox = await startSandbox({ port: 0 });
  app = await createTestApp({
    identityUrl: sandbox.identityUrl,
    environment: { COOKIE_DOMAIN: 'lisura.test' },
  });
});
after(async () => {
  await app.close();
  await sandbox.close();
});
const control = (fault: string) =>
  fetch(`${sandbox.url}/control/identity`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault }),
  });
afterEach(() => control('none'));

const firstPage = (own = app.config.publicUrl) => `${own}/`;

const sessionCount = async () =>
  (await app.db.query<{ n: number }>(sql`select count(*)::int as n from sessions`))[0]?.n ?? 0;

async function refused(tamper: (callback: URL) => void, account = ACCOUNT) {
  const before = await sessionCount();
  const browser = createBrowser(app.http);
  const callback = await browser.signIn(account);
  tamper(callback);
  const answer = await browser.get(callback.href);
  assert.equal(await sessionCount(), before);
  assert.ok(!browser.cookies.has('sessionId'));
  return answer;
}

test('a browser walks through the login and is then known by cookie and by bearer header', async () => {
  const browser = createBrowser(app.http);
  const callback = await browser.signIn(ACCOUNT);
  const answer = await browser.get(callback.href, { 'user-agent': 'Firefox' });
  assert.equal(answer.status, 302);
  assert.equal(answer.headers.location, firstPage());
  const me = await browser.get('/api/auth/me');
  assert.equal(me.status, 200);
  const user = JSON.parse(me.body);
  assert.equal(user.platformId, ACCOUNT);
  assert.equal(user.role, 'USER');
  assert.notEqual(user.username, ACCOUNT, 'the provider tells a name');
  assert.match(user.avatarUrl, /^http/);
  const headers = { authorization: `Bearer ${browser.cookies.get('sessionId')}` };
  assert.equal((await app.http.inject({ url: '/api/auth/me', headers })).json().id, user.id);
});

test('who comes to 127.0.0.1 logs in there, and lands there', async () => {
  const { port } = app.config;
  const browser = createBrowser(app.http, `127.0.0.1:${port}`);
  const callback = await browser.signIn(ACCOUNT);
  assert.equal(callback.host, `127.0.0.1:${port}`);
  const answer = await browser.get(callback.href);
  assert.equal(answer.headers.location, firstPage(`http://127.0.0.1:${port}`));
  const { servers } = JSON.parse((await browser.get('/api/docs-json')).body);
  assert.equal(servers[0].url, `http://127.0.0.1:${port}`, 'the reference calls where it was opened');
  const elsewhere = createBrowser(app.http, 'evil.example');
  assert.equal((await elsewhere.signIn(ACCOUNT)).origin, new URL(app.config.publicUrl).origin);
});

const landingOf = async (returnTo: string) => {
  const browser = createBrowser(app.http);
  const query = `?${new URLSearchParams({ returnTo })}`;
  return (await browser.get((await browser.signIn(ACCOUNT, { query })).href)).headers.location;
};

test('after the login the browser lands on the page that it wanted to see', async () => {
  for (const page of ['/', '/caixas/aurora', '/inventario?raridade=COVERT&pagina=2#topo', '/a%20b/%2e%2e%2fc']) {
    assert.equal(await landingOf(page), `${app.config.publicUrl}${page}`);
  }
});

test('a login leads to no other site, whatever its link or its cookie says', async () => {
  for (const hostile of HOSTILE_PATHS) {
    const url = `/api/auth/steam/login?${new URLSearchParams({ returnTo: hostile })}`;
    const answer = await app.http.inject({ url });
    assert.equal(answer.statusCode, 400, JSON.stringify(hostile));
    assert.equal(answer.json().errors[0].field, 'returnTo');
    const browser = createBrowser(app.http);
    const callback = await browser.signIn(ACCOUNT);
    const [state, device] = String(browser.cookies.get('loginState')).split('.');
    browser.cookies.set('loginState', `${state}.${device}.${Buffer.from(hostile).toString('base64url')}`);
    assert.equal((await browser.get(callback.href)).headers.location, firstPage(), JSON.stringify(hostile));
  }
  const twice = await app.http.inject({ url: '/api/auth/steam/login?returnTo=/a&returnTo=//evil.example' });
  assert.equal(twice.statusCode, 400);
});

test('with a web app elsewhere the page is one of its pages', async () => {
  const elsewhere = await createTestApp({
    identityUrl: sandbox.identityUrl,
    environment: { WEB_ORIGINS: 'https://lisura.example' },
  });
  try {
    const browser = createBrowser(elsewhere.http);
    const callback = await browser.signIn(ACCOUNT, { query: '?returnTo=/carteira' });
    assert.equal((await browser.get(callback.href)).headers.location, 'https://lisura.example/carteira');
  } finally {
    await elsewhere.close();
  }
});

test('who tries a refused login again lands where they wanted to', async () => {
  const browser = createBrowser(app.http);
  const callback = await browser.signIn(ACCOUNT, { query: '?returnTo=/carteira%3Fa%3D1' });
  callback.searchParams.set('openid.mode', 'cancel');
  const page = await browser.get(callback.href, { accept: 'text/html' });
  assert.match(page.body, /href="\/api\/auth\/steam\/login\?returnTo=%2Fcarteira%3Fa%3D1"/);
});

test('a program that asks for JSON gets the addresses instead of redirects', async () => {
  const browser = createBrowser(app.http);
  const json = { accept: 'application/json' };
  const begun = JSON.parse((await browser.get('/api/auth/steam/login', json)).body);
  const signedIn = await fetch(`${begun.redirectTo}&account=${ACCOUNT}`, { redirect: 'manual' });
  const answer = await browser.get(String(signedIn.headers.get('location')), json);
  assert.deepEqual([answer.status, JSON.parse(answer.body)], [200, { redirectTo: firstPage() }]);
  assert.equal((await browser.get('/api/auth/me')).status, 200);
});

test('the cookie has the documented attributes', async () => {
  const browser = createBrowser(app.http);
  const answer = await browser.get((await browser.signIn(ACCOUNT)).href);
  const line = [answer.headers['set-cookie']].flat().find((cookie) => String(cookie).startsWith('sessionId='));
  assert.match(
    String(line),
    /^sessionId=[0-9a-f]{64}; Max-Age=604800; Path=\/; Secure; SameSite=Lax; Domain=lisura\.test$/,
  );
});

test('an administrator is who the settings list', async () => {
  const browser = createBrowser(app.http);
  await browser.logIn(ADMINISTRATOR);
  assert.equal(JSON.parse((await browser.get('/api/auth/me')).body).role, 'ADMIN');
});

test('every login has a session id of its own, and a second login is the same user', async () => {
  const [one, two] = [createBrowser(app.http), createBrowser(app.http)];
  assert.notEqual(await one.logIn(ACCOUNT), await two.logIn(ACCOUNT));
  const ids = await Promise.all([one, two].map(async (b) => JSON.parse((await b.get('/api/auth/me')).body).id));
  assert.equal(ids[0], ids[1]);
});

test('a forged identity is refused', async () => {
  const other = `${sandbox.identityUrl}/openid/id/76561198000000078`;
  for (const claimed of [
    other,
    'https://evil.example/openid/id/76561198000000078',
    `${other}\u0000`,
    `${other}/`,
    '',
  ]) {
    const answer = await refused(({ searchParams }) => {
      searchParams.set('openid.claimed_id', claimed);
      searchParams.set('openid.identity', claimed);
    });
    // The provider refuses a well-formed one, because it signed another.
    assert.equal(answer.status, claimed === other ? 401 : 400, claimed);
  }
  const differing = await refused(({ searchParams }) => searchParams.set('openid.claimed_id', other));
  assert.equal(differing.status, 400);
});

test('a foreign provider or an answer for another site is refused', async () => {
  for (const [name, value] of [
    ['openid.op_endpoint', 'https://evil.example/openid/login'],
    ['openid.return_to', 'https://evil.example/api/auth/steam/callback'],
    ['openid.return_to', `${app.config.publicUrl}/api/auth/steam/callback`],
    ['openid.ns', 'http://evil.example/auth/2.0'],
    ['openid.mode', 'setup_needed'],
  ] as const) {
    assert.equal((await refused(({ searchParams }) => searchParams.set(name, value))).status, 400, name);
  }
});

test('unsigned, missing, doubled and unknown fields are refused', async () => {
  const fields = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'];
  for (const field of fields) {
    const unsigned = await refused(({ searchParams }) => {
      const signed = String(searchParams.get('openid.signed')).split(',');
      searchParams.set('openid.signed', signed.filter((name) => name !== field).join(','));
    });
    assert.equal(unsigned.status, 400, `unsigned ${field}`);
    const missing = await refused(({ searchParams }) => searchParams.delete(`openid.${field}`));
    assert.equal(missing.status, 400, `missing ${field}`);
    const doubled = await refused(({ searchParams }) =>
      searchParams.append(`openid.${field}`, String(searchParams.get(`openid.${field}`))),
    );
    assert.equal(doubled.status, 400, `doubled ${field}`);
  }
  assert.equal((await refused(({ searchParams }) => searchParams.set('openid.ext1.x', '1'))).status, 400);
  assert.equal((await refused(({ searchParams }) => searchParams.set('redirect', 'https://evil.example'))).status, 400);
});

test('a wrong signature is refused by the provider', async () => {
  const answer = await refused(({ searchParams }) => searchParams.set('openid.sig', 'AAAA'));
  assert.equal(answer.status, 401);
  assert.equal(JSON.parse(answer.body).message, 'O provedor não confirmou o login.');
});

test('an answer is good once, also when it is used twenty times at once', async () => {
  const browser = createBrowser(app.http);
  const callback = await browser.signIn(ACCOUNT);
  const cookie = `loginState=${browser.cookies.get('loginState')}`;
  const url = callback.pathname + callback.search;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      app.http.inject({ url, headers: { cookie } }).then(({ statusCode }) => statusCode),
    ),
  );
  assert.equal(answers.filter((status) => status === 302).length, 1);
  assert.equal((await app.http.inject({ url, headers: { cookie } })).statusCode >= 400, true);
});

test('HEAD logs nobody in and uses nothing up', async () => {
  const browser = createBrowser(app.http);
  const callback = await browser.signIn(ACCOUNT);
  const before = await sessionCount();
  const url = callback.pathname + callback.search;
  const headers = { cookie: `loginState=${browser.cookies.get('loginState')}` };
  const head = await app.http.inject({ method: 'HEAD', url, headers });
  assert.deepEqual([head.statusCode, head.headers['set-cookie']], [404, undefined]);
  assert.equal(await sessionCount(), before);
  assert.equal((await browser.get(callback.href)).status, 302);
});

test('our own memory of used answers holds where the provider has none', async () => {
  const browser = createBrowser(app.http);
  const callback = await browser.signIn(ACCOUNT);
  const nonce = String(callback.searchParams.get('openid.response_nonce'));
  await app.db.query(sql`insert into login_nonces (nonce) values (${nonce})`);
  const answer = await browser.get(callback.href);
  assert.deepEqual(JSON.parse(answer.body), {
    statusCode: 400,
    message: 'Esta resposta de login já foi usada.',
    code: 'LOGIN_USED_BEFORE',
  });
});

test('an answer older than five minutes is refused', async () => {
  const late = await createTestApp({
    identityUrl: sandbox.identityUrl,
    clock: fixedClock(new Date(Date.now() + 10 * 60_000)),
  });
  try {
    const browser = createBrowser(late.http);
    const answer = await browser.get((await browser.signIn(ACCOUNT)).href);
    assert.deepEqual(JSON.parse(answer.body), {
      statusCode: 400,
      message: 'A resposta do login expirou.',
      params: { fault: 'stale' },
      code: 'LOGIN_REFUSED',
    });
  } finally {
    await late.close();
  }
});

test('a login begun in another browser, or with another state, is refused', async () => {
  const victim = createBrowser(app.http);
  const attacker = createBrowser(app.http);
  const callback = await attacker.signIn(ACCOUNT);
  const carried = await victim.get(callback.href);
  assert.deepEqual(JSON.parse(carried.body), {
    statusCode: 400,
    message: 'Este login não foi iniciado neste navegador.',
    code: 'LOGIN_STATE_MISSING',
  });
  assert.equal((await refused(({ searchParams }) => searchParams.delete('state'))).status, 400);
  assert.equal((await refused(({ searchParams }) => searchParams.set('state', 'f'.repeat(64)))).status, 400);
  assert.equal((await refused(({ searchParams }) => searchParams.append('state', 'f'.repeat(64)))).status, 400);
});

test('a provider that fails, redirects, or answers nonsense gives no session', async () => {
  const expected: [string, number][] = [
    ['server-error', 503],
    ['invalid', 401],
    ['malformed', 401],
    ['redirect', 401],
  ];
  for (const [fault, status] of expected) {
    await control(fault);
    assert.equal((await refused(() => undefined)).status, status, fault);
  }
  const state = (await (await fetch(`${sandbox.url}/control/identity`)).json()) as { redirectsFollowed: number };
  assert.equal(state.redirectsFollowed, 0);
});

test('a provider that does not answer in time gives no session', async () => {
  const impatient = await createTestApp({ identityUrl: sandbox.identityUrl, confirmTimeoutMs: 50 });
  try {
    await control('time-out');
    const browser = createBrowser(impatient.http);
    const answer = await browser.get((await browser.signIn(ACCOUNT)).href);
    assert.deepEqual(JSON.parse(answer.body), {
      statusCode: 503,
      message: 'O provedor de login não respondeu. Tente de novo em instantes.',
      code: 'LOGIN_PROVIDER_UNAVAILABLE',
    });
    assert.ok(!browser.cookies.has('sessionId'));
  } finally {
    await impatient.close();
  }
});

test('a person sees a page that says why, and nothing of the address in it is taken as markup', async () => {
  const browser = createBrowser(app.http);
  const answer = await browser.get('/api/auth/steam/callback?state=<script>', { accept: 'text/html' });
  assert.equal(answer.status, 400);
  assert.match(String(answer.headers['content-type']), /text\/html/);
  assert.match(answer.body, /Este login não foi iniciado neste navegador\./);
  assert.ok(!answer.body.includes('<script>'));
  assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/);
});

test('a cancelled login says so', async () => {
  const browser = createBrowser(app.http);
  const callback = await browser.signIn(ACCOUNT);
  const state = callback.searchParams.get('state');
  const answer = await browser.get(`/api/auth/steam/callback?state=${state}&openid.mode=cancel`);
  assert.equal(JSON.parse(answer.body).message, 'O login foi cancelado.');
});

test('who is banned or suspended cannot log in, and can again afterwards', async () => {
  const account = '76561198000000099';
  const browser = createBrowser(app.http);
  await browser.logIn(account);
  const { id } = JSON.parse((await browser.get('/api/auth/me')).body);
  const change = (status: 'ACTIVE' | 'SUSPENDED' | 'BANNED') => setStatus(app, id, status);
  for (const status of ['BANNED', 'SUSPENDED'] as const) {
    await change(status);
    assert.equal((await browser.get('/api/auth/me')).status, 401);
    const again = createBrowser(app.http);
    const answer = await again.get((await again.signIn(account)).href);
    assert.equal(answer.status, 403);
    assert.ok(!again.cookies.has('sessionId'));
  }
  await change('ACTIVE');
  assert.equal((await createBrowser(app.http).logIn(account)).length, 64);
});

test('a login from an address that the user has not come from is told, any other is not', async () => {
  const behindProxy = await createTestApp({
    identityUrl: sandbox.identityUrl,
    databaseUrl: app.databaseUrl,
    environment: { TRUST_PROXY: 'true' },
  });
  const account = '76561198000000078';
  try {
    for (const ip of ['203.0.113.7', '203.0.113.7', '198.51.100.1', '203.0.113.7']) {
      const browser = createBrowser(behindProxy.http);
      const callback = await browser.signIn(account);
      assert.equal((await browser.get(callback.href, { 'x-forwarded-for': ip })).status, 302);
    }
    const told = await app.db.query(sql`
      select title, metadata ->> 'ip' as ip from notifications join users on users.id = user_id
      where platform_id = ${account}`);
    assert.deepEqual(told, [{ title: 'Novo acesso à sua conta', ip: '198.51.100.1' }]);
  } finally {
    await behindProxy.close();
  }
});

test('six logins at once leave five sessions', async () => {
  const account = '76561198000000055';
  const browsers = Array.from({ length: 6 }, () => createBrowser(app.http));
  await Promise.all(browsers.map((browser) => browser.logIn(account)));
  const valid = await Promise.all(browsers.map(async (browser) => (await browser.get('/api/auth/me')).status === 200));
  assert.equal(valid.filter(Boolean).length, 5);
});
