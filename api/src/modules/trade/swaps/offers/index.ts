export type { OffersDeps } from './create-offer.ts';
export { swapAccepted, swapCancelled, swapCreated, swapDeclined } from './offers.events.ts';
export { heldByOffers, offersInvariants } from './offers.invariants.ts';
export { offersPersonalData, offersUnsettled } from './offers.personal-data.ts';
export { offersPlayerRoutes } from './offers.routes.ts';
export { MAX_ITEMS_PER_SIDE } from './offers.types.ts';
