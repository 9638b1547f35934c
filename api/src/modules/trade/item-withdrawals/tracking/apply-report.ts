import { strict as assert } from 'node:assert';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { shaped } from '../../../../platform/outbound/outside-client.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { defineSetting, type Settings } from '../../../../platform/settings/settings.ts';
import { moveItems } from '../../../assets/inventory/index.ts';
import { lockAccount } from '../../../assets/wallet/index.ts';
import { raiseAlert, resolveAlert } from '../../../people/alerts/index.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import type { NotifyUser } from '../../../people/notifications/index.ts';
import { bearerOf, keepKnown } from '../../../people/person-facts/index.ts';
import { isRollback, type MarketTrade } from '../../marketplace/index.ts';
import { insertSuspension } from '../../suspensions/index.ts';
import {
  withdrawalCancelled,
  withdrawalCompleted,
  withdrawalFailed,
  withdrawalTradeSent,
  withdrawalWaitingSeller,
} from '../item-withdrawals.messages.ts';
import type { ItemWithdrawal } from '../item-withdrawals.records.ts';
import { findItemWithdrawal, lockItemWithdrawalByMarketId } from '../item-withdrawals.sql.ts';
import {
  contradicted,
  feedDoubtedCause,
  NO_REASON,
  NO_REVERSAL_REASON,
  progressNotification,
  reversed,
  stuckCause,
  tradeReversed,
} from './tracking.messages.ts';
import {
  cameToNothing,
  feedStatusOf,
  judge,
  marketStatusOf,
  polledStatusOf,
  type StatusReport,
  type TrackedStatus,
  type Verdict,
} from './tracking.rules.ts';
import { updateToReversed, updateToSeen } from './tracking.sql.ts';

/** A new status is also a notification. */
function notifyProgress(
  { push, notifyUser }: { push: Pick<Push, 'toUser'>; notifyUser: NotifyUser },
  withdrawal: ItemWithdrawal,
  seen: Pick<StatusReport, 'sellerName'>,
  isNewStatus: boolean,
): void {
  pushProgress(push, withdrawal, seen);
  const notification = isNewStatus ? progressNotification(withdrawal) : null;
  if (notification !== null) notifyUser(withdrawal.userId, [notification]);
}

function pushProgress(
  { toUser }: Pick<Push, 'toUser'>,
  { userId, inventoryItemId, itemName, status, tradeId, sendUntil, failureReason }: ItemWithdrawal,
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
      // They have no event after a purchase.
      break;
  }
}

export const suspendOnReversalSetting = defineSetting({
  key: 'suspendWithdrawalsOnReversal',
  description:
    'Whether a user whose delivered item was taken back can neither withdraw nor swap until an administrator ' +
    'lifts the suspension.',
  schema: Type.Boolean(),
  default: true,
  weakenedBy: 'SWITCHED_OFF',
});

interface Reversal {
  isSuspended: boolean;
  /** The user of the withdrawal, or their present account if they closed that one and came back. */
  bearerId: Id<'user'>;
}

/**
 * The item stays WITHDRAWN: people decide whether to return it. Until then its user hands nothing on, unless
 * administrators have switched that off. The caller has locked the withdrawal; the account comes next, because every
 * check for a suspension holds its lock. A present account is younger than the closed one, and locked after it.
 */
async function recordReversal(
  tx: Tx,
  { clock, settings }: { clock: Clock; settings: Pick<Settings, 'read'> },
  withdrawal: ItemWithdrawal,
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
    // The account may be closed and its person not back yet.
    await keepKnown(tx, bearerId, 'suspension');
  }
  const entity = { type: 'skin-withdrawal', id };
  const metadata = { reason, isSuspended, source: seen.source };
  await recordAudit(tx, [{ action: 'SKIN_WITHDRAWAL_REVERSED', userId, actorId: null, entity, metadata }]);
  await raiseAlert(tx, reversed(withdrawal, reason, isSuspended ? bearerId : null));
  return { isSuspended, bearerId };
}

