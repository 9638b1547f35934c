import assert from 'node:assert/strict';
import { until } from '../../api/src/platform/hot-store/test-support.ts';
import { logInAs } from './console-world.ts';
import { test } from './journey.ts';
import { openAndClose } from './keyboard.ts';
import { holdClock } from './moments.ts';
import { ask, control, fund, openCase, tradeUrlOf } from './players.ts';
import { ADMINISTRATOR, settled } from './visits.ts';

const MINUTE_MS = 60_000;

test('a player finds items, sells some, is asked for the trade URL, and withdraws one that waits for a person', async ({
  server,
  visit,
}) => {
  const { page, faults, open, go, logIn, account, axe, cutOnPhone } = await visit();
  await open('/inventario');
  await page.getByRole('heading', { name: 'Entre para ver o seu inventário' }).waitFor();
  await logIn();
  await open('/inventario');
  await page.getByRole('heading', { name: 'Ainda não há nada aqui' }).waitFor();

  await fund(page, server);
  const { openings, totalWonCents } = await openCase(page, 'Maré Alta', 12);
  await go('/inventario');
  await page.getByText('12 itens livres').waitFor();
  assert.equal(await page.getByRole('checkbox').count(), 12);
  assert.deepEqual(await axe(), []);

  // Filters stand in the address, and a reload keeps them.
  const [first] = openings;
  assert.ok(first);
  await page.getByRole('searchbox', { name: 'Buscar item' }).fill(first.item.name);
  await page.waitForURL(/busca=/);
  await page.reload();
  await settled(page);
  const matching = openings.filter(({ item }) => item.name === first.item.name).length;
  assert.equal(await page.getByRole('checkbox').count(), matching);
  // The rarest of the case is worth about R$ 1,250.
  await go('/inventario?min=200000');
  await page.getByRole('heading', { name: 'Nenhum item com estes filtros' }).waitFor();
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  // Items that come back make room for a scroll bar, which moves the buttons.
  await page.getByRole('checkbox').nth(11).waitFor();
  await settled(page);
  await page.getByRole('combobox', { name: 'Origem' }).click();
  await page.getByRole('option', { name: 'Batalhas' }).click();
  await page.waitForURL(/origem=BATTLE/);
  await page.getByRole('heading', { name: 'Nenhum item com estes filtros' }).waitFor();
  await go('/inventario?origem=CASE');
  assert.equal(await page.getByRole('checkbox').count(), 12);

  const { items } = await ask<{ items: { id: string }[] }>(page, 'GET', '/inventory?sortBy=value');
  const kept = items[0] ?? assert.fail();
  const administrator = await logInAs(server, ADMINISTRATOR);
  const restrict = (restricted: boolean) =>
    administrator.ask('PUT', `/admin/inventory/${kept.id}/restricted`, { restricted });
  await restrict(true);
  await go('/inventario');
  await page.getByRole('checkbox').first().check();
  assert.ok(await page.getByRole('button', { name: 'Retirar', exact: true }).isDisabled());
  await page.getByRole('checkbox').first().uncheck();
  // The dearest is the first.
  await page.getByRole('main').getByRole('article').getByRole('button').first().click();
  await page.getByText('Este item é só para jogar e vender').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Retirar para a Steam' }).isDisabled());
  await restrict(false);
  await open('/inventario');

  for (const place of [0, 1]) await page.getByRole('checkbox').nth(place).check();
  assert.deepEqual(await cutOnPhone(), []);
  await page.getByRole('button', { name: /^Vender por R\$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Vender por/ }).waitFor();
  const promised = await dialog.getByRole('button', { name: /^Vender por/ }).textContent();
  await dialog.getByRole('button', { name: /^Vender por/ }).click();
  await page.getByText(`2 itens vendidos por ${promised?.replace('Vender por ', '')}`).waitFor();
  await page.getByText('10 itens livres').waitFor();

  for (const place of [0, 1]) await page.getByRole('checkbox').nth(place).check();
  await page.getByRole('button', { name: 'Upgrade', exact: true }).click();
  await page.waitForURL(/\/upgrade$/);
  await page.getByText('2 de 6').waitFor();
  await go('/inventario');

  // A missing trade URL is asked for, and the action continues. Some items cost more than anybody should pay, depending
  // on what was won.
  await control(server, 'market', { priceFactor: 0.8 });
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Retirar', exact: true }).click();
  await page
    .getByLabel('URL de troca da Steam')
    .fill('https://steamcommunity.com/tradeoffer/new/?partner=1&token=abcDEF12');
  await page.getByRole('button', { name: 'Salvar URL de troca' }).click();
  await page.getByText('Esta não é a URL de troca da sua conta Steam.').waitFor();
  await page.getByLabel('URL de troca da Steam').fill(tradeUrlOf(account));
  assert.deepEqual(
    faults.splice(0).map((fault) => /status of 400/.test(fault)),
    [true],
  );
  await page.getByRole('button', { name: 'Salvar URL de troca' }).click();
  await page.getByRole('button', { name: 'Confirmar retirada' }).click();
  await page.getByText('Uma pessoa da equipe confere este pedido antes da compra.').waitFor();
  await control(server, 'market', { priceFactor: 1 });
  assert.match(page.url(), /retirada=\d+/);
  await page.getByRole('listitem').filter({ hasText: 'Uma pessoa confere' }).waitFor();
  const asked = page.getByRole('listitem').filter({ hasText: 'Pedido feito' });
  assert.match((await asked.textContent()) ?? '', /\d{2}:\d{2}/);
  assert.deepEqual(await axe(), []);

  // Nothing was bought yet: what the platform knows is read again, and the marketplace is not asked in vain.
  const reread = page.waitForResponse('**/api/inventory/withdrawals/active');
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await reread;
  await page.getByText(/^atualizado /).waitFor();

  await page.getByRole('button', { name: 'Retiradas' }).click();
  await page.getByText('Em análise').waitFor();

  // While nobody has looked at it, its owner takes it back, and the item is free at once.
  await page.getByRole('listitem').getByRole('button').first().click();
  await page.getByRole('button', { name: 'Cancelar retirada' }).click();
  const sure = page.getByRole('dialog', { name: 'Cancelar esta retirada?' });
  await sure.getByText('Nada foi comprado ainda').waitFor();
  assert.deepEqual(await axe(), []);
  await sure.getByRole('button', { name: 'Cancelar retirada' }).click();
  await sure.waitFor({ state: 'detached' });
  await page.getByText('Cancelado por quem pediu.').waitFor();

  // Where there is no room beside the list an item is looked at in a sheet, which gives the keyboard back.
  await page.getByRole('button', { name: 'Disponíveis' }).click();
  await page.getByRole('checkbox').nth(9).waitFor();
  await settled(page);
  const wide = page.viewportSize() ?? assert.fail();
  await page.setViewportSize({ ...wide, width: 1_000 });
  await openAndClose(page, page.getByRole('main').getByRole('article').getByRole('button').first());
  await page.setViewportSize(wide);

  // Everything at once.
  await page.getByRole('button', { name: 'Vender tudo' }).click();
  await page.getByText('São todos os itens livres').waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Vender por/ })
    .click();
  await page.getByText('10 itens vendidos').waitFor();
  assert.ok(Number(totalWonCents) > 0);
  const left = await ask<{ totalAvailableCount: number }>(page, 'GET', '/inventory');
  assert.equal(left.totalAvailableCount, 0);

  // The marketplace was asked about the trade URL, after it was saved.
  await open('/perfil');
  await page.getByText('O mercado confirma que as ofertas chegam à sua conta.').waitFor();
  assert.deepEqual(await axe(), []);
  assert.deepEqual(faults, []);
});

