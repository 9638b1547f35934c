import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { PageLoading } from '../shared/states/Loading.tsx';
import { NotFound } from './NotFound.tsx';
import { PageFailed } from './PageFailed.tsx';
import { Shell } from './shell/Shell.tsx';

/** One line for each page: its address and its folder. Pages are loaded when they are first wanted. */
const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/home/HomePage.tsx'), 'HomePage'),
});
const casePage = createRoute({
  getParentRoute: () => root,
  path: '/caixa/$slug',
  component: lazyRouteComponent(() => import('../pages/case/CasePage.tsx'), 'CasePage'),
});
const battles = createRoute({
  getParentRoute: () => root,
  path: '/batalhas',
  component: lazyRouteComponent(() => import('../pages/battles/BattlesPage.tsx'), 'BattlesPage'),
});
const newBattle = createRoute({
  getParentRoute: () => root,
  path: '/batalhas/nova',
  component: lazyRouteComponent(() => import('../pages/new-battle/NewBattlePage.tsx'), 'NewBattlePage'),
});
const battle = createRoute({
  getParentRoute: () => root,
  path: '/batalha/$id',
  component: lazyRouteComponent(() => import('../pages/battle/BattlePage.tsx'), 'BattlePage'),
});
const upgrade = createRoute({
  getParentRoute: () => root,
  path: '/upgrade',
  component: lazyRouteComponent(() => import('../pages/upgrade/UpgradePage.tsx'), 'UpgradePage'),
});
const raffles = createRoute({
  getParentRoute: () => root,
  path: '/rifas',
  component: lazyRouteComponent(() => import('../pages/raffle/RafflesPage.tsx'), 'RafflesPage'),
});
const raffle = createRoute({
  getParentRoute: () => root,
  path: '/rifa/$id',
  component: lazyRouteComponent(() => import('../pages/raffle/RafflePage.tsx'), 'RafflePage'),
});
const event = createRoute({
  getParentRoute: () => root,
  path: '/evento',
  component: lazyRouteComponent(() => import('../pages/event/EventPage.tsx'), 'EventPage'),
});
const swaps = createRoute({
  getParentRoute: () => root,
  path: '/trocas',
  component: lazyRouteComponent(() => import('../pages/swap/SwapsPage.tsx'), 'SwapsPage'),
});
const inventory = createRoute({
  getParentRoute: () => root,
  path: '/inventario',
  component: lazyRouteComponent(() => import('../pages/inventory/InventoryPage.tsx'), 'InventoryPage'),
});
const history = createRoute({
  getParentRoute: () => root,
  path: '/historico',
  component: lazyRouteComponent(() => import('../pages/history/HistoryPage.tsx'), 'HistoryPage'),
});
const wallet = createRoute({
  getParentRoute: () => root,
  path: '/carteira',
  component: lazyRouteComponent(() => import('../pages/wallet/WalletPage.tsx'), 'WalletPage'),
});
const profile = createRoute({
  getParentRoute: () => root,
  path: '/perfil',
  component: lazyRouteComponent(() => import('../pages/profile/ProfilePage.tsx'), 'ProfilePage'),
});
const verifierPage = lazyRouteComponent(() => import('../pages/verifier/VerifierPage.tsx'), 'VerifierPage');
const verifier = createRoute({ getParentRoute: () => root, path: '/verificar', component: verifierPage });
const verifierInEnglish = createRoute({ getParentRoute: () => root, path: '/verify', component: verifierPage });

const routes = [
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
  verifier,
  verifierInEnglish,
] as const;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: PageFailed,
  defaultPendingMs: 0,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
