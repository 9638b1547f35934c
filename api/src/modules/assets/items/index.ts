import { type Announcements, announce } from '../../../platform/announcements.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, transaction } from '../../../platform/db.ts';
import type { HttpModule } from '../../../platform/http/module.ts';
import { toId } from '../../../platform/ids.ts';
import type { JobSet } from '../../../platform/jobs.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Settings } from '../../../platform/settings.ts';
import type { ExchangeRateSource } from './exchange-rate-source.ts';
import type { ItemDatabase } from './item-database.ts';
import { itemIntegrationRoutes } from './item-integration.routes.ts';
import { itemsAdminRoutes } from './items.admin-routes.ts';
import { itemsPublicRoutes } from './items.routes.ts';
import type { ExchangeRate, ItemSync } from './items.types.ts';
import { refreshExchangeRate } from './refresh-exchange-rate.ts';
import { SYNC_JOB } from './request-sync.ts';
import { runSync, syncItemsNow } from './run-sync.ts';

export { createExchangeRateSource, type ExchangeRateSource } from './exchange-rate-source.ts';
export { createItemDatabase, type ItemDatabase } from './item-database.ts';
export { itemsConstraintErrors } from './items.errors.ts';
export { findItems, findUsableItems } from './items.sql.ts';
export { ITEMS_CHANGED, priceMarginSetting } from './price-margin.ts';

const CACHE_CLEARED = 'item-database-cleared';

export interface ItemsDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  settings: Settings;
  announcements: Announcements;
  itemDatabase: ItemDatabase;
  rateSource: ExchangeRateSource;
}

export interface Items {
  module: HttpModule;
  jobs: JobSet;
  /** All items of the item database into the catalogue, now and without a job. */
  syncNow(): Promise<ItemSync>;
  refreshRate(): Promise<ExchangeRate>;
}

/** The catalogue: items and what they are worth. */
export function createItems(deps: ItemsDeps): Items {
  const { db, announcements, itemDatabase } = deps;
  announcements.on(CACHE_CLEARED, () => itemDatabase.clear());
  announcements.onGap(() => itemDatabase.clear());
  const clearItemDatabase = async () => {
    await transaction(db, (tx) => announce(tx, CACHE_CLEARED, {}));
    // Its own announcement reaches this process a moment later; the caller's next read must not come before.
    itemDatabase.clear();
  };
  return {
    module: {
      tag: { name: 'items', description: 'The catalogue: items, their values, the exchange rate.' },
      public: (routes) => itemsPublicRoutes(routes, deps),
      admin: (routes) => {
        itemIntegrationRoutes(routes, { ...deps, clearItemDatabase });
        itemsAdminRoutes(routes, deps);
      },
    },
    jobs: {
      tasks: {
        [SYNC_JOB]: (payload) => runSync(deps, toId((payload as { syncId: string }).syncId)),
        'refresh-exchange-rate': async () => {
          await refreshExchangeRate(deps);
        },
      },
      schedule: ['*/10 * * * * refresh-exchange-rate'],
    },
    syncNow: () => syncItemsNow(deps),
    refreshRate: () => refreshExchangeRate(deps),
  };
}
