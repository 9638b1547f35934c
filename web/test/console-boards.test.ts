import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../api/test/support/until.ts';
import { downloadRows } from './downloads.ts';
import { test } from './journey.ts';
import { ask, fund, openCase } from './players.ts';
import { ADMINISTRATOR, settled } from './visits.ts';

test('an administrator fixes the rate by hand, reads the alert of it with what to do, acknowledges it with a reason and resolves it', async ({
  visit,
}) => {
  const { page, faults, open, go, logIn, axe } = await visit({ account: ADMINISTRATOR, size: 'phone' });
  await logIn();
  // The rate of now is fixed for two hours, which is an alert, so that nobody forgets it.
  await open('/admin/itens?aba=cotacao');
  await page.getByLabel(/^Fixar por quantas horas/).fill('2');
  await page.getByLabel(/^Motivo/).fill('A fonte caiu.');
  await page.getByRole('button', { name: 'Definir cotação' }).click();
  await page.getByText('Cotação de R$ 5,4321').waitFor();
  await page.getByRole('row').filter({ hasText: 'A fonte caiu.' }).filter({ hasText: 'à mão' }).first().waitFor();
  assert.deepEqual(await axe(), []);

  await go('/admin/alertas');
  const card = page.getByRole('article').filter({ hasText: 'RATE_HELD_BY_HAND' });
  await card.getByRole('heading', { name: 'Cotação definida à mão' }).waitFor();
  await card.getByText('Veja se a fonte já está certa').waitFor();
  assert.deepEqual(await axe(), []);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);

  // Nothing is sent without a reason.
  await card.getByRole('button', { name: 'Reconhecer' }).click();
  await card.getByText('O alerta continua aberto').waitFor();
  await card.getByRole('button', { name: 'Reconhecer' }).last().click();
  await card.getByText('Escreva o motivo').waitFor();
  await card.getByRole('textbox').fill('A fonte foi avisada.');
  await card.getByRole('button', { name: 'Reconhecer' }).last().click();
  await card.getByText(/Reconhecido por .*“A fonte foi avisada\.”/).waitFor();
  await card.getByRole('link', { name: 'Ver na auditoria' }).waitFor();

  await card.getByRole('button', { name: 'Resolver' }).click();
  await page.getByRole('dialog').getByText('Ele sai da lista para todos').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Resolver' }).click();
  await card.waitFor({ state: 'detached' });
  await page.getByText('Resolvidos', { exact: true }).click();
  await page.waitForURL(/estado=resolvidos/);
  await card.getByText('Resolvido por').waitFor();
  assert.deepEqual(faults, []);
});

