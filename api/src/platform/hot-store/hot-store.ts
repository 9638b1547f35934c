export interface WindowCount {
  count: number;
  resetsAtMs: number;
}

interface Hit {
  key: string;
  windowMs: number;
}

/**
 * Stores hot copies, counts and leases, which many requests need within a millisecond and which may be lost. The truth
 * is in PostgreSQL. Values may vanish at any moment, so an absent key proves nothing.
 */
export interface HotStore {
  readonly kind: 'memory' | 'redis';
  /** Is false while the process works without the store that its kind names. */
  readonly isThere: boolean;
  get(key: string): Promise<string | null>;
  /** Reads a key and gives it this lifetime; one round trip. */
  getAndRenew(key: string, ttlMs: number): Promise<string | null>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /** Sets the key only if it is absent, and returns whether it did. */
  setIfAbsent(key: string, value: string, ttlMs: number): Promise<boolean>;
  delete(keys: readonly string[]): Promise<void>;
  /** Counts one hit on each key within fixed windows; one round trip for all keys. A window starts at its first hit. */
  countHits(hits: readonly Hit[]): Promise<WindowCount[]>;
  /** Latency in milliseconds. */
  ping(): Promise<number>;
  close(): Promise<void>;
}

/** A value without an end would outlive the record that it copies. */
export function assertDuration(durationMs: number): void {
  if (!isDuration(durationMs)) throw noDuration(durationMs);
}

export const isDuration = (durationMs: number) => Number.isSafeInteger(durationMs) && durationMs >= 1;

export const noDuration = (durationMs: number) =>
  new RangeError(`a duration must be a whole number of milliseconds from 1: ${durationMs}`);
