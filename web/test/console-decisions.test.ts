import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../api/src/platform/hot-store/test-support.ts';
import { askForItems, depositOtherSums, logInAs, type Somebody, swapWithSite, withMoney } from './console-world.ts';
import { newAccount, test } from './journey.ts';
import { control } from './players.ts';
import type { WebServer } from './server.ts';
import { loseDelivery, proposeDecision, raiseSuspicions } from './staging.ts';
import { ADMINISTRATOR, settled, type Visit } from './visits.ts';

/** Opens a record, decides on it, and waits for the line that says so. */
async function decide({ page, go }: Visit, address: string, label: string, reason: string): Promise<void> {
  await go(address);
  const drawer = page.getByRole('complementary');
  const record = (await drawer.getAttribute('aria-label')) ?? '';
  await drawer.getByRole('textbox', { name: /^Motivo/ }).fill(reason);
  await drawer.getByRole('button', { name: new RegExp(`^${label}`) }).click();
  await page
    .getByRole('status')
    .filter({ hasText: `${record}: ${label}, em` })
    .waitFor();
}

/**
 * Newer records push the one that is open off the page of its list, as far as the page is told: what was typed beside it
 * stays, also while the record is asked for by its number.
 */
async function typeWhileOthersCome(
  { page, go }: Visit,
  server: WebServer,
  { address, list, id, row }: { address: string; list: string; id: string; row: RegExp },
): Promise<void> {
  await go(address);
  const reason = page.getByRole('complementary').getByRole('textbox', { name: /^Motivo/ });
  await reason.fill('Ainda escrevendo');
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/api${list}/${id}`, async (route) => {
    await answered;
    await route.continue();
  });
  await page.route(`**/api${list}?*`, async (route) => {
    const { data, meta } = (await (await route.fetch()).json()) as { data: { id: string }[]; meta: { total: number } };
    const others = data.filter((each) => each.id !== id);
    await route.fulfill({ json: { data: others, meta: { ...meta, total: meta.total + 20 } } });
  });
  // The socket says that queues have changed, once the server has seen the page and something came after that.
  await until(async () => {
    await askToDeposit(await logInAs(server, newAccount()));
    return (await page.getByRole('row', { name: row }).count()) === 0;
  });
  assert.equal(await reason.inputValue(), 'Ainda escrevendo');
  answer();
  await settled(page);
  assert.equal(await reason.inputValue(), 'Ainda escrevendo');
  for (const held of [`${list}/${id}`, `${list}?*`]) await page.unroute(`**/api${held}`);
}

async function askToDeposit(who: Somebody): Promise<void> {
  await who.ask('PUT', '/user/age-confirmation', { isAdult: true });
  await who.ask('POST', '/payment/deposit/initiate', { amountCents: 2_000 });
}

type Listed<Row> = { data: Row[] };
const recordsOf = async <Row>(admin: Somebody, path: string): Promise<Row[]> =>
  (await admin.ask<Listed<Row>>('GET', path)).data;
const balanceOf = async (who: Somebody) =>
  Number((await who.ask<{ balanceCents: string }>('GET', '/user/balance')).balanceCents);

test('an administrator credits a deposit whose sum differs and rejects another, and approves and rejects items', async ({
  server,
  visit,
}) => {
  // A seller who gives up while the other item is decided on would end the approved withdrawal.
  await control(server, 'market', { sellers: { successPercent: 100 } });
  const account = newAccount();
  const player = await withMoney(server, account, 20_000);
  await askForItems(player, account, 2);
  await depositOtherSums(server, player);
  const admin = await logInAs(server, ADMINISTRATOR);
  const visitor = await visit({ account: ADMINISTRATOR });
  await visitor.logIn();
  await decideDeposits(visitor, server, admin, player);
  await decideItems(visitor, admin, player);
  assert.deepEqual(visitor.faults, []);
});

async function decideDeposits(visitor: Visit, server: WebServer, admin: Somebody, player: Somebody): Promise<void> {
  const path = `/admin/deposits?userId=${player.userId}&needsDecision=true`;
  type Deposit = { id: string; status: string; decisionReason: string | null };
  let waiting: Deposit[] = [];
  await until(async () => {
    waiting = await recordsOf<Deposit>(admin, path);
    return waiting.length === 2;
  });
  const [second, first] = waiting;
  assert.ok(first && second);
  const before = await balanceOf(player);
  await visitor.open(`/admin/depositos?userId=${player.userId}&aberto=${first.id}`);
  await visitor.page.getByText('O valor é outro').waitFor();
  assert.deepEqual(await visitor.axe(), []);
  const address = `/admin/depositos?userId=${player.userId}&aberto=`;
  await typeWhileOthersCome(visitor, server, {
    address: `${address}${first.id}`,
    list: '/admin/deposits',
    id: first.id,
    row: new RegExp(`#${first.id} `),
  });
  await decide(visitor, `${address}${first.id}`, 'Creditar', 'Comprovante conferido, chamado 51');
  assert.equal((await balanceOf(player)) - before, 7_500);
  await decide(visitor, `${address}${second.id}`, 'Rejeitar', 'Pix de terceiro');
  const after = await recordsOf<Deposit>(admin, `/admin/deposits?userId=${player.userId}&limit=2`);
  assert.deepEqual(
    after.map(({ status, decisionReason }) => [status, decisionReason]),
    [
      ['REJECTED', 'Pix de terceiro'],
      ['CONFIRMED', 'Comprovante conferido, chamado 51'],
    ],
  );
  await visitor.page.getByText('Nada por aqui').waitFor();
}

