import type { MarketTrade } from '../../marketplace/index.ts';
import type { TradeOutcome } from './deliveries.types.ts';

type TradeState = Pick<MarketTrade, 'status' | 'isReleased'> & { isRollback: boolean };

/** How the trade of a purchase has ended; null where it may still come to anything, or be taken back. */
export function tradeOutcomeOf({ status, isReleased, isRollback }: TradeState): TradeOutcome | null {
  if (status === 6 || isRollback) return 'CAME_TO_NOTHING';
  return status === 5 || isReleased ? 'DELIVERED' : null;
}
