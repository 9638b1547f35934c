import type { Clock } from '../../../../platform/clock.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { notifyBalance } from '../../../assets/wallet/index.ts';
import { raiseAlert } from '../../../people/alerts/index.ts';
import type { NotifyUser } from '../../../people/notifications/index.ts';
import { askTrades, isRollback, type Marketplace, type MarketTrade } from '../../marketplace/index.ts';
import { notDelivered } from './deliveries.alerts.ts';
import { siteSwapUndone } from './deliveries.notifications.ts';
import { tradeOutcomeOf } from './deliveries.rules.ts';
import type { FollowedTrade, TradeOutcome } from './deliveries.types.ts';
import { takeBack } from './take-back.ts';
import { endTrades, takeOpenTrades } from './trades.sql.ts';

export interface FollowTradesDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  marketplace: Pick<Marketplace, 'isConfigured' | 'tradesByMarketId'>;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
}

/** As many as the marketplace answers in one call. */
const MAX_ASKED = 100;
/** Steam lets a trade be taken back for seven days; then the marketplace says that it is released. */
const FOLLOWED_MS = 8 * 24 * 60 * 60_000;

/**
 * A job: what the house has bought for site swaps is sent to its own account, by strangers. Where nothing comes of it the
 * marketplace pays the house back, and the swap is undone; where the user no longer has the item, or no end is reported, a person
 * decides.
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

/** What is reported comes first: after a long silence of ours or theirs it may have ended long ago. */
function outcomeOf({ boughtAt }: FollowedTrade, answer: MarketTrade | null, now: Date): TradeOutcome | null {
  const outcome = answer === null ? null : tradeOutcomeOf({ ...answer, isRollback: isRollback(answer) });
  const isOverdue = now.getTime() - boughtAt.getTime() > FOLLOWED_MS;
  return outcome ?? (isOverdue ? 'NEVER_ENDED' : null);
}

/** Once, with what follows from it. */
async function endInVain(
  deps: FollowTradesDeps,
  trade: FollowedTrade,
  outcome: Exclude<TradeOutcome, 'DELIVERED'>,
  answer: MarketTrade | null,
): Promise<void> {
  const { db, clock } = deps;
  const undone = await transaction(db, async (tx) => {
    const at = clock.now();
    const [ended] = await endTrades(tx, [trade.id], outcome, at);
    if (ended === undefined) return null;
    // Only what the marketplace says came to nothing was paid back.
    const taken = outcome === 'CAME_TO_NOTHING' ? await takeBack(tx, trade, { decision: null, at }) : null;
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
