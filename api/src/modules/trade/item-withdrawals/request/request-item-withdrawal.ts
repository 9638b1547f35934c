import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Once, type WriteStep, writeOnce, writeOnceAndGoOn } from '../../../../platform/database/idempotency.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { moveItems } from '../../../assets/inventory/index.ts';
import { holdPricing, priceMarginSetting } from '../../../assets/items/index.ts';
import { lockAccount } from '../../../assets/wallet/index.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { findGainsOf } from '../../../people/decisions/index.ts';
import type { NotifyUser } from '../../../people/notifications/index.ts';
import { tradeLinkOf } from '../../../people/users/index.ts';
import { findWaitEnd } from '../../../people/withdrawal-waits/index.ts';
import { type Marketplace, walletCovers } from '../../marketplace/index.ts';
import { readDebt } from '../../suspensions/index.ts';
import { withdrawalCancelled, withdrawalPendingApproval, withdrawalTakenBack } from '../item-withdrawals.messages.ts';
import {
  beingProcessed,
  itemWithdrawalNotFound,
  type ListedItemWithdrawal,
  type TradeLink,
  withdrawalGoesOn,
} from '../item-withdrawals.records.ts';
import { comparePrices, maxCoinsOf, type PriceLookUp } from '../item-withdrawals.rules.ts';
import { findListed, lockItemWithdrawal } from '../item-withdrawals.sql.ts';
import { lookUpPrice, type Purchases } from '../purchases.ts';
import {
  autoApprovalDailyLimitSetting,
  autoApprovalMinAccountHoursSetting,
  autoApprovalQuietHoursSetting,
  hasSecurityEntry,
  sumApprovedToday,
} from './auto-approval.ts';
import {
  type Candidate,
  type CandidateItem,
  projectIdOf,
  type RequestedItemWithdrawal,
  refusalOf,
  reviewReasonsOf,
} from './request.records.ts';
import { endLease, findCandidate, insertItemWithdrawal, leaseItem, updateToCancelled } from './request.sql.ts';

/** It is longer than the longest call to the marketplace, so no single call outlives it. */
const LIFETIME_MS = 30_000;
const ATTEMPTS = 10;
const PAUSE_MS = 200;
const JITTER_MS = 200;

interface LeaseDeps {
  db: Db;
  clock: Clock;
  wait: (ms: number) => Promise<void>;
}

interface ItemLease {
  /** For another lifetime. */
  renew(): Promise<void>;
  /** Once is enough. */
  end(): Promise<void>;
}

/**
 * Requests for one item follow each other while they ask the marketplace, so fifty clicks are not fifty calls. This
 * only spares the marketplace: a request that outlives its lease is stopped by the locks of the transaction that takes
 * the item.
 */
async function takeItemLease(deps: LeaseDeps, inventoryItemId: Id<'inventoryItem'>): Promise<ItemLease> {
  const owner = randomUUID();
  const take = () => {
    const now = deps.clock.now();
    return leaseItem(deps.db, { inventoryItemId, owner, now, until: new Date(now.getTime() + LIFETIME_MS) });
  };
  for (let attempt = 1; !(await take()); attempt += 1) {
    if (attempt === ATTEMPTS) throw beingProcessed();
    await deps.wait(PAUSE_MS + Math.random() * JITTER_MS);
  }
  let isHeld = true;
  return {
    renew: async () => {
      await take();
    },
    end: async () => {
      if (isHeld) await endLease(deps.db, inventoryItemId, owner);
      isHeld = false;
    },
  };
}

export interface RequestDeps extends LeaseDeps {
  settings: Settings;
  marketplace: Marketplace;
  purchases: Purchases;
  push: Pick<Push, 'toUser'>;
}

interface RequestCommand {
  userId: Id<'user'>;
  inventoryItemId: Id<'inventoryItem'>;
  ip: string;
}

/**
 * The item is bought at once or after a review. Nothing is created if the marketplace asks too much or does not answer.
 * The purchase is made outside all locks; the job of the orders finishes it if this process dies.
 */
export async function requestItemWithdrawal(
  deps: RequestDeps,
  command: RequestCommand,
  once: Once<RequestedItemWithdrawal> | null,
): Promise<RequestedItemWithdrawal> {
  const lease = await takeItemLease(deps, command.inventoryItemId);
  try {
    return await writeOnceAndGoOn(deps.db, once, async (write) => {
      const requested = await prepare(deps, command, lease, write);
      await lease.end();
      return goOn(deps, command.userId, requested);
    });
  } finally {
    await lease.end();
  }
}

