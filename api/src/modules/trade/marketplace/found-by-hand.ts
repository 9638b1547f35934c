import type { ManualFinding } from '../orders/index.ts';
import { readPurchase } from './marketplace.rules.ts';
import type { MarketPurchase } from './marketplace.types.ts';

/** A purchase as a person has found it at the marketplace, held to what its own answers are held to. */
export const purchaseFoundManually = (
  { ask }: { ask: { name: string } },
  { reference, priceCoins }: ManualFinding,
): MarketPurchase | null => readPurchase({ success: true, id: reference, price: priceCoins, name: ask.name });
