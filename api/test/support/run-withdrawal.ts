import { registerHooks } from 'node:module';
import type { Id } from '../../src/platform/ids.ts';

/** What the process is told: who withdraws which item, and where the marketplace is. */
export interface WithdrawalFlow {
  userId: Id<'user'>;
  inventoryItemId: Id<'inventoryItem'>;
  marketUrl: string;
  apiKey: string;
}

/** A process that loads what withdraws, waits for one request, makes it on the database it is told, and ends. */
registerHooks({
  // Pages of the documentation have no part in it, and are most of what there is to load.
  resolve: (specifier, context, next) =>
    /^(@(scalar|fastify)\/|fastify$)/.test(specifier)
      ? { url: 'data:text/javascript,export default undefined', shortCircuit: true }
      : next(specifier, context),
});
const { PATIENCE } = await import('./patience.ts');
const { systemClock: clock } = await import('../../src/platform/clock.ts');
const { createAnnouncements } = await import('../../src/platform/database/announcements.ts');
const { openDatabase } = await import('../../src/platform/database/db.ts');
const { silentLogger: logger } = await import('../../src/platform/observability/logger.ts');
const { createSettings } = await import('../../src/platform/settings.ts');
const { createMarketplace } = await import('../../src/modules/trade/marketplace/index.ts');
const { createOrders } = await import('../../src/modules/trade/orders/index.ts');
const { handlePurchases } = await import('../../src/modules/trade/withdrawals/purchase/index.ts');
const { requestWithdrawal } = await import('../../src/modules/trade/withdrawals/request/request-withdrawal.ts');

process.once('message', async ({ databaseUrl, flow }: { databaseUrl: string; flow: WithdrawalFlow }) => {
  const { marketUrl, apiKey, ...command } = flow;
  const db = openDatabase({ patience: PATIENCE, address: databaseUrl, logger });
  // Never started: the settings are the defaults.
  const announcements = createAnnouncements({ address: databaseUrl, logger });
  const settings = createSettings({ db, announcements, definitions: [] });
  const marketplace = createMarketplace({ url: marketUrl, apiKey, logger });
  const push = { toUser: () => undefined };
  const shared = { db, clock, marketplace, push, tell: () => undefined };
  const purchases = handlePurchases({ ...shared, orders: createOrders({ db, clock, logger }) });
  const wait = async () => undefined;
  await requestWithdrawal({ ...shared, settings, purchases, wait }, { ...command, ip: '127.0.0.1' }, null);
  await db.close();
  process.disconnect?.();
});
