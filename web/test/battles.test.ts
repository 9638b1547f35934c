import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../api/src/platform/hot-store/test-support.ts';
import { momentOf, type ShowMoment } from '../src/shared/battles/show.ts';
import { type Journey, test } from './journey.ts';
import { holdClock } from './moments.ts';
import { ask } from './players.ts';
import { decideRolls, letBattleExpire, letDrawsComeSoon } from './staging.ts';
import { settled, type Visit } from './visits.ts';

const SEATS = 4;
const ROUNDS = 50;
const WATCHED_ROUND = 7;
const HOUR_MS = 3_600_000;

test('fifty rounds against bots are created, watched by a late visitor, and verified by everybody', async (journey) => {
  const { visit } = journey;
  const { page, faults, open, go, axe, setClock } = await heldPlayer(journey);
  await open('/batalhas');
  assert.deepEqual(await axe(), []);

  await page.getByRole('main').getByRole('link', { name: 'Criar batalha' }).click();
  await page.getByLabel('Buscar caixa').fill('PRIMEIRA');
  await page.getByRole('button', { name: /^Pôr Primeira Sorte/ }).click();
  const { id: caseId } = await caseOf(page, 'Primeira Sorte');
  await go(
    `/batalhas/nova?lugares=1x1x1x1&caixas=${Array(ROUNDS - 1)
      .fill(caseId)
      .join('-')}`,
  );
  await page.getByRole('button', { name: /^Pôr Primeira Sorte/ }).click();
  const cart = page.getByRole('complementary', { name: 'Sua batalha' });
  await cart.getByText(`${ROUNDS} rodadas`).waitFor();
  assert.equal(await cart.getByRole('button', { name: 'Uma rodada a mais de Primeira Sorte' }).isDisabled(), true);
  assert.deepEqual(await axe(), []);
  // Pressed twice before the page could disable it: it is created, and paid for, once.
  const create = cart.getByRole('button', { name: 'Criar e começar' });
  await create.and(page.locator(':enabled')).waitFor();
  let created = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/battles/create')) created += 1;
  });
  await page.evaluate(`{
    const create = [...document.querySelectorAll('aside button')].find(({ textContent }) => textContent === 'Criar e começar');
    for (let press = 0; press < 2; press += 1) create.click();
  }`);
  await page.getByRole('button', { name: 'Pular para o fim' }).waitFor();
  assert.equal(created, 1);
  const inShowMs = (await endOf(page, idOn(page))) + sinceOf({ phase: 'rest', round: WATCHED_ROUND }, ROUNDS, false);
  await setClock(inShowMs);
  await page.getByText(`Até a rodada ${WATCHED_ROUND}:`).waitFor();

  // A late viewer sees the same round as others, whatever their own clock says, or skips to the end.
  const late = await visit({ size: 'phone', language: 'en' });
  const setLateClock = await holdClock(late.page, HOUR_MS);
  await setLateClock(inShowMs);
  await late.open(new URL(page.url()).pathname);
  assert.deepEqual([await roundOn(page), await roundOn(late.page)], [WATCHED_ROUND, WATCHED_ROUND]);
  assert.equal(await hashesFit(late.page), true);
  assert.equal(await late.page.getByRole('heading', { name: 'Final score' }).count(), 0);
  assert.deepEqual(await late.axe(), []);
  assert.deepEqual(await late.cutOnPhone(), []);
  await skip(late.page);
  await late.page.getByRole('heading', { name: 'Final score' }).waitFor();
  await late.page.getByText(`${ROUNDS * SEATS} rolls verified in this browser`).waitFor();
  assert.equal(await late.page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
  await late.page.getByRole('main').getByRole('link', { name: 'Verify' }).first().click();
  await late.page.getByText(/comparisons, none differs/).waitFor();

  await skip(page);
  await page.getByText(`${ROUNDS * SEATS} rolagens conferidas neste navegador`).waitFor();
  await page.getByText('Com os hashes que este navegador viu antes do resultado.').waitFor();
  // The tick opens what those of other games open: steps, the verifier, the leaf of the public log.
  await page.getByRole('button', { name: 'Conferido neste navegador' }).click();
  const steps = page.getByRole('dialog', { name: 'Conferido neste navegador' });
  await steps.getByRole('link', { name: 'Abrir no verificador' }).waitFor();
  await steps.getByText(`Registro público: BATTLES/${idOn(page)}`).waitFor();
  await page.keyboard.press('Escape');
  await steps.waitFor({ state: 'detached' });
  assert.deepEqual([...faults, ...late.faults], []);

  // A visitor who follows a link to a private battle is asked to log in, and no request is refused.
  await late.go('/batalha/999999');
  await late.page.getByRole('heading', { name: 'This battle is not open to visitors' }).waitFor();
  assert.deepEqual(await late.axe(), []);
  assert.deepEqual(late.faults, []);
});

