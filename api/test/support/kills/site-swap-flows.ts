import { createMarketplace } from '../../../src/modules/trade/marketplace/create-marketplace.ts';
import { createOrders } from '../../../src/modules/trade/orders/settle-due-orders.ts';
import { siteSwapOrders } from '../../../src/modules/trade/swaps/site/settle-site-swap.ts';
import { swapWithSite } from '../../../src/modules/trade/swaps/site/swap-with-site.ts';
import { systemClock as clock } from '../../../src/platform/clock.ts';
import type { Db } from '../../../src/platform/database/db.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { silentLogger as logger } from '../../../src/platform/observability/logger.ts';
import { unheardSettings } from './unheard-settings.ts';
import { notifyUser, push } from './user-flows.ts';

export interface SiteSwapFlow {
  userId: Id<'user'>;
  givenIds: Id<'inventoryItem'>[];
  targetMarketHashName: string;
  marketUrl: string;
  apiKey: string;
}

export async function runFlow(db: Db, { marketUrl, apiKey, ...command }: SiteSwapFlow): Promise<void> {
  const marketplace = createMarketplace({ url: marketUrl, apiKey, logger });
  const settings = unheardSettings(db);
  const handled = siteSwapOrders({ clock, marketplace, push, notifyUser });
  const orders = createOrders({ db, clock, logger, settings }).handle(handled);
  const houseAccount = { partner: '39734273', token: 'test' };
  await swapWithSite({ db, clock, settings, marketplace, orders, houseAccount }, command, null);
}
