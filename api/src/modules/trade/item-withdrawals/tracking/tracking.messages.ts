import type { Id } from '../../../../platform/ids.ts';
import type { AlertCause, AlertContent } from '../../../people/alerts/index.ts';
import type { NotificationContent, OwnWords } from '../../../people/notifications/index.ts';
import { reversedCause } from '../../suspensions/index.ts';
import type { ItemWithdrawal } from '../item-withdrawals.records.ts';
import type { StatusReport } from './tracking.rules.ts';
import type { StuckItemWithdrawal } from './tracking.sql.ts';

export const NO_REASON = 'A compra foi cancelada no mercado.';
export const NO_REVERSAL_REASON = 'A troca foi revertida no Steam.';

/** The event reaches only an open window. Null: the status needs no attention. */
export function progressNotification({
  id,
  itemName,
  status,
  failureReason,
}: ItemWithdrawal): NotificationContent | null {
  const said = ({ title, message, en }: OwnWords): NotificationContent => ({
    type: 'SYSTEM',
    title,
    message,
    en,
    metadata: { withdrawalId: id },
  });
  switch (status) {
    case 'TRADE_SENT':
      return said({
        title: 'Proposta de troca enviada',
        message: `O vendedor enviou ${itemName}. Aceite a proposta de troca no Steam.`,
        en: {
          title: 'The trade offer was sent',
          message: `The seller has sent ${itemName}. Accept the trade offer on Steam.`,
        },
      });
    case 'COMPLETED':
      return said({
        title: 'Item entregue',
        message: `${itemName} foi entregue na sua conta do Steam.`,
        en: { title: 'Your item was delivered', message: `${itemName} was delivered to your Steam account.` },
      });
    case 'CANCELLED':
    case 'FAILED':
      return {
        type: 'WITHDRAWAL_FAILED',
        title: 'Falha no saque',
        message: `${itemName} não foi entregue e está disponível de novo no seu inventário. Motivo: ${failureReason}`,
        en: null,
        metadata: null,
      };
    default:
      return null;
  }
}

export const tradeReversed = ({ id, itemName }: ItemWithdrawal, isSuspended: boolean): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Entrega revertida',
  message:
    `A troca que entregou ${itemName} foi revertida no Steam.` +
    (isSuspended ? ' Os seus saques e trocas estão suspensos até a análise da nossa equipe.' : ''),
  en: {
    title: 'The delivery was reversed',
    message:
      `The trade that delivered ${itemName} was reversed on Steam.` +
      (isSuspended ? ' Your withdrawals and swaps are suspended until our team has looked at it.' : ''),
  },
  metadata: { withdrawalId: id },
});

/** docs/operations.md says what to do about each alert. */

const STUCK = 'WITHDRAWAL_STUCK';

export const STUCK_KIND = STUCK;
export const stuckCause = ({ id }: Pick<ItemWithdrawal, 'id'>): AlertCause => ({ kind: STUCK, key: id });
export const feedDoubtedCause = ({ id }: Pick<ItemWithdrawal, 'id'>): AlertCause => ({
  kind: 'WITHDRAWAL_FEED_DOUBTED',
  key: id,
});
export const FEED_STOPPED: AlertCause = { kind: 'MARKET_FEED_STOPPED', key: 'feed' };

const named = ({
  id,
  userId,
  projectId,
  marketId,
}: Pick<ItemWithdrawal, 'id' | 'userId' | 'projectId' | 'marketId'>) => ({
  withdrawalId: id,
  userId,
  projectId,
  marketId,
});

export function contradicted(withdrawal: ItemWithdrawal, seen: StatusReport): AlertContent {
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

/** The feed alone releases nothing and suspends nobody. */
export function feedDoubted(withdrawal: ItemWithdrawal, seen: StatusReport, asked: StatusReport): AlertContent {
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

/** `suspendedId` is null if nobody was suspended. */
export function reversed(withdrawal: ItemWithdrawal, reason: string, suspendedId: Id<'user'> | null): AlertContent {
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

export function stuck(withdrawal: StuckItemWithdrawal): AlertContent {
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
