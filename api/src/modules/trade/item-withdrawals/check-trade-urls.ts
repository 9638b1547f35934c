import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { OutsideError } from '../../../platform/outbound/outside-error.ts';
import { type AskedTradeUrl, listUncheckedTradeUrls, updateTradeUrlCheck } from '../../people/users/index.ts';
import type { Marketplace } from '../marketplace/index.ts';

export interface CheckDeps {
  db: Db;
  clock: Clock;
  marketplace: Pick<Marketplace, 'isConfigured' | 'ownerOfTradeUrl'>;
}

/** It asks about so many again each hour at most. */
const AT_ONCE = 50;

export async function checkTradeUrl(deps: CheckDeps, userId: Id<'user'>): Promise<void> {
  if (deps.marketplace.isConfigured) await ask(deps, await listUncheckedTradeUrls(deps.db, { userId }));
}

/** It asks again where the marketplace has not answered, up to 24 times, and stops while the marketplace is down. */
export async function checkTradeUrls(deps: CheckDeps): Promise<void> {
  if (deps.marketplace.isConfigured) await ask(deps, await listUncheckedTradeUrls(deps.db, { limit: AT_ONCE }));
}

async function ask({ db, clock, marketplace }: CheckDeps, urls: readonly AskedTradeUrl[]): Promise<void> {
  for (const { userId, platformId, tradeUrl } of urls) {
    const owner = await marketplace.ownerOfTradeUrl(tradeUrl).catch((error: unknown) => {
      if (error instanceof OutsideError) return 'unknown';
      throw error;
    });
    const check = owner === 'unknown' ? 'UNCONFIRMED' : owner === platformId ? 'CONFIRMED' : 'NOT_YOURS';
    await updateTradeUrlCheck(db, { userId, tradeUrl, check, now: clock.now() });
    if (owner === 'unknown') return;
  }
}
