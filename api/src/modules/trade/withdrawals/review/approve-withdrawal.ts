import type { Clock } from '../../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { type Once, writeOnceAndGoOn } from '../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { holdPricing, priceMarginSetting } from '../../../assets/items/index.ts';
import { lockAccount } from '../../../assets/wallet/index.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { type Decider, requireMayDecide, requireNotNear } from '../../../people/decisions/index.ts';
import type { NotifyUser } from '../../../people/notifications/index.ts';
import { tradeLinkOf } from '../../../people/users/index.ts';
import { requireNoWait } from '../../../people/withdrawal-waits/index.ts';
import { type Marketplace, walletCovers } from '../../marketplace/index.ts';
import { type AtRisk, ownerSuspended, type RiskDeps, withRisk } from '../../suspensions/index.ts';
import { lookUpPrice } from '../look-up-price.ts';
import type { Purchases } from '../purchase/handle-purchases.ts';
import {
  cannotBeBought,
  notPendingApproval,
  tradeUrlInvalid,
  tradeUrlMissing,
  withdrawalNotFound,
  withdrawerNotActive,
} from '../withdrawals.errors.ts';
import { withdrawalApproved } from '../withdrawals.notifications.ts';
import { comparePrices, maxCoinsOf } from '../withdrawals.rules.ts';
import { lockWithdrawal } from '../withdrawals.sql.ts';
import type { PriceLookUp, TradeLink } from '../withdrawals.types.ts';
import { findReviewed, findToBuy, updateToApproved } from './review.sql.ts';
import { REVIEW_ENTITY, type ReviewedWithdrawal, type WaitingWithdrawal } from './review.types.ts';

export interface ApproveDeps extends RiskDeps {
  db: Db;
  clock: Clock;
  settings: Settings;
  marketplace: Marketplace;
  purchases: Purchases;
  notifyUser: NotifyUser;
}

/**
 * An administrator lets an item go: the price is looked up again, and it is bought at once. Where that is not possible
 * now, nothing changes and the withdrawal still waits.
 */
export async function approveWithdrawal(
  deps: ApproveDeps,
  id: Id<'itemWithdrawal'>,
  reviewer: Decider,
  once: Once<AtRisk<ReviewedWithdrawal>> | null,
): Promise<AtRisk<ReviewedWithdrawal>> {
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
  withdrawal: WaitingWithdrawal;
  tradeLink: TradeLink;
}

function admit(withdrawal: WaitingWithdrawal | null): Admitted {
  if (withdrawal === null) throw withdrawalNotFound();
  if (withdrawal.status !== 'PENDING_APPROVAL') throw notPendingApproval(withdrawal.status);
  if (!withdrawal.isUserActive) throw withdrawerNotActive();
  if (withdrawal.tradeUrl === null) throw tradeUrlMissing();
  const tradeLink = tradeLinkOf(withdrawal.tradeUrl, withdrawal.platformId);
  if (tradeLink === null) throw tradeUrlInvalid();
  if (withdrawal.isSuspended) throw ownerSuspended();
  return { withdrawal, tradeLink };
}

/** At what the item is worth now: its price may have risen with its value. */
function maxPayNow(valueCents: Cents, priceMargin: string, lookUp: PriceLookUp): Cents {
  const { canWithdraw, maxPayCents, reason } = comparePrices(valueCents, priceMargin, lookUp);
  if (!canWithdraw) throw cannotBeBought(reason);
  return maxPayCents;
}

async function requireCovered(deps: ApproveDeps, { valueCents }: WaitingWithdrawal, lookUp: PriceLookUp) {
  maxPayNow(valueCents, deps.settings.get(priceMarginSetting), lookUp);
  const coins = 'error' in lookUp ? 0 : (lookUp.seen?.price.minCoins ?? 0);
  if (!(await walletCovers(deps, coins)))
    throw cannotBeBought('the wallet at the marketplace does not cover the price');
}

/**
 * Under the row of the withdrawal, so that of two decisions one finds the other, and the account, so that a suspension is
 * before or after. The item stays LOCKED.
 */
async function placePurchase(
  tx: Tx,
  deps: ApproveDeps,
  { id, userId }: WaitingWithdrawal,
  lookUp: PriceLookUp,
  reviewer: Decider,
): Promise<AtRisk<ReviewedWithdrawal>> {
  const { clock, settings, purchases } = deps;
  const { actorId, ip, reason } = reviewer;
  // Sent together, in this order: what prices follow from is held before any row is locked, as everywhere.
  const [{ priceMargin }, , , found] = await Promise.all([
    holdPricing(tx, settings),
    lockWithdrawal(tx, id),
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
    // Not the value, which follows prices and the rate: the second administrator would hardly ever ask for the same.
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
  if (approved === null) throw withdrawalNotFound();
  return withRisk(deps, tx, REVIEW_ENTITY, approved);
}
