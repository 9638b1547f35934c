import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { root } from '../app/root-route.tsx';
import { queryClient } from '../data/queries.ts';
import { mayAdminister, sessionQuery } from '../data/session.ts';

/** The console exists for administrators alone: others load neither its programs nor its data. */
const consoleShell = createRoute({
  getParentRoute: () => root,
  id: 'console',
  beforeLoad: async () => {
    if (!mayAdminister(await queryClient.ensureQueryData(sessionQuery))) throw notFound();
  },
  component: lazyRouteComponent(() => import('./ConsoleShell.tsx'), 'ConsoleShell'),
});

/** Each page has its folder and its address, which stands in `web/served.ts`, too. */
const dashboard = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin',
  component: lazyRouteComponent(() => import('./pages/dashboard/DashboardPage.tsx'), 'DashboardPage'),
});
const alerts = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/alertas',
  component: lazyRouteComponent(() => import('./pages/alerts/AlertsPage.tsx'), 'AlertsPage'),
});
const analytics = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/analises',
  component: lazyRouteComponent(() => import('./pages/analytics/AnalyticsPage.tsx'), 'AnalyticsPage'),
});
const cases = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/caixas',
  component: lazyRouteComponent(() => import('./pages/cases/CasesPage.tsx'), 'CasesPage'),
});
const caseEditor = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/caixas/$id',
  component: lazyRouteComponent(() => import('./pages/case-editor/CaseEditorPage.tsx'), 'CaseEditorPage'),
});
const items = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/itens',
  component: lazyRouteComponent(() => import('./pages/items/ItemsPage.tsx'), 'ItemsPage'),
});
const battles = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/batalhas',
  component: lazyRouteComponent(() => import('./pages/battles/BattlesPage.tsx'), 'BattlesPage'),
});
const raffles = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/rifas',
  component: lazyRouteComponent(() => import('./pages/raffles/RafflesPage.tsx'), 'RafflesPage'),
});
const events = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/eventos',
  component: lazyRouteComponent(() => import('./pages/events/EventsPage.tsx'), 'EventsPage'),
});
const deposits = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/depositos',
  component: lazyRouteComponent(() => import('./pages/deposits/DepositsPage.tsx'), 'DepositsPage'),
});
const itemWithdrawals = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/retiradas',
  component: lazyRouteComponent(
    () => import('./pages/item-withdrawals/ItemWithdrawalsPage.tsx'),
    'ItemWithdrawalsPage',
  ),
});
const moneyWithdrawals = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/saques',
  component: lazyRouteComponent(
    () => import('./pages/money-withdrawals/MoneyWithdrawalsPage.tsx'),
    'MoneyWithdrawalsPage',
  ),
});

const siteSwaps = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/trocas',
  component: lazyRouteComponent(() => import('./pages/site-swaps/SiteSwapsPage.tsx'), 'SiteSwapsPage'),
});
const suspects = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/suspeitas',
  component: lazyRouteComponent(() => import('./pages/suspects/SuspectsPage.tsx'), 'SuspectsPage'),
});
const suspensions = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/suspensoes',
  component: lazyRouteComponent(() => import('./pages/suspensions/SuspensionsPage.tsx'), 'SuspensionsPage'),
});
const proposals = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/propostas',
  component: lazyRouteComponent(() => import('./pages/proposals/ProposalsPage.tsx'), 'ProposalsPage'),
});
const users = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/usuarios',
  component: lazyRouteComponent(() => import('./pages/users/UsersPage.tsx'), 'UsersPage'),
});
const user = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/usuarios/$id',
  component: lazyRouteComponent(() => import('./pages/user/UserPage.tsx'), 'UserPage'),
});
const orders = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/ordens',
  component: lazyRouteComponent(() => import('./pages/orders/OrdersPage.tsx'), 'OrdersPage'),
});
const notifications = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/avisos',
  component: lazyRouteComponent(() => import('./pages/notifications/NotificationsPage.tsx'), 'NotificationsPage'),
});
const settings = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/configuracoes',
  component: lazyRouteComponent(() => import('./pages/settings/SettingsPage.tsx'), 'SettingsPage'),
});
const audit = createRoute({
  getParentRoute: () => consoleShell,
  path: '/admin/auditoria',
  component: lazyRouteComponent(() => import('./pages/audit/AuditPage.tsx'), 'AuditPage'),
});

export const consoleRoutes = consoleShell.addChildren([
  dashboard,
  alerts,
  analytics,
  deposits,
  moneyWithdrawals,
  itemWithdrawals,
  cases,
  caseEditor,
  items,
  siteSwaps,
  suspects,
  suspensions,
  proposals,
  users,
  user,
  orders,
  battles,
  raffles,
  events,
  notifications,
  settings,
  audit,
]);
