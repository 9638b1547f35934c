import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../api/src/platform/hot-store/test-support.ts';
import { downloadRows, inReais } from './downloads.ts';
import { type Journey, test } from './journey.ts';
import { ask } from './players.ts';
import { enrolByRequests, typeCode } from './second-factor.ts';
import { startWebServer, type WebServer } from './server.ts';
import { moveEvents } from './staging.ts';
import { ADMINISTRATOR, type Visit } from './visits.ts';

test('an administrator makes, draws and calls off raffles, runs an event, and calls off a battle', async ({
  visit,
  server,
}: Journey) => {
  const player = await visit();
  await player.logIn();
  const admin = await visit({ account: ADMINISTRATOR });
  await admin.logIn();
  await makeAndDraw(admin, player);
  await callOffRaffle(admin, player);
  await runEvents(server, admin, player);
  await callOffBattle(admin, player);
  assert.deepEqual([...admin.faults, ...player.faults], []);
});

// It changes settings, which other journeys rely on.
let ownServer: WebServer;
before(async () => {
  ownServer = await startWebServer();
});
after(() => ownServer.stop());

test(
  'where the second factor is no longer fresh, the form of a raffle asks for the code and goes on',
  async ({ visit }: Journey) => {
    const admin = await visit({ account: ADMINISTRATOR });
    await admin.logIn();
    const { page } = admin;
    await ask(page, 'PATCH', '/admin/settings', { decisionFactorMinutes: 15, confirm: true, reason: 'A test' });
    await admin.open('/admin/rifas');
    await askForRaffle(admin);
    await fillRaffle(page, 'Rifa com código', 100_000);
    const form = formOf(page);
    const publish = form.getByRole('button', { name: 'Pôr à venda' });
    await publish.click();
    const asksForCode = form.getByText('A sua verificação em duas etapas não é recente');
    await asksForCode.waitFor();
    await until(() => isAbove(form.getByLabel(/^Dígito 1 /), form.getByText(/^A rifa fica à venda na hora/)));
    await publish.click();
    assert.ok(await asksForCode.isVisible(), 'nothing is sent without the code');
    assert.equal(await form.getByLabel('Nome').inputValue(), 'Rifa com código');
    assert.deepEqual(await admin.axe(), []);
    await typeCode(page, (await enrolByRequests(page)).code);
    await publish.click();
    await drawerOf(page).getByRole('heading', { name: 'Prêmios' }).waitFor();
  },
  async () => ownServer,
);

async function isAbove(words: Locator, others: Locator): Promise<boolean> {
  const [box, below] = [await words.boundingBox(), await others.boundingBox()];
  return box !== null && below !== null && box.y + box.height < below.y;
}

const askForRaffle = ({ page }: Visit) => page.getByRole('button', { name: 'Nova rifa' }).click();

