import { strict as assert } from 'node:assert';
import type { Clock } from '../../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { type Once, writeOnce, writeOnceAndGoOn } from '../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { moveItems } from '../../../assets/inventory/index.ts';
import { holdPricing, priceMarginSetting } from '../../../assets/items/index.ts';
import { lockAccount } from '../../../assets/wallet/index.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import {
  type Decider,
  requireMayDecide,
  requireNotNear,
  requireOthersRecord,
} from '../../../people/decisions/index.ts';
import type { NotifyUser } from '../../../people/notifications/index.ts';
import { tradeLinkOf } from '../../../people/users/index.ts';
import { requireNoWait } from '../../../people/withdrawal-waits/index.ts';
import { type Marketplace, walletCovers } from '../../marketplace/index.ts';
import { type AtRisk, ownerSuspended, type RiskDeps, withRisk } from '../../suspensions/index.ts';
import { withdrawalApproved, withdrawalCancelled, withdrawalRejected } from '../item-withdrawals.messages.ts';
import {
  cannotBeBought,
  itemWithdrawalNotFound,
  notPendingApproval,
  REVIEW_ENTITY,
  type ReviewedItemWithdrawal,
  type TradeLink,
  tradeUrlInvalid,
  tradeUrlMissing,
  type WaitingItemWithdrawal,
  withdrawerNotActive,
} from '../item-withdrawals.records.ts';
import { comparePrices, maxCoinsOf, type PriceLookUp } from '../item-withdrawals.rules.ts';
import {
  findReviewed,
  findToBuy,
  lockItemWithdrawal,
  updateToApproved,
  updateToRejected,
} from '../item-withdrawals.sql.ts';
import { lookUpPrice, type Purchases } from '../purchases.ts';

export interface ApproveDeps extends RiskDeps {
  db: Db;
  clock: Clock;
  settings: Settings;
  marketplace: Marketplace;
  purchases: Purchases;
  notifyUser: NotifyUser;
}

/**
 * The price is looked up again and the item is bought at once. If that is impossible now, nothing changes and the
 * withdrawal still waits.
 */
export async function approveItemWithdrawal(
  deps: ApproveDeps,
  id: Id<'itemWithdrawal'>,
  reviewer: Decider,
  once: Once<AtRisk<ReviewedItemWithdrawal>> | null,
): Promise<AtRisk<ReviewedItemWithdrawal>> {
  return writeOnceAndGoOn(deps.db, once, async (write) => {
    const { withdrawal } = admit(await findToBuy(deps.db, id));
    await transaction(deps.db, (tx) => requireNoWait(deps, tx, withdrawal.userId));
    const lookUp = await lookUpPrice(deps.marketplace, withdrawal.marketHashName);
    await requireCovered(deps, withdrawal, lookUp);
    const approved = await write((tx) => placePurchase(tx, deps, withdrawal, lookUp, reviewer));
    deps.notifyUser(approved.userId, [withdrawalApproved(approved)]);
    if (approved.orderId !== null) await deps.purchases.send(approved.orderId);
    const reviewed = await findReviewed(deps.db, id);
    return reviewed === null ? approved : withRisk(deps, deps.db, REVIEW_ENTITY, reviewed);
  });
}

interface Admitted {
  withdrawal: WaitingItemWithdrawal;
  tradeLink: TradeLink;
}

function admit(withdrawal: WaitingItemWithdrawal | null): Admitted {
  if (withdrawal === null) throw itemWithdrawalNotFound();
  if (withdrawal.status !== 'PENDING_APPROVAL') throw notPendingApproval(withdrawal.status);
  if (!withdrawal.isUserActive) throw withdrawerNotActive();
  if (withdrawal.tradeUrl === null) throw tradeUrlMissing();
  const tradeLink = tradeLinkOf(withdrawal.tradeUrl, withdrawal.platformId);
  if (tradeLink === null) throw tradeUrlInvalid();
  if (withdrawal.isSuspended) throw ownerSuspended();
  return { withdrawal, tradeLink };
}

/** The present value counts, because the price may have risen with it. */
function maxPayNow(valueCents: Cents, priceMargin: string, lookUp: PriceLookUp): Cents {
  const { canWithdraw, maxPayCents, reason } = comparePrices(valueCents, priceMargin, lookUp);
  if (!canWithdraw) throw cannotBeBought(reason);
  return maxPayCents;
}

async function requireCovered(deps: ApproveDeps, { valueCents }: WaitingItemWithdrawal, lookUp: PriceLookUp) {
  maxPayNow(valueCents, deps.settings.get(priceMarginSetting), lookUp);
  const coins = 'error' in lookUp ? 0 : (lookUp.seen?.price.minCoins ?? 0);
  if (!(await walletCovers(deps, coins)))
    throw cannotBeBought('the wallet at the marketplace does not cover the price');
}

