import { cached } from '../../../../platform/batches/cached.ts';
import { type Clock, systemClock } from '../../../../platform/clock.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { createOutsideClient } from '../../../../platform/outbound/outside-client.ts';
import type { OutsideCollection, OutsideItem, OutsideList } from '../items.rules.ts';
import { itemDatabaseUnavailable, noItemDatabase } from './item-syncs.records.ts';
import { readOutsideCollections, readOutsideItems, readOutsidePrices } from './outside-catalogue.rules.ts';

const TIMEOUT_MS = 15_000;
const MAX_REPLY_BYTES = 20 * 1024 * 1024;
const MAX_ENTRIES = 50_000;
const MAX_AGE_MS = 10 * 60_000;

/** Throws 503 if it is not available. */
export interface ItemDatabase {
  readonly isConfigured: boolean;
  /** The copy is at most ten minutes old. */
  items(): Promise<OutsideList<OutsideItem>>;
  /** Asks anew, and keeps the answer for `items`. */
  freshItems(): Promise<OutsideList<OutsideItem>>;
  /** The copy is at most ten minutes old. */
  collections(): Promise<OutsideList<OutsideCollection>>;
  /** Asks anew; some items have no price. */
  prices(): Promise<{ prices: ReadonlyMap<string, Cents>; skipped: number }>;
  clear(): void;
}

interface ItemDatabaseOptions {
  url: string | null;
  logger: Logger;
  clock?: Clock;
  timeoutMs?: number;
}

export function createItemDatabase(options: ItemDatabaseOptions): ItemDatabase {
  const { url, logger, clock = systemClock, timeoutMs = TIMEOUT_MS } = options;
  const limits = { timeoutMs, maxReplyBytes: MAX_REPLY_BYTES };
  const client = url === null ? null : createOutsideClient({ name: 'item database', baseUrl: url, ...limits, logger });

  async function load<Read>(path: string, read: (reply: unknown) => Read | null): Promise<Read> {
    if (client === null) throw noItemDatabase();
    try {
      return await client.ask({ path, read: (reply) => read(withinEntries(reply)) });
    } catch (error) {
      throw itemDatabaseUnavailable(error);
    }
  }

  const kept = { clock, maxAgeMs: MAX_AGE_MS };
  const items = cached(kept, () => load('/items.json', readOutsideItems));
  const collections = cached(kept, () => load('/collections.json', readOutsideCollections));
  return {
    isConfigured: url !== null,
    items: items.get,
    freshItems: () => {
      items.clear();
      return items.get();
    },
    collections: collections.get,
    prices: () => load('/prices.json', readOutsidePrices),
    clear: () => {
      items.clear();
      collections.clear();
    },
  };
}

function withinEntries(reply: unknown): unknown {
  const entries = typeof reply === 'object' && reply !== null ? Object.keys(reply).length : 0;
  if (entries > MAX_ENTRIES) throw new RangeError(`${entries} entries are too many`);
  return reply;
}
