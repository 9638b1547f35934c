import { registerHooks } from 'node:module';
import type { PurchaseFlow } from './purchases.ts';

/** A process that loads what buys, waits for one purchase, makes it on the database it is told, and ends. */
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
const { createOrders } = await import('../../src/modules/trade/orders/create-orders.ts');
const { handlePurchases } = await import('./purchases.ts');

process.once('message', async ({ databaseUrl, flow }: { databaseUrl: string; flow: PurchaseFlow }) => {
  const db = openDatabase({ patience: PATIENCE, address: databaseUrl, logger });
  const { projectId, marketUrl, apiKey, ...what } = flow;
  const marketplace = createMarketplace({ url: marketUrl, apiKey, logger });
  await handlePurchases({ ...what, db, marketplace, orders: createOrders({ db, clock, logger }) }).buy(projectId);
  await db.close();
  process.disconnect?.();
});
