import vectors from '../../fairness/vectors/rolls.json' with { type: 'json' };
import { CONSOLE_STOPS } from './console-stops.ts';
import { logInAs } from './console-world.ts';
import { ask, fillInventory, openCase } from './players.ts';
import type { WebServer } from './server.ts';
import type { TourStop } from './tour-stop.ts';
import { ADMINISTRATOR, type Visit } from './visits.ts';
import { WALLET_STOPS } from './wallet-stops.ts';

const ROLL_MAX = 10_000_000;

/** From the creator into the arena, until its first round is known. */
async function startBattle({ page }: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Criar e começar' }).click();
  await page.getByText(/Até a rodada \d+:/).waitFor();
}

/** Three items of the player's own, and a target of twice their value. */
async function chooseUpgrade(visit: Visit): Promise<void> {
  const { page, open } = visit;
  await openCase(page, 'Neon', 3);
  await open('/upgrade');
  await page.getByRole('button', { name: 'Escolher itens' }).click();
  for (const place of [0, 1, 2]) await page.getByRole('dialog').locator('article button').nth(place).click();
  await page.getByRole('button', { name: 'Pronto' }).click();
  await page.getByRole('button', { name: /^×2/ }).click();
  await page.getByText(/Chance exata/).waitFor();
}

async function buyOut({ page, open }: Visit, server: WebServer): Promise<void> {
  const admin = await logInAs(server, ADMINISTRATOR);
  const { data } = await admin.ask<{ data: { id: string; imageUrl: string }[] }>('GET', '/admin/items?limit=1');
  const { id } = await admin.ask<{ id: string }>('POST', '/admin/raffles', {
    name: 'Rifa da sexta',
    description: 'Um item.',
    imageUrl: data[0]?.imageUrl,
    ticketPriceCents: '100',
    maxTickets: 5,
    prizes: [{ displayOrder: 0, itemId: data[0]?.id }],
  });
  await ask(page, 'POST', `/raffle/${id}/buy`, { quantity: 5 });
  await open(`/rifa/${id}`);
  await page.getByRole('timer').first().waitFor();
}

/** A link to the verifier brings the first roll of a case among the vectors. */
function verifiedRoll(): URLSearchParams {
  const found = vectors.find(({ max, serverSeed }) => max === ROLL_MAX && serverSeed.length === 64);
  if (found === undefined) throw new Error('No vector is a roll of a case');
  const { serverSeed, serverSeedHash: hash, clientSeed, nonce, roll } = found;
  return new URLSearchParams({ game: 'roll', serverSeed, hash, clientSeed, nonce: `${nonce}`, roll: `${roll}` });
}

