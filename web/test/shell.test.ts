import assert from 'node:assert/strict';
import { test } from './journey.ts';
import { openAndClose } from './keyboard.ts';
import { ask, fund } from './players.ts';

test('a notification arrives by itself, is read, and is read in another tab too', async ({ server, visit }) => {
  const { page, context, faults, open, logIn, axe, account } = await visit();
  await logIn();
  await ask(page, 'POST', '/notifications/read-all');
  await open('/historico');
  await openAndClose(page, page.getByRole('banner').getByRole('button', { name: /18\+/ }));
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

  const inEnglish = await visit({ language: 'en', account });
  await inEnglish.logIn();
  await inEnglish.open('/historico');
  await inEnglish.page.getByRole('button', { name: /^Notifications, / }).click();
  await inEnglish.page
    .getByRole('dialog')
    .getByText(/^Your deposit of R\$[\d,.]+ is confirmed\.$/)
    .first()
    .waitFor();

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
  const refused = {
    status: 429,
    headers: { 'retry-after': '600' },
    json: { statusCode: 429, code: 'TOO_MANY_REQUESTS', message: '' },
  };
  for (const each of [here, elsewhere]) {
    await each.page.route(/auth\/logout/, (route) => route.fulfill(refused), { times: 1 });
  }
  // A failed logout is told, and so is a session that ended by itself.
  await here.page.getByRole('button', { name: /^Conta de/ }).click();
  await here.page.getByRole('menuitem', { name: 'Sair', exact: true }).click();
  const message = here.page.getByRole('alert').filter({ hasText: 'Você continua conectado' });
  await message.getByRole('timer').waitFor();

  await elsewhere.page.getByRole('button', { name: /^Conta de/ }).click();
  await elsewhere.page.getByRole('menuitem', { name: 'Sair de todos os aparelhos' }).click();
  await elsewhere.page.getByText('Encerra todas as sessões da sua conta').waitFor();
  const leave = elsewhere.page.getByRole('button', { name: 'Sair de todos', exact: true });
  await leave.click();
  await elsewhere.page.getByRole('dialog').getByRole('alert').getByRole('timer').waitFor();
  await leave.click();
  await elsewhere.page.getByRole('banner').getByRole('button', { name: 'Entrar' }).waitFor();
  assert.equal(await elsewhere.page.getByText('A sua sessão terminou').count(), 0);

  await here.page.getByText('A sua sessão terminou. Entre de novo: você volta para esta página.').waitFor();
  await here.page.getByRole('heading', { name: 'Entre para ver o seu histórico' }).waitFor();
  assert.deepEqual(await here.axe('shell'), []);
  await here.page.getByRole('alert').getByRole('button', { name: 'Entrar', exact: true }).click();
  await here.page.locator(`a[href*="account=${account}"]`).first().click();
  await here.page.waitForURL(/historico\?jogo=caixas/);
  await here.page.getByRole('button', { name: /^Conta de/ }).waitFor();
  // To the browser an intended refusal is an error of the network.
  assert.deepEqual(
    [...here.faults, ...elsewhere.faults].filter((fault) => !/status of 429/.test(fault)),
    [],
  );
});

test('who closes the account reads that it is closed, and is a visitor', async ({ visit }) => {
  const { page, faults, open, logIn, axe } = await visit();
  await logIn();
  await open('/perfil?aba=dados');
  // Players of the sandbox have money, and so cannot close their account: what they notice of it is that all sessions end.
  await page.route('**/api/user/close-account', async (route) => {
    await ask(page, 'POST', '/auth/logout-all');
    await route.fulfill({ json: { message: 'Sua conta foi encerrada.' } });
  });
  await page.getByRole('button', { name: 'Encerrar a conta…' }).click();
  await page.getByLabel('Digite ENCERRAR para confirmar').fill('encerrar');
  await page.getByRole('button', { name: 'Encerrar para sempre' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Entrar' }).waitFor();
  await page.getByText('A sua conta está encerrada, e o que identificava você foi apagado.').waitFor();
  assert.equal(await page.getByText('A sua sessão terminou').count(), 0);
  assert.deepEqual(await axe('shell'), []);
  assert.deepEqual(faults, []);
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
