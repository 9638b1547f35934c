import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../api/src/platform/hot-store/test-support.ts';
import { logInAs } from './console-world.ts';
import { downloadRows } from './downloads.ts';
import { newAccount, test } from './journey.ts';
import { ask, control } from './players.ts';
import { enrolByRequests, typeCode } from './second-factor.ts';
import { startWebServer, type WebServer } from './server.ts';
import { letOneDecide, letRateBeRenewed } from './staging.ts';
import { ADMINISTRATOR } from './visits.ts';

test('the audit log is filtered by its address, an entry leads to what belongs with it, and the chain is verified in sight', async ({
  server,
  visit,
}) => {
  const player = await logInAs(server, newAccount());
  const { page, open, logIn, axe, faults } = await visit({ account: ADMINISTRATOR });
  await logIn();
  const about = `/admin/users/${player.userId}`;
  await ask(page, 'POST', `${about}/balance`, { amountCents: 700, reason: 'Cortesia, chamado 91' });
  await ask(page, 'POST', `${about}/ban`, { reason: 'Chamado 92' });

  await open(`/admin/auditoria?entityType=user&entityId=${player.userId}`);
  await page.getByRole('row', { name: /BALANCE_ADJUSTED .*Cortesia, chamado 91/ }).waitFor();
  await page.getByLabel('Ação', { exact: true }).selectOption('USER_BANNED');
  await page.waitForURL(/action=USER_BANNED/);
  await page.getByText(/^1 registro(?!s)/).waitFor();
  await page.getByRole('button', { name: 'Tirar o filtro Ação: USER_BANNED' }).waitFor();
  assert.deepEqual(await axe(), []);
  // The entry is beside the list; everything about the same person is a press away.
  await page.keyboard.press('j');
  const entry = page.getByRole('complementary', { name: /^Registro nº/ });
  await entry.getByText('Chamado 92').waitFor();
  assert.deepEqual(await axe(), []);
  await entry.getByRole('button', { name: 'Tudo deste alvo' }).click();
  await page.getByRole('row', { name: /BALANCE_ADJUSTED/ }).waitFor();
  assert.doesNotMatch(page.url(), /action=/);
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await page.waitForURL(/auditoria$/);
  await page.getByLabel('De', { exact: true }).fill('2099-01-01');
  await page.getByLabel('De', { exact: true }).press('Enter');
  await page.getByText('Nada por aqui').waitFor();

  // The trail of a test is one part: two are made of it, each of which is seen before the next one is asked for.
  const held: (() => void)[] = [];
  let asked = 0;
  await page.route('**/api/admin/audit/chain?*', async (route) => {
    asked += 1;
    const isFirst = asked === 1;
    if (asked <= 2) await new Promise<void>((resolve) => held.push(resolve));
    const answer = (await (await route.fetch()).json()) as { lastPosition: number; head: object };
    const half = { ...answer.head, position: Math.floor(answer.lastPosition / 2) };
    await route.fulfill({ json: isFirst ? { ...answer, isDone: false, head: half } : answer });
  });
  const panel = page.getByRole('region', { name: 'A cadeia de registros' });
  await panel.getByRole('button', { name: 'Verificar a cadeia' }).click();
  await panel.getByRole('heading', { name: 'Verificando a cadeia' }).waitFor();
  await until(async () => held.length === 1);
  held.shift()?.();
  await panel.getByText(/^Registro [1-9][\d.]* de [\d.]+/).waitFor();
  const bar = panel.getByRole('progressbar', { name: 'Partes verificadas' });
  assert.match((await bar.getAttribute('aria-valuenow')) ?? '', /^(4\d|50)$/);
  assert.deepEqual(await axe(), []);
  await until(async () => held.length === 1);
  held.shift()?.();
  await panel.getByRole('heading', { name: 'A cadeia está íntegra' }).waitFor();
  await panel.getByText(/^[\d.]+ registros recalculados, nenhuma quebra/).waitFor();
  assert.equal(await bar.getAttribute('aria-valuenow'), '100');
  assert.ok(asked >= 2, `${asked} parts`);

  // Where somebody has changed an entry, its position is said.
  await page.unroute('**/api/admin/audit/chain?*');
  await page.route('**/api/admin/audit/chain?*', async (route) => {
    const answer = (await (await route.fetch()).json()) as object;
    const brokenAt = { position: 12, entryId: '12', reason: 'the entry was altered' };
    await route.fulfill({ json: { ...answer, valid: false, isDone: true, brokenAt } });
  });
  await panel.getByRole('button', { name: 'Verificar de novo' }).click();
  await panel.getByRole('heading', { name: 'A cadeia está quebrada' }).waitFor();
  await panel.getByText('Na posição 12: the entry was altered').waitFor();
  assert.deepEqual([await axe(), faults], [[], []]);
});

