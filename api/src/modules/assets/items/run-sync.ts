import { announce } from '../../../platform/announcements.ts';
import { type Db, type Tx, transaction } from '../../../platform/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Settings } from '../../../platform/settings.ts';
import { currentPricing } from './current-pricing.ts';
import type { ItemDatabase } from './item-database.ts';
import { advanceSync, beginSync, endSync, findSync } from './item-syncs.sql.ts';
import { type Pricing, updatePrices, upsertItems } from './items.sql.ts';
import type { ItemSync, SyncKind } from './items.types.ts';
import { ITEMS_CHANGED } from './price-margin.ts';
import { openSync } from './request-sync.ts';

/** Small enough that writers of prices, who wait for each other, wait for milliseconds. */
const BATCH_SIZE = 1_000;

export interface SyncDeps {
  db: Db;
  logger: Logger;
  settings: Settings;
  itemDatabase: ItemDatabase;
}

/** Without a job, for a caller who needs the items now: the first start of an empty platform. */
export async function syncItemsNow(deps: SyncDeps): Promise<ItemSync> {
  const { id } = await transaction(deps.db, (tx) => openSync(tx, 'ITEMS', null));
  await runSync(deps, id);
  return (await findSync(deps.db, id)) as ItemSync;
}

/** Bears repetition: what is written already is found equal. Its failure is told in the record. */
export async function runSync(deps: SyncDeps, id: Id<'item-sync'>): Promise<void> {
  const sync = await beginSync(deps.db, id);
  if (sync === null) return;
  try {
    await endSync(deps.db, id, 'DONE', await WORK[sync.kind](deps, id));
  } catch (error) {
    if (!(error instanceof AppError)) deps.logger.error({ err: error, syncId: id }, 'A sync of items failed');
    await endSync(deps.db, id, 'FAILED', error instanceof AppError ? error.message : 'Internal error: see the log');
  }
}

/** Does the work and gives a sentence on its outcome. */
const WORK: Readonly<Record<SyncKind, (deps: SyncDeps, id: Id<'item-sync'>) => Promise<string>>> = {
  ITEMS: async (deps, id) => {
    const [items, priced] = await Promise.all([deps.itemDatabase.freshItems(), deps.itemDatabase.prices()]);
    const entries = items.entries.map((item) => ({
      ...item,
      priceCents: priced.prices.get(item.marketHashName) ?? null,
    }));
    const written = await writeInBatches(deps, id, entries, upsertItems);
    const unpriced = entries.filter(({ priceCents }) => priceCents === null).length;
    return `${written} of ${entries.length} items written, ${unpriced} without a price, ${items.skipped} skipped`;
  },
  PRICES: async (deps, id) => {
    const { prices, skipped } = await deps.itemDatabase.prices();
    const written = await writeInBatches(deps, id, [...prices], updatePrices);
    return `${written} prices changed, ${prices.size} told, ${skipped} skipped`;
  },
};

async function writeInBatches<Entry>(
  deps: SyncDeps,
  id: Id<'item-sync'>,
  entries: readonly Entry[],
  write: (tx: Tx, batch: readonly Entry[], pricing: Pricing) => Promise<number>,
): Promise<number> {
  let written = 0;
  for (let from = 0; from < entries.length; from += BATCH_SIZE) {
    const batch = entries.slice(from, from + BATCH_SIZE);
    written += await transaction(deps.db, async (tx) => {
      const pricing = await currentPricing(tx, deps.settings);
      const inBatch = await write(tx, batch, pricing);
      const goesOn = await advanceSync(tx, id, from + batch.length, entries.length);
      if (!goesOn) throw new AppError(409, 'The sync was ended by another');
      if (inBatch > 0) await announce(tx, ITEMS_CHANGED, {});
      return inBatch;
    });
  }
  return written;
}
