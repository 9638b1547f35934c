import { cached } from '../../../platform/batches/cached.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Announcements, announce } from '../../../platform/database/announcements.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import { toId } from '../../../platform/ids.ts';
import type { Module, RunningModule } from '../../../platform/module.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { itemsAdminRoutes } from './catalogue/items.admin-routes.ts';
import { itemsPublicRoutes } from './catalogue/items.routes.ts';
import { findRate } from './exchange-rate.sql.ts';
import { GUARD_SETTINGS } from './guard-settings.ts';
import { itemsConstraintErrors } from './items.errors.ts';
import { decidedValues, itemsInvariants } from './items.invariants.ts';
import { isRateStale } from './items.rules.ts';
import type { ExchangeRate, ItemSync } from './items.types.ts';
import { priceMarginSetting } from './price-margin.ts';
import { heldBackPricesAdminRoutes } from './prices/held-back-prices.admin-routes.ts';
import { exchangeRateAdminRoutes } from './rate/exchange-rate.admin-routes.ts';
import type { ExchangeRateSource } from './rate/exchange-rate-source.ts';
import { refreshExchangeRate } from './rate/refresh-exchange-rate.ts';
import type { ItemDatabase } from './sync/item-database.ts';
import { itemIntegrationRoutes } from './sync/item-integration.routes.ts';
import { SYNC_JOB } from './sync/request-sync.ts';
import { runSync, syncItemsNow } from './sync/run-sync.ts';

export { holdPricing, pricingInForce, valueOfCoins } from './current-pricing.ts';
export { itemNotFound, type MarginEffect, marginNotConfirmed } from './items.errors.ts';
export { rarityColorOf } from './items.rules.ts';
export { CategoryField, ExteriorField, NullableExterior, RarityColorField, RarityField } from './items.schemas.ts';
export { findItems, findItemsByMarketName, findUsableItems, type Pricing } from './items.sql.ts';
export {
  EXTERIORS,
  type Exterior,
  type Item,
  RARITIES,
  type Rarity,
  WEAPON_CATEGORIES,
  type WeaponCategory,
} from './items.types.ts';
export { ITEMS_CHANGED, priceMarginSetting } from './price-margin.ts';
export { marginEffect } from './prices/margin-effect.ts';
export { createExchangeRateSource, type ExchangeRateSource } from './rate/exchange-rate-source.ts';
export { distance } from './step-guards.rules.ts';
export { createItemDatabase, type ItemDatabase } from './sync/item-database.ts';

const CACHE_CLEARED = 'item-database-cleared';
/** How often readers may make a process ask for a rate that is too old: a source that is silent would keep all waiting. */
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
  /** All items of the item database into the catalogue, now and without a job. */
  syncNow(): Promise<ItemSync>;
  refreshRate(): Promise<ExchangeRate>;
}

/** The catalogue: items and what they are worth. */
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
    // Its own announcement reaches this process a moment later; the caller's next read must not come before.
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
      // It asks only when the rate is due; a tighter look than that, so that no rate grows too old between two.
      schedule: ['* * * * * refresh-exchange-rate'],
    },
    syncNow: () => syncItemsNow(deps),
    refreshRate: () => refreshExchangeRate(deps),
  };
}
