import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../api/test/support/launch-browser.ts';
import { openCases } from './plays.ts';
import { startWebServer, type WebServer } from './server.ts';
import { visit } from './visits.ts';

let server: WebServer;
let browser: Browser | null;
let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lisura-games-'));
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

test('an upgrade is played: the needle stops where the roll says, and the page checks it', async (t) => {
  const found = browserOf(t);
  if (found === null) return;
  const { page, faults, open, logIn, axe, close } = await visit(found, server);
  await open('/upgrade');
  assert.deepEqual(await axe(), []);
  await page.getByRole('button', { name: 'Entrar para jogar' }).waitFor();
  await logIn();
  await openCases(page, 3);
  await open('/upgrade');
  await page.getByRole('button', { name: 'Escolher itens' }).click();
  await page.getByRole('dialog').locator('article button').first().click();
  await page.getByRole('button', { name: 'Pronto' }).click();
  await page.getByRole('button', { name: /^×2/ }).click();
  await page.getByText(/Chance exata/).waitFor();
  await page.getByRole('button', { name: 'Fazer upgrade' }).click();
  await page.getByRole('button', { name: 'Pular' }).click();
  const [roll, threshold] = await rollAndThreshold(page);
  await page
    .getByRole('main')
    .getByRole('status')
    .getByText(roll >= threshold ? 'Ganhou' : 'Perdeu')
    .waitFor();
  const angle = (await page.evaluate(
    "document.querySelector('[data-result] > div').getAnimations()[0].effect.getKeyframes()[1].transform",
  )) as string;
  const degrees = Number(/rotate\(([\d.]+)deg/.exec(angle)?.[1]);
  assert.ok(Math.abs(degrees - (5 * 360 + (roll / 10_000_000) * 360)) < 0.01, angle);
  await page.getByRole('button', { name: 'Conferido neste navegador' }).first().click();
  const steps = page.getByRole('dialog');
  await steps.getByText('Compromisso').waitFor();
  await steps.getByText('Limite da vitória').waitFor();
  assert.deepEqual(await axe(), []);
  assert.deepEqual(faults, []);
  await close();
});

/** As the API has recorded them. */
const rollAndThreshold = (page: Page): Promise<[number, number]> =>
  page.evaluate(`fetch('/api/upgrade/history?limit=1').then((response) => response.json())
    .then(({ data: [upgrade] }) => [upgrade.roll, upgrade.successThreshold])`);