test('two play each other while a third watches: lists follow, the leader changes, and one more roll breaks the tie', async (journey) => {
  const { visit } = journey;
  const list = await visit({ size: 'phone', language: 'en' });
  const setClockOfList = await holdClock(list.page);
  await list.open('/batalhas');
  const players = await Promise.all([heldPlayer(journey), heldPlayer(journey), heldPlayer(journey)]);
  const [one, other, watcher] = players;
  const { id: caseId, draws } = await caseOf(one.page, 'Primeira Sorte');
  await decideRolls(journey.server, one, 1, draws);
  await decideRolls(journey.server, other, 1, draws.toReversed());
  await other.open('/batalhas');

  await one.open(`/batalhas/nova?caixas=${caseId}-${caseId}&bots=nao`);
  await one.page.getByRole('button', { name: 'Criar batalha' }).click();
  await one.page.getByText('Esperando jogadores').waitFor();
  const id = idOn(one.page);
  const row = list.page.getByRole('article').filter({ hasText: `#${id}` });
  await row.getByText('1 free seat').waitFor();
  // All filters but the modes are behind a button on a telephone.
  const order = list.page
    .getByRole('combobox', { name: 'Order' })
    .or(list.page.getByRole('textbox', { name: 'Order' }));
  assert.equal(await order.count(), 0);
  await list.page.getByRole('button', { name: 'Filters' }).click();
  await order.waitFor();
  await watcher.open(`/batalha/${id}`);
  await watcher.page.getByText('Vaga livre').waitFor();
  assert.deepEqual(await watcher.axe(), []);
  const entry = other.page.getByRole('article').filter({ hasText: `#${id}` });
  await entry.getByRole('link', { name: 'Entrar' }).click();
  await other.page.getByRole('button', { name: /^Entrar por/ }).click();
  await row.getByRole('link', { name: /^(Watch|See the result)$/ }).waitFor();
  const endMs = await endOf(watcher.page, id);
  await list.go('/batalhas?estado=over');
  await settled(list.page);
  assert.equal(await row.count(), 0);
  const showAll = (phase: ShowMoment['phase'], round = draws.length) =>
    Promise.all(players.map(({ setClock }) => setClock(endMs + sinceOf({ phase, round }, draws.length, true))));

  await showAll('rest', 1);
  for (const { page } of players) {
    await page.getByText('Até a rodada 1:').waitFor();
    await page.getByText('Líder', { exact: true }).waitFor();
    await page.locator('article small').filter({ hasText: /^−R\$/ }).waitFor();
  }
  await showAll('tie');
  for (const { page } of players) await page.getByRole('heading', { name: 'Empate!' }).waitFor();
  await showAll('over');
  for (const { page } of players) await page.getByRole('heading', { name: 'Placar final' }).waitFor();
  await watcher.page.getByText(/^Empate decidido por uma rolagem extra/).waitFor();
  const won = [one, other].map(({ page }) => page.getByRole('heading', { name: 'Você venceu a batalha!' }).count());
  assert.deepEqual((await Promise.all(won)).toSorted(), [0, 1]);
  await setClockOfList(endMs + HOUR_MS);
  // The battle has few rounds, because axe needs as long for two hundred rolls as the rest of the journey takes.
  await row.getByRole('link', { name: 'See the result' }).click();
  await list.page.getByRole('heading', { name: 'Final score' }).waitFor();
  assert.deepEqual(await list.axe(), []);
  for (const { faults } of [list, one, other, watcher]) assert.deepEqual(faults, []);
});

