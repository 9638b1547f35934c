import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { downloadRows, inReais } from './downloads.ts';
import { test } from './journey.ts';
import { ask } from './players.ts';
import { ADMINISTRATOR, settled } from './visits.ts';

interface AdminCase {
  id: string;
  imageUrl: string;
  category: string;
  description: string;
  versionNumber: number;
  isPaused: boolean;
  priceCents: string;
  theoreticalRtpPercent: string;
  items: { itemId: string; name: string; hashRangeStart: number; hashRangeEnd: number; chancePercent: string }[];
}

/** The case has the contents of one of the shop, so that its changes concern nobody else. */
async function copyOf(page: Page, name: string, copied: string): Promise<AdminCase> {
  const { data } = await ask<{ data: { id: string; name: string }[] }>(page, 'GET', '/admin/cases?limit=100');
  const found = data.find((each) => each.name === copied);
  const { items, priceCents, imageUrl, category } = await ask<AdminCase>(page, 'GET', `/admin/cases/${found?.id}`);
  const ranges = items.map(({ itemId, hashRangeStart, hashRangeEnd }) => ({ itemId, hashRangeStart, hashRangeEnd }));
  return ask<AdminCase>(page, 'POST', '/admin/cases', { name, priceCents, imageUrl, category, items: ranges });
}

const WHOLE = '100 % coberto, sem buraco nem sobreposição';

test('an administrator edits a case: the bar shows what is wrong, mends it, simulates it and publishes a version', async ({
  visit,
}) => {
  const { page, faults, open, logIn, axe } = await visit({ account: ADMINISTRATOR });
  await logIn();
  const before = await copyOf(page, 'Maré Mansa', 'Maré Alta');
  const [first, second, third] = before.items;
  const last = before.items.at(-1);
  assert.ok(first && second && third && last);

  // The list is filtered by the address, and leads to the editor.
  await open('/admin/caixas');
  await page.getByRole('searchbox', { name: 'Buscar caixa' }).fill('mansa');
  await page.waitForURL(/busca=/);
  await page.getByText('1 registro').waitFor();
  assert.deepEqual(await axe(), []);
  assert.equal((await downloadRows(page))[0]?.Preço, inReais(before.priceCents));
  await page.getByRole('button', { name: 'Maré Mansa' }).click();
  await page.waitForURL(`**/admin/caixas/${before.id}`);
  await page.getByText(WHOLE).waitFor();
  const publish = page.getByRole('button', { name: /^Publicar/ });
  assert.equal(await publish.isDisabled(), true);

  const chance = page.getByLabel(`Chance de ${last.name}, em %`);
  const more = Math.round((Number(last.chancePercent) + 0.05) * 100_000) / 100_000;
  await chance.fill(String(more).replace('.', ','));
  await page.getByText(WHOLE).waitFor();
  await page.getByRole('button', { name: 'Publicar versão 2…' }).waitFor();
  await page.getByText('Outros').waitFor();

  // A typed range leaves a gap: its rolls are told, publishing is off, and a press gives them to a neighbour.
  await page.getByLabel(`Primeira rolagem de ${second.name}`).fill(String(second.hashRangeStart + 20_000));
  await page.getByText('1 buraco: ').waitFor();
  await page.getByText(/ninguém ganha/).waitFor();
  assert.equal(await publish.isDisabled(), true);
  assert.deepEqual(await axe(), []);
  await page.getByRole('button', { name: new RegExp(`^${escaped(first.name)} \\(`) }).click();
  await page.getByText(WHOLE).waitFor();
  await page.getByLabel(`Última rolagem de ${first.name}`).fill(String(second.hashRangeStart + 30_000));
  await page.getByText('1 sobreposição: ').waitFor();
  assert.equal(await publish.isDisabled(), true);
  await page.getByRole('button', { name: new RegExp(`^${escaped(second.name)} \\(`) }).click();
  await page.getByText(WHOLE).waitFor();

  await page.reload();
  await settled(page);
  await page.getByText('Rascunho da versão 2').waitFor();
  assert.equal(await chance.inputValue(), `${more.toLocaleString('pt-BR', { maximumFractionDigits: 5 })} %`);

  await page.getByRole('button', { name: 'Simular' }).click();
  await page.getByText('1.000.000 de aberturas em').waitFor();
  await page.getByText('Chance de a casa perder depois de N aberturas').waitFor();
  assert.equal(await page.getByText(/^após /).count(), 4);

  // The words about the case are no part of a version, so they stay typed while one is published.
  const about = page.getByLabel('Descrição');
  await about.fill('Ondas calmas.');

  // The page announces the change and makes it; the API computes the same return.
  await publish.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('A versão 2 vale para todas as aberturas').waitFor();
  const promised = await dialog.getByText('O RTP teórico passa de').textContent();
  await dialog.getByRole('textbox', { name: /^Motivo/ }).fill('A faca ficou mais cara');
  await dialog.getByRole('button', { name: 'Publicar', exact: true }).click();
  await page.getByText('Maré Mansa, Versão 2 publicada.').waitFor();
  const after = await ask<AdminCase>(page, 'GET', `/admin/cases/${before.id}`);
  assert.equal(after.versionNumber, 2);
  const shown = Number(after.theoreticalRtpPercent).toLocaleString('pt-BR', { maximumFractionDigits: 2 });
  assert.ok(promised?.includes(`a ${shown} %`), `${promised}: ${shown}`);
  assert.equal(Number(after.items.at(-1)?.chancePercent), more);
  assert.equal(await about.inputValue(), 'Ondas calmas.');

  // It is saved alone, and a field that nobody touched shows what somebody else has made of it.
  await ask(page, 'PATCH', `/admin/cases/${before.id}`, { category: 'Praia' });
  await page.getByRole('button', { name: 'Guardar dados' }).click();
  await page.getByText('Dados guardados.').waitFor();
  const saved = await ask<AdminCase>(page, 'GET', `/admin/cases/${before.id}`);
  assert.deepEqual([saved.description, saved.category], ['Ondas calmas.', 'Praia']);
  assert.equal(await page.getByLabel('Categoria').inputValue(), 'Praia');

  // Once it is live, the version before can be compared with; then it leaves the shop again.
  const turn = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: /Motivo/ })
      .fill('Como foi combinado');
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await turn('Pôr no ar');
  await page.locator('input[aria-label="Comparar com"]').click();
  await page.getByRole('option', { name: /Versão 1 / }).click();
  await page.getByRole('heading', { name: 'Diferença para a versão 1' }).waitFor();
  await page
    .getByText(`${last.chancePercent.replace('.', ',')} %`)
    .first()
    .waitFor();
  await turn('Arquivar');
  await page.getByText('Arquivada', { exact: true }).waitFor();

  assert.deepEqual(faults, []);
});

