import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { recordAudit } from '../audit/index.ts';
import { type NotificationContent, type NotifySecurity, securityNotice } from '../notifications/index.ts';
import { invalidClientSeed, invalidTradeUrl, isPrintableSeed, tradeUrlFault, userNotFound } from './users.records.ts';
import { findUser, updateClientSeed, updateTradeUrl } from './users.sql.ts';

interface SetClientSeed {
  userId: Id<'user'>;
  /** Null draws a random one for every roll. */
  clientSeed: string | null;
  ip: string;
}

export async function setClientSeed(deps: { db: Db }, command: SetClientSeed): Promise<string | null> {
  const { userId, clientSeed, ip } = command;
  if (clientSeed !== null && !isPrintableSeed(clientSeed)) throw invalidClientSeed();
  await transaction(deps.db, async (tx) => {
    await updateClientSeed(tx, userId, clientSeed);
    await recordAudit(tx, [{ action: 'CLIENT_SEED_CHANGED', userId, actorId: userId, metadata: { clientSeed }, ip }]);
  });
  return clientSeed;
}

/** In this job `trade/item-withdrawals` asks the marketplace about the URL. */
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
    await addJob(tx, CHECK_TRADE_URL, { userId }, { jobKey: `${CHECK_TRADE_URL}:${userId}` });
    // The URL holds the token that lets others send offers, so the trail says only that it changed.
    await recordAudit(tx, [{ action: 'TRADE_URL_CHANGED', userId, actorId: userId, ip }]);
    if (user.tradeUrl !== tradeUrl) await deps.notifySecurity(tx, userId, [tradeUrlChanged()]);
  });
  return tradeUrl;
}

/** The text leaves out the URL, because it lets others send trade offers. */
const tradeUrlChanged = (): NotificationContent =>
  securityNotice('TRADE_URL_CHANGED', {
    title: 'URL de troca alterada',
    message: 'A URL de troca que recebe seus itens foi alterada.',
    en: {
      title: 'Your trade URL was changed',
      message: 'The trade URL to which your items are sent was changed.',
    },
  });