async function prepare(
  deps: RequestDeps,
  command: RequestCommand,
  lease: ItemLease,
  write: WriteStep<RequestedItemWithdrawal>,
): Promise<RequestedItemWithdrawal> {
  const { db, marketplace, settings } = deps;
  const { candidate } = admit(await findCandidate(db, command.inventoryItemId, command.userId), command.userId);
  const lookUp = await lookUpPrice(marketplace, candidate.item.marketHashName);
  const seen = seenIn(lookUp);
  const comparison = comparePrices(candidate.item.valueCents, settings.get(priceMarginSetting), lookUp);
  if (seen === null || !comparison.canWithdraw) return { candidate, seen, comparison, created: null };
  await lease.renew();
  const isCovered = await walletCovers(deps, seen.price.minCoins);
  return write((tx) => createItemWithdrawal(tx, deps, command, { lookUp, isCovered }));
}

const seenIn = (lookUp: PriceLookUp) => ('error' in lookUp ? null : lookUp.seen);

interface Admitted {
  candidate: Candidate & { item: CandidateItem; user: NonNullable<Candidate['user']> };
  tradeLink: TradeLink;
}

/** It throws the first reason that keeps the item here. */
function admit(candidate: Candidate | null, userId: Id<'user'>): Admitted {
  const { platformId = '', tradeUrl = null } = candidate?.user ?? {};
  const tradeLink = tradeUrl === null ? null : tradeLinkOf(tradeUrl, platformId);
  const refusal = refusalOf(candidate, userId, tradeLink);
  if (refusal !== null) throw refusal;
  return { candidate, tradeLink } as Admitted;
}

/**
 * The lock of the account keeps the item available and the sum of the day exact. Margin and rate are held, so what may
 * be paid follows from the stored value. Everything is checked again, since it may have changed during the call to the
 * marketplace.
 */
async function createItemWithdrawal(
  tx: Tx,
  deps: RequestDeps,
  { userId, inventoryItemId, ip }: RequestCommand,
  { lookUp, isCovered }: { lookUp: PriceLookUp; isCovered: boolean },
): Promise<RequestedItemWithdrawal> {
  const now = deps.clock.now();
  // They are sent together in this order: everywhere the pricing is held before an account is locked.
  const [{ priceMargin }, , found] = await Promise.all([
    holdPricing(tx, deps.settings),
    lockAccount(tx, userId),
    findCandidate(tx, inventoryItemId, userId),
  ]);
  const { candidate, tradeLink } = admit(found, userId);
  const { item } = candidate;
  const seen = seenIn(lookUp);
  const comparison = comparePrices(item.valueCents, priceMargin, lookUp);
  if (!comparison.canWithdraw) return { candidate, seen, comparison, created: null };
  const { maxPayCents } = comparison;
  const projectId = projectIdOf(inventoryItemId, now);
  const reviewReasons = await findReviewReasons(tx, deps, { userId, candidate, isCovered, now });
  const ask = { name: item.marketHashName, maxCoins: maxCoinsOf(maxPayCents), ...tradeLink };
  const orderId = reviewReasons.length === 0 ? await deps.purchases.place(tx, { projectId, ask }) : null;
  const skinValueUsdCents = item.valueCents;
  const [movedIds, withdrawalId] = await Promise.all([
    moveItems(tx, { ids: [inventoryItemId], userId, from: 'AVAILABLE', to: 'LOCKED' }),
    insertItemWithdrawal(tx, {
      userId,
      inventoryItemId,
      itemId: item.id,
      orderId,
      projectId,
      skinValueUsdCents,
      maxPayCents,
      now,
    }),
  ]);
  assert(movedIds.length === 1, 'an available item was taken by someone who did not hold the account');
  if (orderId === null) {
    const entity = { type: 'skin-withdrawal', id: withdrawalId };
    const metadata = { inventoryItemId, itemId: item.id, projectId, skinValueUsdCents, reviewReasons };
    await recordAudit(tx, [{ action: 'SKIN_WITHDRAWAL_REQUESTED', userId, actorId: userId, entity, metadata, ip }]);
  }
  return { candidate, seen, comparison, created: { withdrawalId, projectId, orderId, outcome: null } };
}

