import type { Clock } from '../../../../../platform/clock.ts';
import type { Tx } from '../../../../../platform/database/db.ts';
import type { Id } from '../../../../../platform/ids.ts';
import type { Settings } from '../../../../../platform/settings/settings.ts';
import { lockAccount } from '../../../../assets/wallet/index.ts';
import { raiseAlert } from '../../../../people/alerts/index.ts';
import { recordAudit } from '../../../../people/audit/index.ts';
import type { NotifyUser } from '../../../../people/notifications/index.ts';
import { bearerOf, keepKnown } from '../../../../people/person-facts/index.ts';
import { insertSuspension } from '../../../suspensions/index.ts';
import type { Withdrawal } from '../../withdrawals.types.ts';
import { reversed } from '../tracking.alerts.ts';
import { NO_REVERSAL_REASON, tradeReversed } from '../tracking.notifications.ts';
import { updateToReversed } from '../tracking.sql.ts';
import type { StatusReport } from '../tracking.types.ts';
import { suspendOnReversalSetting } from './suspend-on-reversal.ts';

export interface Reversal {
  isSuspended: boolean;
  /** Its user, or who they have come back as after closing that account. */
  bearerId: Id<'user'>;
}

/**
 * A delivered item was taken back. The item stays WITHDRAWN, whoever has it now: giving it back is a decision of people,
 * and until it is made its user hands nothing on, unless administrators have switched that off. The row of the
 * withdrawal is locked by the caller; the account comes after it, since whoever asks whether the user is suspended holds that
 * lock. Who comes back after closing it locks it too, and has a later account.
 */
export async function recordReversal(
  tx: Tx,
  { clock, settings }: { clock: Clock; settings: Pick<Settings, 'read'> },
  withdrawal: Withdrawal,
  seen: StatusReport,
): Promise<Reversal> {
  const { id, userId, status } = withdrawal;
  const at = clock.now();
  const reason = seen.reason ?? NO_REVERSAL_REASON;
  await lockAccount(tx, userId);
  const bearerId = await bearerOf(tx, userId);
  const [, isSuspended] = await Promise.all([
    bearerId === userId ? null : lockAccount(tx, bearerId),
    settings.read(tx, suspendOnReversalSetting),
    status === 'COMPLETED' ? updateToReversed(tx, { id, reason, at }) : null,
  ]);
  if (isSuspended) {
    await insertSuspension(tx, { userId: bearerId, since: at, reason, withdrawalId: id });
    // Where the account is closed and nobody has come back yet.
    await keepKnown(tx, bearerId, 'suspension');
  }
  const entity = { type: 'skin-withdrawal', id };
  const metadata = { reason, isSuspended, source: seen.source };
  await recordAudit(tx, [{ action: 'SKIN_WITHDRAWAL_REVERSED', userId, actorId: null, entity, metadata }]);
  await raiseAlert(tx, reversed(withdrawal, reason, isSuspended ? bearerId : null));
  return { isSuspended, bearerId };
}

export function notifyReversal(
  { notifyUser }: { notifyUser: NotifyUser },
  withdrawal: Withdrawal,
  { isSuspended, bearerId }: Reversal,
): void {
  notifyUser(bearerId, [tradeReversed(withdrawal, isSuspended)]);
}
