import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { test } from './journey.ts';
import { holdReels, letMove } from './moments.ts';
import { ask, openCase } from './players.ts';
import { decideRolls } from './staging.ts';
import { ADMINISTRATOR } from './visits.ts';

const OPENED = 8;
const FEW = 3;
const MOST = 6;

test('an upgrade of six items and balance is won, one of a single item is lost, and the needle stops where each roll says', async ({
  visit,
  server,
}) => {
  const player = await visit();
  const { page, faults, open, logIn, axe } = player;
  await open('/upgrade');
  assert.deepEqual(await axe(), []);
  await page.getByRole('button', { name: 'Entrar para jogar' }).waitFor();
  await logIn();
  await decideRolls(server, player, OPENED + 1, [(roll) => roll > 9_990_000, (roll) => roll <= 10_000]);
  await openCase(page, 'Primeira Sorte', OPENED);

  await open('/upgrade');
  await chooseItems(page, MOST);
  await page.getByText(`${MOST} de ${MOST}`, { exact: true }).waitFor();
  await page.getByLabel('Completar com saldo').first().fill('5,00');
  // The first target that is worth so many times the stake may be worth a little more.
  for (const [name, chance] of [
    ['×10 9 %', /^Chance exata [5-9](,\d+)? %/],
    ['×5 18 %', /^Chance exata 1[0-8](,\d+)? %/],
    ['×2 45 %', /^Chance exata (2[3-9]|3\d|4[0-5])(,\d+)? %/],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await page.getByText(chance).waitFor();
  }
  await page.getByText(/margem da casa 10 %, já descontada/).waitFor();
  const hash = await page.getByRole('button', { name: /^Copiar o hash/ }).getAttribute('title');
  assert.match(hash ?? '', /^[0-9a-f]{64}$/);
  await play(page);
  await page.locator('[data-result]').getByText('Ganhou').waitFor();
  await assertNeedle(page);
  await page.getByRole('heading', { name: /^Você ganhou: / }).waitFor();
  await page.getByRole('button', { name: 'Conferido neste navegador' }).first().click();
  const steps = page.getByRole('dialog');
  await steps.getByText('Limite da vitória').waitFor();
  assert.equal(await steps.getByText(hash ?? '', { exact: true }).count(), 2);
  assert.deepEqual(await axe(), []);
  await page.keyboard.press('Escape');
  await steps.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Fazer outro' }).click();
  await chooseItems(page, 1);
  await page.getByLabel('Buscar item').fill('AK-47');
  await page.getByRole('main').locator('article button').filter({ hasText: 'AK-47' }).first().click();
  await page.getByText(/Chance exata/).waitFor();
  await play(page);
  await page.getByRole('heading', { name: 'Não foi desta vez' }).waitFor();
  await assertNeedle(page);
  const history = page.getByRole('main').locator('[data-status]');
  await history.nth(1).waitFor();
  const ended = [0, 1].map((place) => history.nth(place).getAttribute('data-status'));
  assert.deepEqual(await Promise.all(ended), ['LOST', 'WON']);
  assert.deepEqual(await axe(), []);
  assert.deepEqual(faults, []);
});

test('what is refused since values have changed goes on with one press, at the chance of now', async ({
  visit,
  server,
}) => {
  const admin = await visit({ account: ADMINISTRATOR });
  await admin.logIn();
  const target = await createTarget(admin.page);
  const player = await visit();
  const { page, faults, open, logIn } = player;
  await logIn();
  // It is lost: who wins the target would stake it next, and it would be too dear for itself.
  await decideRolls(server, player, FEW + 1, [(roll) => roll <= 10_000]);
  await openCase(page, 'Primeira Sorte', FEW);
  await open('/upgrade');
  await chooseItems(page, 2);
  await page.getByLabel('Buscar item').fill(target.name);
  await page.getByRole('main').locator('article button').filter({ hasText: target.name }).click();
  const chance = page.getByText(/^Chance exata/);
  await chance.waitFor();
  const press = page.getByRole('button', { name: 'Fazer upgrade' });
  const refusal = page.getByRole('main').getByRole('alert');

  // One of the items is gone: it is chosen no more.
  const staked = await ask<{ items: { id: string }[] }>(
    page,
    'GET',
    '/inventory?status=AVAILABLE&sortBy=value&limit=1',
  );
  await ask(page, 'DELETE', `/inventory/${staked.items[0]?.id}/sell`);
  await press.click();
  await refusal.waitFor();
  await page.getByText(`1 de ${MOST}`, { exact: true }).waitFor();

  // The target has become dearer: the dial has the chance that the refusal names.
  await ask(admin.page, 'PATCH', `/admin/items/${target.id}`, { originalPriceCents: '6000', confirm: true });
  await press.click();
  await refusal.getByText(/^O valor mudou/).waitFor();
  const named = /agora seria de ([\d,]+)/.exec(await refusal.innerText())?.[1];
  assert.match(await chance.innerText(), new RegExp(`^Chance exata ${named}\\s`));
  await press.click();
  await page.getByRole('button', { name: 'Fazer outro' }).click();

  // The target has left the catalogue: another has to be chosen.
  await chooseItems(page, 1);
  await ask(admin.page, 'DELETE', `/admin/items/${target.id}`, { reason: 'Sai do catálogo' });
  await press.click();
  await page.getByText('Escolha o item que você quer.').waitFor();
  assert.equal(await press.isEnabled(), false);
  assert.deepEqual(
    faults.map((fault) => /status of (\d+)/.exec(fault)?.[1] ?? fault),
    ['400', '409', '404'],
  );
});

test('on a telephone stake and target stand above the dial, and everything fits', async ({ visit }) => {
  const { page, faults, open, logIn, axe } = await visit({ size: 'phone', language: 'en' });
  await logIn();
  await openCase(page, 'Primeira Sorte', 2);
  await open('/upgrade');
  await page.getByRole('button', { name: /^You stake/ }).click();
  await page.getByRole('dialog').locator('article button').first().click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: /^You stake.*1 item/ }).waitFor();
  await page.getByRole('button', { name: /^×10/ }).click();
  await page.getByText(/Exact chance/).waitFor();
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
  assert.deepEqual(await axe(), []);
  assert.deepEqual(faults, []);
});