const SECOND_ADMINISTRATOR = '76561198000000002';

/** It has two administrators and settings that no other journey relies on. */
let ownServer: WebServer;
before(async () => {
  ownServer = await startWebServer({ ADMIN_PLATFORM_IDS: `${ADMINISTRATOR},${SECOND_ADMINISTRATOR}` });
});
after(() => ownServer.stop());

/** Types a value into the drawer of a setting, with its reason, and asks for it. */
async function change(page: Page, { name, value, reason }: { name: string; value: string; reason: string }) {
  const drawer = page.getByRole('complementary', { name });
  await drawer.getByLabel('Novo valor').fill(value);
  await drawer.getByRole('textbox', { name: /^Motivo/ }).fill(reason);
  await drawer.getByRole('button', { name: 'Mudar' }).click();
}

function changesSent(page: Page): { confirm?: boolean }[] {
  const sent: { confirm?: boolean }[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().endsWith('/api/admin/settings'))
      sent.push(request.postDataJSON());
  });
  return sent;
}

/**
 * Nothing can be sent while the effect of a value is unknown; where the preview fails, nothing is confirmed and the API
 * refuses.
 */
async function changeUnseen(page: Page, drawer: Locator): Promise<void> {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/admin/settings/preview', async (route) => {
    await answered;
    await route.fulfill({ status: 503, json: { code: 'OVERLOADED', message: 'Overloaded' } });
  });
  await drawer.getByLabel('Novo valor').fill('1,7');
  await drawer.getByRole('textbox', { name: /^Motivo/ }).fill('O mercado subiu');
  await drawer.getByText('Calculando o que mudaria').waitFor();
  const save = drawer.getByRole('button', { name: 'Mudar' });
  assert.equal(await save.isDisabled(), true);
  answer();
  await drawer.getByText('Sem saber o que mudaria').waitFor();
  await save.click();
  await drawer.getByText('Isto pausaria o que pode ser jogado agora').waitFor();
  await page.unroute('**/api/admin/settings/preview');
  await drawer.getByRole('button', { name: 'Tentar de novo' }).click();
  await drawer.getByText(/preços mudariam/).waitFor();
}

