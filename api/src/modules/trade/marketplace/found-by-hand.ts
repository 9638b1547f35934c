import type { FoundByHand } from '../orders/index.ts';
import { readPurchase } from './marketplace.rules.ts';
import type { MarketPurchase } from './marketplace.types.ts';

/** A purchase as a person has found it at the marketplace, held to what its own answers are held to. */
export const purchaseFoundByHand = (
  { ask }: { ask: { name: string } },
  { reference, priceCoins }: FoundByHand,
): MarketPurchase | null => readPurchase({ success: true, id: reference, price: priceCoins, name: ask.name });
