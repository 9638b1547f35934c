import type { Push } from '../../../../platform/realtime/events.ts';
import type { NotifyUser } from '../../../people/notifications/index.ts';
import {
  withdrawalCancelled,
  withdrawalCompleted,
  withdrawalFailed,
  withdrawalTradeSent,
  withdrawalWaitingSeller,
} from '../withdrawals.events.ts';
import type { Withdrawal } from '../withdrawals.types.ts';
import { NO_REASON, progressNotification } from './tracking.notifications.ts';
import type { StatusReport } from './tracking.types.ts';

/** After the commit: the event of the status, and where that is a new one a notification too. */
export function notifyProgress(
  { push, notifyUser }: { push: Pick<Push, 'toUser'>; notifyUser: NotifyUser },
  withdrawal: Withdrawal,
  seen: Pick<StatusReport, 'sellerName'>,
  isNewStatus: boolean,
): void {
  pushProgress(push, withdrawal, seen);
  const notification = isNewStatus ? progressNotification(withdrawal) : null;
  if (notification !== null) notifyUser(withdrawal.userId, [notification]);
}

function pushProgress(
  { toUser }: Pick<Push, 'toUser'>,
  { userId, inventoryItemId, itemName, status, tradeId, sendUntil, failureReason }: Withdrawal,
  { sellerName }: Pick<StatusReport, 'sellerName'>,
): void {
  const reason = failureReason ?? NO_REASON;
  switch (status) {
    case 'WAITING_SELLER':
      toUser(userId, withdrawalWaitingSeller, {
        inventoryItemId,
        ...(sellerName === null ? {} : { sellerName }),
        ...(sendUntil === null ? {} : { sendUntil: Math.floor(sendUntil.getTime() / 1000) }),
      });
      break;
    case 'TRADE_SENT':
      toUser(userId, withdrawalTradeSent, { inventoryItemId, ...(tradeId === null ? {} : { tradeId }) });
      break;
    case 'COMPLETED':
      toUser(userId, withdrawalCompleted, { inventoryItemId, itemName });
      break;
    case 'CANCELLED':
      toUser(userId, withdrawalCancelled, { inventoryItemId, reason });
      break;
    case 'FAILED':
      toUser(userId, withdrawalFailed, { inventoryItemId, reason });
      break;
    case 'PENDING':
    case 'PENDING_APPROVAL':
      // No event stands for them once something was bought.
      break;
  }
}
