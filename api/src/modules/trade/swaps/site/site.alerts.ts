import type { Day } from '../../../../platform/days.ts';
import { type Cents, formatBrl } from '../../../../platform/money.ts';
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

const overCause = (day: Day) => ({ kind: 'SITE_SWAP_OVER_CATALOGUE', key: day });

/** One open alert for each day. */
export const overThreshold = (day: Day, overCents: Cents): AlertContent => ({
  ...overCause(day),
  level: 'WARNING',
  title: 'The house pays much above the catalogue for site swaps',
  message:
    `Purchases for the site swaps of ${day} may cost ${formatBrl(overCents)} more than the values of the catalogue. ` +
    'Compare its prices with those of the marketplace, and see who sells what was bought.',
  details: { day, overCents: overCents.toString() },
});

export const capReached = (day: Day, overCents: Cents, capCents: Cents): AlertContent => ({
  ...overCause(day),
  level: 'CRITICAL',
  title: 'Site swaps above the catalogue are refused for today',
  message:
    `A site swap would have gone ${formatBrl(overCents)} beyond the value of its target in the catalogue, and with it the ` +
    `day beyond ${formatBrl(capCents)} (\`siteSwapOverCapCents\`), so that it was refused. Compare the prices of the ` +
    'catalogue with those of the marketplace, and see who sells what was bought.',
  details: { day, overCents: overCents.toString(), capCents: capCents.toString() },
});
