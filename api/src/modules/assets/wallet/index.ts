import { createBatchedRead } from '../../../platform/batched-reads.ts';
import type { Db } from '../../../platform/db.ts';
import type { HttpModule } from '../../../platform/http/module.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Push } from './adjust-balance.ts';
import { walletAdminRoutes } from './wallet.admin-routes.ts';
import { walletPlayerRoutes } from './wallet.routes.ts';
import { readBalances } from './wallet.sql.ts';

export { chargeWagers, type PaidWager, wagerNotPayable } from './charge-wagers.ts';
export { holdBalance, releaseHold, settleHold } from './holds.ts';
export { lockAccount, postTransfers } from './post-transfers.ts';
export { walletConstraintErrors } from './wallet.errors.ts';

/** Money: the ledger, the balances that follow from it, and what is set aside of them. */
export function walletModule(deps: { db: Db; push: Push }): HttpModule {
  const read = createBatchedRead((userIds: Id<'user'>[]) => readBalances(deps.db, userIds));
  const readBalance = async (userId: Id<'user'>) => (await read(userId)) ?? 0n;
  return {
    tag: { name: 'wallet', description: 'Your balance in BRL and what has changed it.' },
    player: (routes) => walletPlayerRoutes(routes, { db: deps.db, readBalance }),
    admin: (routes) => walletAdminRoutes(routes, deps),
  };
}