/** The pages that `npm run tour` takes pictures of. */
export const TOUR_STOPS: readonly TourStop[] = [
  { name: 'home-visitor', path: '/', as: 'visitor' },
  {
    name: 'home',
    path: '/',
    as: 'player',
    prepare: async (visit, server) => {
      await fillInventory(visit, server);
      await visit.open('/');
    },
  },
  { name: 'case-visitor', path: '/caixa/mare-alta', as: 'visitor' },
  { name: 'case', path: '/caixa/mare-alta', as: 'player' },
  { name: 'case-spinning', path: '/caixa/mare-alta', as: 'player', prepare: spin, isMoving: true },
  {
    name: 'case-won',
    path: '/caixa/mare-alta',
    as: 'player',
    prepare: async (visit) => {
      await spin(visit);
      await visit.page.getByRole('button', { name: 'Pular' }).click();
      await visit.page.getByRole('button', { name: 'Conferido neste navegador' }).waitFor();
    },
  },
  {
    name: 'case-won-ten',
    path: '/caixa/primeira-sorte',
    as: 'player',
    prepare: async ({ page }) => {
      await page.getByText('10', { exact: true }).click();
      await page.getByRole('button', { name: /^Abrir 10 ·/ }).click();
      await page.getByRole('button', { name: 'Pular' }).click();
      await page.getByRole('heading', { name: '10 itens' }).waitFor();
    },
  },
  { name: 'battles', path: '/batalhas', as: 'visitor' },
  { name: 'battle-create', path: '/batalhas/nova?modo=NORMAL&lugares=1x1x1x1&caixas=1-1-2-3', as: 'player' },
  {
    name: 'battle-arena',
    path: '/batalhas/nova?modo=NORMAL&lugares=1x1x1x1&caixas=1-1-2-3',
    as: 'player',
    prepare: startBattle,
  },
  {
    name: 'battle-won',
    path: '/batalhas/nova?modo=NORMAL&lugares=1x1&caixas=1-1-2-3',
    as: 'player',
    prepare: async (visit) => {
      await startBattle(visit);
      await visit.page.getByRole('button', { name: 'Pular para o fim' }).click();
      await visit.page.getByRole('heading', { name: 'Placar final' }).waitFor();
    },
  },
  {
    name: 'battle-lobby',
    path: '/batalhas/nova?modo=TERMINAL&lugares=2x2&caixas=1-2-1&bots=nao&privada=sim&sorteio=drand',
    as: 'player',
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: 'Criar batalha' }).click();
      await page.getByRole('button', { name: 'Copiar o link do convite' }).waitFor();
    },
  },
  {
    name: 'battle-fifty',
    path: `/batalhas/nova?lugares=2x2&caixas=${Array(50).fill('1').join('-')}`,
    as: 'player',
    prepare: startBattle,
  },
  {
    name: 'battle-drand',
    path: '/batalhas/nova?modo=SHARED&lugares=1x1x1&caixas=1-2&sorteio=drand',
    as: 'player',
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: 'Criar e começar' }).click();
      await page.getByRole('heading', { name: 'Placar final' }).waitFor();
    },
  },
  { name: 'battles-over', path: '/batalhas?estado=over', as: 'player' },
  { name: 'verifier', path: '/verificar', as: 'visitor' },
  {
    name: 'verifier-result',
    path: `/verificar#${verifiedRoll()}`,
    as: 'visitor',
    prepare: async ({ page }) => {
      await page.getByRole('heading', { name: 'Confere', exact: true }).waitFor();
    },
  },
  { name: 'upgrade-visitor', path: '/upgrade', as: 'visitor' },
  { name: 'upgrade', path: '/upgrade', as: 'player' },
  { name: 'upgrade-chosen', path: '/upgrade', as: 'player', prepare: chooseUpgrade },
  {
    name: 'upgrade-played',
    path: '/upgrade',
    as: 'player',
    prepare: async (visit) => {
      await chooseUpgrade(visit);
      await visit.page.getByRole('button', { name: 'Fazer upgrade' }).click();
      await visit.page.getByRole('button', { name: 'Pular' }).click();
      await visit.page
        .getByText(/^(Ganhou|Perdeu)$/)
        .first()
        .waitFor();
    },
  },
  { name: 'raffles', path: '/rifas', as: 'visitor' },
  { name: 'raffle', path: '/rifa/1', as: 'player' },
  { name: 'raffle-awaited', path: '/rifas', as: 'player', prepare: buyOut },
  { name: 'event', path: '/evento', as: 'player' },
  { name: 'swaps', path: '/trocas', as: 'player' },
  { name: 'player', path: '/jogador/1', as: 'visitor' },
  { name: 'statistics', path: '/estatisticas', as: 'player' },
  {
    name: 'responsible-play',
    path: '/estatisticas',
    as: 'player',
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: /^18\+/ }).click();
      await page.getByRole('region', { name: 'Nesta sessão' }).getByRole('timer').waitFor();
    },
  },
  { name: 'swaps-public', path: '/trocas?aba=public', as: 'player' },
  {
    name: 'inventory',
    path: '/inventario',
    as: 'player',
    prepare: async (visit, server) => {
      await fillInventory(visit, server);
      await visit.open('/inventario');
      for (const place of [1, 2, 3]) await visit.page.getByRole('checkbox').nth(place).check();
    },
  },
  {
    name: 'inventory-withdrawal',
    path: '/inventario',
    as: 'player',
    // Each size has a player of its own, and so a withdrawal.
    prepare: async ({ page, open }) => {
      const { withdrawals } = await ask<{ withdrawals: { id: string }[] }>(
        page,
        'GET',
        '/inventory/withdrawals/active',
      );
      await open(`/inventario?retirada=${withdrawals[0]?.id}`);
      await page.getByText('Uma pessoa da equipe confere este pedido').first().waitFor();
    },
  },
  {
    name: 'inventory-withdrawal-cancel',
    path: '/inventario?aba=retiradas',
    as: 'player',
    prepare: async ({ page }) => {
      await page.getByRole('listitem').getByRole('button').first().click();
      await page.getByRole('button', { name: 'Cancelar retirada' }).click();
      await page.getByRole('dialog', { name: 'Cancelar esta retirada?' }).waitFor();
    },
  },
  { name: 'inventory-withdrawals', path: '/inventario?aba=retiradas', as: 'player' },
  { name: 'history', path: '/historico', as: 'player' },
  ...CONSOLE_STOPS,
  ...WALLET_STOPS,
  {
    name: 'notifications',
    path: '/carteira',
    as: 'player',
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: /^Notificações/ }).click();
      await page.getByRole('heading', { name: 'Notificações' }).waitFor();
    },
  },
];

/** Opens the case of the page, and holds the reel where it is. */
async function spin({ page }: Visit): Promise<void> {
  await page.getByRole('button', { name: /^Abrir ·/ }).click();
  await page.locator('[data-phase=spinning]').waitFor();
  await page.evaluate('for (const each of document.getAnimations()) { each.pause(); each.currentTime = 900; }');
}