test('figures of a range stand beside those of the range before, and reports are downloaded', async ({
  server,
  visit,
}) => {
  const player = await visit();
  await player.logIn();
  await fund(player.page, server);
  await openCase(player.page, 'Maré Alta', 5);

  const { page, faults, open, go, logIn, axe } = await visit({ account: ADMINISTRATOR, language: 'en' });
  await logIn();
  // All figures have the value before beside them; the range stands in the address.
  await open('/admin');
  await page.getByRole('heading', { name: 'Last 30 days' }).waitFor();
  await page.getByText('7 days', { exact: true }).click();
  await page.waitForURL(/periodo=7d/);
  await page.getByRole('heading', { name: 'Last 7 days' }).waitFor();
  await settled(page);
  const shown = await ask<Compared>(page, 'GET', daysCompared());
  assert.ok(shown.totals.revenueCents.now > 0);
  await page.getByText(reais(shown)).first().waitFor();
  for (const name of [/^Revenue, /, /^GGR, /, /^Deposits and withdrawals by day, /, /^Active players, /]) {
    await page.getByRole('img', { name }).waitFor();
  }
  await page
    .getByRole('img', { name: /: real / })
    .first()
    .waitFor();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Pix withdrawals \d/ })
    .waitFor();
  assert.deepEqual(await axe(), []);
  await openCase(player.page, 'Maré Alta', 3);
  const later = await ask<Compared>(page, 'GET', daysCompared());
  assert.notEqual(later.totals.revenueCents.now, shown.totals.revenueCents.now);
  await page.getByText(reais(later)).first().waitFor();

  await go('/admin/analises?periodo=7d');
  await page.getByRole('row', { name: /^Maré Alta \d/ }).waitFor();
  assert.deepEqual(await axe(), []);
  const [saved, rows] = await Promise.all([page.waitForEvent('download'), downloadRows(page)]);
  assert.equal(saved.suggestedFilename(), 'rtp.csv');
  // Files have sums in reais.
  const opened = rows.find((row) => row.Case === 'Maré Alta');
  assert.match(`${opened?.Wagered} ${opened?.Paid}`, /^\d+\.\d{2} \d+\.\d{2}$/);
  // The range holds over all reports.
  for (const [name, shown] of [
    ['GGR by game', 'Wagered'],
    ['GGR by person', 'Person'],
    ['Upgrades', /Expected|Nothing in this range/],
    ['Battles', /Paid|Nothing in this range/],
    ['Bots', /Profit|Nothing in this range/],
    ['Users', 'Came back'],
    ['Money', 'The house owes in all'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Analytics' }).getByRole('link', { name, exact: true }).click();
    await page.getByText(shown).first().waitFor();
    assert.match(page.url(), /periodo=7d/);
    await settled(page);
  }

  // Items are found, and one is changed beside the list; a large change is asked for twice.
  await go('/admin/itens?busca=Catacombs');
  await page
    .getByRole('button', { name: /Catacombs/ })
    .first()
    .click();
  const drawer = page.getByRole('complementary', { name: /Catacombs/ });
  await drawer.getByLabel('Original price').fill('999999');
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await drawer.getByText('Write the reason').waitFor();
  await drawer.getByRole('textbox', { name: /^Reason/ }).fill('A rare pattern');
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await drawer.getByText('This is a large change').waitFor();
  await drawer.getByText(/Users own \d+ of it/).waitFor();
  assert.deepEqual(await axe(), []);
  // Another price is asked about anew.
  await drawer.getByLabel('Original price').fill('888888');
  await drawer.getByText('This is a large change').waitFor({ state: 'detached' });
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await drawer.getByText('This is a large change').waitFor();
  assert.deepEqual(
    faults.splice(0).map((fault) => /status of 409/.test(fault)),
    [true, true],
  );
  await renameItem(page, go);
  for (const tab of ['retidos', 'sincronias']) await go(`/admin/itens?aba=${tab}`);
  assert.deepEqual(faults, []);
});

interface Item {
  id: string;
  name: string;
  originalPriceCents: string;
}

/** While the drawer of an item is open its price moves, as by a sync. A new name is saved alone, and the price stays. */
async function renameItem(page: Page, go: (path: string) => Promise<void>): Promise<void> {
  await go('/admin/itens?busca=Catacombs');
  const { data } = await ask<{ data: Item[] }>(page, 'GET', '/admin/items?search=Catacombs&isArchived=false');
  const item = data[0] ?? assert.fail('no such item');
  await page.getByRole('button', { name: item.name }).first().click();
  const drawer = page.getByRole('complementary', { name: /Catacombs/ });
  const path = `/admin/items/${item.id}`;
  const moved = String(Number(item.originalPriceCents) + 1);
  await ask(page, 'PATCH', path, { originalPriceCents: moved });
  await drawer.getByLabel(/^Name/).fill(`${item.name}, signed`);
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await drawer.getByText('Saved.').waitFor();
  const { name, originalPriceCents } = await ask<Item>(page, 'GET', path);
  assert.deepEqual([name, originalPriceCents], [`${item.name}, signed`, moved]);
  // The form follows the answer a moment after it says that it has saved.
  await until(async () => (await drawer.getByLabel('Original price').inputValue()) === moved);
  await ask(page, 'PATCH', path, { name: item.name, originalPriceCents: item.originalPriceCents });
}

interface Compared {
  totals: { revenueCents: { now: number } };
}

function daysCompared(): string {
  const day = (time: number) => new Date(time).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
  return `/admin/dashboard/comparison?from=${day(Date.now() - 6 * 86_400_000)}&to=${day(Date.now())}`;
}

const reais = ({ totals }: Compared): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'BRL', maximumFractionDigits: 0 }).format(
    totals.revenueCents.now / 100,
  );