interface ReviewQuestion {
  userId: Id<'user'>;
  candidate: Admitted['candidate'];
  isCovered: boolean;
  now: Date;
}

async function findReviewReasons(
  tx: Tx,
  { settings, clock }: Pick<RequestDeps, 'settings' | 'clock'>,
  { userId, candidate, isCovered, now }: ReviewQuestion,
): Promise<string[]> {
  const [quietHours, dailyLimitCents, minAccountHours, approvedTodayCents, debt] = await Promise.all([
    settings.read(tx, autoApprovalQuietHoursSetting),
    settings.read(tx, autoApprovalDailyLimitSetting),
    settings.read(tx, autoApprovalMinAccountHoursSetting),
    sumApprovedToday(tx, userId, now),
    readDebt(tx, userId),
  ]);
  return reviewReasonsOf(
    {
      skinValueUsdCents: candidate.item.valueCents,
      approvedTodayCents,
      accountAgeMs: now.getTime() - candidate.user.createdAt.getTime(),
      hasSecurityEntry: await hasSecurityEntry(tx, userId, new Date(now.getTime() - quietHours * HOUR_MS)),
      waits: (await findWaitEnd({ settings, clock }, tx, userId)) !== null,
      walletCovers: isCovered,
      debt,
      gainsNearAdministrator: (await findGainsOf(tx, userId, now)).length > 0,
    },
    { dailyLimitCents, minAccountHours },
  );
}

async function goOn(
  { purchases, push }: Pick<RequestDeps, 'purchases' | 'push'>,
  userId: Id<'user'>,
  requested: RequestedItemWithdrawal,
): Promise<RequestedItemWithdrawal> {
  const { created, candidate } = requested;
  if (created === null) return requested;
  if (created.orderId === null) {
    const { withdrawalId, projectId } = created;
    const { id: inventoryItemId, item } = candidate;
    push.toUser(userId, withdrawalPendingApproval, { inventoryItemId, itemName: item.name, projectId, withdrawalId });
    return requested;
  }
  const outcome = await purchases.send(created.orderId);
  return { ...requested, created: { ...created, outcome: outcome === 'UNKNOWN' ? null : outcome } };
}

export interface CancelDeps {
  db: Db;
  clock: Clock;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
}

interface CancelCommand {
  id: Id<'itemWithdrawal'>;
  userId: Id<'user'>;
  ip: string;
}

const REASON = 'Cancelado por quem pediu.';

/** The owner can cancel while it waits for review, because nothing is bought before. */
export async function cancelItemWithdrawal(
  { db, clock, push, notifyUser }: CancelDeps,
  { id, userId, ip }: CancelCommand,
  once: Once<ListedItemWithdrawal> | null,
): Promise<ListedItemWithdrawal> {
  const cancelled = await writeOnce(db, once, async (tx) => {
    // A review locks in the same order: the withdrawal, the account of its user, the item.
    const withdrawal = await lockItemWithdrawal(tx, id);
    if (withdrawal === null || withdrawal.userId !== userId) throw itemWithdrawalNotFound();
    if (withdrawal.status !== 'PENDING_APPROVAL') throw withdrawalGoesOn(withdrawal.status);
    const { inventoryItemId, projectId } = withdrawal;
    const entity = { type: 'skin-withdrawal', id };
    const [, movedIds, , , listed] = await Promise.all([
      lockAccount(tx, userId),
      moveItems(tx, { ids: [inventoryItemId], userId, from: 'LOCKED', to: 'AVAILABLE' }),
      updateToCancelled(tx, { id, reason: REASON, now: clock.now() }),
      recordAudit(tx, [
        { action: 'SKIN_WITHDRAWAL_CANCELLED', userId, actorId: userId, entity, metadata: { projectId }, ip },
      ]),
      findListed(tx, id),
    ]);
    assert(movedIds.length === 1, 'the item of a withdrawal was moved by someone without its lock');
    assert(listed !== null, 'a withdrawal is never deleted');
    return listed;
  });
  push.toUser(userId, withdrawalCancelled, { inventoryItemId: cancelled.inventoryItemId, reason: REASON });
  notifyUser(userId, [withdrawalTakenBack(cancelled)]);
  return cancelled;
}