test('every mode, teams and the public draw come out as the server says', async (journey) => {
  const { page, open, go, axe, faults } = await heldPlayer(journey);
  const { id: caseId } = await caseOf(page, 'Primeira Sorte');
  const caseIds = Array(10).fill(caseId);
  const create = (more: object) => ask<{ id: string }>(page, 'POST', '/battles/create', { caseIds, ...more });
  const start = async (enter: typeof open, seatCount: number, more: object) => {
    const { id } = await create({ seatCount, ...more });
    await ask(page, 'POST', `/battles/${id}/add-bots`, { count: seatCount - 1 });
    await enter(`/batalha/${id}`);
  };
  const skipShow = async () => {
    await skip(page);
    await page.getByRole('heading', { name: 'Placar final' }).waitFor();
    await page.getByText(/rolagens conferidas neste navegador$/).waitFor();
  };

  await start(open, 3, { mode: 'CRAZY' });
  await skipShow();
  const totals = await scoresOn(page);
  assert.equal(totals.length, 3);
  assert.deepEqual(
    totals,
    totals.toSorted((one, next) => one - next),
  );

  await start(go, 2, { mode: 'TERMINAL' });
  await page.getByText('Só a última rodada conta: antes dela ninguém lidera.').waitFor();
  await skipShow();
  const terminal = await resultOn(page);
  assert.equal(await page.getByRole('heading', { name: 'Você venceu a batalha!' }).count(), terminal.isMine ? 1 : 0);

  await start(go, 4, { mode: 'NORMAL', isTeams: true });
  assert.equal(await page.getByText(/^Dupla [12]/).count(), 4);
  assert.deepEqual(await axe(), []);
  await skipShow();
  const team = await resultOn(page);
  await page.getByRole('heading', { name: `${team.names.join(' e ')} venceram a batalha` }).waitFor();

  // From the lobby, with what the public draw means before anybody pays.
  await letDrawsComeSoon(journey.server);
  const { id } = await create({ mode: 'SHARED', randomness: 'drand' });
  await go(`/batalhas?modo=SHARED&estado=free&sorteio=drand&caixa=${caseId}&ordem=filling`);
  const listed = page.getByRole('article').filter({ hasText: `#${id}` });
  await listed.waitFor();
  assert.deepEqual(await axe(), []);
  await page.getByText('1 × 1', { exact: true }).click();
  await page.waitForURL(/lugares=1x1/);
  await listed.getByRole('link', { name: 'Abrir' }).click();
  await page.getByRole('heading', { name: 'Sorteio público (drand)' }).waitFor();
  await page.getByRole('button', { name: 'Completar com 1 bot' }).click();
  // While nobody can know the round, the browser sees that everything else is in the log.
  await page.getByText(/^Lugares fechados às \d/).waitFor();
  await page.getByText(/^No registro público desde \d/).waitFor();
  await page.getByText(/^Rodada [\d.]+ do drand$/).waitFor();
  assert.deepEqual(await axe(), []);
  await page.getByText('Número sorteado').waitFor();
  await skipShow();
  await page.getByRole('heading', { name: 'Pote dividido por igual' }).waitFor();
  await page.getByText('Neste ambiente de testes o farol é nosso, e não o público do drand.').waitFor();
  assert.deepEqual(await axe(), []);
  assert.deepEqual(faults, []);
});

test('a private battle that nobody joins in time gives everything back; made again, its link shows it to anybody', async (journey) => {
  const { visit } = journey;
  const { page, open, axe, faults } = await player(journey);
  const { id: caseId } = await caseOf(page, 'Primeira Sorte');
  await open(`/batalhas/nova?modo=TERMINAL&caixas=${caseId}&bots=nao`);
  const isPrivate = page.getByRole('switch', { name: 'Privada, só com o link' });
  await isPrivate.click({ force: true });
  await page.getByRole('button', { name: 'Criar batalha' }).click();
  await page.getByRole('button', { name: 'Copiar o link do convite' }).waitFor();
  await letBattleExpire(journey.server, idOn(page));
  await page.getByRole('heading', { name: 'Esta batalha foi cancelada' }).waitFor();
  await page.getByText(/Nem todas as vagas foram ocupadas até o prazo\..+voltou inteira/).waitFor();
  assert.deepEqual(await axe(), []);

  await page.getByRole('link', { name: /^Recriar/ }).click();
  await page.getByRole('button', { name: /^Terminal/, pressed: true }).waitFor();
  assert.equal(await isPrivate.isChecked(), true);
  await page.getByRole('button', { name: 'Criar batalha' }).click();
  await page.getByRole('button', { name: 'Copiar o link do convite' }).waitFor();
  const { invitationCode } = await ask<{ invitationCode: string }>(page, 'GET', `/battles/${idOn(page)}`);
  const link = `/batalha/${idOn(page)}?codigo=${invitationCode}`;
  const invited = await player(journey);
  await invited.open(link);
  await invited.page.getByRole('button', { name: /^Entrar por/ }).click();
  for (const each of [page, invited.page]) {
    await skip(each);
    await each.getByRole('heading', { name: 'Placar final' }).waitFor();
  }
  const guest = await visit({ language: 'en' });
  await guest.open(link);
  await skip(guest.page);
  await guest.page.getByRole('heading', { name: 'Final score' }).waitFor();
  await guest.page.getByRole('main').getByRole('link', { name: 'Verify' }).first().click();
  await guest.page.getByText(/comparisons, none differs/).waitFor();
  assert.deepEqual([...faults, ...invited.faults, ...guest.faults], []);
});