test(
  'a setting shows what a change would do; one that guards money less takes a code and a second administrator',
  async ({ server, visit }) => {
    const first = await visit({ account: ADMINISTRATOR });
    const { page, open, go, logIn, axe, faults } = first;
    await logIn();
    await open('/admin/configuracoes');
    assert.deepEqual(await axe(), []);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /CSV/ }).click(),
    ]);
    assert.match(
      await readFile(await download.path(), 'utf8'),
      /\nMargem sobre o preço do mercado;priceMargin;1,2;1,2;/,
    );
    await page.getByRole('button', { name: /Margem sobre o preço do mercado/ }).click();
    const margin = page.getByRole('complementary', { name: 'Margem sobre o preço do mercado' });
    await margin.getByText('É o valor em vigor').waitFor();
    assert.equal(await margin.getByRole('button', { name: 'Mudar' }).isDisabled(), true);
    await margin.getByLabel('Novo valor').fill('1,6');
    await margin.getByText(/preços mudariam/).waitFor();
    await margin.getByText(/jogos? seriam? pausados?/).waitFor();
    assert.deepEqual(await axe(), []);
    const sent = changesSent(page);
    await changeUnseen(page, margin);
    assert.deepEqual(sent, [{ priceMargin: '1.7', reason: 'O mercado subiu' }]);

    // More is asked for from now on, which nobody has to agree to.
    await go('/admin/configuracoes?aberto=decisionFactorMinutes');
    await change(page, { name: 'Validade do segundo fator nas decisões', value: '15', reason: 'Política de novembro' });
    await page.getByText(/Validade do segundo fator nas decisões: Mudar, em/).waitFor();
    await go('/admin/configuracoes?aberto=twoPersonCents');
    await change(page, { name: 'Valor que pede uma segunda pessoa', value: '1000,00', reason: 'Política de novembro' });
    await page.getByText(/Valor que pede uma segunda pessoa: Mudar, em/).waitFor();
    assert.equal(sent.at(-1)?.confirm, true, 'what it would do was shown');
    const drawer = page.getByRole('complementary', { name: 'Valor que pede uma segunda pessoa' });
    await drawer.getByText(/^R\$\s1\.000,00$/).waitFor();

    // A lower value takes the code of the first administrator, who can only propose it,
    await change(page, { name: 'Valor que pede uma segunda pessoa', value: '5000,00', reason: 'Fila longa' });
    await drawer.getByText('Protege menos').waitFor();
    await drawer.getByText('A sua verificação em duas etapas não é recente').waitFor();
    await typeCode(page, (await enrolByRequests(page)).code);
    await drawer.getByRole('button', { name: 'Mudar' }).click();
    await page.getByText('Registrado como sua proposta').waitFor();
    await drawer.getByText(/Você propôs .*R\$\s1\.000,00 → R\$\s5\.000,00.*Fila longa/).waitFor();
    await page
      .getByRole('row', { name: /Valor que pede.*R\$\s1\.000,00.*Proposto por .*, aguarda segunda pessoa/ })
      .waitFor();
    assert.deepEqual(await axe(), []);

    const second = await visit({ account: SECOND_ADMINISTRATOR, language: 'en' });
    await second.logIn();
    await second.open('/admin/configuracoes?aberto=twoPersonCents');
    const their = second.page.getByRole('complementary', { name: 'Amount that needs a second person' });
    await their.getByText(/ proposed .*R\$\s?1,000\.00 → R\$\s?5,000\.00.*Fila longa/).waitFor();
    const { recoveryCodes } = await enrolByRequests(second.page);
    await their.getByLabel('New value').fill('5000.00');
    await their.getByRole('textbox', { name: /^Reason/ }).fill('Agreed');
    await their.getByRole('button', { name: 'Change' }).click();
    await their.getByRole('button', { name: 'Use a recovery code' }).click();
    await their.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await their.getByRole('button', { name: 'Change' }).click();
    await second.page.getByText(/Amount that needs a second person: Change, in/).waitFor();
    await second.page.getByRole('row', { name: /Amount that needs.*R\$\s?5,000\.00/ }).waitFor();

    const admin = await logInAs(server, ADMINISTRATOR);
    const { data } = await admin.ask<{ data: { action: string }[] }>('GET', '/audit/entity/setting/twoPersonCents');
    assert.deepEqual(
      data.map(({ action }) => action),
      ['SETTING_CHANGED', 'DECISION_PROPOSED', 'SETTING_CHANGED'],
    );
    // The only faults are the failed preview and the refusals for want of a code and of a second person.
    assert.deepEqual(
      [...faults, ...second.faults].filter((fault) => !/status of (403|409|503)/.test(fault)),
      [],
    );
  },
  async () => ownServer,
);

