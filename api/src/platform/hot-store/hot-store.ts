import type { Clock } from '../clock.ts';

export interface WindowCount {
  count: number;
  resetsAtMs: number;
}

interface Hit {
  key: string;
  windowMs: number;
}

/**
 * Holds copies, counts and leases that may be lost, because the truth is in PostgreSQL. An absent key proves nothing.
 */
export interface HotStore {
  readonly kind: 'memory' | 'redis';
  /** False while the process works without its store. */
  readonly isThere: boolean;
  get(key: string): Promise<string | null>;
  /** One round trip reads and renews the key. */
  getAndRenew(key: string, ttlMs: number): Promise<string | null>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /** Returns whether the key was absent. */
  setIfAbsent(key: string, value: string, ttlMs: number): Promise<boolean>;
  delete(keys: readonly string[]): Promise<void>;
  /** A window starts at its first hit; all keys take one round trip. */
  countHits(hits: readonly Hit[]): Promise<WindowCount[]>;
  /** Latency in milliseconds. */
  ping(): Promise<number>;
  close(): Promise<void>;
}

/** A value without an end would outlive its record. */
export function assertDuration(durationMs: number): void {
  if (!isDuration(durationMs)) throw noDuration(durationMs);
}

export const isDuration = (durationMs: number) => Number.isSafeInteger(durationMs) && durationMs >= 1;

export const noDuration = (durationMs: number) =>
  new RangeError(`a duration must be a whole number of milliseconds from 1: ${durationMs}`);

const DEFAULT_MAX_ENTRIES = 100_000;
// The sweep outpaces the growth.
const SWEPT_PER_INSERT = 4;
const MOVED_AFTER_MS = 1_000;

interface Entry {
  value: string;
  /** Counting happens on every request and parses nothing. */
  count: number;
  expiresAtMs: number;
  movedAtMs: number;
}

interface MemoryStoreOptions {
  clock?: Clock;
  maxEntries?: number;
}

/** Writes sweep a few expired entries each. */
interface Entries {
  byKey: Map<string, Entry>;
  sweep: MapIterator<[string, Entry]>;
  maxEntries: number;
}

/** No timer keeps the process alive, and no call walks all entries. */
export function createMemoryStore(options: MemoryStoreOptions = {}): HotStore {
  const { clock, maxEntries = DEFAULT_MAX_ENTRIES } = options;
  const nowMs = clock ? () => clock.now().getTime() : Date.now;
  const byKey = new Map<string, Entry>();
  const entries: Entries = { byKey, sweep: byKey.entries(), maxEntries };

  return {
    kind: 'memory',
    isThere: true,
    get: async (key) => {
      const entry = findLive(entries, key, nowMs());
      return entry ? textOf(entry) : null;
    },
    getAndRenew: async (key, ttlMs) => {
      assertDuration(ttlMs);
      const atMs = nowMs();
      const entry = findLive(entries, key, atMs);
      if (!entry) return null;
      entry.expiresAtMs = atMs + ttlMs;
      // Moving costs more than reading, so an entry moves at most once a second.
      if (atMs - entry.movedAtMs >= MOVED_AFTER_MS) insert(entries, key, entry, atMs);
      return textOf(entry);
    },
    set: async (key, value, ttlMs) => {
      assertDuration(ttlMs);
      const atMs = nowMs();
      insert(entries, key, { value, count: 0, expiresAtMs: atMs + ttlMs, movedAtMs: atMs }, atMs);
    },
    setIfAbsent: async (key, value, ttlMs) => {
      assertDuration(ttlMs);
      const atMs = nowMs();
      if (findLive(entries, key, atMs)) return false;
      insert(entries, key, { value, count: 0, expiresAtMs: atMs + ttlMs, movedAtMs: atMs }, atMs);
      return true;
    },
    delete: async (keys) => {
      for (const key of keys) byKey.delete(key);
    },
    countHits: async (hits) => {
      const atMs = nowMs();
      return hits.map(({ key, windowMs }) => countHit(entries, key, windowMs, atMs));
    },
    ping: async () => 0,
    close: async () => {
      byKey.clear();
    },
  };
}

function findLive({ byKey }: Entries, key: string, atMs: number): Entry | undefined {
  const entry = byKey.get(key);
  return entry && entry.expiresAtMs > atMs ? entry : undefined;
}

function insert(entries: Entries, key: string, entry: Entry, atMs: number): void {
  const { byKey, maxEntries } = entries;
  // A Map keeps the order of insertion, so deleting first moves the key to the end.
  byKey.delete(key);
  sweepSome(entries, atMs);
  if (byKey.size >= maxEntries) evictOldest(byKey);
  entry.movedAtMs = atMs;
  byKey.set(key, entry);
}

function sweepSome(entries: Entries, atMs: number): void {
  for (let looked = 0; looked < SWEPT_PER_INSERT; looked += 1) {
    const next = entries.sweep.next();
    if (next.done) {
      entries.sweep = entries.byKey.entries();
      return;
    }
    const [key, entry] = next.value;
    if (entry.expiresAtMs <= atMs) entries.byKey.delete(key);
  }
}

function evictOldest(byKey: Map<string, Entry>): void {
  const oldest = byKey.keys().next();
  if (!oldest.done) byKey.delete(oldest.value);
}

function countHit(entries: Entries, key: string, windowMs: number, atMs: number): WindowCount {
  assertDuration(windowMs);
  let entry = findLive(entries, key, atMs);
  if (!entry) {
    entry = { value: '', count: 0, expiresAtMs: atMs + windowMs, movedAtMs: atMs };
    insert(entries, key, entry, atMs);
  }
  entry.count += 1;
  return { count: entry.count, resetsAtMs: entry.expiresAtMs };
}

function textOf({ count, value }: Entry): string {
  return count > 0 ? String(count) : value;
}
