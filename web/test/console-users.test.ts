import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { fillQueues, logInAs } from './console-world.ts';
import { newAccount, test } from './journey.ts';
import { ADMINISTRATOR, settled } from './visits.ts';

/** Opens the drawer of an action, writes the reason and does it; the line below the figures says so. */
async function act(page: Page, button: string, label: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('textbox', { name: /^Motivo/ }).fill(reason);
  await page.getByRole('complementary').getByRole('button', { name: label }).click();
  await page
    .getByRole('status')
    .filter({ hasText: `${label}, em` })
    .waitFor();
}

test('an administrator finds a user, adjusts the balance, bans, lifts the ban and resets the second factor', async ({
  server,
  visit,
}) => {
  const { ana } = await fillQueues(server, [newAccount(), newAccount(), newAccount()]);
  const { page, open, logIn, axe, faults } = await visit({ account: ADMINISTRATOR });
  await logIn();
  await open('/admin/usuarios');
  assert.deepEqual(await axe('shell'), []);
  await page.getByRole('searchbox', { name: /Nome/ }).fill(ana.name);
  await page.waitForURL(/search=/);
  await page.getByRole('button', { name: `Tirar o filtro Busca: ${ana.name}` }).waitFor();
  await page.getByRole('button', { name: `#${ana.userId}` }).click();
  await page.getByRole('heading', { name: ana.name }).waitFor();
  await settled(page);
  assert.deepEqual(await axe(), []);

  const { balanceCents: before } = await ana.ask<{ balanceCents: string }>('GET', '/user/balance');
  await page.getByRole('button', { name: 'Ajustar saldo…' }).click();
  const drawer = page.getByRole('complementary', { name: 'Ajustar o saldo' });
  assert.equal(await drawer.getByRole('button', { name: 'Creditar' }).isDisabled(), true);
  await drawer.getByLabel('Valor', { exact: true }).fill('15');
  await drawer.getByText(/Creditar põe R\$\s15,00 no saldo de/).waitFor();
  assert.deepEqual(await axe(), []);
  // Without a reason it is only chosen. Then the keys are pressed again while it is under way: it is sent once.
  await drawer.getByRole('button', { name: 'Creditar' }).click();
  await page.getByRole('textbox', { name: /^Motivo/ }).fill('Compensa batalha cancelada');
  const pressed = Promise.withResolvers<void>();
  let sent = 0;
  await page.route('**/api/admin/users/*/balance', async (route) => {
    sent += 1;
    await pressed.promise;
    await route.continue();
  });
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Control+Enter');
  pressed.resolve();
  await page.getByText(/Creditar, em/).waitFor();
  assert.equal(sent, 1);
  const { balanceCents: after } = await ana.ask<{ balanceCents: string }>('GET', '/user/balance');
  assert.equal(BigInt(after) - BigInt(before), 1_500n);
  await page.getByRole('row', { name: /Ajuste do suporte/ }).waitFor();

  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: 'Zerar 2FA…' }).click();
  await page.getByRole('textbox', { name: /^Motivo/ }).fill('Perdeu o aparelho, identidade conferida');
  await page.getByRole('complementary').getByRole('button', { name: 'Zerar 2FA' }).click();
  await page.getByText(/Zerar 2FA, em/).waitFor();
  assert.equal((await ana.ask<{ enabled: boolean }>('GET', '/payment/2fa')).enabled, false);

  await act(page, 'Banir…', 'Banir', 'Conta de terceiro, chamado 7702');
  await page.getByText('Banido', { exact: true }).waitFor();
  await assert.rejects(ana.ask('GET', '/user/balance'), /401/);
  await act(page, 'Desbanir…', 'Desbanir', 'Engano, chamado 7703');
  await page.getByText('Ativo', { exact: true }).waitFor();
  const admin = await logInAs(server, ADMINISTRATOR);
  const trail = await admin.ask<{ data: { action: string; metadata: { reason?: string } }[] }>(
    'GET',
    `/audit/entity/user/${ana.userId}?limit=4`,
  );
  assert.deepEqual(trail.data.map(({ action, metadata }) => [action, metadata.reason]).toReversed(), [
    ['BALANCE_ADJUSTED', 'Compensa batalha cancelada'],
    ['TWO_FACTOR_RESET', 'Perdeu o aparelho, identidade conferida'],
    ['USER_BANNED', 'Conta de terceiro, chamado 7702'],
    ['USER_ACTIVATED', 'Engano, chamado 7703'],
  ]);

  for (const tab of ['Razão', 'Jogadas', 'Sessões', 'Fraude', 'Limites']) {
    await page.getByRole('link', { name: tab, exact: true }).click();
    await page.locator('a[aria-current=page]', { hasText: tab }).waitFor();
    await settled(page);
    assert.deepEqual(await axe(), []);
  }
  assert.deepEqual(faults, []);
});

test('on a telephone, in English, paying is held for a second, and pages fit', async ({ server, visit }) => {
  const { ana } = await fillQueues(server, [newAccount(), newAccount(), newAccount()]);
  const { page, open, go, logIn, axe, faults } = await visit({ account: ADMINISTRATOR, size: 'phone', language: 'en' });
  await logIn();
  await open(`/admin/saques?userId=${ana.userId}`);
  assert.deepEqual(await axe(), []);
  const widthOf = () => page.evaluate('document.documentElement.scrollWidth');
  assert.equal(await widthOf(), 390);
  await page.locator('tbody button').first().click();
  const sheet = page.getByRole('dialog', { name: /^Withdrawal no\./ });
  await sheet.getByRole('heading', { name: /risk$/ }).waitFor();
  assert.deepEqual(await axe(), []);
  const pay = sheet.getByRole('button', { name: 'Hold: Approve and pay' });
  const box = await pay.boundingBox();
  assert.ok(box !== null && box.y + box.height <= 844, JSON.stringify(box));
  await sheet.getByRole('textbox', { name: /^Reason/ }).fill('Known since March');
  await pay.click();
  assert.equal(await page.getByText(/Approve and pay, in/).count(), 0);
  await pay.dispatchEvent('pointerdown');
  await page.getByText(/Approve and pay, in/).waitFor();
  // The next one is open meanwhile.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Users' }).click();
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  await settled(page);
  assert.deepEqual([await widthOf(), await axe('shell')], [390, []]);
  await go(`/admin/usuarios/${ana.userId}`);
  await page.getByRole('heading', { name: ana.name }).waitFor();
  await settled(page);
  assert.deepEqual([await widthOf(), await axe(), faults], [390, [], []]);
});
