export { exchangeRateAdminRoutes } from './exchange-rate.admin-routes.ts';
export { ExchangeRateView, exchangeRateView } from './exchange-rate.schemas.ts';
export { createExchangeRateSource, type ExchangeRateSource } from './exchange-rate-source.ts';
export { refreshExchangeRate } from './refresh-exchange-rate.ts';
