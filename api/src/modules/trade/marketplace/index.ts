export { createMarketplace, withCachedPrices } from './create-marketplace.ts';
export type { Coins, MarketPrice, MarketPurchase, Marketplace, MarketTrade } from './marketplace.records.ts';
export { isRollback } from './marketplace.rules.ts';
export { askTrades, findPurchase, purchaseFoundManually, shownRefusal } from './purchases.ts';
export { walletCovers } from './wallet-covers.ts';
