import type { Id } from '../../../../platform/ids.ts';
import type { AlertCause, AlertContent } from '../../../people/alerts/index.ts';
import { reversedCause } from '../../suspensions/index.ts';
import type { Withdrawal } from '../withdrawals.types.ts';
import type { StuckWithdrawal } from './tracking.sql.ts';
import type { StatusReport } from './tracking.types.ts';

/** What administrators are alerted to. docs/operations.md says what to do about each. */

const STUCK = 'WITHDRAWAL_STUCK';

export const STUCK_KIND = STUCK;
export const stuckCause = ({ id }: Pick<Withdrawal, 'id'>): AlertCause => ({ kind: STUCK, key: id });
export const feedDoubtedCause = ({ id }: Pick<Withdrawal, 'id'>): AlertCause => ({
  kind: 'WITHDRAWAL_FEED_DOUBTED',
  key: id,
});
export const FEED_STOPPED: AlertCause = { kind: 'MARKET_FEED_STOPPED', key: 'feed' };

const named = ({ id, userId, projectId, marketId }: Pick<Withdrawal, 'id' | 'userId' | 'projectId' | 'marketId'>) => ({
  withdrawalId: id,
  userId,
  projectId,
  marketId,
});

export function contradicted(withdrawal: Withdrawal, seen: StatusReport): AlertContent {
  const { id, status } = withdrawal;
  return {
    kind: 'WITHDRAWAL_CONTRADICTION',
    key: id,
    level: 'CRITICAL',
    title: 'The marketplace contradicts a withdrawal that has ended',
    message:
      `Withdrawal ${id} has ended as ${status}, and the marketplace now says ${seen.status}. Nothing was changed. ` +
      'Compare with the marketplace who has the item, and who was paid.',
    details: { ...named(withdrawal), status, seen: seen.status, marketStatus: seen.marketStatus, source: seen.source },
  };
}

/** What the feed alone says releases nothing, and suspends nobody. */
export function feedDoubted(withdrawal: Withdrawal, seen: StatusReport, asked: StatusReport): AlertContent {
  const { id, status } = withdrawal;
  const isDelivered = status === 'COMPLETED';
  const [claim, consequence] = isDelivered
    ? ['was taken back', 'nobody is suspended']
    : ['came to nothing', 'the item stays locked'];
  return {
    ...feedDoubtedCause(withdrawal),
    level: 'CRITICAL',
    title: 'The feed of the marketplace says otherwise than the marketplace',
    message:
      `The feed says that withdrawal ${id}, which is ${status}, ${claim}; the marketplace, asked for it, says ` +
      `${asked.status}. Nothing was changed and ${consequence}. See who speaks on the feed.`,
    details: { ...named(withdrawal), status, seen: seen.status, asked: asked.status, marketStatus: asked.marketStatus },
  };
}

/** `suspendedId`: who neither withdraws nor swaps for it; null: nobody. */
export function reversed(withdrawal: Withdrawal, reason: string, suspendedId: Id<'user'> | null): AlertContent {
  const { id, userId, itemName, pricePaidCents } = withdrawal;
  const isSuspended = suspendedId !== null;
  const consequence = isSuspended
    ? `User ${suspendedId} neither withdraws nor swaps until you lift that.`
    : 'They may still withdraw and swap.';
  return {
    ...reversedCause(id),
    level: 'CRITICAL',
    title: 'A delivered item was taken back',
    message:
      `The trade of ${itemName} to user ${userId} (withdrawal ${id}) was reversed: ${reason} The item is not given back ` +
      `here. ${consequence}`,
    details: { ...named(withdrawal), reason, isSuspended, suspendedId, pricePaidCents: pricePaidCents.toString() },
  };
}

export function stuck(withdrawal: StuckWithdrawal): AlertContent {
  const { id, status, updatedAt, sendUntil } = withdrawal;
  return {
    ...stuckCause(withdrawal),
    level: 'WARNING',
    title: 'A withdrawal does not get on',
    message:
      `Withdrawal ${id} is ${status} since ${updatedAt.toISOString()}, and the marketplace has not said how it ended. ` +
      'Its item stays locked until it does.',
    details: { ...named(withdrawal), status, updatedAt, sendUntil },
  };
}

export const feedStopped = (attempts: number): AlertContent => ({
  ...FEED_STOPPED,
  level: 'WARNING',
  title: 'The feed of the marketplace is not connected',
  message:
    `A process has tried ${attempts} times in a row and stopped trying. Withdrawals are followed by the poll, up to ` +
    '30 seconds late. A restart tries again.',
  details: { attempts },
});