/**
 * Under the lock of the withdrawal, one of two decisions sees the other; under that of the account, a suspension comes
 * before or after. The item stays LOCKED.
 */
async function placePurchase(
  tx: Tx,
  deps: ApproveDeps,
  { id, userId }: WaitingItemWithdrawal,
  lookUp: PriceLookUp,
  reviewer: Decider,
): Promise<AtRisk<ReviewedItemWithdrawal>> {
  const { clock, settings, purchases } = deps;
  const { actorId, ip, reason } = reviewer;
  // They are sent together in this order: everywhere the pricing is held before a row is locked.
  const [{ priceMargin }, , , found] = await Promise.all([
    holdPricing(tx, settings),
    lockItemWithdrawal(tx, id),
    lockAccount(tx, userId),
    findToBuy(tx, id),
  ]);
  const { withdrawal, tradeLink } = admit(found);
  const entity = { type: REVIEW_ENTITY, id };
  await requireNotNear(deps, tx, { actorId, ownerId: userId });
  await requireMayDecide(deps, tx, reviewer, {
    ownerId: withdrawal.userId,
    amountCents: withdrawal.valueCentsBrl,
    action: 'approve',
    entity,
    // The value would follow prices and the rate, and the second administrator would hardly ever confirm the same one.
    content: withdrawal.projectId,
  });
  await requireNoWait(deps, tx, withdrawal.userId);
  const { projectId, marketHashName } = withdrawal;
  const maxPayCents = maxPayNow(withdrawal.valueCents, priceMargin, lookUp);
  const ask = { name: marketHashName, maxCoins: maxCoinsOf(maxPayCents), ...tradeLink };
  const orderId = await purchases.place(tx, { projectId, ask });
  const metadata = { projectId, maxPayCents, ...(reason !== null && { reason }) };
  const [, , approved] = await Promise.all([
    updateToApproved(tx, { id, orderId, maxPayCents, decidedBy: actorId, now: clock.now() }),
    recordAudit(tx, [{ action: 'SKIN_WITHDRAWAL_APPROVED', userId, actorId, entity, metadata, ip }]),
    findReviewed(tx, id),
  ]);
  if (approved === null) throw itemWithdrawalNotFound();
  return withRisk(deps, tx, REVIEW_ENTITY, approved);
}

export interface RejectDeps extends RiskDeps {
  db: Db;
  clock: Clock;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
}

interface RejectCommand extends Decider {
  id: Id<'itemWithdrawal'>;
  reason: string;
}

export async function rejectItemWithdrawal(
  deps: RejectDeps,
  command: RejectCommand,
  once: Once<AtRisk<ReviewedItemWithdrawal>> | null,
): Promise<AtRisk<ReviewedItemWithdrawal>> {
  const rejected = await writeOnce(deps.db, once, (tx) => release(tx, deps, command));
  const { userId, inventoryItemId } = rejected;
  deps.push.toUser(userId, withdrawalCancelled, { inventoryItemId, reason: command.reason });
  deps.notifyUser(userId, [withdrawalRejected(rejected, command.reason)]);
  return rejected;
}

/** It locks the withdrawal, then the account of its user, then the item. */
async function release(
  tx: Tx,
  deps: RiskDeps,
  { id, reason, actorId, ip }: RejectCommand,
): Promise<AtRisk<ReviewedItemWithdrawal>> {
  const withdrawal = await lockItemWithdrawal(tx, id);
  if (withdrawal === null) throw itemWithdrawalNotFound();
  if (withdrawal.status !== 'PENDING_APPROVAL') throw notPendingApproval(withdrawal.status);
  const { userId, inventoryItemId, projectId } = withdrawal;
  requireOthersRecord(actorId, userId);
  const entity = { type: REVIEW_ENTITY, id };
  const [, movedIds, , , rejected] = await Promise.all([
    lockAccount(tx, userId),
    moveItems(tx, { ids: [inventoryItemId], userId, from: 'LOCKED', to: 'AVAILABLE' }),
    updateToRejected(tx, { id, reason, decidedBy: actorId, now: deps.clock.now() }),
    recordAudit(tx, [
      { action: 'SKIN_WITHDRAWAL_REJECTED', userId, actorId, entity, metadata: { projectId, reason }, ip },
    ]),
    findReviewed(tx, id),
  ]);
  assert(movedIds.length === 1, 'the item of a withdrawal was moved by someone without its lock');
  assert(rejected !== null, 'a withdrawal is never deleted');
  return withRisk(deps, tx, REVIEW_ENTITY, rejected);
}
