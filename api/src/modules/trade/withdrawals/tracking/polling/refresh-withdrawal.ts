import type { Id } from '../../../../../platform/ids.ts';
import { OutsideError } from '../../../../../platform/outbound/outside-error.ts';
import { withdrawalNotFound } from '../../withdrawals.errors.ts';
import { findWithdrawal } from '../../withdrawals.sql.ts';
import type { Withdrawal } from '../../withdrawals.types.ts';
import { applyReport } from '../apply-report.ts';
import { polledReport } from '../status-reports.ts';
import { tradeCheckFailed, withdrawalWithoutMarketId } from '../tracking.errors.ts';
import type { PollDeps } from './poll-withdrawals.ts';

/** Asks the marketplace at once. That of another user is not found. */
export async function refreshWithdrawal(
  deps: PollDeps,
  { withdrawalId, userId }: { withdrawalId: Id<'itemWithdrawal'>; userId: Id<'user'> },
): Promise<Withdrawal> {
  const found = await findWithdrawal(deps.db, withdrawalId);
  if (found === null || found.userId !== userId) throw withdrawalNotFound();
  if (found.marketId === null) throw withdrawalWithoutMarketId();
  const seen = polledReport(await askForOne(deps, found.marketId));
  return (await applyReport(deps, seen))?.withdrawal ?? found;
}

async function askForOne({ marketplace }: PollDeps, marketId: string) {
  const trades = await marketplace.tradesByMarketId([marketId]).catch((error: unknown) => {
    throw error instanceof OutsideError ? tradeCheckFailed(error) : error;
  });
  const trade = trades.find((each) => each.marketId === marketId);
  if (trade === undefined) throw tradeCheckFailed();
  return trade;
}
