export { handlePurchases, type PurchaseDeps, type Purchases } from './handle-purchases.ts';
