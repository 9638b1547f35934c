import { OutsideError } from '../../../platform/outbound/outside-error.ts';
import type { Marketplace } from '../marketplace/index.ts';
import { chooseListing } from './withdrawals.rules.ts';
import type { PriceLookUp } from './withdrawals.types.ts';

/** What the marketplace asks for an item now. Where it does not say so in time, why. */
export async function lookUpPrice(
  marketplace: Pick<Marketplace, 'isConfigured' | 'findPrices'>,
  marketHashName: string,
): Promise<PriceLookUp> {
  if (!marketplace.isConfigured) return { error: 'The marketplace is not configured' };
  try {
    return { seen: chooseListing(marketHashName, await marketplace.findPrices(marketHashName)) };
  } catch (error) {
    if (error instanceof OutsideError) return { error: `The price could not be looked up: ${error.message}` };
    throw error;
  }
}
