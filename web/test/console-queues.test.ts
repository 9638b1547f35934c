import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { calmBank, fillQueues, logInAs, stickOrder } from './console-world.ts';
import { newAccount, test } from './journey.ts';
import { proposeDecision } from './staging.ts';
import { ADMINISTRATOR, settled } from './visits.ts';

/** Decides on the record that is open, and waits until it is done: the next one is open then, or none. */
async function decide(page: Page, label: string, reason: string): Promise<void> {
  const drawer = page.getByRole('complementary');
  const record = (await drawer.getAttribute('aria-label')) ?? '';
  await drawer.getByRole('textbox', { name: /^Motivo/ }).fill(reason);
  await drawer.getByRole('button', { name: new RegExp(`^${label}`) }).click();
  await page
    .getByRole('status')
    .filter({ hasText: `${record}: ${label}, em` })
    .waitFor();
  await page.getByRole('complementary', { name: record, exact: true }).waitFor({ state: 'detached' });
}

/** The letters of a reason decide nothing, neither in the field nor just after it has lost the focus. */
async function typeBesideKeys(page: Page, reason: string): Promise<void> {
  const drawer = page.getByRole('complementary');
  const field = drawer.getByRole('textbox', { name: /^Motivo/ });
  const address = page.url();
  const isUntouched = async (written = reason) => {
    assert.equal(page.url(), address);
    assert.match(await drawer.locator('button[data-chosen]').innerText(), /^Aprovar e pagar/);
    assert.equal(await field.inputValue(), written);
  };
  await field.and(page.locator(':focus')).waitFor();
  // Nothing is written yet, and still the field has just lost the keyboard.
  await drawer.getByRole('heading', { name: /^Risco/ }).click();
  await page.keyboard.press('r');
  await isUntouched('');
  await field.focus();
  await page.keyboard.type(reason);
  await isUntouched();
  await drawer.getByRole('heading', { name: /^Risco/ }).click();
  for (const key of ['r', 'a', 'j', 'k']) await page.keyboard.press(key);
  await isUntouched();
  assert.equal(await field.and(page.locator(':focus')).count(), 0, 'no letter leads back to the field');
  // In the list the keys are on again, and a written reason still belongs to the chosen decision.
  await page
    .getByRole('row', { name: /R\$\s240,00/ })
    .getByRole('button')
    .first()
    .click();
  await page.keyboard.press('r');
  await isUntouched();
  await field.focus();
}

test('who is no administrator finds nothing at /admin, and none of its programs and data is asked for', async ({
  server,
  visit,
}) => {
  const addresses = ['/admin', '/admin/saques?aberto=1', '/admin/depositos'];
  for (const isPlayer of [false, true]) {
    const { page, open, go, logIn, faults } = await visit();
    if (isPlayer) await logIn();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    // A visitor loads each, and a player who is inside comes by all of them.
    for (const [place, address] of addresses.entries()) {
      await (isPlayer && place > 0 ? go(address) : open(address));
      await page.getByRole('heading', { name: 'Não achamos esta página' }).waitFor();
    }
    assert.deepEqual(
      asked.filter((url) => /\/api\/(admin|audit)|Console|Withdrawals|Deposits/.test(url)),
      [],
    );
    assert.deepEqual(faults, []);
  }
  const player = await logInAs(server, newAccount());
  await assert.rejects(player.ask('GET', '/admin/withdrawals'), /403/);
});

test('an administrator decides on money with the keyboard, each decision has its reason, and a file has all of them', async ({
  server,
  visit,
}) => {
  const { ana } = await fillQueues(server, [newAccount(), newAccount(), newAccount()]);
  const { page, open, go, logIn, axe, faults } = await visit({ account: ADMINISTRATOR });
  await logIn();
  await open('/historico');
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('menuitem', { name: 'Console de administração' }).click();

  await page.getByRole('navigation', { name: 'Páginas do console' }).waitFor();

  await go(`/admin/saques?userId=${ana.userId}`);
  assert.deepEqual(await axe(), []);
  await page.keyboard.press('j');
  const drawer = page.getByRole('complementary');
  await drawer.getByRole('heading', { name: /^Risco/ }).waitFor();
  await settled(page);
  assert.match(page.url(), /aberto=\d+/);
  assert.deepEqual(await axe(), []);
  // Nothing is sent without a reason.
  await drawer.getByRole('button', { name: 'Rejeitar e devolver' }).click();
  await drawer.getByText('Escreva o motivo').waitFor();
  await decide(page, 'Rejeitar e devolver', 'Origem não confirmada, chamado 7718');
  // The next one is open; A chooses to approve, and takes the keyboard to the reason.
  await page.getByRole('complementary', { name: /R\$\s240,00/ }).press('a');
  await typeBesideKeys(page, 'Conta já usada para receber');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/Aprovar e pagar, em/).waitFor();
  await page.getByRole('button', { name: 'Todos' }).click();
  // The bank has paid a moment later, and the list follows by itself.
  await page.getByRole('row', { name: /Pago/ }).waitFor();
  type Past = { data: { status: string; failureReason: string | null }[] };
  const past = await ana.ask<Past>('GET', '/payment/withdrawals');
  assert.deepEqual(
    past.data.map(({ status, failureReason }) => [status, failureReason]),
    [
      ['REJECTED', 'Origem não confirmada, chamado 7718'],
      ['COMPLETED', null],
    ],
  );
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /CSV/ }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  assert.deepEqual([lines.length, lines[0]], [3, '\uFEFFUsuário;Nº;Valor;Desde;Risco;Estado']);
  assert.deepEqual(faults, []);
});

test('an order that nobody settles is ended by an administrator, and its owner has the money back', async ({
  server,
  visit,
}) => {
  const { owner, orderId } = await stickOrder(server, newAccount());
  try {
    const { page, open, logIn, axe, faults } = await visit({ account: ADMINISTRATOR });
    await logIn();
    const proposer = await logInAs(server, newAccount());
    const ended = { entityType: 'order', entityId: orderId, action: 'end', content: 'E2E4711 ', ownerId: owner.userId };
    await proposeDecision(server, ended, proposer.userId);
    await open(`/admin/ordens?aberto=${orderId}`);
    await page.getByText(new RegExp(`${proposer.name} propôs .*: foi feita · referência E2E4711\\.`)).waitFor();
    await page.getByRole('row', { name: new RegExp(`#${orderId}.*Presa`) }).waitFor();
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /Ordens presas \d+ aguardam/ })
      .waitFor();
    const bought = page.getByRole('button', { name: /^Foi feita/ });
    assert.equal(await bought.isDisabled(), true);
    assert.deepEqual(await axe(), []);
    await decide(page, 'Não foi feita', 'O suporte do banco não conhece o envio, chamado 4711');
    const { data } = await owner.ask<{ data: { status: string }[] }>('GET', '/payment/withdrawals');
    assert.deepEqual(
      data.map(({ status }) => status),
      ['REJECTED'],
    );
    assert.deepEqual(faults, []);
  } finally {
    await calmBank(server);
  }
});
