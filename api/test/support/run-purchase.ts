import { registerHooks } from 'node:module';
import type { Wish } from './withdrawing-process.ts';

export interface PurchaseFlow {
  wish: Wish;
  marketUrl: string;
  apiKey: string;
}

/** A process that loads what withdraws, waits for one wish, fulfils it on the database it is told, and ends. */
registerHooks({
  // Pages of the documentation have no part in it, and are most of what there is to load.
  resolve: (specifier, context, next) =>
    /^(@(scalar|fastify)\/|fastify$)/.test(specifier)
      ? { url: 'data:text/javascript,export default undefined', shortCircuit: true }
      : next(specifier, context),
});
const { PATIENCE } = await import('./patience.ts');
const { systemClock: clock } = await import('../../src/platform/clock.ts');
const { openDatabase } = await import('../../src/platform/database/db.ts');
const { silentLogger: logger } = await import('../../src/platform/observability/logger.ts');
const { createMarketplace } = await import('../../src/modules/trade/marketplace/create-marketplace.ts');
const { startProcess } = await import('./withdrawing-process.ts');

process.once('message', async ({ databaseUrl, flow }: { databaseUrl: string; flow: PurchaseFlow }) => {
  const db = openDatabase({ patience: PATIENCE, address: databaseUrl, logger });
  const marketplace = createMarketplace({ url: flow.marketUrl, apiKey: flow.apiKey, logger });
  await startProcess({ db, clock, marketplace }).withdraw(flow.wish);
  await db.close();
  process.disconnect?.();
});
