export { createMarketplace } from './create-marketplace.ts';
export { findPurchase } from './find-purchase.ts';
export type {
  Coins,
  MarketPrice,
  MarketPurchase,
  Marketplace,
  MarketTrade,
} from './marketplace.types.ts';
export { walletCovers } from './wallet-covers.ts';