function notifyReversal(
  { notifyUser }: { notifyUser: NotifyUser },
  withdrawal: ItemWithdrawal,
  { isSuspended, bearerId }: Reversal,
): void {
  notifyUser(bearerId, [tradeReversed(withdrawal, isSuspended)]);
}

export interface ApplyDeps {
  db: Db;
  clock: Clock;
  settings: Pick<Settings, 'read'>;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
}

interface ReportOutcome {
  withdrawal: ItemWithdrawal;
  verdict: Verdict['kind'];
}

interface Applied extends ReportOutcome {
  isChanged: boolean;
  isNewStatus: boolean;
  reversal: Reversal | null;
}

/**
 * Every source changes a withdrawal only here. Of two that report the same, the second finds nothing new, because both
 * lock the row, then the account and the item. Null: no withdrawal has the id, since a purchase may be reported before
 * its answer is stored, and site swaps buy too.
 */
export async function applyReport(deps: ApplyDeps, seen: StatusReport): Promise<ReportOutcome | null> {
  const applied = await transaction(deps.db, async (tx) => {
    const found = await lockItemWithdrawalByMarketId(tx, seen.marketId);
    return found === null ? null : apply(tx, deps, found, seen);
  });
  if (applied === null) return null;
  if (applied.isChanged) notifyProgress(deps, applied.withdrawal, seen, applied.isNewStatus);
  if (applied.reversal !== null) notifyReversal(deps, applied.withdrawal, applied.reversal);
  return applied;
}

async function apply(tx: Tx, deps: ApplyDeps, found: ItemWithdrawal, seen: StatusReport): Promise<Applied> {
  const at = deps.clock.now();
  const verdict = judge(found, seen, at);
  const unchanged = { withdrawal: found, verdict: verdict.kind, isChanged: false, isNewStatus: false, reversal: null };
  switch (verdict.kind) {
    case 'KNOWN':
    case 'LATE':
    case 'UNCONFIRMED':
      return unchanged;
    case 'CONTRADICTED':
      await raiseAlert(tx, contradicted(found, seen));
      return unchanged;
    case 'REVERSED':
      // The marketplace confirms late what its feed has said.
      await resolveAlert(tx, feedDoubtedCause(found));
      return { ...unchanged, reversal: await recordReversal(tx, deps, found, seen) };
    case 'CHANGED':
      return change(tx, deps, found, seen, verdict);
  }
}

async function change(
  tx: Tx,
  deps: ApplyDeps,
  found: ItemWithdrawal,
  seen: StatusReport,
  { kind, status, marketStatus }: Extract<Verdict, { kind: 'CHANGED' }>,
): Promise<Applied> {
  const isInVain = cameToNothing(status);
  const isNewEnd = status !== found.status && (isInVain || status === 'COMPLETED');
  if (isNewEnd) await moveItem(tx, found, status);
  const failureReason = isInVain ? (seen.reason ?? NO_REASON) : null;
  await updateToSeen(tx, { id: found.id, status, marketStatus, seen, failureReason, at: deps.clock.now() });
  await resolveAlert(tx, stuckCause(found));
  // The marketplace confirms late what its feed has said.
  if (isInVain) await resolveAlert(tx, feedDoubtedCause(found));
  // The documents release the item of a trade that was reversed before its delivery was seen; an alert tells
  // administrators.
  const isRollback = isInVain && seen.isRollback;
  const reversal = isRollback ? await recordReversal(tx, deps, found, seen) : null;
  const withdrawal = await findItemWithdrawal(tx, found.id);
  assert(withdrawal !== null, 'a withdrawal is never deleted');
  // That a delivery is final is stored, but is no news for its user.
  return {
    withdrawal,
    verdict: kind,
    isChanged: found.status !== 'COMPLETED',
    isNewStatus: status !== found.status,
    reversal,
  };
}

