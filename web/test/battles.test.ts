import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../api/test/support/launch-browser.ts';
import { startWebServer, type WebServer } from './server.ts';
import { visit } from './visits.ts';

let server: WebServer;
let browser: Browser | null;
let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lisura-battles-'));
  server = await startWebServer();
  browser = await launchBrowser(folder);
});
after(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const SEATS = 4;
/** So many that the show goes on while the page is looked at. */
const ROUNDS = 10;

test('a battle against bots is created, watched and won by somebody; everybody may see and verify it afterwards', async (t) => {
  if (browser === null) return t.skip('No browser is made for this machine or installed on it');
  const { page, faults, open, logIn, axe, close } = await visit(browser, server);
  await open('/batalhas');
  await logIn();
  assert.deepEqual(await axe(), []);

  await page.getByRole('main').getByRole('link', { name: 'Criar batalha' }).click();
  await page.getByRole('button', { name: /^4 jogadores/ }).click();
  await page.getByLabel('Buscar caixa').fill('PRIMEIRA');
  const chosen = page.getByRole('button', { name: /^Pôr Primeira Sorte/ });
  for (let round = 0; round < ROUNDS; round++) await chosen.click();
  const cart = page.getByRole('complementary', { name: 'Sua batalha' });
  await cart.getByText(`${ROUNDS} rodadas`).waitFor();
  assert.deepEqual(await axe(), []);
  await cart.getByRole('button', { name: 'Criar e começar' }).click();

  await page.getByRole('heading', { name: /^Batalha #\d+$/ }).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  await page.getByText('Até a rodada 1:').waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Placar final' }).count(), 0);
  assert.deepEqual(await axe(), []);

  await page.getByRole('button', { name: 'Pular para o fim' }).click();
  await page.getByRole('heading', { name: 'Placar final' }).waitFor();
  await page.getByText(`${ROUNDS * SEATS} rolagens conferidas neste navegador`).waitFor();
  await page.getByText('Com os hashes que este navegador viu antes do resultado.').waitFor();
  assert.deepEqual(await axe(), []);
  assert.deepEqual(faults, []);
  await close();

  // Who comes late sees the round that others see, or skips to the end.
  const late = await visit(browser, server, { size: 'phone', language: 'en' });
  await late.open(`/batalha/${id}`);
  // At once, where it is there: the show may end by itself meanwhile.
  const skip = late.page.getByRole('button', { name: 'Skip to the end' });
  await skip.evaluateAll('(buttons) => { for (const button of buttons) button.click(); }');
  await late.page.getByRole('heading', { name: 'Final score' }).waitFor();
  await late.page.getByText(`${ROUNDS * SEATS} rolls verified in this browser`).waitFor();
  assert.deepEqual(await late.axe(), []);
  assert.equal(await late.page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
  await late.page.getByRole('main').getByRole('link', { name: 'Verify' }).first().click();
  await late.page.getByText(/comparisons, none differs/).waitFor();
  assert.deepEqual(late.faults, []);
  await late.close();
});
