export { createMarketplace, withCachedPrices } from './create-marketplace.ts';
export type { Coins, MarketPrice, MarketPurchase, Marketplace, MarketTrade } from './marketplace.records.ts';
export { isRollback } from './marketplace.rules.ts';
export { askTrades, findPurchase, purchaseFoundManually, shownRefusal, walletCovers } from './purchases.ts';
