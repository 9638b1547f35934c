import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../api/src/platform/hot-store/test-support.ts';
import { test } from './journey.ts';
import { openAndClose } from './keyboard.ts';
import { ask, payPix, tradeUrlOf } from './players.ts';
import { enrol, typeCode } from './second-factor.ts';
import { settled, type Visit } from './visits.ts';

/** Money in both languages has a space of its own kind. */
const text = (words: string) => new RegExp(words.replaceAll(/[.$+*()?]/g, '\\$&').replaceAll(' ', '\\s'));

/** Pays on the page of the sandbox; the page of the deposit must change by itself. */
async function payInSandbox({ page, context }: Visit, link: RegExp, amount: string): Promise<void> {
  const [bank] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: link }).click()]);
  await bank
    .getByRole('button', { name: text(`Pay ${amount}`) })
    .first()
    .click();
  // A page that is closed while it loads may never tell that it is closed.
  await bank.waitForLoadState();
  await bank.close();
}

test('a player deposits, enrols a second factor, withdraws, cancels, sets a limit and excludes themselves', async ({
  server,
  visit,
}) => {
  const visitor = await visit();
  const { page, open, go, axe, faults } = visitor;
  await open('/carteira');
  await page.getByText('Entre para depositar por Pix').waitFor();
  await visitor.logIn();
  await open('/carteira');

  await page.getByLabel('Tenho 18 anos ou mais').check();
  assert.deepEqual(await axe('shell'), []);
  await page.getByRole('button', { name: 'Confirmar e continuar' }).click();
  await page.getByRole('button', { name: text('R$ 100') }).click();
  await page.getByRole('button', { name: text('Gerar Pix de R$ 100,00') }).click();
  await page.getByRole('heading', { name: 'Aguardando o seu Pix' }).waitFor();
  await page.getByRole('img', { name: 'QR code do Pix' }).waitFor();
  assert.match(page.url(), /deposito=\d+/);
  await page.reload();
  await page.getByRole('heading', { name: 'Aguardando o seu Pix' }).waitFor();
  assert.deepEqual(await axe(), []);
  await payInSandbox(visitor, /sandbox/, 'R$ 100,00');
  await page.getByRole('heading', { name: 'Pix recebido' }).waitFor();
  assert.deepEqual(await axe(), []);

  await page.getByRole('link', { name: 'Extrato' }).click();
  const line = page.getByRole('row', { name: /Depósito Pix/ });
  await line.getByText(text('+R$ 100,00')).waitFor();
  const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()]);
  const [head, ...rows] = (await readFile(await csv.path(), 'utf8')).trimEnd().split('\r\n');
  assert.match(head ?? '', /Quando;Movimento;Detalhe;Valor;Saldo depois/);
  assert.equal(rows.length, 2, 'the welcome credit and the deposit');
  await go('/carteira?aba=extrato&tipo=CASE_OPEN');
  await page.getByText('Nada neste período').waitFor();
  await page.getByRole('button', { name: 'Tirar o filtro Caixa' }).click();
  await line.waitFor();
  assert.deepEqual(await axe(), []);

  await page.getByRole('link', { name: 'Sacar' }).click();
  const app = await enrol(page, {
    begin: 'Ativar em duas etapas',
    turnOn: 'Ativar',
    saved: 'Guardei os códigos',
  });
  assert.equal(app.recoveryCodes.length, 10);
  await page.getByLabel('Valor do saque').fill('25');
  await page.getByRole('combobox', { name: 'Tipo de chave' }).click();
  await page.getByRole('option', { name: 'E-mail' }).click();
  await page.getByRole('textbox', { name: 'Chave Pix' }).fill('ana@example.com');
  await typeCode(page, app.code());
  assert.deepEqual(await axe(), []);
  await pressOften(page, page.getByRole('button', { name: text('Confirmar saque de R$ 25,00') }));
  await page.getByRole('heading', { name: text('Em andamento · R$ 25,00') }).waitFor();
  assert.equal((await ask<{ data: unknown[] }>(page, 'GET', '/payment/withdrawals')).data.length, 1);
  await page.getByText('Em análise').first().waitFor();
  assert.deepEqual(await axe(), []);
  await page.getByRole('button', { name: 'Cancelar saque' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar saque' }).click();
  await page.getByText('Cancelado por você').waitFor();

  // A waiting code is worthless once a limit is below it, and its page says so by itself.
  await go('/carteira');
  await page.getByRole('button', { name: text('R$ 500') }).click();
  await page.getByRole('button', { name: text('Gerar Pix de R$ 500,00') }).click();
  await page.getByRole('heading', { name: 'Aguardando o seu Pix' }).waitFor();
  const other = await visitor.context.newPage();
  await other.goto(`${server.address}/carteira?aba=limites`);
  const daily = other.getByRole('button', { name: 'Definir: Depósitos · Por dia' });
  await openAndClose(other, daily);
  await daily.click();
  await other.getByLabel('Limite', { exact: true }).fill('300');
  await other.getByRole('button', { name: 'Salvar limite' }).click();
  await page.getByRole('heading', { name: 'Este código venceu' }).waitFor();
  await other.close();
  await page.getByRole('button', { name: 'Depositar de novo' }).click();
  await page.getByText(text('o seu limite deixa ainda R$ 200,00')).waitFor();

  await page.getByRole('link', { name: 'Limites' }).click();
  await page.getByText(text('R$ 100,00 de R$ 300,00')).waitFor();
  await page.getByRole('button', { name: '6 meses' }).click();
  assert.deepEqual(await axe(), []);
  const exclude = page.getByRole('button', { name: 'Me excluir por 6 meses…' });
  await openAndClose(page, exclude);
  await exclude.click();
  const stop = page.getByRole('button', { name: 'Parar agora' });
  assert.equal(await stop.isDisabled(), true);
  await page.getByLabel('Entendi que ninguém pode encurtar esse prazo').check();
  await stop.click();
  await page.getByRole('heading', { name: 'Você está em autoexclusão' }).waitFor();
  assert.equal(await page.getByRole('button', { name: '30 dias' }).isDisabled(), true);
  await page.getByRole('link', { name: 'Depositar', exact: true }).last().click();
  await page.getByRole('heading', { name: 'Você está em autoexclusão' }).waitFor();

  await go('/perfil?aba=seguranca');
  await page.getByText('10 de 10').waitFor();
  await page.getByText('Pausa ou autoexclusão').first().waitFor();
  assert.deepEqual(await axe(), []);
  await page.getByRole('button', { name: 'Sair de todos' }).click();
  const leaving = page.getByRole('dialog');
  const failing = { status: 503, json: { statusCode: 503, code: 'SERVICE_UNAVAILABLE', message: '' } };
  await page.route('**/api/auth/logout-all', (route) => route.fulfill(failing), { times: 1 });
  await leaving.getByRole('button', { name: 'Sair de todos' }).click();
  await leaving.getByRole('alert').waitFor();
  await leaving.getByRole('button', { name: 'Sair de todos' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Entrar' }).waitFor();
  assert.deepEqual(
    faults.filter((fault) => !/status of 503/.test(fault)),
    [],
  );
});

async function pressOften(page: Page, button: Locator): Promise<void> {
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/api/payment/withdraw/*/confirm', async (route) => {
    await isHeld;
    await route.continue();
  });
  const confirming = page.waitForRequest('**/api/payment/withdraw/*/confirm');
  const press = "document.querySelector('main form').requestSubmit();";
  await page.evaluate(press.repeat(2));
  await confirming;
  await page.evaluate(press);
  assert.equal(await button.isDisabled(), true);
  letGo();
}

test('a Pix that is paid before events come in is seen once they do', async ({ server, visit }) => {
  const { page, open, logIn, faults } = await visit();
  await logIn();
  await ask(page, 'PUT', '/user/age-confirmation', { isAdult: true });
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await isHeld;
    socket.connectToServer();
  });
  type Deposit = { id: string; pixCode: string; status: string };
  const { id, pixCode } = await ask<Deposit>(page, 'POST', '/payment/deposit/initiate', { amountCents: 5_000 });
  await open(`/carteira?deposito=${id}`);
  await page.getByRole('heading', { name: 'Aguardando o seu Pix' }).waitFor();
  await payPix(server, pixCode);
  await until(async () => (await ask<Deposit>(page, 'GET', `/payment/deposits/${id}`)).status === 'CONFIRMED');
  letGo();
  await page.getByRole('heading', { name: 'Pix recebido' }).waitFor();
  await page.getByRole('banner').getByText(text('R$ 1.050,00')).waitFor();
  assert.deepEqual(faults, []);
});

test('on a telephone and in English: a deposit, a wrong code, sessions, trade URL, seed and new recovery codes', async ({
  visit,
}) => {
  const visitor = await visit({ size: 'phone', language: 'en' });
  const { page, open, go, axe, faults } = visitor;
  await visitor.logIn();
  await open('/carteira');
  await page.getByLabel('I am 18 or older').check();
  await page.getByRole('button', { name: 'Confirm and go on' }).click();
  await page.getByLabel('Amount of the deposit').fill('5');
  assert.equal(await page.getByRole('button', { name: 'Make a Pix' }).isDisabled(), true);
  await page.getByLabel('Amount of the deposit').fill('50');
  await page.getByRole('button', { name: text('Make a Pix of R$50.00') }).click();
  const copy = page.getByRole('button', { name: 'Copy the Pix code' });
  await copy.waitFor();
  const [copyBox, pictureBox] = await Promise.all([
    copy.boundingBox(),
    page.getByRole('img', { name: 'QR code of the Pix' }).boundingBox(),
  ]);
  assert.ok(copyBox !== null && pictureBox !== null && copyBox.y < pictureBox.y, 'copying comes before the picture');
  assert.deepEqual(await axe('shell'), []);
  await payInSandbox(visitor, /sandbox/, 'R$ 50,00');
  await page.getByRole('heading', { name: 'Pix received' }).waitFor();

  await go('/carteira?aba=sacar');
  const app = await enrol(page, { begin: 'Turn on two steps', turnOn: 'Turn on', saved: 'I have kept them' });
  await page.getByLabel('Amount to withdraw').fill('20');
  await page.getByLabel('Pix key', { exact: true }).fill('529.982.247-25');
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill('AAAA-BBBB-CCCC-DDDD');
  await page.getByRole('button', { name: text('Confirm the withdrawal of R$20.00') }).click();
  await page.getByText('The code is wrong or has expired.').waitFor();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(app.recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Confirm with the code' }).click();
  await page.getByText('Being reviewed').first().waitFor();
  assert.deepEqual(await axe(), []);

  await go('/perfil');
  await page.getByLabel('Trade URL').fill('https://steamcommunity.com/tradeoffer/new/?partner=1&token=abcDEF12');
  await page.getByRole('button', { name: 'Save the URL' }).click();
  await page.getByText('This is not your trade URL.').waitFor();
  await page.getByLabel('Trade URL').fill(tradeUrlOf(visitor.account));
  await page.getByRole('button', { name: 'Save the URL' }).click();
  await page.getByText('New withdrawals go there.').waitFor();
  await page.getByLabel('Client seed').fill('chimarrao-as-sete');
  await page.getByRole('button', { name: 'Save the seed' }).click();
  await page.getByText('It counts from the next play on.').waitFor();
  assert.deepEqual(await axe(), []);

  const other = await visit({ language: 'en' });
  await other.logIn(visitor.account);
  await other.open('/perfil?aba=seguranca');
  await go('/perfil?aba=seguranca');
  await page.getByText('9 of 10').waitFor();
  await openAndClose(page, page.getByRole('button', { name: 'Get new ones' }));
  await page.getByRole('button', { name: 'Get new ones' }).click();
  await typeCode(page, app.code());
  await page.getByRole('button', { name: 'Get ten new ones' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('10 of 10').waitFor();
  await page.getByRole('button', { name: /^Log out: Chrome/ }).click();
  await page.getByText('Session ended').waitFor();
  assert.deepEqual(await axe(), []);
  await other.page.reload();
  await other.page.getByRole('banner').getByRole('button', { name: 'Log in' }).waitFor();
  await other.close();

  await go('/perfil?aba=dados');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the JSON file' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'lisura-my-data.json');
  await page.getByRole('button', { name: 'Close the account…' }).click();
  await page.getByLabel('Type CLOSE to confirm').fill('close');
  await page.getByRole('button', { name: 'Close for good' }).click();
  await page.getByText('A withdrawal of money under way').waitFor();
  await settled(page);
  assert.deepEqual(await axe(), []);
  // To the browser an intended refusal is an error of the network.
  assert.deepEqual(
    faults.filter((fault) => !/status of (400|409)/.test(fault)),
    [],
  );
});
