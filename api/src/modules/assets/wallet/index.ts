import { createBatchedRead } from '../../../platform/batched-reads.ts';
import type { Db } from '../../../platform/db.ts';
import type { HttpModule } from '../../../platform/http/module.ts';
import type { Id } from '../../../platform/ids.ts';
import { walletPlayerRoutes } from './wallet.routes.ts';
import { readBalances } from './wallet.sql.ts';

export function walletModule(deps: { db: Db }): HttpModule {
  const read = createBatchedRead((userIds: Id<'user'>[]) => readBalances(deps.db, userIds));
  return {
    tag: { name: 'wallet', description: 'Your balance in BRL.' },
    player: (routes) => walletPlayerRoutes(routes, { readBalance: async (userId) => (await read(userId)) ?? 0n }),
  };
}
