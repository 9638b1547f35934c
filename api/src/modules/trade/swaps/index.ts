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

/** Items for items. */
export const swaps: Module<OffersDeps> = {
  name: 'swaps',
  personalData: offersPersonalData,
  unsettled: offersUnsettled,
  events: [swapCreated, swapAccepted, swapCancelled, swapDeclined],
  invariants: { ...heldItemsInvariants([heldByOffers]), ...offersInvariants },
  run: (given) => ({
    http: [
      {
        tag: { name: 'swap', description: 'Swap items with other users.' },
        player: (routes) => offersPlayerRoutes(routes, given),
      },
    ],
  }),
};
