import type { Clock } from '../../../platform/clock.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Cents } from '../../../platform/money.ts';
import { fetchJson } from './bounded-reply.ts';
import { itemDatabaseUnavailable, noItemDatabase } from './items.errors.ts';
import type { OutsideCollection, OutsideItem, OutsideList } from './items.types.ts';
import { readOutsideCollections, readOutsideItems, readOutsidePrices } from './outside-catalogue.rules.ts';

const TIMEOUT_MS = 15_000;
const MAX_REPLY_BYTES = 20 * 1024 * 1024;
const MAX_ENTRIES = 50_000;
const KEPT_MS = 10 * 60_000;

/** The outside list of all items that exist, with pictures and prices. Throws 503 where it is not there. */
export interface ItemDatabase {
  readonly isConfigured: boolean;
  /** At most ten minutes old. */
  items(): Promise<OutsideList<OutsideItem>>;
  /** Asked anew, and kept for `items`. */
  freshItems(): Promise<OutsideList<OutsideItem>>;
  /** At most ten minutes old. */
  collections(): Promise<OutsideList<OutsideCollection>>;
  /** Asked anew each time: USD cents by market name; not every item has one. */
  prices(): Promise<{ prices: ReadonlyMap<string, Cents>; skipped: number }>;
  /** Forgets what this process keeps. */
  clear(): void;
}

interface ItemDatabaseOptions {
  /** Null: there is none. */
  url: string | null;
  logger: Logger;
  clock?: Clock;
  timeoutMs?: number;
}

export function createItemDatabase(options: ItemDatabaseOptions): ItemDatabase {
  const { url, logger, clock = systemClock, timeoutMs = TIMEOUT_MS } = options;

  async function load<Read>(file: string, read: (reply: unknown) => Read | null): Promise<Read> {
    if (url === null) throw noItemDatabase();
    try {
      const reply = await fetchJson(`${url}/${file}`, { timeoutMs, maxBytes: MAX_REPLY_BYTES });
      if (entriesIn(reply) > MAX_ENTRIES) throw new Error(`${file} has more than ${MAX_ENTRIES} entries`);
      const result = read(reply);
      if (result === null) throw new Error(`${file} has not the shape that was agreed`);
      return result;
    } catch (error) {
      logger.warn({ err: error }, 'The item database gave no usable answer');
      throw itemDatabaseUnavailable(error);
    }
  }

  const items = keep(() => load('items.json', readOutsideItems), clock);
  const collections = keep(() => load('collections.json', readOutsideCollections), clock);
  return {
    isConfigured: url !== null,
    items: items.get,
    freshItems: () => {
      items.clear();
      return items.get();
    },
    collections: collections.get,
    prices: () => load('prices.json', readOutsidePrices),
    clear: () => {
      items.clear();
      collections.clear();
    },
  };
}

function entriesIn(reply: unknown): number {
  return typeof reply === 'object' && reply !== null ? Object.keys(reply).length : 0;
}

/** Callers at the same time wait for one load; one that fails is not kept. */
function keep<Value>(load: () => Promise<Value>, clock: Clock): { get(): Promise<Value>; clear(): void } {
  let kept: { value: Promise<Value>; untilMs: number } | null = null;
  return {
    get: () => {
      const nowMs = clock.now().getTime();
      if (kept !== null && nowMs < kept.untilMs) return kept.value;
      const mine = { value: load(), untilMs: nowMs + KEPT_MS };
      kept = mine;
      mine.value.catch(() => {
        if (kept === mine) kept = null;
      });
      return mine.value;
    },
    clear: () => {
      kept = null;
    },
  };
}