/** Only the withdrawal locks its item. */
async function moveItem(tx: Tx, { userId, inventoryItemId }: ItemWithdrawal, status: TrackedStatus): Promise<void> {
  const to = status === 'COMPLETED' ? 'WITHDRAWN' : 'AVAILABLE';
  const [, movedIds] = await Promise.all([
    lockAccount(tx, userId),
    moveItems(tx, { ids: [inventoryItemId], userId, from: 'LOCKED', to }),
  ]);
  assert(movedIds.length === 1, 'the item of a withdrawal under way was moved by someone without its lock');
}

const MAX_ITEMS = 1_000;
const MAX_TEXT_HEARD = 1_000;
const ScalarField = Type.Union([Type.Number(), Type.String({ maxLength: MAX_TEXT_HEARD }), Type.Null()]);
const Flag = Type.Union([Type.Boolean(), Type.Null()]);

const FeedMessage = Type.Object({
  type: Type.Union([Type.Literal('create'), Type.Literal('update')]),
  data: Type.Object({
    stage: Type.Optional(ScalarField),
    done: Type.Optional(Flag),
    is_released: Type.Optional(Flag),
    release_date: Type.Optional(ScalarField),
    send_until: Type.Optional(ScalarField),
    seller: Type.Optional(Type.Union([Type.Object({ name: Type.Optional(ScalarField) }), Type.Null()])),
    items: Type.Array(
      Type.Object({
        id: Type.Union([Type.Integer(), Type.String({ minLength: 1, maxLength: 100 })]),
        status: Type.Optional(ScalarField),
        trade_id: Type.Optional(ScalarField),
      }),
      { maxItems: MAX_ITEMS },
    ),
  }),
});
const readMessage = shaped(FeedMessage);

type Scalar = string | number | null;

const MAX_TEXT_KEPT = 500;

export function polledReport(trade: MarketTrade): StatusReport {
  const { marketId, status, tradeId, sellerName, sendUntil, reason } = trade;
  return {
    marketId,
    status: polledStatusOf(trade),
    marketStatus: marketStatusOf(status),
    tradeId: textOf(tradeId),
    sellerName: textOf(sellerName),
    sendUntil: momentOf(sendUntil),
    reason: textOf(reason),
    isRollback: isRollback(trade),
    source: 'POLL',
  };
}

/** Null: the message does not have the agreed form. */
export function reportsOf(message: unknown): StatusReport[] | null {
  const read = readMessage(message);
  return read === null ? null : feedReports(read.data);
}

/** Each item of a trade is a purchase of its own. */
function feedReports(trade: Static<typeof FeedMessage>['data']): StatusReport[] {
  const releaseDate = textOf(trade.release_date);
  return trade.items.map((item) => {
    const status = numberOf(item.status);
    const words = { status, stage: numberOf(trade.stage), isReleased: trade.is_released === true };
    return {
      marketId: String(item.id),
      status: feedStatusOf({ ...words, done: trade.done === true }),
      marketStatus: marketStatusOf(status),
      tradeId: textOf(item.trade_id),
      sellerName: textOf(trade.seller?.name),
      sendUntil: momentOf(trade.send_until),
      reason: null,
      isRollback: isRollback({ status, reason: null, releaseDate }),
      source: 'FEED',
    };
  });
}

function textOf(value: Scalar | undefined): string | null {
  // PostgreSQL stores no NUL.
  const text = String(value ?? '')
    .replaceAll('\0', '')
    .trim()
    .slice(0, MAX_TEXT_KEPT);
  return text === '' ? null : text;
}

function numberOf(value: Scalar | undefined): number | null {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Seconds since 1970, or a text with a date. */
function momentOf(value: Scalar | undefined): Date | null {
  const seconds = numberOf(value);
  const moment = new Date(seconds === null ? (value ?? Number.NaN) : seconds * 1000);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
