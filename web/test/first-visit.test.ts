import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../api/test/support/launch-browser.ts';
import { startWebServer, type WebServer } from './server.ts';
import { type Language, type Size, visit } from './visits.ts';

let server: WebServer;
let browser: Browser | null;
let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lisura-first-visit-'));
  server = await startWebServer();
  browser = await launchBrowser(folder);
});
after(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

function browserOf(t: TestContext): Browser | null {
  if (browser === null) t.skip('No browser is made for this machine or installed on it');
  return browser;
}

const HEADLINES: Readonly<Record<Language, string>> = {
  'pt-BR': 'Cada resultado, você confere.',
  en: 'Every result, verified by you.',
};

for (const size of ['desktop', 'phone'] satisfies Size[]) {
  for (const language of ['pt-BR', 'en'] satisfies Language[]) {
    test(`a visitor sees the first page without an error (${size}, ${language})`, async (t) => {
      const found = browserOf(t);
      if (found === null) return;
      const visitor = await visit(found, server, { size, language });
      await visitor.open('/');
      await visitor.page.getByRole('heading', { name: HEADLINES[language] }).waitFor();
      await visitor.page.getByRole('link', { name: /Primeira Sorte/ }).waitFor();
      assert.equal(await visitor.page.evaluate('document.documentElement.lang'), language);
      assert.deepEqual(await visitor.axe(), []);
      assert.deepEqual(visitor.faults, []);
      await visitor.close();
    });
  }
}

test('who logs in comes back to the page that they wanted, and who logs out is a visitor there', async (t) => {
  const found = browserOf(t);
  if (found === null) return;
  const { page, faults, open, logIn, close } = await visit(found, server);
  await open('/verificar?jogo=caixa');
  await logIn();
  assert.equal(new URL(page.url()).search, '?jogo=caixa');
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('menuitem', { name: 'Sair', exact: true }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Entrar' }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('the language is chosen in the page, and kept', async (t) => {
  const found = browserOf(t);
  if (found === null) return;
  const { page, faults, open, close } = await visit(found, server);
  await open('/');
  await page.getByRole('button', { name: 'EN, English' }).click();
  await page.getByRole('heading', { name: HEADLINES.en }).waitFor();
  await open('/');
  await page.getByRole('heading', { name: HEADLINES.en }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('the first page is at most 220 kB of compressed programs', async (t) => {
  const found = browserOf(t);
  if (found === null) return;
  const { page, open, close } = await visit(found, server);
  const programs: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) programs.push(response.body());
  });
  await open('/');
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  const sizes = (await Promise.all(programs)).map((body) => brotliCompressSync(body, { params }).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(total > 0 && total <= 220_000, `${total} bytes`);
  await close();
});
