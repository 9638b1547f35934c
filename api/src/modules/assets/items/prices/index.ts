export { endAlertOfPrices, guardPrices, notifyOfHeldBackPrices, readPriceLimits } from './guard-prices.ts';
export { heldBackPricesAdminRoutes } from './held-back-prices.admin-routes.ts';
export { deleteHeldBackPrices, findGuardedPrices } from './held-back-prices.sql.ts';
export { marginEffect } from './margin-effect.ts';
export { forgetPrices, insertMadeUp, rememberPrices } from './price-days.sql.ts';
