import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { test } from './journey.ts';
import { endReels, holdReels, letMove } from './moments.ts';
import { ask, control, openCase } from './players.ts';
import { letOrdersBeLookedFor } from './staging.ts';
import { ADMINISTRATOR } from './visits.ts';

/** Ana Beatriz Lopes, on the list of the sandbox's Steam. */
const ANA = '76561198000000003';

test('a raffle is bought many tickets at once, closes, is drawn while one watches, and is checked', async ({
  visit,
}) => {
  const admin = await visit({ account: ADMINISTRATOR });
  await admin.logIn();
  const raffle = await createRaffle(admin.page, { tickets: 12, prizes: 2 });
  // An administrator does not take part in what they have published.
  const ana = await visit({ account: ANA });
  await ana.logIn();
  await ask(ana.page, 'POST', `/raffle/${raffle.id}/buy`, { quantity: 7 });

  const { page, faults, open, logIn, axe } = await visit({ size: 'phone', language: 'en' });
  await open('/rifas');
  assert.deepEqual(await axe(), []);
  await page.getByRole('link', { name: new RegExp(raffle.name) }).click();
  await page.getByRole('button', { name: 'Log in to buy' }).waitFor();
  await logIn();
  await open(`/rifa/${raffle.id}`);
  await page.getByText('7 of 12 tickets').waitFor();
  await page.getByRole('button', { name: 'Max.' }).click();
  await page.getByText('41.67 %').waitFor();
  await page.getByRole('button', { name: /^Buy 5/ }).click();
  // The last ticket closes the sales.
  await page.getByText('Sales are closed.').waitFor();
  await page.getByRole('list', { name: 'The numbers of your tickets' }).getByText('12', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Ana Beatriz Lopes' }).waitFor();
  assert.deepEqual(await axe(), []);

  await letMove(page, true);
  await holdReels(page);
  await ask(admin.page, 'POST', `/raffle/${raffle.id}/draw`);
  const draw = page.getByRole('region', { name: 'Live draw' });
  await draw.getByRole('heading', { name: 'Drawing prize 1 of 2' }).waitFor();
  await draw.getByText('12 tickets are in the draw').waitFor();
  // No winner is told before their prize is shown.
  assert.equal(await page.getByText('Won by').count(), 0);
  await endReels(page);
  await draw.getByRole('heading', { name: 'Drawing prize 2 of 2' }).waitFor();
  assert.equal(await page.getByText('Won by').count(), 1);
  await draw.getByRole('button', { name: 'Skip' }).click();
  // Nobody wins twice, so each of the two has one.
  await page.getByRole('heading', { name: /^You won:/ }).waitFor();
  await letMove(page, false);
  assert.equal(await page.getByText('Won by').count(), 2);
  await page.getByText('with the hashes that it had seen before').waitFor();
  assert.deepEqual(await axe(), []);
  await page.getByRole('button', { name: 'Verified in this browser' }).last().click();
  const steps = page.getByRole('dialog');
  await steps.getByText('In the draw', { exact: true }).waitFor();
  await steps.getByRole('link', { name: 'Open in the verifier' }).click();
  await page.getByRole('heading', { name: 'It is right' }).waitFor();

  await admin.open(`/rifa/${raffle.id}`);
  await admin.page.getByText('chegou aos mesmos ganhadores').waitFor();
  await holdReels(admin.page);
  await admin.page.getByRole('button', { name: 'Ver o sorteio de novo' }).click();
  await admin.page.getByRole('heading', { name: 'Sorteando o prêmio 1 de 2' }).waitFor();
  assert.deepEqual([...faults, ...admin.faults, ...ana.faults], []);
});

test('tiers of the event are claimed, and its tokens are shot with the odds in plain sight', async ({ visit }) => {
  const { page, faults, open, logIn, axe } = await visit({ size: 'phone', language: 'en' });
  await open('/evento');
  await page.getByRole('heading', { name: 'Temporada de Abertura' }).waitFor();
  assert.deepEqual(await axe(), []);
  await logIn();
  await open('/evento');
  assert.equal(await page.getByRole('button', { name: /^Shoot/ }).isEnabled(), false);
  await openCase(page, 'Calçadão', 4);
  await page.getByRole('button', { name: 'Claim 250 tokens' }).click();
  await page.getByRole('img', { name: 'Claimed' }).waitFor();
  await page.getByRole('button', { name: 'Case of 500 tokens' }).click();
  await page.getByRole('heading', { name: 'Prizes of the shot of 500' }).waitFor();
  const chances = await page.locator('tbody td:nth-of-type(2)').allTextContents();
  const sum = chances.reduce((total, chance) => total + Number.parseFloat(chance), 0);
  assert.ok(Math.abs(sum - 100) < 0.01, `the chances are ${chances.join(', ')}`);
  await page.getByRole('button', { name: 'Shoot · 500 tokens' }).click();
  await page.getByText(/^You won:/).waitFor();
  await page.getByRole('button', { name: 'Verified in this browser' }).first().click();
  await page.getByRole('dialog').getByText('Commitment').waitFor();
  assert.deepEqual(await axe(), []);
  assert.deepEqual(faults, []);
});

test('offers between two people: accepted, declined, withdrawn, and of something that is gone', async ({ visit }) => {
  const [one, other] = [await visit(), await visit({ size: 'phone', account: ANA })];
  await one.logIn();
  await one.open('/trocas');
  await other.logIn();
  await other.open('/trocas?aba=public');
  const creator = (await ask<{ user: { username: string } }>(one.page, 'GET', '/auth/session')).user.username;
  const { openings } = await openCase(one.page, 'Primeira Sorte', 5);
  const acceptorId = (await ask<{ user: { id: string } }>(other.page, 'GET', '/auth/session')).user.id;
  const [theirs, given] = (await openCase(other.page, 'Primeira Sorte', 2)).openings;
  assert.ok(theirs !== undefined && given !== undefined);

  // To everybody, made by the page; the other sees what it means and accepts.
  await one.page.getByRole('button', { name: 'Criar oferta' }).click();
  const making = one.page.getByRole('dialog', { name: 'Criar oferta' });
  await making.getByRole('button', { name: 'Escolher itens' }).click();
  const items = one.page.getByRole('dialog', { name: 'Seus itens' });
  await items.locator('article button').first().click();
  // The key closes the inventory, and neither it nor a click beside the form takes what was chosen.
  await one.page.keyboard.press('Escape');
  await items.waitFor({ state: 'detached' });
  await one.page.mouse.click(5, 5);
  await making.getByRole('button', { name: /^Tirar / }).waitFor();
  await making.getByRole('button', { name: 'Oferecer' }).click();
  await making.waitFor({ state: 'detached' });
  await other.go('/trocas?aba=public');
  const offer = other.page.getByRole('article').filter({ hasText: creator });
  await offer.getByText(/^Você ganha/).waitFor();
  assert.deepEqual(await other.axe(), []);
  await offer.getByRole('button', { name: 'Aceitar' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Aceitar' }).click();
  await other.page.getByText('Troca feita.').waitFor();
  await one.go('/trocas?aba=mine');
  await one.page.getByText('Aceita', { exact: true }).waitFor();

  // The offer goes to one person found by name, who sees it at once and declines; the sender sees that at once.
  await other.go('/trocas?aba=mine');
  await one.page.getByRole('button', { name: 'Criar oferta' }).click();
  await making.getByRole('button', { name: 'Escolher itens' }).click();
  await items.locator('article button').first().click();
  await items.getByRole('button', { name: 'Pronto' }).click();
  await making.getByRole('searchbox', { name: /^Buscar uma pessoa/ }).fill('ana be');
  await making.getByRole('button', { name: 'Ana Beatriz Lopes' }).click();
  assert.deepEqual(await one.axe(), []);
  await making.getByRole('button', { name: 'Oferecer' }).click();
  await other.page.getByRole('button', { name: 'Recusar' }).click();
  // Both lists have it, so only one button accepts the next offer.
  for (const { page } of [one, other]) await page.getByText('Recusada', { exact: true }).waitFor();

  // Withdrawn while the other takes a last look.
  const left = await availableOf(
    one.page,
    openings.map(({ inventoryItemId }) => inventoryItemId),
  );
  await ask(one.page, 'POST', '/swap', { inventoryItemIds: [left[1]], acceptorId });
  await other.page.getByRole('button', { name: 'Aceitar' }).click();
  const look = other.page.getByRole('dialog', { name: 'Última olhada' });
  await look.getByRole('button', { name: 'Aceitar' }).waitFor();
  await one.go('/trocas?aba=mine');
  await one.page.getByRole('button', { name: 'Cancelar oferta' }).click();
  await one.page.getByText('Cancelada', { exact: true }).waitFor();
  await look.getByText('Esta oferta não está mais aberta.').waitFor();
  assert.equal(await look.getByRole('button', { name: 'Aceitar' }).isEnabled(), false);
  await look.getByRole('button', { name: 'Cancelar' }).click();
  await other.page.getByText('Cancelada', { exact: true }).waitFor();

  // The other player is told that the lookup failed and then presses twice: the offer is accepted once.
  const asked = await ask<{ items: { id: string; itemId: string }[] }>(other.page, 'GET', '/inventory?limit=50');
  const givenItemId = asked.items.find(({ id }) => id === given.inventoryItemId)?.itemId;
  await ask(one.page, 'POST', '/swap', { inventoryItemIds: [left[2]], askedItemIds: [givenItemId], acceptorId });
  await other.page.getByRole('button', { name: 'Aceitar' }).click();
  await acceptTwice(other.page, look);
  assert.deepEqual(
    other.faults.splice(0).map((fault) => /status of 503/.test(fault)),
    [true],
  );

  const itemId = asked.items.find(({ id }) => id === theirs.inventoryItemId)?.itemId;
  await ask(one.page, 'POST', '/swap', { inventoryItemIds: [left[1]], askedItemIds: [itemId], acceptorId });
  await other.page.getByRole('button', { name: 'Aceitar' }).click();
  await look.getByRole('button', { name: 'Aceitar' }).waitFor();
  // Read anew: what came by the offer before may be of the same kind.
  const held = await ask<typeof asked>(other.page, 'GET', '/inventory?status=AVAILABLE&limit=50');
  for (const { id } of held.items.filter((item) => item.itemId === itemId)) {
    await ask(other.page, 'DELETE', `/inventory/${id}/sell`);
  }
  await look.getByRole('button', { name: 'Aceitar' }).click();
  await look.getByText(`Você não tem ${theirs.item.name} disponível.`).waitFor();
  assert.deepEqual(await one.axe(), []);
  assert.deepEqual([...one.faults, ...other.faults], []);
});

test('a swap with the house is tried again where it was refused, waits where its purchase is not known, and is settled by itself', async ({
  visit,
  server,
}) => {
  const { page, faults, open, logIn, axe } = await visit();
  await logIn();
  await open('/trocas');
  await openCase(page, 'Calçadão', 2);
  /** Each swap has another target, because the next of a bought kind may be dearer than the list still says. */
  const swapOne = async (choose: () => Promise<unknown>) => {
    const { totalAvailableCount } = await ask<{ totalAvailableCount: number }>(page, 'GET', '/inventory');
    await page.getByRole('button', { name: 'Escolher itens' }).click();
    const items = page.getByRole('dialog', { name: 'Seus itens' });
    await items.locator('article button').nth(totalAvailableCount).waitFor({ state: 'detached' });
    await items.locator('article button').first().click();
    await items.getByRole('button', { name: 'Pronto' }).click();
    await page.getByText(/^R\$/).first().waitFor();
    await choose();
    await page.getByRole('img', { name: /do que você entrega/ }).waitFor();
    await page.getByRole('button', { name: 'Confirmar troca' }).click();
  };
  // The dearest of all are listed until the list has come that is within what is given.
  const targets = page.locator('main button[aria-pressed=false]').filter({ has: page.getByText(/^(100|\d\d?)\s%$/) });
  // The market first refuses; then it buys, and its answer is lost. No seller gives up before the next question.
  await control(server, 'market', {
    sellers: { successPercent: 100 },
    faults: [
      { fault: 'refusal', message: 'Item sold', path: 'buy-one-p2p-name', times: 1 },
      { fault: 'cut-off', path: 'buy-one-p2p-name', times: 1, moment: 'after' },
    ],
  });
  await swapOne(() => targets.nth(1).click());
  await page.getByRole('alert').getByText('O mercado recusou.').waitFor();
  assert.deepEqual(await axe(), []);
  // The choice is still there, as is what it means.
  await page.getByRole('button', { name: 'Confirmar troca' }).click();
  await page.getByRole('status').getByText('Esperando a compra').waitFor();
  assert.deepEqual(await axe(), []);
  const cheaper = await cheaperTarget(page);
  await swapOne(async () => {
    await page.getByLabel('Buscar o que você quer').fill(cheaper);
    await targets.filter({ has: page.getByTitle(cheaper, { exact: true }) }).click();
  });
  const outcome = page.getByRole('status').filter({ hasText: 'Concluída' });
  await outcome.waitFor();
  const { data } = await ask<{ data: { creditedCents: string }[] }>(page, 'GET', '/swap/site?limit=1');
  const credited = data[0]?.creditedCents ?? '0';
  assert.notEqual(credited, '0');
  await outcome.getByText(new RegExp(`A diferença de ${reais(credited).source} voltou`)).waitFor();
  // Asked by its number, the market says that it has sold it.
  await letOrdersBeLookedFor(server);
  await page.getByText('Esperando a compra').first().waitFor({ state: 'detached' });
  await page.getByText('Concluída').nth(2).waitFor();
  assert.deepEqual(faults, []);
});

test('people: what one has played oneself, what protects who plays, and what others see', async ({ visit }) => {
  const { page, faults, open, go, logIn, axe } = await visit();
  await open('/estatisticas');
  await page.getByRole('button', { name: /^18\+/ }).click();
  const panel = page.getByRole('dialog', { name: 'Jogo responsável' });
  await panel.getByText(/^Entre para ver/).waitFor();
  await panel.getByRole('button', { name: 'Fechar' }).click();
  await panel.waitFor({ state: 'detached' });
  await logIn();
  await openCase(page, 'Primeira Sorte', 3);
  await open('/estatisticas?dias=7');
  await page.getByRole('img', { name: /^Gráfico do apostado e do ganho/ }).waitFor();
  await page.getByRole('row', { name: /^Caixas 3 / }).waitFor();
  assert.deepEqual(await axe(), []);

  const { wageredCents, lostCents } = await ask<{ wageredCents: string; lostCents: string }>(
    page,
    'GET',
    '/user/stats/session',
  );
  await page.getByRole('button', { name: /^18\+/ }).click();
  const session = panel.getByRole('region', { name: 'Nesta sessão' });
  await session.getByText(reais(wageredCents)).first().waitFor();
  await session
    .getByText(reais(lostCents.replace('-', '')))
    .first()
    .waitFor();
  await session.getByRole('timer').getByText(/min$/).waitFor();
  assert.deepEqual(await axe(), []);
  await panel.getByRole('link', { name: 'Definir limites' }).click();
  await page.waitForURL(/\/carteira\?aba=limites/);

  // Wins are shown live on the games, with a link to the winner.
  await go('/rifas');
  await page.getByRole('region', { name: 'O que acabou de sair' }).getByRole('link').first().click();
  await page.waitForURL(/\/jogador\/\d+$/);
  await page.getByText(/^Joga aqui desde/).waitFor();
  const { user } = await ask<{ user: { id: string; username: string } }>(page, 'GET', '/auth/session');
  const visitor = await visit({ size: 'phone', language: 'en' });
  await visitor.open(`/jogador/${user.id}`);
  await visitor.page.getByRole('heading', { name: user.username }).waitFor();
  await visitor.page.getByText('3 plays').waitFor();
  assert.deepEqual(await visitor.axe(), []);
  assert.deepEqual([...faults, ...visitor.faults], []);
});

/** As pages write it, with whatever space stands behind the sign. */
const reais = (cents: string): RegExp =>
  new RegExp(`R\\$\\s${(Number(cents) / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2 })}`);

interface MadeRaffle {
  id: string;
  name: string;
}

/** A raffle that is drawn by the seeds of the server, as an administrator makes it. */
async function createRaffle(page: Page, { tickets, prizes }: { tickets: number; prizes: number }): Promise<MadeRaffle> {
  const query = `/upgrade/targets?limit=${prizes}`;
  const { data } = await ask<{ data: { id: string; imageUrl: string }[] }>(page, 'GET', query);
  return ask<MadeRaffle>(page, 'POST', '/admin/raffles', {
    name: 'Rifa Relâmpago',
    description: 'Acaba quando acaba.',
    imageUrl: data[0]?.imageUrl,
    ticketPriceCents: '100',
    maxTickets: tickets,
    randomness: 'server',
    prizes: data.map(({ id }, displayOrder) => ({ displayOrder, itemId: id })),
  });
}

/** Returns the name of an item that costs at most nine tenths of the player's dearest item. */
async function cheaperTarget(page: Page): Promise<string> {
  const dearest = '/inventory?status=AVAILABLE&sortBy=value&limit=1';
  const { items } = await ask<{ items: { itemValueCents: string }[] }>(page, 'GET', dearest);
  const mostCents = Math.floor(Number(items[0]?.itemValueCents) * 0.9);
  const targets = `/swap/targets?maxValueCents=${mostCents}&sortOrder=desc&limit=1`;
  const { data } = await ask<{ data: { name: string }[] }>(page, 'GET', targets);
  return data[0]?.name ?? '';
}

/** The first request fails. The second waits until the journey has seen that nothing can be pressed meanwhile. */
async function acceptTwice(page: Page, look: Locator): Promise<void> {
  const accept = look.getByRole('button', { name: 'Aceitar' });
  const failing = { status: 503, json: { statusCode: 503, code: 'SERVICE_UNAVAILABLE', message: 'Tente mais tarde.' } };
  const looks = '**/api/inventory?*';
  await page.route(looks, (route) => route.fulfill(failing), { times: 1 });
  await accept.click();
  await look.getByRole('alert').getByText('Tente mais tarde.').waitFor();

  const seen = Promise.withResolvers<void>();
  await page.route(looks, async (route) => {
    await seen.promise;
    await route.continue();
  });
  let accepted = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT') accepted += 1;
  });
  await accept.dblclick();
  await look.locator('button:disabled').waitFor();
  seen.resolve();
  await page.getByText('Troca feita.').waitFor();
  await page.unroute(looks);
  await page.keyboard.press('Escape');
  await look.waitFor({ state: 'detached' });
  await page.getByText('Aceita', { exact: true }).nth(1).waitFor();
  assert.equal(accepted, 1);
}

async function availableOf(page: Page, ids: readonly string[]): Promise<string[]> {
  const { items } = await ask<{ items: { id: string }[] }>(page, 'GET', '/inventory?status=AVAILABLE&limit=50');
  return items.map(({ id }) => id).filter((id) => ids.includes(id));
}