/** The page may not know yet whether there is a source of public randomness; once it does, that decides. */
async function askForRaffleEarly({ page }: Visit): Promise<void> {
  let tell = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await page.route('**/api/config', async (route) => {
    await told;
    await route.continue();
  });
  await page.goto('/admin/rifas', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Nova rifa' }).click();
  const publicly = formOf(page).getByRole('radio', { name: 'pública (drand)' });
  await formOf(page).waitFor();
  assert.equal(await publicly.count(), 0);
  tell();
  await publicly.waitFor({ state: 'attached' });
  assert.equal(await publicly.isChecked(), true);
  await page.unroute('**/api/config');
}

const formOf = (page: Page) => page.getByRole('dialog', { name: 'Nova rifa' });

/** Fills the open form of a raffle with one prize, and puts it on sale. */
async function makeRaffle({ page }: Visit, name: string, tickets: number): Promise<string> {
  await fillRaffle(page, name, tickets);
  await formOf(page).getByRole('button', { name: 'Pôr à venda' }).click();
  await drawerOf(page).getByRole('heading', { name: 'Prêmios' }).waitFor();
  return openedIn(page);
}

async function fillRaffle(page: Page, name: string, tickets: number): Promise<void> {
  const form = formOf(page);
  await form.getByLabel('Nome').fill(name);
  await form.getByLabel('Descrição').fill('Um prêmio.');
  await form.getByLabel('Endereço da imagem').fill(await pictureOf(page));
  await form.getByLabel('Preço do bilhete').fill('1,00');
  await form.getByLabel('Quantos bilhetes').fill(String(tickets));
  await form.getByLabel('Fim das vendas').fill('2090-12-31T18:30');
  const publish = form.getByRole('button', { name: 'Pôr à venda' });
  assert.ok(await publish.isDisabled(), 'a raffle without prizes is not put on sale');
  await form.getByRole('button', { name: 'Pôr um prêmio' }).click();
  const picker = page.getByRole('dialog', { name: 'Escolher um prêmio' });
  await leavePicker(page, picker);
  await form.getByRole('button', { name: 'Pôr um prêmio' }).click();
  await picker.getByRole('button').nth(1).click();
  await publish.click();
  await form.getByText('Escreva o motivo: sem ele nada é enviado.').waitFor();
  await form.getByRole('textbox', { name: /Motivo/ }).fill('Como diz o calendário');
}

/** By Escape, which leaves the form below as it is; so does a press beside that. */
async function leavePicker(page: Page, picker: Locator): Promise<void> {
  await picker.getByRole('button').nth(1).waitFor();
  await page.keyboard.press('Escape');
  await picker.waitFor({ state: 'detached' });
  await page.mouse.click(5, 5);
}

const openedIn = (page: Page) => /[?&]abert[ao]=%22(\d+)%22/.exec(page.url())?.[1] ?? assert.fail('nothing is open');

async function pictureOf(page: Page): Promise<string> {
  const { data } = await ask<{ data: { imageUrl: string }[] }>(page, 'GET', '/cases?limit=1');
  return data[0]?.imageUrl ?? assert.fail('no case has a picture');
}

const drawerOf = (page: Page) => page.locator('[data-console-drawer]');

async function makeAndDraw(admin: Visit, player: Visit): Promise<void> {
  await admin.open('/admin/rifas');
  await askForRaffle(admin);
  await admin.page.keyboard.press('Escape');
  await formOf(admin.page).waitFor({ state: 'detached' });
  await askForRaffle(admin);
  // By the list of tickets, so that it is drawn without waiting for a round.
  await formOf(admin.page).getByText('lista de bilhetes', { exact: true }).click();
  const id = await makeRaffle(admin, 'Rifa da sexta', 3);
  await ask(player.page, 'POST', `/raffle/${id}/buy`, { quantity: 3 });
  await admin.go(`/admin/rifas?aberta=${id}`);
  const drawer = drawerOf(admin.page);
  await drawer.getByText('3 de 3').waitFor();
  await drawer.getByText('31/12/2090, 18:30').waitFor();
  assert.deepEqual(await admin.axe(), []);
  const draw = drawer.getByRole('button', { name: 'Sortear agora' });
  const drawn = drawer.getByText(/ · bilhete [123]$/);
  await draw.click();
  await drawer.getByText('Escreva o motivo: sem ele nada é enviado.').waitFor();
  assert.equal(await drawn.count(), 0, 'without a reason nothing is drawn');
  await drawer.getByRole('textbox', { name: /Motivo/ }).fill('Todos os bilhetes foram vendidos');
  await draw.click();
  await drawn.waitFor();

  await admin.go('/admin/rifas?estado=COMPLETED');
  await admin.page.getByRole('row', { name: /Rifa da sexta.*31\/12\/2090, 18:30/ }).waitFor();
  const inFile = (await downloadRows(admin.page)).find((row) => row.Rifa === 'Rifa da sexta');
  assert.equal(inFile?.['Preço do bilhete'], '1,00');
  assert.match(inFile?.['Valor dos prêmios'] ?? '', /^\d+,\d{2}$/);
}

async function callOffRaffle(admin: Visit, player: Visit): Promise<void> {
  await askForRaffleEarly(admin);
  const id = await makeRaffle(admin, 'Rifa com a foto errada', 10);
  await drawerOf(admin.page).getByText('pública (drand)').waitFor();
  await ask(player.page, 'POST', `/raffle/${id}/buy`, { quantity: 2 });
  await admin.go(`/admin/rifas?aberta=${id}`);
  const drawer = drawerOf(admin.page);
  await drawer.getByText('Devolve R$ 2,00 a 1 pessoa e encerra a rifa sem sorteio.').waitFor();
  await decide(drawer, 'Cancelar e devolver', 'A foto era de outro item');
  await drawer.getByText('Cancelada').waitFor();
  assert.deepEqual(await reasonsOf(admin.page, `raffle/${id}`, ['RAFFLE_CREATED', 'RAFFLE_CANCELLED']), [
    'Como diz o calendário',
    'A foto era de outro item',
  ]);
}

/**
 * An event that gives too much is refused with every fault and archived; a sound one goes from its draft to its end.
 */
async function runEvents(server: WebServer, admin: Visit, player: Visit): Promise<void> {
  const drawer = drawerOf(admin.page);
  await draftEvent(admin, 'Semana generosa', addTable);
  await decide(drawer, 'Publicar', 'Como diz o calendário');
  await drawer.getByText('Assim o evento não pode acontecer.').waitFor();
  await drawer.getByText('shoots.0.prizes').waitFor();
  assert.deepEqual(admin.faults.splice(0).length, 1, 'the refusal is the only line of the browser’s log');
  await decide(drawer, 'Arquivar', 'Fica para o mês que vem');
  await drawer.waitFor({ state: 'detached' });

  const id = await draftEvent(admin, 'Semana da Lisura');
  await moveEvents(server, 10);
  await decide(drawer, 'Publicar', 'Como diz o calendário');
  await drawer.getByText('no ar', { exact: true }).waitFor();
  await player.open('/evento');
  await player.page.getByRole('heading', { name: 'Semana da Lisura' }).waitFor();
  await decide(drawer, 'Encerrar agora', 'O prêmio acabou');
  await drawer.getByText('no ar', { exact: true }).waitFor({ state: 'detached' });
  const actions = ['EVENT_PUBLISHED', 'EVENT_ENDED'];
  assert.deepEqual(await reasonsOf(admin.page, `event/${id}`, actions), ['Como diz o calendário', 'O prêmio acabou']);
  await moveEvents(server, -10);
}

async function decide(drawer: Locator, act: string, reason: string): Promise<void> {
  await drawer.getByRole('textbox', { name: /Motivo/ }).fill(reason);
  await drawer.getByRole('button', { name: act }).click();
}

async function reasonsOf(page: Page, entity: string, actions: readonly string[]): Promise<(string | undefined)[]> {
  const { data } = await ask<{ data: { action: string; metadata: { reason?: string } }[] }>(
    page,
    'GET',
    `/audit/entity/${entity}`,
  );
  return actions.map((action) => data.find((entry) => entry.action === action)?.metadata.reason);
}

async function draftEvent(
  { page, go, axe }: Visit,
  name: string,
  addMore?: (page: Page, form: Locator) => Promise<void>,
): Promise<string> {
  await go('/admin/eventos');
  await page.getByRole('button', { name: 'Novo evento' }).click();
  const form = page.getByRole('dialog', { name: 'Novo evento' });
  await form.getByLabel('Nome').fill(name);
  await form.getByLabel('Endereço da imagem').fill(await pictureOf(page));
  await form.getByLabel('Orçamento').fill('100,00');
  await form.getByRole('button', { name: 'Pôr um nível' }).click();
  await addMore?.(page, form);
  assert.deepEqual(await axe(), []);
  await form.getByRole('button', { name: 'Salvar rascunho' }).click();
  await drawerOf(page).getByText('1.000 pontos').waitFor();
  const hours = await drawerOf(page)
    .getByText(/^\d{2}\/\d{2}\/\d{4}, \d{2}:\d{2}$/)
    .count();
  assert.equal(hours, 2, 'the drawer says at which hours it begins and ends');
  await page.getByRole('row', { name: new RegExp(`${name}(.*, \\d{2}:\\d{2}){2}`) }).waitFor();
  return openedIn(page);
}

/** One prize is worth more than its shots cost. */
async function addTable(page: Page, form: Locator): Promise<void> {
  const table = form.getByText('250 fichas', { exact: true }).locator('..');
  const picker = page.getByRole('dialog', { name: 'Escolher o item' });
  await table.getByRole('button', { name: 'Pôr um item' }).click();
  await leavePicker(page, picker);
  await table.getByRole('button', { name: 'Pôr um item' }).click();
  await picker.getByRole('button').nth(1).click();
  const chance = table.getByRole('textbox', { name: /^Chance de/ });
  await chance.fill('60');
  await table.getByText('As chances de uma tabela somam 100 %.').waitFor();
  const save = form.getByRole('button', { name: 'Salvar rascunho' });
  assert.ok(await save.isDisabled(), 'a table that is not whole is not saved');
  await chance.fill('100');
}

async function callOffBattle(admin: Visit, player: Visit): Promise<void> {
  const cases = await ask<{ data: { id: string }[] }>(player.page, 'GET', '/cases?limit=1');
  const body = { mode: 'NORMAL', caseIds: [cases.data[0]?.id], seatCount: 2, isTeams: false };
  type Battle = { id: string; entryPriceCents: string };
  const { id, entryPriceCents } = await ask<Battle>(player.page, 'POST', '/battles/create', body);
  await admin.go(`/admin/batalhas?estado=WAITING&aberta=${id}`);
  const inFile = (await downloadRows(admin.page)).find((row) => row.Batalha === id);
  assert.equal(inFile?.Entrada, inReais(entryPriceCents));
  const drawer = drawerOf(admin.page);
  await drawer.getByRole('textbox', { name: /Motivo/ }).fill('Pedido de quem criou');
  await drawer.getByRole('button', { name: /^Cancelar e devolver/ }).click();
  await drawer.getByText('Cancelada, e as entradas devolvidas.').waitFor();
  assert.deepEqual(await admin.axe(), []);
}
