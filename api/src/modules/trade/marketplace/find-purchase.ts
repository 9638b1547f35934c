import { OutsideError } from '../../../platform/outbound/outside-error.ts';
import type { MarketPurchase, Marketplace } from './marketplace.types.ts';

/**
 * What became of a purchase whose answer never came; null: the marketplace knows of none. One that was cancelled since
 * was bought all the same, and what follows from that is for whoever tracks it.
 */
export async function findPurchase(
  marketplace: Pick<Marketplace, 'tradesByProjectId'>,
  projectId: string,
): Promise<{ bought: MarketPurchase } | null> {
  const trades = await marketplace.tradesByProjectId([projectId]);
  if (trades.length === 0) return null;
  const trade = trades.find((each) => each.projectId === projectId);
  // Something was found that does not say that it is ours: no reason to believe that ours is not there.
  if (trade === undefined)
    throw new OutsideError('UNREADABLE', 'marketplace: it answered with trades of another project id');
  const { marketId, priceCoins, name, sendUntil } = trade;
  return { bought: { marketId, priceCoins, name, sendUntil, averageTimeSeconds: null } };
}
