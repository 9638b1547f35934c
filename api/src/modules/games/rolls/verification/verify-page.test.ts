import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import games from '../../../../../../fairness/vectors/games.json' with { type: 'json' };
import vectors from '../../../../../../fairness/vectors/rolls.json' with { type: 'json' };
import { createTestApp, type TestApp } from '../../../../../test/support/app.ts';
import { launchBrowser } from '../../../../../test/support/launch-browser.ts';

let app: TestApp;
let browser: Browser | null;
let folder: string;
let served: string;
let saved: string;
before(async () => {
  app = await createTestApp();
  served = `${await app.http.listen({ host: '127.0.0.1', port: 0 })}/api/verify/offline`;
  folder = await mkdtemp(path.join(tmpdir(), 'lisura-page-'));
  saved = path.join(folder, 'verify.html');
  await writeFile(saved, await (await fetch(served)).text());
  browser = await launchBrowser({ isLookedAt: false });
});
after(async () => {
  await browser?.close();
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

const [VECTOR] = vectors as [(typeof vectors)[0]];

async function fill(page: Page, command: string, values: Record<string, string | number>): Promise<void> {
  await page.selectOption('select', command);
  for (const [name, value] of Object.entries(values)) await page.fill(`[name="${name}"]`, String(value));
  await page.click('button');
  await page.waitForSelector('body:not([data-verdict=""])');
}

const verdictOf = (page: Page) => page.evaluate('document.body.dataset.verdict');

const fieldsOf = ({ serverSeed, clientSeed, nonce, max, serverSeedHash, roll }: typeof VECTOR) => ({
  'server-seed': serverSeed,
  'client-seed': clientSeed,
  nonce,
  max,
  hash: serverSeedHash,
  'expected-roll': roll,
});

function browserOf(t: TestContext): Browser | null {
  if (browser === null) t.skip('No browser is made for this machine or installed on it');
  return browser;
}

async function openPage(browser: Browser, address: string, offline: boolean) {
  const context = await browser.newContext({ offline });
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(address);
  return { page, requests, complaints };
}

const places = [
  { name: 'as served', address: () => served, offline: false },
  { name: 'saved, without a network', address: () => pathToFileURL(saved).href, offline: true },
];
for (const { name, address, offline } of places) {
  test(`${name}: it computes, tells right from wrong, and asks nobody`, async (t) => {
    const browser = browserOf(t);
    if (browser === null) return;
    const { page, requests, complaints } = await openPage(browser, address(), offline);
    await fill(page, 'verify', fieldsOf(VECTOR));
    assert.equal(await verdictOf(page), 'valid');
    assert.match((await page.textContent('output')) ?? '', new RegExp(`roll +${VECTOR.roll} [^]*\\nVALID$`));
    await fill(page, 'verify', { ...fieldsOf(VECTOR), 'expected-roll': VECTOR.roll + 1 });
    assert.equal(await verdictOf(page), 'not-valid');
    await fill(page, 'verify', { ...fieldsOf(VECTOR), hash: 'ab'.repeat(32) });
    assert.equal(await verdictOf(page), 'not-valid');
    await fill(page, 'seed', { 'server-seed': VECTOR.serverSeed, hash: VECTOR.serverSeedHash });
    assert.equal(await verdictOf(page), 'valid');
    await fill(page, 'roll', { 'server-seed': VECTOR.serverSeed, nonce: 'x' });
    assert.deepEqual(
      [await verdictOf(page), await page.textContent('output')],
      ['fault', `nonce must be an integer from 0 to 9007199254740991, not 'x'`],
    );
    const [{ raffle, tickets }] = games.raffles as [(typeof games.raffles)[0]];
    const withBots = games.battles.find(({ id }) => id === '31') as { seats: object[] };
    const saved = { ...withBots, status: 'WAITING', seats: withBots.seats.slice(0, 1) };
    for (const [battle, before, verdict] of [
      [games.battles[0], null, 'valid'],
      [withBots, null, 'not-checked'],
      [withBots, saved, 'valid'],
      [withBots, { ...saved, botSeats: [] }, 'not-valid'],
    ] as const) {
      const shown = before === null ? {} : { before: JSON.stringify(before) };
      await fill(page, 'battle', { battle: JSON.stringify(battle, null, 2), ...shown });
      assert.equal(await verdictOf(page), verdict);
    }
    await fill(page, 'raffle', { raffle: JSON.stringify(raffle), tickets });
    assert.equal(await verdictOf(page), 'valid');
    await fill(page, 'raffle', { raffle: JSON.stringify(raffle), tickets: tickets.trimEnd() });
    assert.equal(await verdictOf(page), 'not-valid');
    assert.deepEqual([requests, complaints], [[address()], []]);
    assert.equal(await page.evaluate(`fetch('${served}').then(() => 'sent', () => 'refused')`), 'refused');
    await page.context().close();
  });
}

test('a link fills the form, and the part behind its # is not sent', async (t) => {
  const browser = browserOf(t);
  if (browser === null) return;
  for (const vector of vectors.filter((_, index) => index % 10 === 0)) {
    const filled = Object.entries(fieldsOf(vector)).map(([name, value]) => [name, String(value)]);
    const { page, requests } = await openPage(
      browser,
      `${served}#${new URLSearchParams([['command', 'verify'], ...filled])}`,
      false,
    );
    await page.waitForSelector('body:not([data-verdict=""])');
    assert.equal(await verdictOf(page), 'valid', JSON.stringify(vector));
    assert.deepEqual(
      requests.map((url) => new URL(url).search),
      [''],
    );
    await page.context().close();
  }
});

test('it is served with a policy that forbids framing', async () => {
  const { headers } = await fetch(served);
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(
    headers.get('content-security-policy') ?? '',
    /^default-src 'none'; script-src 'sha256-.*frame-ancestors 'none'$/,
  );
});

test('the old address redirects to the verifier of the web app', async () => {
  const { statusCode, headers } = await app.http.inject({ url: '/api/verify' });
  assert.deepEqual([statusCode, headers.location], [302, '/verificar']);
});
