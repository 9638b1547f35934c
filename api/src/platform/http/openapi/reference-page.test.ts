import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { launchBrowser } from '../../../../test/support/launch-browser.ts';
import { readOpenApi } from '../../../../test/support/openapi.ts';
import { HANG_MS } from '../../../../test/support/patience.ts';
import { encodingFor } from '../pages.ts';
import { referenceTags } from './reference-page.ts';

let app: TestApp;
let browser: Browser | null;
let address: string;
before(async () => {
  app = await createTestApp();
  address = await app.http.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchBrowser({ isLookedAt: false });
});
after(async () => {
  await browser?.close();
  await app?.close();
});

const scriptPath = async () => /src="([^"]+\.js)"/.exec((await app.http.inject({ url: '/api/docs/' })).body)?.[1] ?? '';

test('the program is sent compressed, and kept for ever under the name of its content', async () => {
  const url = await scriptPath();
  assert.match(url, /^\/api\/docs\/reference-[0-9a-f]{16}\.js$/);
  const ask = (encoding?: string) =>
    app.http.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });
  const [plain, gzip, brotli] = [await ask(), await ask('gzip, deflate'), await ask('gzip, deflate, br')];
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(gzip.headers['content-encoding'], 'gzip');
  assert.equal(brotli.headers['content-encoding'], 'br');
  assert.ok(gunzipSync(gzip.rawPayload).equals(plain.rawPayload));
  assert.ok(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload));
  assert.ok(brotli.rawPayload.length * 3 < plain.rawPayload.length);
  for (const { statusCode, headers } of [plain, gzip, brotli]) {
    assert.equal(statusCode, 200);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(headers.vary, 'accept-encoding');
    assert.match(String(headers['content-type']), /^text\/javascript/);
  }
});

test('under another name there is no program', async () => {
  const { statusCode, body } = await app.http.inject({ url: '/api/docs/reference-0000000000000000.js' });
  assert.deepEqual([statusCode, JSON.parse(body).code], [404, 'ROUTE_NOT_FOUND']);
});

test('an encoding is one that the browser takes', () => {
  assert.equal(encodingFor(undefined), 'identity');
  assert.equal(encodingFor('br;q=0, gzip;q=0.5'), 'gzip');
  assert.equal(encodingFor('BR'), 'br');
  assert.equal(encodingFor('gzip;q=0.0'), 'identity');
});

test('what players and administrators do is apart, in an order that names what there is', async () => {
  const { tags, 'x-tagGroups': groups, paths } = await readOpenApi(app.http);
  assert.deepEqual(
    groups.map(({ name }) => name),
    ['Players', 'Administrators', 'The server'],
  );
  const [players, administrators] = groups;
  assert.deepEqual(players?.tags.slice(0, 3), ['auth', 'user', 'wallet']);
  assert.ok(administrators?.tags.every((name) => name.startsWith('admin-')));
  assert.deepEqual(
    groups.flatMap((group) => group.tags),
    tags.map(({ name }) => name),
  );
  for (const [url, operations] of Object.entries(paths)) {
    for (const { tags: own } of Object.values(operations)) {
      if (url.startsWith('/api/admin/')) assert.ok(own[0]?.startsWith('admin-'), url);
    }
  }
});

test('a part that the order does not name comes last', () => {
  const part = (name: string) => ({ tag: { name, description: name }, player: () => {}, admin: () => {} });
  const { groups } = referenceTags([part('new'), part('b'), part('a')], part('health'), ['a', 'b']);
  assert.deepEqual(
    groups.map((group) => group.tags),
    [['a', 'b', 'new'], ['admin-a', 'admin-b', 'admin-new'], ['health']],
  );
  assert.throws(() => referenceTags([part('a')], part('health'), ['a', 'lost']), /not there: lost/);
});

test('a browser shows the reference under its strict policy, and asks nobody else', async (t) => {
  if (browser === null) {
    t.skip('No browser is made for this machine or installed on it');
    return;
  }
  const page = await browser.newPage();
  page.setDefaultTimeout(HANG_MS);
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== address && protocol.startsWith('http')) foreign.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${address}/api/docs/#tag/openings/POST/api/cases/{id}/open`);
  await page.getByText('Open a case up to 100 times').first().waitFor();
  await page.getByText('Administrators').first().waitFor();
  await page.getByText('/api/cases/1/open').first().waitFor();
  const seedShown = async () => /"clientSeed": *"([0-9a-f]{32})"/.exec((await page.textContent('body')) ?? '')?.[1];
  const seed = await seedShown();
  assert.ok(seed !== undefined, 'the example of a play has a client seed that the browser drew');
  assert.doesNotMatch((await page.textContent('body')) ?? '', /--header '(idempotency-key|Idempotency-Key)/);
  await page.reload();
  await page.getByText('/api/cases/1/open').first().waitFor();
  const next = await seedShown();
  assert.ok(next !== undefined && next !== seed, 'and another the next time');
  assert.deepEqual([foreign, complaints], [[], []]);
  await page.close();
});
