export { askTrades } from './ask-trades.ts';
export { createMarketplace } from './create-marketplace.ts';
export { findPurchase } from './find-purchase.ts';
export { purchaseFoundManually } from './found-by-hand.ts';
export { isRollback } from './is-rollback.ts';
export type {
  Coins,
  MarketPrice,
  MarketPurchase,
  Marketplace,
  MarketTrade,
} from './marketplace.types.ts';
export { shownRefusal } from './shown-refusal.ts';
export { walletCovers } from './wallet-covers.ts';
export { withCachedPrices } from './with-cached-prices.ts';