async function decideItems(visitor: Visit, admin: Somebody, player: Somebody): Promise<void> {
  type Withdrawal = { id: string; status: string; failureReason: string | null };
  const path = `/admin/skin-withdrawals?userId=${player.userId}`;
  const [second, first] = await recordsOf<Withdrawal>(admin, path);
  assert.ok(first && second);
  const address = `/admin/retiradas?userId=${player.userId}&aberto=`;
  await visitor.go(`${address}${first.id}`);
  await visitor.page.getByText(/^Aprovar olha o preço de novo/).waitFor();
  assert.deepEqual(await visitor.axe(), []);
  await decide(visitor, `${address}${first.id}`, 'Aprovar e comprar', 'Conferido com o jogador');
  await decide(visitor, `${address}${second.id}`, 'Rejeitar e liberar', 'Conta nova, sem depósitos');
  const [rejected, approved] = await recordsOf<Withdrawal>(admin, path);
  assert.ok(approved && ['PENDING', 'WAITING_SELLER', 'TRADE_SENT', 'COMPLETED'].includes(approved.status));
  assert.match(`${rejected?.status} ${rejected?.failureReason}`, /^(CANCELLED|FAILED) Conta nova, sem depósitos$/);
  await visitor.go(`${address}${first.id}`);
  await visitor.page.getByRole('complementary', { name: new RegExp(`^Retirada nº ${first.id} `) }).waitFor();
}

