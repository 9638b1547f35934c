import { transaction } from '../../../../../platform/database/db.ts';
import type { Logger } from '../../../../../platform/observability/logger.ts';
import { OutsideError } from '../../../../../platform/outbound/outside-error.ts';
import { raiseAlert } from '../../../../people/alerts/index.ts';
import type { Marketplace } from '../../../marketplace/index.ts';
import { lockWithdrawalByMarketId } from '../../withdrawals.sql.ts';
import { type ApplyDeps, applyReport } from '../apply-report.ts';
import { cameToNothing, isOpen, isUndone } from '../status-report.rules.ts';
import { polledReport } from '../status-reports.ts';
import { feedDoubted } from '../tracking.alerts.ts';
import type { StatusReport } from '../tracking.types.ts';

export interface FeedDeps extends ApplyDeps {
  marketplace: Pick<Marketplace, 'tradesByMarketId'>;
  logger: Logger;
}

/**
 * What the feed says is applied as it is, but for the end in vain of a withdrawal under way, which would release its item,
 * and the reversal of a delivery, which would suspend its user: before that the marketplace is asked, outside any
 * transaction. Where it says otherwise nothing moves and a person is called; where it says nothing, nothing moves either, and
 * the poll asks again.
 */
export async function applyFeed(deps: FeedDeps, seen: StatusReport): Promise<void> {
  const heard = await applyReport(deps, seen);
  if (heard?.verdict !== 'UNCONFIRMED') return;
  const asked = await askForOne(deps, seen.marketId);
  if (asked === null) return;
  const isDelivered = heard.withdrawal.status === 'COMPLETED';
  const isConfirmed = isDelivered ? isUndone(asked) : cameToNothing(asked.status);
  if (!isConfirmed) await notifyOfDoubt(deps, seen, asked);
  else if (isDelivered) await applyReport(deps, asked);
  // The feed has a table of its own for what an end is called; whether it is a reversal is the marketplace's to say.
  else await applyReport(deps, { ...seen, isRollback: asked.isRollback, source: 'POLL' });
}

async function askForOne({ marketplace, logger }: FeedDeps, marketId: string): Promise<StatusReport | null> {
  try {
    const trades = await marketplace.tradesByMarketId([marketId]);
    const trade = trades.find((each) => each.marketId === marketId);
    if (trade !== undefined) return polledReport(trade);
    logger.warn(
      { marketId },
      'The marketplace does not know a purchase that its feed says came to nothing or was taken back',
    );
  } catch (err) {
    if (!(err instanceof OutsideError)) throw err;
    logger.warn(
      { err, marketId },
      'The marketplace could not be asked for what its feed says came to nothing or was taken back',
    );
  }
  return null;
}

/** Unless the withdrawal has come to nothing or was taken back meanwhile: then whoever recorded that has asked, too. */
async function notifyOfDoubt({ db }: FeedDeps, seen: StatusReport, asked: StatusReport): Promise<void> {
  await transaction(db, async (tx) => {
    const found = await lockWithdrawalByMarketId(tx, seen.marketId);
    if (found === null) return;
    const isStanding = isOpen(found.status) || (found.status === 'COMPLETED' && found.reversedAt === null);
    if (isStanding) await raiseAlert(tx, feedDoubted(found, seen, asked));
  });
}
