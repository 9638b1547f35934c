import { formatBrl } from '../../../../platform/money.ts';
import type { AlertContent } from '../../../people/alerts/index.ts';
import type { FollowedTrade, SiteSwap, TradeOutcome } from './site.types.ts';

/** Prices move, and a seller may move them: the house has paid what the user was not charged for. */
export function boughtAboveQuote(swap: SiteSwap, paidCoins: number): AlertContent {
  const { id, userId, quotedCoins, maxCoins, target } = swap;
  const isAboveCeiling = paidCoins > maxCoins;
  return {
    kind: 'SITE_SWAP_OVERPAID',
    key: id,
    level: isAboveCeiling ? 'CRITICAL' : 'WARNING',
    title: 'A site swap was bought above its quote',
    message:
      `The marketplace took ${paidCoins} coins for ${target.name}, quoted at ${quotedCoins}; at most ${maxCoins} were ` +
      `allowed.${isAboveCeiling ? ' It took more than it was allowed to: ask it why.' : ''} The user ${userId} has the item.`,
    details: { siteSwapId: id, userId, quotedCoins, maxCoins, paidCoins },
  };
}

/** What was bought is the house's, and the user has the item of the catalogue: the house may have got less than it gave. */
export function boughtAnother(swap: SiteSwap, { asked, bought }: { asked: string; bought: string }): AlertContent {
  const { id, userId } = swap;
  return {
    kind: 'SITE_SWAP_OTHER_ITEM',
    key: id,
    level: 'CRITICAL',
    title: 'Another item was bought for a site swap than was asked for',
    message:
      `The marketplace was asked for ${asked} and says that it sold ${bought}. The user ${userId} has the item that ` +
      'they asked for. See what arrives at the account of the house, and ask the marketplace.',
    details: { siteSwapId: id, userId, asked, bought },
  };
}

/** The seller did not send it, or it was taken back; or nobody says what became of it. */
export function notDelivered(
  trade: FollowedTrade,
  outcome: Exclude<TradeOutcome, 'DELIVERED'>,
  reason: string | null,
): AlertContent {
  const { id, userId, marketId, projectId, paidCoins, targetName } = trade;
  const isKnown = outcome === 'CAME_TO_NOTHING';
  const fate = isKnown ? 'came to nothing' : 'has no end that the marketplace tells after eight days';
  return {
    kind: 'SITE_SWAP_NOT_DELIVERED',
    key: id,
    level: 'WARNING',
    title: isKnown
      ? 'What was bought for a site swap did not arrive'
      : 'What was bought for a site swap may not have arrived',
    message:
      `The trade of ${targetName}, bought for ${paidCoins} coins, ${fate}${reason === null ? '' : `: ${reason}`}. ` +
      `The user ${userId} has the item all the same. See whether ${isKnown ? '' : 'it has arrived, or '}the marketplace has paid the coins back.`,
    details: { siteSwapId: id, userId, marketId, projectId, paidCoins, outcome, reason },
  };
}

/** One open alert for each user: it counts how often they have tried. */
export function gainRefused(userId: string, gainCents: bigint, gainedCents: bigint): AlertContent {
  return {
    kind: 'SITE_SWAP_GAIN',
    key: userId,
    level: 'WARNING',
    title: 'A user has gained by site swaps what a day allows',
    message:
      `User ${userId} has gained ${formatBrl(gainedCents)} by site swaps today and asked for ${formatBrl(gainCents)} more, ` +
      'which was refused. Compare the prices of the catalogue with those of the marketplace; the setting ' +
      '`siteSwapDailyGainCents` is the limit.',
    details: { userId, gainCents: gainCents.toString(), gainedCents: gainedCents.toString() },
  };
}