test(
  'a jump of prices and of the rate waits for a person, who starts a sync, sees it run and confirms what it found',
  async ({ server, visit }) => {
    await letOneDecide(server);
    const { page, open, go, logIn, axe, faults } = await visit({ account: ADMINISTRATOR });
    await logIn();
    await open('/admin/itens?busca=AK-47');
    const listed = (await downloadRows(page))[0];
    assert.match(`${listed?.['Valor agora']} ${listed?.['Preço de origem']}`, /^\d+,\d{2} \d+,\d{2}$/);
    await control(server, 'item-database', { priceFactor: 3 });
    await go('/admin/itens?aba=sincronias');
    const syncs = page.getByRole('row', { name: /^Preços / });
    const before = await syncs.count();
    await page.getByRole('button', { name: 'Atualizar preços' }).click();
    await syncs.nth(before).waitFor();
    await syncs.first().getByRole('progressbar').waitFor();
    // The page looks again by itself until it is over.
    await page
      .getByRole('row', { name: /^Preços Concluída/ })
      .nth(before)
      .waitFor();
    assert.deepEqual(await axe(), []);

    await go('/admin/itens?aba=retidos');
    const one = page.getByRole('checkbox', { name: /^Escolher / }).first();
    const name = ((await one.getAttribute('aria-label')) ?? '').replace('Escolher ', '');
    const inFile = (await downloadRows(page))[0];
    assert.match(`${inFile?.Retido} ${inFile?.['Vale agora']}`, /^\d+,\d{2} \d+,\d{2}$/);
    await one.check();
    assert.deepEqual(await axe(), []);
    await page.getByRole('button', { name: 'Confirmar 1 preço…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Efeito imediato para 1 preço').waitFor();
    assert.deepEqual(await axe(), []);
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    await dialog.getByText('Escreva o motivo').waitFor();
    await dialog.getByRole('textbox', { name: /^Motivo/ }).fill('Outros mercados dizem o mesmo');
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    await page.getByText(/Preços retidos: 1 preço: Confirmar, em/).waitFor();
    await page.getByRole('checkbox', { name: `Escolher ${name}`, exact: true }).waitFor({ state: 'detached' });

    await control(server, 'rates', { rate: '9.90' });
    await letRateBeRenewed(server);
    type Rate = { heldBack: object | null };
    await until(async () => (await ask<Rate>(page, 'GET', '/admin/items/exchange-rate')).heldBack !== null);
    await page.getByRole('link', { name: 'Ver na auditoria' }).click();
    await page.getByRole('row', { name: /Outros mercados dizem o mesmo/ }).waitFor();

    await go('/admin/itens?aba=cotacao');
    const heldBack = page.getByRole('button', { name: 'Confirmar cotação…' });
    await page.getByText(/A fonte diz 9,9/).waitFor();
    assert.deepEqual(await axe(), []);
    await heldBack.click();
    await dialog.getByText(/Um dólar passa a valer R\$ 9,9/).waitFor();
    await dialog.getByRole('textbox', { name: /^Motivo/ }).fill('O Banco Central anunciou');
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    await page.getByRole('row', { name: /confirmada.*O Banco Central anunciou/ }).waitFor();
    await heldBack.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Ver na auditoria' }).click();
    await page.getByRole('row', { name: /O Banco Central anunciou/ }).waitFor();
    assert.deepEqual(faults, []);
  },
  async () => ownServer,
);

test('a notification to all is written in both languages, shown as players see it, and sent once with its reason', async ({
  server,
  visit,
}) => {
  const player = await visit();
  await player.logIn();
  await player.open('/historico');
  const { page, open, logIn, axe, faults } = await visit({ account: ADMINISTRATOR });
  await logIn();
  await open('/admin/avisos');
  const send = page.getByRole('button', { name: 'Enviar aviso' });
  assert.equal(await send.isDisabled(), true);
  const [portuguese, english] = [
    page.getByRole('group', { name: 'Em português' }),
    page.getByRole('group', { name: 'Em inglês' }),
  ];
  await portuguese.getByLabel('Título').fill('Manutenção no domingo');
  await portuguese.getByLabel('Texto').fill('Saques param das 3h às 4h.');
  await english.getByLabel('Título').fill('Maintenance on Sunday');
  assert.equal(await send.isDisabled(), true);
  await english.getByLabel('Texto').fill('Withdrawals stop from 3 to 4.');
  const preview = page.getByRole('region', { name: 'Como fica' });
  await preview.getByText('Saques param das 3h às 4h.').waitFor();
  await preview.getByText('Withdrawals stop from 3 to 4.').waitFor();
  await page.getByText(/usuários? recebem? o aviso agora/).waitFor();
  assert.deepEqual(await axe(), []);
  // Nothing is sent without a reason.
  await send.click();
  await page.getByText('Escreva o motivo').waitFor();
  await page.getByRole('textbox', { name: /^Motivo/ }).fill('Troca do banco de dados');
  await send.click();
  await player.page.getByText('Manutenção no domingo').first().waitFor();
  await page.getByText(/Aviso “Manutenção no domingo”: Enviar aviso, em/).waitFor();
  await page.getByRole('row', { name: /Manutenção no domingo.*Troca do banco de dados.*Enviado/ }).waitFor();
  // The form is empty again.
  assert.equal(await portuguese.getByLabel('Título').inputValue(), '');
  const admin = await logInAs(server, ADMINISTRATOR);
  type Sent = { data: { title: string; sent: number; recipients: number; reason: string }[] };
  const { data } = await admin.ask<Sent>('GET', '/admin/notifications?limit=1');
  assert.deepEqual(
    [data[0]?.title, data[0]?.sent, data[0]?.reason],
    ['Manutenção no domingo', data[0]?.recipients, 'Troca do banco de dados'],
  );
  await page.getByRole('link', { name: 'Ver na auditoria' }).click();
  await page.getByRole('row', { name: /BROADCAST/ }).waitFor();
  assert.deepEqual([await axe(), faults, player.faults], [[], [], []]);
});