test('a price below the limit of the return pauses the case, which is said before and shown after; on a telephone too', async ({
  visit,
}) => {
  const { page, faults, open, logIn, axe } = await visit({ account: ADMINISTRATOR, size: 'phone', language: 'en' });
  await logIn();
  const { id } = await copyOf(page, 'Neon Caro', 'Neon');
  await open(`/admin/caixas/${id}`);
  await page.getByText('100 % covered, no gap and no overlap').waitFor();
  await page.getByLabel('Price of an opening').fill('0.05');
  await page.getByText('Above the limit').waitFor();
  assert.deepEqual(await axe(), []);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
  await page.getByRole('button', { name: 'Publish the price…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Above the limit').waitFor();
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('To try the limit');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Paused: its return is above the limit').waitFor();
  const after = await ask<AdminCase>(page, 'GET', `/admin/cases/${id}`);
  assert.deepEqual([after.isPaused, after.priceCents, after.versionNumber], [true, '5', 1]);
  assert.deepEqual(faults, []);
});

test('a new case gets items and loses one, and a version that somebody else published meanwhile is not undone', async ({
  visit,
}) => {
  const { page, faults, open, logIn, axe } = await visit({ account: ADMINISTRATOR });
  await logIn();
  await open('/admin/caixas');
  const { data } = await ask<{ data: { imageUrl: string }[] }>(page, 'GET', '/admin/cases?limit=1');
  await page.getByRole('button', { name: 'Nova caixa' }).click();
  const form = page.getByRole('dialog', { name: 'Nova caixa' });
  await form.getByLabel('Caixa').fill('Garoa');
  await form.getByLabel('Categoria').fill('Cidade');
  await form.getByLabel('Endereço da imagem').fill(data[0]?.imageUrl ?? '');
  assert.equal(await form.getByRole('button', { name: 'Nova caixa' }).isDisabled(), true);
  await form.getByLabel('Preço').fill('80,00');
  assert.deepEqual(await axe(), []);
  await form.getByRole('button', { name: 'Nova caixa' }).click();
  await page.getByText('Ainda sem versão').waitFor();

  // The first item has all rolls; the others take theirs from it, and one that leaves gives them back.
  const add = async () => {
    await page.getByRole('button', { name: 'Pôr item' }).click();
    const picker = page.getByRole('dialog', { name: 'Pôr item na caixa' });
    const found = picker.locator('button:enabled:has(img)').first();
    const name = (await found.locator('span').first().textContent()) ?? '';
    await found.click();
    await picker.waitFor({ state: 'detached' });
    return name;
  };
  const [first, second, third] = [await add(), await add(), await add()];
  await page.getByText(WHOLE).waitFor();
  await page.getByRole('button', { name: `Tirar ${third}`, exact: true }).click();
  await page.getByText(WHOLE).waitFor();
  assert.deepEqual(await axe(), []);
  await publish(page);
  await page.getByText('Garoa, Versão 1 publicada.').waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  const made = await ask<AdminCase>(page, 'GET', `/admin/cases/${id}`);
  assert.deepEqual(made.items.map(({ name }) => name).sort(), [first, second].sort());

  // Somebody else publishes while the draft is open.
  await page.getByLabel(`Chance de ${second}, em %`).fill('40');
  const items = made.items.map(({ itemId }, place) => ({ itemId, probability: place === 0 ? 75 : 25 }));
  await ask(page, 'PATCH', `/admin/cases/${id}`, { items });
  await publish(page);
  await page.getByRole('dialog').getByText('Outra pessoa publicou uma versão enquanto isso').waitFor();
  assert.equal((await ask<AdminCase>(page, 'GET', `/admin/cases/${id}`)).versionNumber, 2);
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click();
  await page.getByText('A versão 2 foi publicada depois que este rascunho começou').waitFor();
  await publish(page);
  await page.getByText('Garoa, Versão 3 publicada.').waitFor();
  // Versions of a case that was never live are compared too.
  await page.getByText('O que a versão 2 mudou').click();
  await page.getByText('→ 75 %').or(page.getByText('→ 25 %')).first().waitFor();
  // The refusal is the only fault.
  assert.deepEqual(
    faults.filter((fault) => !/status of 409/.test(fault)),
    [],
  );
});

async function publish(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Publicar/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Motivo/ })
    .fill('Teste');
  await page.getByRole('dialog').getByRole('button', { name: 'Publicar', exact: true }).click();
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
