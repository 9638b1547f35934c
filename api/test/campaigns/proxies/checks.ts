import assert from 'node:assert/strict';
import { connect } from 'node:http2';
import { setTimeout as pause } from 'node:timers/promises';
import { getCACertificates } from 'node:tls';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { io } from 'socket.io-client';
import { ask as askOnPage, fund } from '../../../../web/test/players.ts';
import { visit } from '../../../../web/test/visits.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import { ask, askJson, logIn } from './asking.ts';
import { type Front, type RunningFront, startOuterProxy } from './fronts.ts';
import { restartUnderLoad } from './rolling-restart.ts';
import type { Site } from './site.ts';

interface Stand {
  site: Site;
  front: Front;
  running: RunningFront;
  browser: Browser | null;
  /** Each proxy has newcomers of its own. */
  account(place: number): string;
  seed: number;
  restarts: number;
}

/** Throws a fault; gives a figure for the table. */
export type Check = (stand: Stand) => Promise<string>;

export const CHECKS: Readonly<Record<string, Check>> = {
  'the newcomer’s journey in the browser': walkAsNewcomer,
  'pages, files, data, link, log': askForAll,
  'hidden addresses': askForHidden,
  'HTTP/2': speakHttp2,
  'compressed once': compressOnce,
  'a body that is too large': sendTooMuch,
  'address, one proxy': (stand) => beKnownByAddress(stand, stand.site.url, stand.account(1), '127.0.0.7'),
  'address, two proxies': beKnownBehindTwo,
  'forged headers': forge,
  'limits by address': (stand) => runIntoLimit(stand, '127.0.0.11', () => ({})),
  'sockets over a reload': keepSocket,
  'restarts under load': restartUnderLoad,
};

async function walkAsNewcomer({ site, browser, account }: Stand): Promise<string> {
  if (browser === null) return 'no browser';
  const server = { address: site.url, sandboxAddress: site.sandbox.url };
  const visitor = await visit(browser, { ...server, databaseUrl: null, restart: async () => {}, stop: async () => {} });
  const { page, faults } = visitor;
  try {
    await visitor.open('/');
    await visitor.logInByClicks(account(0));
    await fund(page, { ...server, databaseUrl: null, restart: async () => {}, stop: async () => {} });
    await visitor.open('/caixa/primeira-sorte');
    await page.getByRole('button', { name: /^Abrir · / }).click();
    const opened = () => askOnPage<{ meta: { total: number } }>(page, 'GET', '/cases/openings');
    while ((await opened()).meta.total === 0) await pause(100);
    await visitor.open('/inventario');
    assert.deepEqual(faults, []);
    return 'ok';
  } finally {
    await visitor.close();
  }
}