test('the search leads to people and records; items, sessions, suspicions and suspensions of a person are dealt with', async ({
  server,
  visit,
}) => {
  const account = newAccount();
  const player = await withMoney(server, account, 20_000);
  await askForItems(player, account, 1);
  await raiseSuspicions(server, player.userId);
  const admin = await logInAs(server, ADMINISTRATOR);
  const visitor = await visit({ account: ADMINISTRATOR });
  const { page, open, go, logIn, axe, faults } = visitor;
  await logIn();
  await open('/admin/alertas');
  await search(page, account, new RegExp(`${account}$`));
  await page.waitForURL(`**/admin/usuarios/${player.userId}`);
  await page.getByRole('heading', { name: player.name }).waitFor();
  await page.getByRole('link', { name: 'Inventário', exact: true }).click();
  await page.getByRole('row', { name: /Em retirada/ }).waitFor();
  await settled(page);
  assert.deepEqual(await axe(), []);

  await page.getByRole('link', { name: 'Razão', exact: true }).click();
  await page.getByRole('columnheader', { name: 'Saldo depois' }).waitFor();
  const { balanceCents } = await player.ask<{ balanceCents: string }>('GET', '/user/balance');
  await page
    .getByRole('row')
    .nth(1)
    .getByText(reais(Number(balanceCents)))
    .waitFor();

  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name: /^Encerrar sessões/ }).click();
  await page.getByRole('textbox', { name: /^Motivo/ }).fill('Aparelho perdido, chamado 61');
  await page.getByRole('complementary').getByRole('button', { name: 'Encerrar sessões' }).click();
  await page.getByText(/Encerrar sessões, em/).waitFor();
  await assert.rejects(player.ask('GET', '/user/balance'), /401/);

  const [withdrawal] = await recordsOf<{ id: string }>(admin, `/admin/skin-withdrawals?userId=${player.userId}`);
  await search(page, String(withdrawal?.id), new RegExp(`^Retirada ${withdrawal?.id} `));
  await page.getByRole('complementary', { name: new RegExp(`^Retirada nº ${withdrawal?.id} `) }).waitFor();

  const suspicions = await recordsOf<{ id: string; userId: string }>(admin, '/admin/fraud/suspects?limit=100');
  const own = suspicions.find(({ userId }) => userId === player.userId);
  await go(`/admin/suspeitas?aberto=${own?.id}`);
  await page
    .getByText(/^mesmo endereço que \d+ contas$/)
    .first()
    .waitFor();
  assert.deepEqual(await axe(), []);
  await typeWhileOthersCome(visitor, server, {
    address: `/admin/suspeitas?aberto=${own?.id}`,
    list: '/admin/fraud/suspects',
    id: String(own?.id),
    row: new RegExp(player.name),
  });
  await decide(visitor, `/admin/suspeitas?aberto=${own?.id}`, 'Marcar como vista', 'Lan house, conferido');
  await go('/admin/suspeitas?status=REVIEWED');
  await page.getByRole('row', { name: new RegExp(player.name) }).waitFor();

  await go(`/admin/suspensoes?aberto=${player.userId}`);
  await page.getByText('The delivery was reversed').first().waitFor();
  assert.deepEqual(await axe(), []);
  await decide(visitor, `/admin/suspensoes?aberto=${player.userId}`, 'Levantar a suspensão', 'A Steam confirmou');
  const suspended = await recordsOf<{ userId: string }>(admin, '/admin/skin-withdrawals/suspensions?limit=100');
  assert.equal(
    suspended.some(({ userId }) => userId === player.userId),
    false,
  );
  assert.deepEqual(faults, []);
});

async function search(page: Page, typed: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: /^Usuário, saque/ }).fill(typed);
  await page.getByRole('option', { name: option }).click();
}

const reais = (cents: number) =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(cents / 100);

test('the item of a swap that never came is taken back with its sum, or left', async ({ server, visit }) => {
  const player = await withMoney(server, newAccount(), 40_000);
  const [taken, left] = [await lostSwap(server, player), await lostSwap(server, player)];
  const visitor = await visit({ account: ADMINISTRATOR });
  await visitor.logIn();
  const address = `/admin/trocas?userId=${player.userId}&aberto=`;
  await visitor.open(`${address}${taken}`);
  await visitor.page.getByText('A compra não terminou').first().waitFor();
  const { name } = await proposed(server, taken, player);
  await visitor.go(`${address}${taken}`);
  await visitor.page
    .getByText(new RegExp(`${name} propôs .*: Decidir uma troca.*: tomar o item e devolver\\.`))
    .waitFor();
  assert.deepEqual(await visitor.axe(), []);
  const before = await balanceOf(player);
  await decide(visitor, `${address}${taken}`, 'Tomar o item e devolver', 'O mercado devolveu o dinheiro');
  assert.ok((await balanceOf(player)) > before);
  await decide(visitor, `${address}${left}`, 'Deixar como está', 'A casa arca, chamado 71');
  const admin = await logInAs(server, ADMINISTRATOR);
  type Swap = { resolution: string; decisionReason: string };
  const decided = await recordsOf<Swap>(admin, `/admin/site-swaps/undelivered?userId=${player.userId}`);
  assert.deepEqual(
    decided.map(({ resolution, decisionReason }) => [resolution, decisionReason]),
    [
      ['LEFT', 'A casa arca, chamado 71'],
      ['TAKEN_BACK', 'O mercado devolveu o dinheiro'],
    ],
  );
  assert.deepEqual(visitor.faults, []);
});

async function lostSwap(server: WebServer, player: Somebody): Promise<string> {
  const id = await swapWithSite(player);
  await loseDelivery(server, id);
  return id;
}

/** Somebody else has proposed to take the item of a swap back. */
async function proposed(server: WebServer, swapId: string, { userId: ownerId }: Somebody): Promise<Somebody> {
  const proposer = await logInAs(server, newAccount());
  const decision = { entityType: 'site-swap', entityId: swapId, action: 'decide', content: 'TAKEN_BACK', ownerId };
  await proposeDecision(server, decision, proposer.userId);
  return proposer;
}