async function player({ visit }: Journey): Promise<Visit> {
  const player = await visit();
  await player.logIn();
  return player;
}

async function heldPlayer(journey: Journey): Promise<Visit & { setClock(timeMs: number): Promise<void> }> {
  const player = await journey.visit();
  const setClock = await holdClock(player.page);
  await player.logIn();
  return { ...player, setClock };
}

/** When a battle that is full was decided, in milliseconds. */
async function endOf(page: Page, id: string): Promise<number> {
  let ended: string | null = null;
  await until(async () => {
    ended = (await ask<{ endedAt: string | null }>(page, 'GET', `/battles/${id}`)).endedAt;
    return ended !== null;
  });
  return Date.parse(ended ?? '');
}

/** The middle of a phase of the show, since the battle was decided. */
function sinceOf(wanted: Pick<ShowMoment, 'phase' | 'round'>, rounds: number, hasTie: boolean): number {
  for (let sinceMs = 0; ; ) {
    const { phase, round, nextInMs } = momentOf(sinceMs, rounds, hasTie);
    if (phase === wanted.phase && round === wanted.round) return sinceMs + (nextInMs ?? 0) / 2;
    sinceMs += nextInMs ?? assert.fail('the show has no such phase');
  }
}

interface DrawnItem {
  valueCentsBrl: string;
  hashRangeStart: number;
  hashRangeEnd: number;
}
type Draw = (roll: number) => boolean;

/** A case comes with its two likeliest items of different values, and a roll for each. */
async function caseOf(page: Page, name: string): Promise<{ id: string; draws: Draw[] }> {
  const { data } = await ask<{ data: { id: string; name: string }[] }>(page, 'GET', '/cases?limit=100');
  const id = data.find((each) => each.name === name)?.id ?? assert.fail(`there is no case ${name}`);
  const { items } = await ask<{ items: DrawnItem[] }>(page, 'GET', `/cases/${id}/items`);
  const widthOf = ({ hashRangeStart, hashRangeEnd }: DrawnItem) => hashRangeEnd - hashRangeStart;
  const [first, ...rest] = items.toSorted((one, other) => widthOf(other) - widthOf(one));
  const second = rest.find(({ valueCentsBrl }) => valueCentsBrl !== first?.valueCentsBrl);
  const drawOf = (item: DrawnItem | undefined) => (roll: number) =>
    item !== undefined && roll >= item.hashRangeStart && roll <= item.hashRangeEnd;
  return { id, draws: [drawOf(first), drawOf(second)] };
}

/** The show may end by itself meanwhile. */
async function skip(page: Page): Promise<void> {
  await page
    .getByText(/^(Pular para o fim|Skip to the end|Placar final|Final score)$/)
    .first()
    .waitFor();
  await page.evaluate(`for (const button of document.querySelectorAll('main button'))
    if (/^(Pular para o fim|Skip to the end)$/.test(button.textContent)) button.click()`);
}

const idOn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

const roundOn = async (page: Page): Promise<number> =>
  Number(/(\d+)\/\d+/.exec((await page.getByText(/^(Rodada|Round)\d+\/\d+$/).textContent()) ?? '')?.[1]);

/** Tells whether every hash of the arena is inside of its seat. */
const hashesFit = (page: Page): Promise<boolean> =>
  page.evaluate(`[...document.querySelectorAll('article button[title]')].every((button) =>
    button.getBoundingClientRect().right <= button.closest('article').getBoundingClientRect().right
      && button.scrollWidth <= button.clientWidth)`);

async function scoresOn(page: Page): Promise<number[]> {
  const lines = await page.getByRole('main').getByRole('listitem').filter({ hasText: /^\d+º/ }).allTextContents();
  return lines.map((line) => Number((/R\$\s?([\d.,]+)$/.exec(line)?.[1] ?? '').replaceAll(/[.,]/g, '')));
}

interface Outcome {
  seats: { isWinner: boolean; isBot: boolean; botName?: string; user: { username: string } | null }[];
}

async function resultOn(page: Page): Promise<{ names: string[]; isMine: boolean }> {
  const { seats } = await ask<Outcome>(page, 'GET', `/battles/${idOn(page)}`);
  const winners = seats.filter(({ isWinner }) => isWinner);
  return {
    names: winners.map(({ user, botName }) => user?.username ?? botName ?? ''),
    isMine: winners.some(({ isBot }) => !isBot),
  };
}
