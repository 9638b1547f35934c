import { createMarketplace } from '../../../src/modules/trade/marketplace/create-marketplace.ts';
import { systemClock as clock } from '../../../src/platform/clock.ts';
import type { Db } from '../../../src/platform/database/db.ts';
import { silentLogger as logger } from '../../../src/platform/observability/logger.ts';
import { startProcess, type Wish } from '../withdrawing-process.ts';

export interface PurchaseFlow {
  wish: Wish;
  marketUrl: string;
  apiKey: string;
}

export async function runFlow(db: Db, { wish, marketUrl, apiKey }: PurchaseFlow): Promise<void> {
  const marketplace = createMarketplace({ url: marketUrl, apiKey, logger });
  await startProcess({ db, clock, marketplace }).withdraw(wish);
}
