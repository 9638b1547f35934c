import { cached } from '../../../platform/batches/cached.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Announcements, announce } from '../../../platform/database/announcements.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import { toId } from '../../../platform/ids.ts';
import type { Module, RunningModule } from '../../../platform/module.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { itemsAdminRoutes, itemsPublicRoutes } from './catalogue/items.routes.ts';
import { findRate } from './exchange-rate.sql.ts';
import { decidedValues, itemsInvariants } from './items.invariants.ts';
import { itemsConstraintErrors } from './items.records.ts';
import { type ExchangeRate, isRateStale } from './items.rules.ts';
import { heldBackPricesAdminRoutes } from './prices/held-back-prices.routes.ts';
import { GUARD_SETTINGS, priceMarginSetting } from './pricing.ts';
import { exchangeRateAdminRoutes } from './rate/exchange-rate.routes.ts';
import { type ExchangeRateSource, refreshExchangeRate } from './rate/refresh-exchange-rate.ts';
import type { ItemDatabase } from './sync/item-database.ts';
import type { ItemSync } from './sync/item-syncs.records.ts';
import { itemIntegrationRoutes } from './sync/item-syncs.routes.ts';
import { runSync, SYNC_JOB, syncItemsNow } from './sync/run-sync.ts';

export {
  CategoryField,
  ExteriorField,
  type Item,
  itemNotFound,
  NullableExterior,
  RarityColorField,
  RarityField,
} from './items.records.ts';
export {
  EXTERIORS,
  type Exterior,
  RARITIES,
  type Rarity,
  rarityColorOf,
  WEAPON_CATEGORIES,
  type WeaponCategory,
} from './items.rules.ts';
export { findItems, findItemsByMarketName, findUsableItems, type Pricing } from './items.sql.ts';
export { marginEffect } from './prices/guard-prices.ts';
export { type MarginEffect, marginNotConfirmed } from './prices/held-back-prices.records.ts';
export { holdPricing, ITEMS_CHANGED, priceMarginSetting, pricingInForce, valueOfCoins } from './pricing.ts';
export { createExchangeRateSource, type ExchangeRateSource } from './rate/refresh-exchange-rate.ts';
export { distance } from './step-guards.rules.ts';
export { createItemDatabase, type ItemDatabase } from './sync/item-database.ts';

const CACHE_CLEARED = 'item-database-cleared';
/** Readers trigger no more requests than this, since all of them wait for a silent source. */
const ASKED_BY_READERS_MS = 30_000;

export interface ItemsDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  settings: Settings;
  announcements: Announcements;
  itemDatabase: ItemDatabase;
  rateSource: ExchangeRateSource;
}

export interface Items extends Required<Pick<RunningModule, 'http' | 'jobs'>> {
  /** Copies the item database without a job. */
  syncNow(): Promise<ItemSync>;
  refreshRate(): Promise<ExchangeRate>;
}

export const items: Module<{ items: Items }> = {
  name: 'items',
  settings: [priceMarginSetting, ...GUARD_SETTINGS],
  constraintErrors: itemsConstraintErrors,
  invariants: itemsInvariants,
  decided: decidedValues,
  run: (deps) => deps.items,
};

export function createItems(deps: ItemsDeps): Items {
  const { db, clock, announcements, itemDatabase } = deps;
  announcements.on(CACHE_CLEARED, () => itemDatabase.clear());
  announcements.onGap(() => itemDatabase.clear());
  const clearItemDatabase = async () => {
    await transaction(db, (tx) => announce(tx, CACHE_CLEARED, {}));
    // The announcement reaches this process only after the next read of the caller.
    itemDatabase.clear();
  };
  const refresh = cached({ clock, maxAgeMs: ASKED_BY_READERS_MS }, () => refreshExchangeRate(deps));
  const currentRate = async () => {
    const rate = await findRate(db);
    if (!isRateStale(rate, clock.now())) return rate;
    await refresh.get();
    return findRate(db);
  };
  return {
    http: [
      {
        tag: {
          name: 'items',
          description: 'The catalogue: items, their values, the exchange rate.',
          forAdministrators: 'Change the catalogue, sync it, and confirm prices and rates that are held back.',
        },
        public: (routes) => itemsPublicRoutes(routes, { db, clock, currentRate }),
        admin: (routes) => {
          itemIntegrationRoutes(routes, { ...deps, clearItemDatabase });
          exchangeRateAdminRoutes(routes, deps);
          heldBackPricesAdminRoutes(routes, deps);
          itemsAdminRoutes(routes, deps);
        },
      },
    ],
    jobs: {
      tasks: {
        [SYNC_JOB]: (payload) => runSync(deps, toId((payload as { syncId: string }).syncId)),
        'refresh-exchange-rate': async () => {
          await refreshExchangeRate(deps);
        },
      },
      // The job asks only when the rate is due, so it runs more often than that.
      schedule: ['* * * * * refresh-exchange-rate'],
    },
    syncNow: () => syncItemsNow(deps),
    refreshRate: () => refreshExchangeRate(deps),
  };
}
