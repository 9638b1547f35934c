import { registerHooks } from 'node:module';
import type { Id } from '../../src/platform/ids.ts';

/** What the process is told: who gives which item for what, and where the marketplace is. */
export interface SiteSwapFlow {
  userId: Id<'user'>;
  givenIds: Id<'inventoryItem'>[];
  targetMarketHashName: string;
  marketUrl: string;
  apiKey: string;
}

/** A process that loads what swaps with the site, waits for one swap, makes it on the database it is told, and ends. */
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
const { siteSwapOrders } = await import('../../src/modules/trade/swaps/site/settle-site-swap.ts');
const { swapWithSite } = await import('../../src/modules/trade/swaps/site/swap-with-site.ts');

process.once('message', async ({ databaseUrl, flow }: { databaseUrl: string; flow: SiteSwapFlow }) => {
  const { marketUrl, apiKey, ...command } = flow;
  const db = openDatabase({ patience: PATIENCE, address: databaseUrl, logger });
  // Never started: the settings are the defaults.
  const announcements = createAnnouncements({ address: databaseUrl, logger });
  const settings = createSettings({ db, announcements, definitions: [] });
  const marketplace = createMarketplace({ url: marketUrl, apiKey, logger });
  const kind = siteSwapOrders({ clock, marketplace, push: { toUser: () => undefined }, tell: () => undefined });
  const orders = createOrders({ db, clock, logger }).handle(kind);
  const houseAccount = { partner: '39734273', token: 'test' };
  await swapWithSite({ db, clock, settings, marketplace, orders, houseAccount }, command, null);
  await db.close();
  process.disconnect?.();
});
