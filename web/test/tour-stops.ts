import type { Visit } from './visits.ts';

/** The pages that `npm run tour` takes pictures of. Each can prepare what it shows. */
export interface TourStop {
  name: string;
  path: string;
  /** Who looks at it. */
  as: 'visitor' | 'player';
  /** After the page is open: opens a menu, presses a button. */
  prepare?: (visit: Visit) => Promise<void>;
}

export const TOUR_STOPS: readonly TourStop[] = [
  { name: 'home-visitor', path: '/', as: 'visitor' },
  { name: 'home', path: '/', as: 'player' },
  { name: 'verifier', path: '/verificar', as: 'visitor' },
  { name: 'inventory', path: '/inventario', as: 'player' },
  { name: 'history', path: '/historico', as: 'player' },
  { name: 'wallet', path: '/carteira', as: 'player' },
  { name: 'profile', path: '/perfil', as: 'player' },
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