test('the history has every play of every game, filters it in the address, and leads to its verification', async ({
  server,
  visit,
}) => {
  const { page, faults, open, go, logIn, axe } = await visit({ size: 'phone' });
  const setClock = await holdClock(page);
  await open('/historico');
  await page.getByRole('heading', { name: 'Entre para ver o seu histórico' }).waitFor();
  await logIn();
  await open('/historico');
  await page.getByRole('heading', { name: 'Nada jogado ainda' }).waitFor();
  await fund(page, server);
  await openCase(page, 'Primeira Sorte', 25);
  const caseId = (await openCase(page, 'Maré Alta', 1)).openings[0]?.caseId;
  const battle = { mode: 'NORMAL', seatCount: 2, isTeams: false, caseIds: [caseId] };
  const { id } = await ask<{ id: string }>(page, 'POST', '/battles/create', battle);
  await ask(page, 'POST', `/battles/${id}/add-bots`, { count: 1 });
  const { data: raffles } = await ask<{ data: { id: string; name: string }[] }>(page, 'GET', '/raffle/active');
  const [raffle] = raffles;
  assert.ok(raffle);
  await ask(page, 'POST', `/raffle/${raffle.id}/buy`, { quantity: 2 });

  await go('/historico');
  await page.getByText('Batalha de 2 lugares').waitFor();
  await page.getByText('Caixa Maré Alta').waitFor();
  assert.deepEqual(await axe(), []);
  const rows = page.getByRole('main').getByRole('listitem');
  const before = await rows.count();
  await page.getByRole('button', { name: 'Mostrar mais' }).click();
  await page.getByRole('button', { name: 'Mostrar mais' }).waitFor({ state: 'detached' });
  assert.ok((await rows.count()) > before);
  assert.equal(await rows.count(), 28);

  const bought = rows.filter({ hasText: `Rifa ${raffle.name}` });
  await bought.getByText('2 bilhetes').first().waitFor();
  await bought.getByText('Em andamento').waitFor();
  await page.getByRole('radiogroup', { name: 'Jogos' }).getByText('Rifas').click();
  await page.waitForURL(/jogo=rifas/);
  // The list follows the address a moment later.
  await until(async () => (await rows.count()) === 1);

  await page.getByRole('radiogroup', { name: 'Jogos' }).getByText('Batalhas').click();
  await page.waitForURL(/jogo=batalhas/);
  // It is decided, but its show goes on.
  const fought = rows.filter({ hasText: 'Batalha de 2 lugares' });
  await fought.getByText('Em andamento').waitFor();
  assert.equal(await page.getByRole('link', { name: /^Verificar: Batalha/ }).count(), 0);
  await setClock(Date.now() + MINUTE_MS);
  await page.reload();
  await settled(page);
  assert.equal(await rows.count(), 1);
  await page.getByRole('link', { name: /^Verificar: Batalha/ }).click();
  // A bot might have been chosen: the verifier says what it cannot know.
  await page.getByRole('heading', { name: 'Nada está errado, mas nem tudo pôde ser conferido' }).waitFor();

  await go('/historico?jogo=caixas');
  await page.getByRole('link', { name: /^Verificar: Caixa Maré Alta/ }).click();
  await page.getByRole('heading', { name: 'Confere', exact: true }).waitFor();
  assert.deepEqual(faults, []);
});
