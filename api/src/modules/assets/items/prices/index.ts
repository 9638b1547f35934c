export { farMarginEffect } from './far-margin-effect.ts';
export { endAlertOfPrices, guardPrices, notifyOfHeldBackPrices, readPriceLimits } from './guard-prices.ts';
export { heldBackPricesAdminRoutes } from './held-back-prices.admin-routes.ts';
export { deleteHeldBackPrices, findGuardedPrices } from './held-back-prices.sql.ts';
export { forgetPrices, rememberPrices } from './price-days.sql.ts';
