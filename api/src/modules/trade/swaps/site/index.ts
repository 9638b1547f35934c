import type { HttpPart } from '../../../../platform/http/http-part.ts';
import type { Orders } from '../../orders/index.ts';
import { type SettleDeps, siteSwapOrders } from './settle-site-swap.ts';
import { sitePlayerRoutes, sitePublicRoutes } from './site.routes.ts';
import { createSwapTargets, type TargetsDeps } from './swap-targets.ts';
import type { SiteSwapDeps } from './swap-with-site.ts';

export { heldBySiteSwaps, siteInvariants } from './site.invariants.ts';
export { sitePersonalData, siteUnsettled } from './site.personal-data.ts';
export { siteSwapCeilingSetting, siteSwapOverAlertSetting, siteSwapOverCapSetting } from './site-swap-settings.ts';

export interface SiteDeps extends TargetsDeps, SettleDeps, Omit<SiteSwapDeps, 'orders'> {
  marketplace: SiteSwapDeps['marketplace'];
  orders: Orders;
}

/** Who has run it can buy: the purchases that were left open before are its own, too. */
export function siteRoutes(given: SiteDeps): Required<Pick<HttpPart, 'public' | 'player'>> {
  const readTargets = createSwapTargets(given);
  const deps = { ...given, orders: given.orders.handle(siteSwapOrders(given)) };
  return {
    public: (routes) => sitePublicRoutes(routes, readTargets),
    player: (routes) => sitePlayerRoutes(routes, deps),
  };
}
