import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { recordAudit } from '../audit/index.ts';
import type { NotifySecurity } from '../notifications/index.ts';
import { invalidTradeUrl, userNotFound } from './users.errors.ts';
import { tradeUrlChanged } from './users.notifications.ts';
import { tradeUrlFault } from './users.rules.ts';
import { findUser, updateTradeUrl } from './users.sql.ts';

/** The job by which `trade/item-withdrawals` asks the marketplace about the URL of a user. */
export const CHECK_TRADE_URL = 'check-trade-url';

interface SetTradeUrl {
  userId: Id<'user'>;
  tradeUrl: string;
  ip: string;
}

export async function setTradeUrl(
  deps: { db: Db; notifySecurity: NotifySecurity },
  { userId, tradeUrl, ip }: SetTradeUrl,
): Promise<string> {
  const user = await findUser(deps.db, userId);
  if (user === null) throw userNotFound();
  const fault = tradeUrlFault(tradeUrl, user.platformId);
  if (fault !== null) throw invalidTradeUrl(fault);
  await transaction(deps.db, async (tx) => {
    await updateTradeUrl(tx, userId, tradeUrl);
    // The marketplace is asked after the commit.
    await addJob(tx, CHECK_TRADE_URL, { userId }, { jobKey: `${CHECK_TRADE_URL}:${userId}` });
    // The URL holds the token that lets others send offers, so the trail says only that it changed.
    await recordAudit(tx, [{ action: 'TRADE_URL_CHANGED', userId, actorId: userId, ip }]);
    if (user.tradeUrl !== tradeUrl) await deps.notifySecurity(tx, userId, [tradeUrlChanged()]);
  });
  return tradeUrl;
}
