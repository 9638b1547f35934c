import type { Clock } from '../../../../platform/clock.ts';
import { announce } from '../../../../platform/database/announcements.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { Id } from '../../../../platform/ids.ts';
import { addJob } from '../../../../platform/jobs/jobs.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { type Pricing, updatePrices, upsertItems } from '../items.sql.ts';
import { guardPrices, notifyOfHeldBackPrices } from '../prices/guard-prices.ts';
import { currentPricing, ITEMS_CHANGED } from '../pricing.ts';
import type { ItemDatabase } from './item-database.ts';
import {
  type ItemSync,
  noItemDatabase,
  type SyncKind,
  syncEndedByAnother,
  syncUnderWay,
} from './item-syncs.records.ts';
import {
  advanceSync,
  beginSync,
  endSync,
  failSilentSyncs,
  findSync,
  findSyncUnderWay,
  insertSync,
} from './item-syncs.sql.ts';

export const SYNC_JOB = 'sync-items';

interface RequestSync {
  kind: SyncKind;
  actorId: Id<'user'>;
  ip: string;
}

export async function requestSync(
  deps: { db: Db; itemDatabase: ItemDatabase },
  { kind, actorId, ip }: RequestSync,
): Promise<ItemSync> {
  if (!deps.itemDatabase.isConfigured) throw noItemDatabase();
  return transaction(deps.db, async (tx) => {
    const sync = await openSync(tx, kind, actorId);
    // A failed run is recorded; only one that could not even record that is repeated.
    await addJob(tx, SYNC_JOB, { syncId: sync.id }, { maxAttempts: 3 });
    await recordAudit(tx, [
      {
        action: 'ITEMS_SYNC_REQUESTED',
        userId: null,
        actorId,
        entity: { type: 'item-sync', id: sync.id },
        metadata: { kind },
        ip,
      },
    ]);
    return sync;
  });
}

async function openSync(tx: Tx, kind: SyncKind, requestedBy: Id<'user'> | null): Promise<ItemSync> {
  await failSilentSyncs(tx, kind);
  for (;;) {
    const sync = await insertSync(tx, kind, requestedBy);
    if (sync !== null) return sync;
    const underWay = await findSyncUnderWay(tx, kind);
    if (underWay !== null) throw syncUnderWay(underWay.id);
    // It has ended between the two statements.
  }
}

/** Writers of prices wait for one batch, so for milliseconds. */
const BATCH_SIZE = 1_000;

interface SyncDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  settings: Settings;
  itemDatabase: ItemDatabase;
}

/**
 * Serves the first start of an empty platform. It continues a sync that a killed start has left; two processes may run
 * one.
 */
export async function syncItemsNow(deps: SyncDeps): Promise<ItemSync> {
  const underWay = await findSyncUnderWay(deps.db, 'ITEMS');
  const { id } = underWay ?? (await transaction(deps.db, (tx) => openSync(tx, 'ITEMS', null)));
  await runSync(deps, id);
  return (await findSync(deps.db, id)) as ItemSync;
}

/** A repeat finds what is written already. A failure stands in the record. */
export async function runSync(deps: SyncDeps, id: Id<'item-sync'>): Promise<void> {
  const sync = await beginSync(deps.db, id);
  if (sync === null) return;
  const { status, message } = await attempt(deps, sync);
  const heldBack = await transaction(deps.db, (tx) => notifyOfHeldBackPrices(tx, id, deps.clock.now()));
  await endSync(deps.db, id, status, heldBack === 0 ? message : `${message}, ${heldBack} prices held back`);
}

async function attempt(deps: SyncDeps, { id, kind }: ItemSync) {
  try {
    return { status: 'DONE', message: await WORK[kind](deps, id) } as const;
  } catch (error) {
    if (error instanceof AppError) return { status: 'FAILED', message: error.message } as const;
    deps.logger.error({ err: error, syncId: id }, 'A sync of items failed');
    return { status: 'FAILED', message: 'Internal error: see the log' } as const;
  }
}

const WORK: Readonly<Record<SyncKind, (deps: SyncDeps, id: Id<'item-sync'>) => Promise<string>>> = {
  ITEMS: async (deps, id) => {
    const [items, priced] = await Promise.all([deps.itemDatabase.freshItems(), deps.itemDatabase.prices()]);
    const entries = items.entries.map((item) => ({
      ...item,
      priceCents: priced.prices.get(item.marketHashName) ?? null,
    }));
    const written = await writeInBatches(deps, id, entries, async (tx, batch, pricing) => {
      const prices = batch.flatMap(({ marketHashName, priceCents }) =>
        priceCents === null ? [] : [[marketHashName, priceCents] as const],
      );
      const heldBack = await guardPrices(tx, deps, { syncId: id, pricing, prices });
      const taken = batch.map((item) => (heldBack.has(item.marketHashName) ? { ...item, priceCents: null } : item));
      return upsertItems(tx, taken, pricing);
    });
    const unpriced = entries.filter(({ priceCents }) => priceCents === null).length;
    return `${written} of ${entries.length} items written, ${unpriced} without a price, ${items.skipped} skipped`;
  },
  PRICES: async (deps, id) => {
    const { prices, skipped } = await deps.itemDatabase.prices();
    const written = await writeInBatches(deps, id, [...prices], async (tx, batch, pricing) => {
      const heldBack = await guardPrices(tx, deps, { syncId: id, pricing, prices: batch });
      const taken = batch.filter(([marketHashName]) => !heldBack.has(marketHashName));
      return updatePrices(tx, taken, pricing);
    });
    return `${written} prices changed, ${prices.size} received, ${skipped} skipped`;
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
      if (!goesOn) throw syncEndedByAnother();
      if (inBatch > 0) await announce(tx, ITEMS_CHANGED, {});
      return inBatch;
    });
  }
  return written;
}
