import { formatBrl } from '../../../../platform/money.ts';
import type { AlertContent } from '../../../people/alerts/index.ts';
import type { SiteSwap } from './site.types.ts';

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
