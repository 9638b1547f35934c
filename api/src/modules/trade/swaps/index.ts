import type { Module } from '../../../platform/module.ts';
import { heldItemsInvariants } from './held-items.invariants.ts';
import {
  heldByOffers,
  type OffersDeps,
  offersInvariants,
  offersPersonalData,
  offersPlayerRoutes,
  offersUnsettled,
  swapAccepted,
  swapCancelled,
  swapCreated,
  swapDeclined,
} from './offers/index.ts';
import {
  heldBySiteSwaps,
  type SiteDeps,
  siteInvariants,
  siteJobs,
  sitePersonalData,
  siteRoutes,
  siteSwapCeilingSetting,
  siteSwapOverAlertSetting,
  siteSwapOverCapSetting,
  siteUnsettled,
} from './site/index.ts';

/** Items for items: of other users, or from the marketplace. */
export const swaps: Module<OffersDeps & SiteDeps> = {
  name: 'swaps',
  personalData: { ...offersPersonalData, ...sitePersonalData },
  unsettled: { ...offersUnsettled, ...siteUnsettled },
  settings: [siteSwapCeilingSetting, siteSwapOverAlertSetting, siteSwapOverCapSetting],
  events: [swapCreated, swapAccepted, swapCancelled, swapDeclined],
  invariants: { ...heldItemsInvariants([heldByOffers, heldBySiteSwaps]), ...offersInvariants, ...siteInvariants },
  run: (given) => {
    const site = siteRoutes(given);
    return {
      jobs: siteJobs(given),
      http: [
        {
          tag: { name: 'swap', description: 'Swap items with other users, or for one from the marketplace.' },
          public: site.public,
          player: (routes) => {
            offersPlayerRoutes(routes, given);
            site.player(routes);
          },
        },
      ],
    };
  },
};
