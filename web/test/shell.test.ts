import assert from 'node:assert/strict';
import { test } from './journey.ts';
import { ask, fund } from './players.ts';

test('a notification arrives by itself, is read, and is read in another tab too', async ({ server, visit }) => {
  const { page, context, faults, open, logIn, axe } = await visit();
  await logIn();
  await open('/historico');
  await ask(page, 'POST', '/notifications/read-all');
  await open('/historico');
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notificações/ });
  assert.equal(await bell.getAttribute('aria-label'), 'Notificações');

  await fund(page, server);
  await page.getByRole('button', { name: /^Notificações, \d+ não lida/ }).waitFor();
  await bell.click();
  const list = page.getByRole('dialog');
  await list.getByRole('heading', { name: 'Notificações' }).waitFor();
  await list
    .getByText(/Depósito/)
    .first()
    .waitFor();
  assert.deepEqual(await axe('shell'), []);

  const other = await context.newPage();
  await other.goto(`${server.address}/historico`);
  await other.getByRole('button', { name: /^Notificações, \d+ não lida/ }).waitFor();
  await list.getByRole('button', { name: 'Marcar tudo como lido' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Notificações', exact: true }).waitFor();
  await other.getByRole('button', { name: 'Notificações', exact: true }).waitFor();
  assert.deepEqual(faults, []);
});

test('a session that is ended elsewhere says so and leads back, and one can log out everywhere', async ({ visit }) => {
  // On the list of the sandbox's Steam.
  const account = '76561198000000004';
  const [here, elsewhere] = [await visit({ account }), await visit({ account })];
  for (const each of [here, elsewhere]) {
    await each.logIn();
    await each.open('/historico?jogo=caixas');
  }
  await elsewhere.page.getByRole('button', { name: /^Conta de/ }).click();
  await elsewhere.page.getByRole('menuitem', { name: 'Sair de todos os aparelhos' }).click();
  await elsewhere.page.getByText('Encerra todas as sessões da sua conta').waitFor();
  await elsewhere.page.getByRole('button', { name: 'Sair de todos', exact: true }).click();
  await elsewhere.page.getByRole('banner').getByRole('button', { name: 'Entrar' }).waitFor();
  // Who leaves by a press needs not be told.
  assert.equal(await elsewhere.page.getByText('A sua sessão terminou').count(), 0);

  await here.page.getByText('A sua sessão terminou. Entre de novo: você volta para esta página.').waitFor();
  await here.page.getByRole('heading', { name: 'Entre para ver o seu histórico' }).waitFor();
  assert.deepEqual(await here.axe('shell'), []);
  await here.page.getByRole('alert').getByRole('button', { name: 'Entrar', exact: true }).click();
  await here.page.locator(`a[href*="account=${account}"]`).first().click();
  await here.page.waitForURL(/historico\?jogo=caixas/);
  await here.page.getByRole('button', { name: /^Conta de/ }).waitFor();
  assert.deepEqual([...here.faults, ...elsewhere.faults], []);
});

test('without a connection the page says so, keeps what it shows, and goes on by itself', async ({ visit }) => {
  const { page, context, open, logIn } = await visit();
  await logIn();
  await open('/historico');
  await page.getByRole('heading', { name: 'Nada jogado ainda' }).waitFor();
  await context.setOffline(true);
  await page.getByText('Sem conexão com o servidor.').waitFor();
  await page.getByRole('heading', { name: 'Nada jogado ainda' }).waitFor();
  await context.setOffline(false);
  await page.getByText('Sem conexão com o servidor.').waitFor({ state: 'detached' });
  await page.getByRole('radiogroup', { name: 'Jogos' }).getByText('Upgrades').click();
  await page.waitForURL(/jogo=upgrades/);
  await page.getByRole('heading', { name: 'Nada jogado ainda' }).waitFor();
});
