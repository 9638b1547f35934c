import type { Module } from '../../../platform/module.ts';
import {
  type DecideDeps,
  decidedSiteSwaps,
  deliveriesAdminRoutes,
  deliveriesInvariants,
  deliveriesJobs,
  type FollowTradesDeps,
} from './deliveries/index.ts';
import { heldItemsInvariants } from './held-items.invariants.ts';
import type { OffersDeps } from './offers/create-offer.ts';
import { swapAccepted, swapCancelled, swapCreated, swapDeclined } from './offers/offers.events.ts';
import { heldByOffers, offersInvariants } from './offers/offers.invariants.ts';
import { offersPersonalData, offersUnsettled } from './offers/offers.personal-data.ts';
import { offersPlayerRoutes } from './offers/offers.routes.ts';
import {
  heldBySiteSwaps,
  type SiteDeps,
  siteInvariants,
  sitePersonalData,
  siteRoutes,
  siteSwapCeilingSetting,
  siteSwapOverAlertSetting,
  siteSwapOverCapSetting,
  siteUnsettled,
} from './site/index.ts';

export { MAX_ITEMS_PER_SIDE } from './offers/offers.types.ts';
export { siteSwapCeilingSetting };

/** Items for items: of other users, or from the marketplace. */
export const swaps: Module<OffersDeps & SiteDeps & FollowTradesDeps & DecideDeps> = {
  name: 'swaps',
  personalData: { ...offersPersonalData, ...sitePersonalData },
  unsettled: { ...offersUnsettled, ...siteUnsettled },
  settings: [siteSwapCeilingSetting, siteSwapOverAlertSetting, siteSwapOverCapSetting],
  events: [swapCreated, swapAccepted, swapCancelled, swapDeclined],
  invariants: {
    ...heldItemsInvariants([heldByOffers, heldBySiteSwaps]),
    ...offersInvariants,
    ...siteInvariants,
    ...deliveriesInvariants,
  },
  decided: decidedSiteSwaps,
  run: (deps) => {
    const site = siteRoutes(deps);
    return {
      jobs: deliveriesJobs(deps),
      http: [
        {
          tag: {
            name: 'swap',
            description: 'Swap items with other users, or for one from the marketplace.',
            forAdministrators: 'Decide on swaps with the site whose purchase never arrived.',
          },
          public: site.public,
          player: (routes) => {
            offersPlayerRoutes(routes, deps);
            site.player(routes);
          },
          admin: (routes) => deliveriesAdminRoutes(routes, deps),
        },
      ],
    };
  },
};
