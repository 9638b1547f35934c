import { formatUsd } from '../../../platform/money.ts';
import type { AlertContent } from '../../people/alerts/index.ts';
import type { Withdrawal } from './withdrawals.types.ts';

/** The marketplace has charged more than it was allowed to. */
export function overpriced({ id, itemName, projectId, pricePaidCents, maxPayCents }: Withdrawal): AlertContent {
  const [paid, most] = [formatUsd(pricePaidCents), formatUsd(maxPayCents)];
  return {
    kind: 'WITHDRAWAL_OVERPRICED',
    key: id,
    level: 'CRITICAL',
    title: 'An item was bought above its ceiling',
    message:
      `Withdrawal ${id} (${itemName}) cost ${paid} USD where at most ${most} USD was allowed. The user gets the item. ` +
      'Hold the purchase against the statement of the marketplace, and ask it for the difference.',
    details: {
      withdrawalId: id,
      projectId,
      pricePaidCents: pricePaidCents.toString(),
      maxPayCents: maxPayCents.toString(),
    },
  };
}

/** The seller sends it to the user: nobody can call it back. */
export function otherItemBought(
  { id, userId, projectId, itemName }: Withdrawal,
  { asked, bought }: { asked: string; bought: string },
): AlertContent {
  return {
    kind: 'WITHDRAWAL_OTHER_ITEM',
    key: id,
    level: 'CRITICAL',
    title: 'Another item was bought for a withdrawal than was asked for',
    message:
      `The marketplace was asked for ${asked} and says that it sold ${bought}, which is on its way to user ${userId} for ` +
      `their ${itemName} (withdrawal ${id}). Ask the marketplace to cancel it: then the item is released by itself.`,
    details: { withdrawalId: id, userId, projectId, asked, bought },
  };
}