async function askForAll({ site: { url } }: Stand): Promise<string> {
  const accept = { accept: 'text/html', 'accept-language': 'en' };
  const page = await ask(url, { headers: accept });
  const asset = /\/assets\/[^"]+\.js/.exec(String(page.body))?.[0] ?? assert.fail('the page names no file');
  assert.match(String((await ask(`${url}${asset}`)).headers['cache-control']), /max-age=31536000, immutable/);
  assert.match(String(page.headers['strict-transport-security']), /max-age/);
  const link = await ask(`${url}/caixa/primeira-sorte`, { headers: accept });
  assert.match(String(link.body), /<title>Primeira Sorte/);
  const unknown = await ask(`${url}/nowhere/at/all`, { headers: accept });
  assert.equal(unknown.status, 404);
  assert.match(String(unknown.body), /<html/);
  for (const path of [
    '/favicon.ico',
    '/api/docs-json',
    '/api/asyncapi.json',
    '/api/log/head',
    '/api/config',
    '/admin',
    '/verify',
  ]) {
    assert.equal((await ask(`${url}${path}`, { headers: accept })).status, 200, path);
  }
  return 'ok';
}

const HIDDEN = ['/metrics', '/api/health', '/api/health/live', '/api/health/ready'];
const HIDDEN_OTHERWISE = [
  '/%6Detrics',
  '/api/%68ealth/live',
  '/metrics?a=b',
  '//metrics',
  '/api//health',
  '/x/../metrics',
  '/api/health%2Flive',
  '/METRICS',
];

async function askForHidden({ site: { url } }: Stand): Promise<string> {
  for (const path of HIDDEN) assert.ok([403, 404].includes((await ask(`${url}${path}`)).status), path);
  for (const path of HIDDEN_OTHERWISE) {
    const { status, body } = await ask(`${url}${path}`);
    assert.ok(status !== 200 && !/# HELP|"status":"ok"/.test(String(body)), `${path}: ${status}`);
  }
  return `${HIDDEN.length + HIDDEN_OTHERWISE.length} hidden`;
}

async function speakHttp2({ site: { url } }: Stand): Promise<string> {
  const session = connect(url.replace('localhost', '127.0.0.1'), {
    servername: 'localhost',
    settings: { enablePush: false },
  });
  try {
    const stream = session.request({ ':path': '/api/config' });
    const status = await new Promise((resolve, reject) => {
      stream.on('response', (headers) => resolve(headers[':status']));
      stream.on('error', reject);
      session.on('error', reject);
    });
    stream.close();
    assert.deepEqual([session.alpnProtocol, status], ['h2', 200]);
    return 'h2';
  } finally {
    session.destroy();
  }
}

async function compressOnce({ site: { url } }: Stand): Promise<string> {
  const said: string[] = [];
  const html = { accept: 'text/html', 'accept-encoding': 'gzip, br' };
  const page = await ask(url, { headers: html });
  const asset = /\/assets\/[^"]+\.js/.exec(String(plain(page)))?.[0] ?? '';
  for (const [path, begins] of [
    ['/', /^<!doctype html/i],
    [asset, /^[\w"'({/]/],
    ['/api/cases?limit=100', /^\{/],
  ] as const) {
    const answer = await ask(`${url}${path}`, { headers: html });
    assert.equal(answer.status, 200, path);
    assert.match(plain(answer).toString().slice(0, 40), begins, path);
    said.push(String(answer.headers['content-encoding'] ?? 'none'));
  }
  assert.ok(!said.includes('none'), `${said}`);
  return said.join(' ');
}

/** Decoded as often as the header says, and no more. */
function plain({ headers, body }: { headers: Record<string, unknown>; body: Buffer }): Buffer {
  let decoded = body;
  for (const encoding of String(headers['content-encoding'] ?? '')
    .split(',')
    .map((each) => each.trim())
    .reverse()) {
    if (encoding === 'br') decoded = brotliDecompressSync(decoded);
    if (encoding === 'gzip') decoded = gunzipSync(decoded);
  }
  return decoded;
}

async function sendTooMuch({ site: { url } }: Stand): Promise<string> {
  const statuses = await Promise.all(
    [100_000, 200_000].map(async (size) => {
      const answer = await askJson(`${url}/api/provably-fair/verify-seed`, 'POST', {
        serverSeed: 'x'.repeat(size),
      }).catch(() => null);
      return answer?.status ?? 0;
    }),
  );
  assert.deepEqual(statuses, [413, 413]);
  assert.notEqual(
    (await askJson(`${url}/api/provably-fair/verify-seed`, 'POST', { serverSeed: 'x'.repeat(60_000) })).status,
    413,
  );
  return '413';
}

/** The audit trail and the session keep the address of a login. */
async function beKnownByAddress(
  { site }: Stand,
  url: string,
  account: string,
  from: string,
  headers = {},
): Promise<string> {
  const person = await logIn(url, account, from);
  assert.equal((await ask(`${url}/api/auth/me`, { from, headers: { ...person, ...headers } })).status, 200);
  const [kept] = await site.db.query<{ audited: string; session: string }>(sql`
    select (select ip from audit_entries where actor_id = users.id and ip is not null order by id desc limit 1) as audited,
      (select ip from sessions where user_id = users.id order by created_at desc limit 1) as session
    from users where platform_id = ${account}`);
  assert.deepEqual(kept, { audited: from, session: from });
  return from;
}

async function beKnownBehindTwo(stand: Stand): Promise<string> {
  const outer = await startOuterProxy(stand.site);
  try {
    return await beKnownByAddress(stand, outer.url, stand.account(2), '127.0.0.8');
  } finally {
    await outer.stop();
  }
}

const forgedFor = (address: string) => ({
  'x-forwarded-for': `${address}, 127.0.0.2`,
  'x-real-ip': address,
  forwarded: `for=${address};host=evil.example;proto=http`,
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
});

async function forge(stand: Stand): Promise<string> {
  const { url } = stand.site;
  const begun = await ask(`${url}/api/auth/steam/login`, { from: '127.0.0.9', headers: forgedFor('203.0.113.9') });
  assert.ok(!String(begun.headers.location).includes('evil.example'), String(begun.headers.location));
  // Each request claims another address, and they are limited together.
  return runIntoLimit(stand, '127.0.0.10', (count) => forgedFor(`203.0.113.${count}`));
}

const LOGINS = 40;

/** Two processes let through twice the 10 logins of a minute, as they share no Redis here. */
async function runIntoLimit(
  { site: { url } }: Stand,
  from: string,
  headersOf: (count: number) => Record<string, string>,
): Promise<string> {
  let refused = 0;
  for (let count = 1; count <= LOGINS; count += 1) {
    const { status } = await ask(`${url}/api/auth/steam/login`, { from, headers: headersOf(count) });
    if (status === 429) refused += 1;
  }
  assert.ok(refused >= LOGINS - 2 * 10 && refused < LOGINS, `${refused} of ${LOGINS} refused`);
  assert.equal((await ask(`${url}/api/auth/steam/login`, { from: '127.0.0.12' })).status, 302);
  return `${refused} of ${LOGINS} refused`;
}

async function keepSocket({ site: { url }, front, running }: Stand): Promise<string> {
  const socket = io(url, {
    transports: ['websocket'],
    ca: getCACertificates('default'),
    reconnectionDelay: 100,
  } as object);
  try {
    const connected = () => socket.connected && socket.id !== undefined;
    while (!connected()) await pause(20);
    const before = socket.id;
    running.reload();
    // Workers of a proxy are replaced within this time; a socket that they close is seen to close.
    const lostMs = await Promise.race([pause(3_000).then(() => null), lossOf(socket)]);
    assert.equal(lostMs === null, front.keepsSockets, `a reload ${lostMs === null ? 'keeps' : 'closes'} sockets`);
    assert.ok(connected() && (socket.id === before) === front.keepsSockets);
    await socket.emitWithAck('subscribe', 'battles');
    return lostMs === null ? 'kept' : `back in ${lostMs.toFixed(0)} ms`;
  } finally {
    socket.close();
  }
}

async function lossOf(socket: ReturnType<typeof io>): Promise<number> {
  await new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
  const startedMs = performance.now();
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return performance.now() - startedMs;
}
