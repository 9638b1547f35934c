import type { Clock } from '../clock.ts';
import { assertDuration, type HotStore, type WindowCount } from './hot-store.ts';

const DEFAULT_MAX_ENTRIES = 100_000;
// Looking at more than one old entry for each new one is what lets the sweep overtake the growth.
const SWEPT_PER_INSERT = 4;
const MOVED_AFTER_MS = 1_000;

interface Entry {
  value: string;
  /** Kept beside the value so that counting, which happens on every request, parses nothing. */
  count: number;
  expiresAtMs: number;
  /** When it was last put at the end of the order in which entries give way. */
  movedAtMs: number;
}

export interface MemoryStoreOptions {
  clock?: Clock;
  maxEntries?: number;
}

/**
 * The hot store of a single process. Expired entries are swept a few at a time by the writes themselves: no timer to
 * keep the process alive, and no moment at which all entries are walked.
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): HotStore {
  const { clock, maxEntries = DEFAULT_MAX_ENTRIES } = options;
  const nowMs = clock ? () => clock.now().getTime() : Date.now;
  const entries = new Map<string, Entry>();
  let sweep = entries.entries();

  function findLive(key: string, atMs: number): Entry | undefined {
    const entry = entries.get(key);
    return entry && entry.expiresAtMs > atMs ? entry : undefined;
  }

  function insert(key: string, entry: Entry, atMs: number): void {
    // Deleting first moves the key to the end: a Map keeps its order of insertion, which makes the first the oldest.
    entries.delete(key);
    sweepSome(atMs);
    if (entries.size >= maxEntries) evictOldest();
    entry.movedAtMs = atMs;
    entries.set(key, entry);
  }

  function sweepSome(atMs: number): void {
    for (let looked = 0; looked < SWEPT_PER_INSERT; looked += 1) {
      const next = sweep.next();
      if (next.done) {
        sweep = entries.entries();
        return;
      }
      const [key, entry] = next.value;
      if (entry.expiresAtMs <= atMs) entries.delete(key);
    }
  }

  function evictOldest(): void {
    const oldest = entries.keys().next();
    if (!oldest.done) entries.delete(oldest.value);
  }

  function countHit(key: string, windowMs: number, atMs: number): WindowCount {
    assertDuration(windowMs);
    let entry = findLive(key, atMs);
    if (!entry) {
      entry = { value: '', count: 0, expiresAtMs: atMs + windowMs, movedAtMs: atMs };
      insert(key, entry, atMs);
    }
    entry.count += 1;
    return { count: entry.count, resetsAtMs: entry.expiresAtMs };
  }

  return {
    kind: 'memory',
    isThere: true,
    get: async (key) => {
      const entry = findLive(key, nowMs());
      return entry ? textOf(entry) : null;
    },
    getAndRenew: async (key, ttlMs) => {
      assertDuration(ttlMs);
      const atMs = nowMs();
      const entry = findLive(key, atMs);
      if (!entry) return null;
      entry.expiresAtMs = atMs + ttlMs;
      // To the end, so that what is in use is not the oldest when the store is full. That costs more than the read, and
      // once a second is enough for it.
      if (atMs - entry.movedAtMs >= MOVED_AFTER_MS) insert(key, entry, atMs);
      return textOf(entry);
    },
    set: async (key, value, ttlMs) => {
      assertDuration(ttlMs);
      const atMs = nowMs();
      insert(key, { value, count: 0, expiresAtMs: atMs + ttlMs, movedAtMs: atMs }, atMs);
    },
    setIfAbsent: async (key, value, ttlMs) => {
      assertDuration(ttlMs);
      const atMs = nowMs();
      if (findLive(key, atMs)) return false;
      insert(key, { value, count: 0, expiresAtMs: atMs + ttlMs, movedAtMs: atMs }, atMs);
      return true;
    },
    delete: async (keys) => {
      for (const key of keys) entries.delete(key);
    },
    countHits: async (hits) => {
      const atMs = nowMs();
      return hits.map(({ key, windowMs }) => countHit(key, windowMs, atMs));
    },
    ping: async () => 0,
    close: async () => {
      entries.clear();
    },
  };
}

function textOf({ count, value }: Entry): string {
  return count > 0 ? String(count) : value;
}
