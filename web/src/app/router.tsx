import { createRoute, createRouter, lazyRouteComponent, type RouterHistory } from '@tanstack/react-router';
import { consoleRoutes } from '../console/console-routes.tsx';
import { apiQuery, askAhead } from '../data/queries.ts';
import { sessionQuery } from '../data/session.ts';
import { shelvesQuery } from '../data/shelves.ts';
import { PageLoading } from '../shared/states/Loading.tsx';
import { PageFailed } from './PageFailed.tsx';
import { root } from './root-route.tsx';
import { Shell } from './shell/Shell.tsx';

/** Each page has one line with its address and its folder. Pages are loaded when they are first opened. */
const players = createRoute({
  getParentRoute: () => root,
  id: 'players',
  loader: () => askAhead(sessionQuery),
  component: Shell,
});

const home = createRoute({
  getParentRoute: () => players,
  path: '/',
  loader: () => askAhead(shelvesQuery),
  component: lazyRouteComponent(() => import('../pages/home/HomePage.tsx'), 'HomePage'),
});
const casePage = createRoute({
  getParentRoute: () => players,
  path: '/caixa/$slug',
  // Requests are limited, so a pointer that passes over cases loads none of them.
  loader: ({ params: { slug }, preload }) =>
    preload ? null : askAhead(apiQuery('GET /cases/{id}', { params: { id: slug } })),
  component: lazyRouteComponent(() => import('../pages/case/CasePage.tsx'), 'CasePage'),
});
const battles = createRoute({
  getParentRoute: () => players,
  path: '/batalhas',
  component: lazyRouteComponent(() => import('../pages/battles/BattlesPage.tsx'), 'BattlesPage'),
});
const newBattle = createRoute({
  getParentRoute: () => players,
  path: '/batalhas/nova',
  component: lazyRouteComponent(() => import('../pages/new-battle/NewBattlePage.tsx'), 'NewBattlePage'),
});
const battle = createRoute({
  getParentRoute: () => players,
  path: '/batalha/$id',
  component: lazyRouteComponent(() => import('../pages/battle/BattlePage.tsx'), 'BattlePage'),
});
const upgrade = createRoute({
  getParentRoute: () => players,
  path: '/upgrade',
  component: lazyRouteComponent(() => import('../pages/upgrade/UpgradePage.tsx'), 'UpgradePage'),
});
const raffles = createRoute({
  getParentRoute: () => players,
  path: '/rifas',
  component: lazyRouteComponent(() => import('../pages/raffle/RafflesPage.tsx'), 'RafflesPage'),
});
const raffle = createRoute({
  getParentRoute: () => players,
  path: '/rifa/$id',
  component: lazyRouteComponent(() => import('../pages/raffle/RafflePage.tsx'), 'RafflePage'),
});
const event = createRoute({
  getParentRoute: () => players,
  path: '/evento',
  component: lazyRouteComponent(() => import('../pages/event/EventPage.tsx'), 'EventPage'),
});
const swaps = createRoute({
  getParentRoute: () => players,
  path: '/trocas',
  component: lazyRouteComponent(() => import('../pages/swap/SwapsPage.tsx'), 'SwapsPage'),
});
const inventory = createRoute({
  getParentRoute: () => players,
  path: '/inventario',
  component: lazyRouteComponent(() => import('../pages/inventory/InventoryPage.tsx'), 'InventoryPage'),
});
const history = createRoute({
  getParentRoute: () => players,
  path: '/historico',
  component: lazyRouteComponent(() => import('../pages/history/HistoryPage.tsx'), 'HistoryPage'),
});
const wallet = createRoute({
  getParentRoute: () => players,
  path: '/carteira',
  component: lazyRouteComponent(() => import('../pages/wallet/WalletPage.tsx'), 'WalletPage'),
});
const profile = createRoute({
  getParentRoute: () => players,
  path: '/perfil',
  component: lazyRouteComponent(() => import('../pages/profile/ProfilePage.tsx'), 'ProfilePage'),
});
const player = createRoute({
  getParentRoute: () => players,
  path: '/jogador/$id',
  component: lazyRouteComponent(() => import('../pages/player/PlayerPage.tsx'), 'PlayerPage'),
});
const statistics = createRoute({
  getParentRoute: () => players,
  path: '/estatisticas',
  component: lazyRouteComponent(() => import('../pages/statistics/StatisticsPage.tsx'), 'StatisticsPage'),
});
const verifierPage = lazyRouteComponent(() => import('../pages/verifier/VerifierPage.tsx'), 'VerifierPage');
const verifier = createRoute({ getParentRoute: () => players, path: '/verificar', component: verifierPage });
const verifierInEnglish = createRoute({ getParentRoute: () => players, path: '/verify', component: verifierPage });

const playerPages = [
  home,
  casePage,
  battles,
  newBattle,
  battle,
  upgrade,
  raffles,
  raffle,
  event,
  swaps,
  inventory,
  history,
  wallet,
  profile,
  player,
  statistics,
  verifier,
  verifierInEnglish,
] as const;

/** `history` replaces the address of the browser where there is none. */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree: root.addChildren([players.addChildren(playerPages), consoleRoutes]),
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: PageFailed,
    defaultPendingMs: 0,
    defaultPreload: 'intent',
    scrollRestoration: true,
    ...(history && { history }),
  });

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
