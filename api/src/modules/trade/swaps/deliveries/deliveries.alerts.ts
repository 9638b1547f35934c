import type { AlertCause, AlertContent } from '../../../people/alerts/index.ts';
import type { FollowedTrade, TradeOutcome } from './deliveries.types.ts';

export const notDeliveredCause = ({ id }: Pick<FollowedTrade, 'id'>): AlertCause => ({
  kind: 'SITE_SWAP_NOT_DELIVERED',
  key: id,
});

/** The seller did not send it, or it was taken back, and the item is no longer there; or nobody says what became of it. */
export function notDelivered(
  trade: FollowedTrade,
  outcome: Exclude<TradeOutcome, 'DELIVERED'>,
  reason: string | null,
): AlertContent {
  const { id, userId, marketId, projectId, paidCoins, targetName, receivedId, costCents } = trade;
  const isKnown = outcome === 'CAME_TO_NOTHING';
  const fate = isKnown ? 'came to nothing' : 'has no end at the marketplace after eight days';
  return {
    ...notDeliveredCause(trade),
    level: 'WARNING',
    title: isKnown
      ? 'What was bought for a site swap did not arrive'
      : 'What was bought for a site swap may not have arrived',
    message:
      `The trade of ${targetName}, bought for ${paidCoins} coins, ${fate}${reason === null ? '' : `: ${reason}`}. ` +
      `${isKnown ? `The item ${receivedId} of user ${userId} could not be taken back, since it is not available. ` : ''}` +
      `See whether ${isKnown ? '' : 'it has arrived, or '}the marketplace has paid the coins back, and decide by ` +
      `POST /api/admin/site-swaps/${id}/decide. GET /api/admin/site-swaps/undelivered?needsDecision=true lists all that wait.`,
    details: {
      siteSwapId: id,
      userId,
      marketId,
      projectId,
      paidCoins,
      outcome,
      reason,
      receivedInventoryItemId: receivedId,
      costCents: costCents.toString(),
    },
  };
}
