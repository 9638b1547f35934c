import type { Clock } from '../../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { moveItems } from '../../../assets/inventory/index.ts';
import { creditBalances, lockAccount, notifyBalance } from '../../../assets/wallet/index.ts';
import { raiseAlert } from '../../../people/alerts/index.ts';
import type { NotifyUser } from '../../../people/notifications/index.ts';
import { askTrades, isRollback, type Marketplace, type MarketTrade } from '../../marketplace/index.ts';
import {
  type FollowedTrade,
  notDelivered,
  RETURN_REFERENCE,
  type SwapReturn,
  siteSwapUndone,
  type TradeOutcome,
  tradeOutcomeOf,
  type UndeliveredOutcome,
} from './deliveries.records.ts';
import { endTrades, insertReturn, takeOpenTrades } from './deliveries.sql.ts';

/**
 * Takes the item and credits its cost. Returns null, without a change, if the user does not have it AVAILABLE. The
 * caller has locked the trade; the account and the item come after it.
 */
export async function takeBack(
  tx: Tx,
  { id, userId, receivedInventoryItemId, targetName, costCents }: FollowedTrade,
  { decision, decidedAt }: Pick<SwapReturn, 'decision' | 'decidedAt'>,
): Promise<{ balanceCents: bigint } | null> {
  const ids = [receivedInventoryItemId];
  const [, heldIds] = await Promise.all([
    lockAccount(tx, userId),
    moveItems(tx, { ids, userId, from: 'AVAILABLE', to: 'IN_SWAP' }),
  ]);
  if (heldIds.length === 0) return null;
  const [, { balances }] = await Promise.all([
    moveItems(tx, { ids, userId, from: 'IN_SWAP', to: 'SOLD' }),
    creditBalances(tx, [
      {
        userId,
        amountCents: costCents,
        type: 'SWAP_CHANGE',
        reason: `Troca desfeita: ${targetName}`,
        reference: { type: RETURN_REFERENCE, id },
      },
    ]),
    insertReturn(tx, { id, resolution: 'TAKEN_BACK', refundCents: costCents, decision, decidedAt }),
  ]);
  return { balanceCents: balances.get(userId) ?? 0n };
}

export interface FollowTradesDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  marketplace: Pick<Marketplace, 'isConfigured' | 'tradesByMarketId'>;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
}

/** The marketplace answers no more in one call. */
const MAX_ASKED = 100;
/** Steam lets a trade be reversed for seven days; then the marketplace releases it. */
const FOLLOWED_MS = 8 * 24 * 60 * 60_000;

/**
 * Strangers deliver the purchases to the house's account. If a trade fails, the marketplace pays back and the swap is
 * undone. An administrator decides if the user no longer has the item or no end is reported.
 */
export async function followTrades(deps: FollowTradesDeps): Promise<void> {
  const { db, clock, marketplace } = deps;
  if (!marketplace.isConfigured) return;
  const at = clock.now();
  const followed = await takeOpenTrades(db, at, MAX_ASKED);
  const marketIds = followed.map(({ marketId }) => marketId);
  const answers = new Map((await askTrades(deps, marketIds)).map((answer) => [answer.marketId, answer]));
  const delivered: FollowedTrade[] = [];
  for (const trade of followed) {
    const answer = answers.get(trade.marketId) ?? null;
    const outcome = outcomeOf(trade, answer, at);
    if (outcome === 'DELIVERED') delivered.push(trade);
    else if (outcome !== null) await endInVain(deps, trade, outcome, answer);
  }
  await endTrades(
    db,
    delivered.map(({ id }) => id),
    'DELIVERED',
    at,
  );
}

/** A reported end counts first, because it may have come long ago. */
function outcomeOf({ boughtAt }: FollowedTrade, answer: MarketTrade | null, now: Date): TradeOutcome | null {
  const outcome = answer === null ? null : tradeOutcomeOf({ ...answer, isRollback: isRollback(answer) });
  const isOverdue = now.getTime() - boughtAt.getTime() > FOLLOWED_MS;
  return outcome ?? (isOverdue ? 'NEVER_ENDED' : null);
}

async function endInVain(
  deps: FollowTradesDeps,
  trade: FollowedTrade,
  outcome: UndeliveredOutcome,
  answer: MarketTrade | null,
): Promise<void> {
  const { db, clock } = deps;
  const undone = await transaction(db, async (tx) => {
    const at = clock.now();
    const [ended] = await endTrades(tx, [trade.id], outcome, at);
    if (ended === undefined) return null;
    // The marketplace pays back only a trade that it reports as failed.
    const taken = outcome === 'CAME_TO_NOTHING' ? await takeBack(tx, trade, { decision: null, decidedAt: at }) : null;
    if (taken === null) await raiseAlert(tx, notDelivered(trade, outcome, answer?.reason ?? null));
    return taken;
  });
  if (undone !== null) notifyUndone(deps, trade, undone);
}

export function notifyUndone(
  { push, notifyUser }: Pick<FollowTradesDeps, 'push' | 'notifyUser'>,
  trade: FollowedTrade,
  { balanceCents }: { balanceCents: bigint },
): void {
  notifyBalance(push, trade.userId, balanceCents);
  notifyUser(trade.userId, [siteSwapUndone(trade)]);
}
