import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../api/test/support/launch-browser.ts';
import { ask, fund, openCase } from './players.ts';
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
  await openCase(page, 'Primeira Sorte', 3);
  await open('/upgrade');
  await page.getByRole('button', { name: 'Escolher itens' }).click();
  await page.getByRole('dialog').locator('article button').first().click();
  await page.getByRole('button', { name: 'Pronto' }).click();
  await page.getByRole('button', { name: /^×2/ }).click();
  await page.getByText(/Chance exata/).waitFor();
  await page.getByRole('button', { name: 'Fazer upgrade' }).click();
  await page.getByRole('button', { name: 'Pular' }).click();
  const { data } = await ask<{ data: { roll: number; successThreshold: number }[] }>(page, 'GET', '/upgrade/history');
  const { roll, successThreshold } = data[0] ?? { roll: 0, successThreshold: 0 };
  await page
    .getByRole('main')
    .getByRole('status')
    .getByText(roll >= successThreshold ? 'Ganhou' : 'Perdeu')
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

test('tickets of a raffle are bought and tokens of the event are shot, on a telephone', async (t) => {
  const found = browserOf(t);
  if (found === null) return;
  const { page, faults, open, logIn, axe, close } = await visit(found, server, { size: 'phone', language: 'en' });
  await open('/rifas');
  assert.deepEqual(await axe(), []);
  await page.getByRole('link', { name: /Sorteio da Semana/ }).click();
  await page.getByRole('button', { name: 'Log in to buy' }).waitFor();
  await logIn();
  await page.getByRole('button', { name: '5', exact: true }).click();
  await page.getByRole('button', { name: /^Buy 5/ }).click();
  await page.getByText(/^Bought: no\. \d+ to \d+/).waitFor();
  await page.getByText('5 tickets', { exact: true }).waitFor();
  assert.deepEqual(await axe(), []);

  await openCase(page, 'Calçadão', 1);
  await open('/evento');
  await page.getByRole('heading', { name: 'Temporada de Abertura' }).waitFor();
  const shoot = page.getByRole('button', { name: 'Shoot · 250 tokens' });
  assert.equal(await shoot.isEnabled(), true);
  await shoot.click();
  await page.getByText(/^You won:/).waitFor();
  await page.getByRole('button', { name: 'Verified in this browser' }).first().click();
  await page.getByRole('dialog').getByText('Commitment').waitFor();
  assert.deepEqual(await axe(), []);
  assert.deepEqual(faults, []);
  await close();
});

test('an offer of a swap is made, seen by somebody else with its values compared, and accepted', async (t) => {
  const found = browserOf(t);
  if (found === null) return;
  const creator = await visit(found, server);
  await creator.open('/trocas');
  await creator.logIn();
  await fund(creator.page, server);
  const { openings } = await openCase(creator.page, 'Primeira Sorte', 1);
  await creator.open('/trocas');
  assert.deepEqual(await creator.axe(), []);
  await ask(creator.page, 'POST', '/swap', { inventoryItemIds: [openings[0]?.inventoryItemId] });
  const acceptor = await visit(found, server);
  await acceptor.open('/trocas?aba=public');
  await acceptor.logIn('76561198000000003');
  await acceptor.page.getByText(/^Você ganha/).waitFor();
  assert.deepEqual(await acceptor.axe(), []);
  await acceptor.page.getByRole('button', { name: 'Aceitar' }).click();
  await acceptor.page.getByRole('dialog').getByRole('button', { name: 'Aceitar' }).click();
  await acceptor.page.getByText('Troca feita.').waitFor();
  await creator.open('/trocas?aba=mine');
  await creator.page.getByText('Aceita', { exact: true }).waitFor();
  assert.deepEqual([...creator.faults, ...acceptor.faults], []);
  await creator.close();
  await acceptor.close();
});
