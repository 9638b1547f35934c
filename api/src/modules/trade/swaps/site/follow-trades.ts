import type { Clock } from '../../../../platform/clock.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { raiseAlert } from '../../../people/alerts/index.ts';
import { askTrades, type Marketplace, type MarketTrade } from '../../marketplace/index.ts';
import { notDelivered } from './site.alerts.ts';
import { tradeOutcomeOf } from './site.rules.ts';
import type { FollowedTrade } from './site.types.ts';
import { endTrades, takeOpenTrades } from './trades.sql.ts';

export interface FollowTradesDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  marketplace: Pick<Marketplace, 'isConfigured' | 'tradesByMarketId'>;
}

/** As many as the marketplace answers in one call. */
const MAX_ASKED = 100;
/** Steam lets a trade be taken back for seven days; then the marketplace says that it is released. */
const FOLLOWED_MS = 8 * 24 * 60 * 60_000;

/**
 * A job: what the house has bought for site swaps is sent to its own account, by strangers. The user has their item
 * whatever comes of it; where nothing does, a person sees to it that the house is paid back.
 */
export async function followTrades(deps: FollowTradesDeps): Promise<void> {
  const { db, clock, marketplace } = deps;
  if (!marketplace.isConfigured) return;
  const at = clock.now();
  const followed = await takeOpenTrades(db, at, new Date(at.getTime() - FOLLOWED_MS), MAX_ASKED);
  const byMarketId = new Map(followed.map((trade) => [trade.marketId, trade]));
  const delivered: FollowedTrade[] = [];
  for (const told of await askTrades(deps, [...byMarketId.keys()])) {
    const trade = byMarketId.get(told.marketId);
    const outcome = tradeOutcomeOf(told);
    if (trade === undefined || outcome === null) continue;
    if (outcome === 'DELIVERED') delivered.push(trade);
    else await endInVain(deps, trade, told);
  }
  await endTrades(
    db,
    delivered.map(({ id }) => id),
    'DELIVERED',
    at,
  );
}

/** Once, with its alert. */
async function endInVain({ db, clock }: FollowTradesDeps, trade: FollowedTrade, told: MarketTrade): Promise<void> {
  await transaction(db, async (tx) => {
    const [ended] = await endTrades(tx, [trade.id], 'CAME_TO_NOTHING', clock.now());
    if (ended !== undefined) await raiseAlert(tx, notDelivered(trade, told.reason));
  });
}
