import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { type Journey, test } from './journey.ts';
import { ask } from './players.ts';
import type { WebServer } from './server.ts';
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

/** Fills the form of a raffle with one prize, and puts it on sale. */
async function makeRaffle({ page, open }: Visit, name: string, tickets: number): Promise<string> {
  await open('/admin/rifas');
  await page.getByRole('button', { name: 'Nova rifa' }).click();
  const form = page.getByRole('dialog', { name: 'Nova rifa' });
  await form.getByLabel('Nome').fill(name);
  await form.getByLabel('Descrição').fill('Um prêmio.');
  await form.getByLabel('Endereço da imagem').fill(await pictureOf(page));
  await form.getByLabel('Preço do bilhete').fill('1,00');
  await form.getByLabel('Quantos bilhetes').fill(String(tickets));
  const publish = form.getByRole('button', { name: 'Pôr à venda' });
  assert.ok(await publish.isDisabled(), 'a raffle without prizes is not put on sale');
  await form.getByRole('button', { name: 'Pôr um prêmio' }).click();
  await page.getByRole('dialog', { name: 'Escolher um prêmio' }).getByRole('button').nth(1).click();
  // By the list of tickets, so that it is drawn without waiting for a round.
  const byTickets = form.getByText('lista de bilhetes', { exact: true });
  if ((await byTickets.count()) > 0) await byTickets.click();
  await publish.click();
  await drawerOf(page).getByRole('heading', { name: 'Prêmios' }).waitFor();
  return openedIn(page);
}

const openedIn = (page: Page) => /[?&]abert[ao]=%22(\d+)%22/.exec(page.url())?.[1] ?? assert.fail('nothing is open');

/** One of the sandbox's. */
async function pictureOf(page: Page): Promise<string> {
  const { data } = await ask<{ data: { imageUrl: string }[] }>(page, 'GET', '/cases?limit=1');
  return data[0]?.imageUrl ?? assert.fail('no case has a picture');
}

const drawerOf = (page: Page) => page.locator('[data-console-drawer]');

async function makeAndDraw(admin: Visit, player: Visit): Promise<void> {
  const id = await makeRaffle(admin, 'Rifa da sexta', 3);
  await ask(player.page, 'POST', `/raffle/${id}/buy`, { quantity: 3 });
  await admin.open(`/admin/rifas?aberta=${id}`);
  const drawer = drawerOf(admin.page);
  await drawer.getByText('3 de 3').waitFor();
  assert.deepEqual(await admin.axe(), []);
  const draw = drawer.getByRole('button', { name: 'Sortear agora' });
  const drawn = drawer.getByText(/ · bilhete [123]$/);
  await draw.click();
  await drawer.getByText('Escreva o motivo: sem ele nada é enviado.').waitFor();
  assert.equal(await drawn.count(), 0, 'without a reason nothing is drawn');
  await drawer.getByRole('textbox', { name: /Motivo/ }).fill('Todos os bilhetes foram vendidos');
  await draw.click();
  await drawn.waitFor();
}

async function callOffRaffle(admin: Visit, player: Visit): Promise<void> {
  const id = await makeRaffle(admin, 'Rifa com a foto errada', 10);
  await ask(player.page, 'POST', `/raffle/${id}/buy`, { quantity: 2 });
  await admin.open(`/admin/rifas?aberta=${id}`);
  const drawer = drawerOf(admin.page);
  await drawer.getByText('Devolve R$ 2,00 a 1 pessoa e encerra a rifa sem sorteio.').waitFor();
  await decide(drawer, 'Cancelar e devolver', 'A foto era de outro item');
  await drawer.getByText('Canceladas').waitFor();
  assert.deepEqual(await reasonsOf(admin.page, `raffle/${id}`, ['RAFFLE_CANCELLED']), ['A foto era de outro item']);
}

/** One that gives too much is refused with every fault, and archived; a sound one goes from its draft to its end. */
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

/** What the audit trail says why these were done. */
async function reasonsOf(page: Page, entity: string, actions: readonly string[]): Promise<(string | undefined)[]> {
  const { data } = await ask<{ data: { action: string; metadata: { reason?: string } }[] }>(
    page,
    'GET',
    `/audit/entity/${entity}`,
  );
  return actions.map((action) => data.find((entry) => entry.action === action)?.metadata.reason);
}

async function draftEvent(
  { page, open, axe }: Visit,
  name: string,
  addMore?: (page: Page, form: Locator) => Promise<void>,
): Promise<string> {
  await open('/admin/eventos');
  await page.getByRole('button', { name: 'Novo evento' }).click();
  const form = page.getByRole('dialog', { name: 'Novo evento' });
  await form.getByLabel('Nome').fill(name);
  await form.getByLabel('Endereço da imagem').fill(await pictureOf(page));
  await form.getByRole('button', { name: 'Pôr um nível' }).click();
  await addMore?.(page, form);
  assert.deepEqual(await axe(), []);
  await form.getByRole('button', { name: 'Salvar rascunho' }).click();
  await drawerOf(page).getByText('1.000 pontos').waitFor();
  return openedIn(page);
}

/** Of shots, with one prize that is worth more than they cost. */
async function addTable(page: Page, form: Locator): Promise<void> {
  const table = form.getByText('250 fichas', { exact: true }).locator('..');
  await table.getByRole('button', { name: 'Pôr um item' }).click();
  await page.getByRole('dialog', { name: 'Escolher o item' }).getByRole('button').nth(1).click();
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
  const { id } = await ask<{ id: string }>(player.page, 'POST', '/battles/create', body);
  await admin.open(`/admin/batalhas?estado=WAITING&aberta=${id}`);
  const drawer = drawerOf(admin.page);
  await drawer.getByRole('textbox', { name: /Motivo/ }).fill('Pedido de quem criou');
  await drawer.getByRole('button', { name: /^Cancelar e devolver/ }).click();
  await drawer.getByText('Cancelada, e as entradas devolvidas.').waitFor();
  assert.deepEqual(await admin.axe(), []);
}