/** Nobody else has this item, so its price is ours to change. */
async function createTarget(page: Page): Promise<{ id: string; name: string }> {
  const { data } = await ask<{ data: { imageUrl: string }[] }>(page, 'GET', '/upgrade/targets?limit=1');
  return ask(page, 'POST', '/admin/items', {
    name: 'Caneca do Upgrade',
    marketHashName: 'Caneca do Upgrade',
    imageUrl: data[0]?.imageUrl,
    rarity: 'COVERT',
    weaponCategory: 'OTHER',
    originalPriceCents: '5000',
  });
}

async function chooseItems(page: Page, count: number): Promise<void> {
  const { totalAvailableCount } = await ask<{ totalAvailableCount: number }>(page, 'GET', '/inventory');
  await page.getByRole('button', { name: 'Escolher itens' }).click();
  const offered = page.getByRole('dialog').locator('article button');
  await offered.nth(totalAvailableCount).waitFor({ state: 'detached' });
  for (let place = 0; place < count; place++) await offered.nth(place).click();
  await page.getByRole('button', { name: 'Pronto' }).click();
}

async function play(page: Page): Promise<void> {
  await letMove(page, true);
  await holdReels(page);
  await page.getByRole('button', { name: 'Fazer upgrade' }).click();
  await page.getByRole('button', { name: 'Pular' }).click();
  await page.locator('[data-result]').getByText('Rolagem').waitFor();
  await letMove(page, false);
}

/** It ends where the newest roll lies on the dial, after five turns. */
async function assertNeedle(page: Page): Promise<void> {
  const { data } = await ask<{ data: { roll: number }[] }>(page, 'GET', '/upgrade/history');
  const roll = data[0]?.roll ?? 0;
  const end = (await page.evaluate(
    "document.querySelector('[data-result] > div').getAnimations()[0].effect.getKeyframes()[1].transform",
  )) as string;
  const degrees = Number(/rotate\(([\d.]+)deg/.exec(end)?.[1]);
  assert.ok(Math.abs(degrees - (5 * 360 + (roll / 10_000_000) * 360)) < 0.01, end);
}
