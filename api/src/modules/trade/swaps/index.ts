import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';
import type { Orders } from '../orders/index.ts';
import type { DecideDeps } from './deliveries/decide-return.ts';
import { deliveriesAdminRoutes } from './deliveries/deliveries.routes.ts';
import { type FollowTradesDeps, followTrades } from './deliveries/follow-trades.ts';
import type { OffersDeps } from './offers/change-offers.ts';
import { swapAccepted, swapCancelled, swapCreated, swapDeclined } from './offers/offers.messages.ts';
import { offersPlayerRoutes } from './offers/offers.routes.ts';
import { type SettleDeps, siteSwapOrders } from './site/settle-site-swap.ts';
import { siteSwapCeilingSetting, siteSwapOverAlertSetting, siteSwapOverCapSetting } from './site/site.records.ts';
import { sitePlayerRoutes, sitePublicRoutes } from './site/site.routes.ts';
import { createSwapTargets, type SiteSwapDeps, type TargetsDeps } from './site/swap-with-site.ts';
import { decidedSiteSwaps, swapsInvariants } from './swaps.invariants.ts';

export { MAX_ITEMS_PER_SIDE } from './offers/offers.rules.ts';
export { siteSwapCeilingSetting };

interface SiteDeps extends TargetsDeps, SettleDeps, Omit<SiteSwapDeps, 'orders'> {
  marketplace: SiteSwapDeps['marketplace'];
  orders: Orders;
}

export const swaps: Module<OffersDeps & SiteDeps & FollowTradesDeps & DecideDeps> = {
  name: 'swaps',
  personalData: {
    swaps: {
      key: 'id',
      rows: (userId) => sql`
        select id, creator_id, acceptor_id, is_public, status,
          created_at, ended_at,
          (select json_agg(json_build_object('inventoryItemId', inventory_item_id::text, 'itemId', item_id::text,
              'isOffered', is_offered) order by inventory_item_id) from swap_items where swap_id = swaps.id) as items
        from swaps where creator_id = ${userId} or acceptor_id = ${userId}`,
    },
    siteSwaps: {
      key: 'id',
      rows: (userId) => sql`
        select id, item_id, status, given_cents, target_cents,
          credit_cents, received_id, failure_reason,
          created_at, settled_at,
          (select json_build_object('resolution', resolution, 'refundCents', refund_cents::text, 'at', created_at)
            from site_swap_returns where site_swap_id = site_swaps.id) as "return",
          (select json_agg(json_build_object('inventoryItemId', inventory_item_id::text, 'itemId', item_id::text,
              'valueCents', value_cents::text) order by inventory_item_id)
            from site_swap_items where site_swap_id = site_swaps.id) as items
        from site_swaps where user_id = ${userId}`,
    },
  },
  unsettled: {
    // The offers of other users do not keep anybody from leaving.
    swaps: (userId) => sql`select from swaps where creator_id = ${userId} and status = 'PENDING'`,
    siteSwaps: (userId) => sql`select from site_swaps where user_id = ${userId} and status = 'PENDING'`,
  },
  settings: [siteSwapCeilingSetting, siteSwapOverAlertSetting, siteSwapOverCapSetting],
  events: [swapCreated, swapAccepted, swapCancelled, swapDeclined],
  invariants: swapsInvariants,
  decided: decidedSiteSwaps,
  run: (deps) => {
    const readTargets = createSwapTargets(deps);
    // Orders that an earlier process left open are handled, too.
    const siteDeps = { ...deps, orders: deps.orders.handle(siteSwapOrders(deps)) };
    return {
      jobs: {
        tasks: { 'follow-site-swaps': () => followTrades(deps) },
        schedule: ['*/5 * * * * follow-site-swaps'],
      },
      http: [
        {
          tag: {
            name: 'swap',
            description: 'Swap items with other users, or for one from the marketplace.',
            forAdministrators: 'Decide on swaps with the site whose purchase never arrived.',
          },
          public: (routes) => sitePublicRoutes(routes, readTargets),
          player: (routes) => {
            offersPlayerRoutes(routes, deps);
            sitePlayerRoutes(routes, siteDeps);
          },
          admin: (routes) => deliveriesAdminRoutes(routes, deps),
        },
      ],
    };
  },
};
