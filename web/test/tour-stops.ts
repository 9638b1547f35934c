import { fillInventory } from './players.ts';
import type { TourStop } from './tour-stop.ts';
import type { Visit } from './visits.ts';
import { WALLET_STOPS } from './wallet-stops.ts';

/** From the creator into the arena, until its first round is known. */
async function startBattle({ page }: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Criar e começar' }).click();
  await page.getByText('Até a rodada 1:').waitFor();
}

/** The pages that `npm run tour` takes pictures of. */
export const TOUR_STOPS: readonly TourStop[] = [
  { name: 'home-visitor', path: '/', as: 'visitor' },
  { name: 'home', path: '/', as: 'player' },
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
  { name: 'battles-over', path: '/batalhas?estado=over', as: 'player' },
  { name: 'verifier', path: '/verificar', as: 'visitor' },
  { name: 'upgrade-visitor', path: '/upgrade', as: 'visitor' },
  { name: 'upgrade', path: '/upgrade', as: 'player' },
  { name: 'raffles', path: '/rifas', as: 'visitor' },
  { name: 'raffle', path: '/rifa/1', as: 'player' },
  { name: 'event', path: '/evento', as: 'player' },
  { name: 'swaps', path: '/trocas', as: 'player' },
  { name: 'swaps-public', path: '/trocas?aba=public', as: 'player' },
  {
    name: 'inventory',
    path: '/inventario',
    as: 'player',
    prepare: async (visit, server) => {
      await fillInventory(visit.page, server);
      await visit.open('/inventario');
      for (const place of [1, 2, 3]) await visit.page.getByRole('checkbox').nth(place).check();
    },
  },
  {
    name: 'inventory-withdrawal',
    path: '/inventario?retirada=1',
    as: 'player',
    prepare: async ({ page }) => {
      await page.getByText('Uma pessoa da equipe confere este pedido').first().waitFor();
    },
  },
  { name: 'inventory-withdrawals', path: '/inventario?aba=retiradas', as: 'player' },
  { name: 'history', path: '/historico', as: 'player' },
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
