export interface WindowCount {
  count: number;
  resetsAtMs: number;
}

interface Hit {
  key: string;
  windowMs: number;
}

/**
 * What many requests need within a millisecond and what nobody would miss: hot copies, counts, leases.
 * The truth is in PostgreSQL. Values may vanish at any moment, so an absent key proves nothing.
 */
export interface HotStore {
  readonly kind: 'memory' | 'redis';
  /** False while the process goes on without what its kind says. */
  readonly isThere: boolean;
  get(key: string): Promise<string | null>;
  /** Reads, and gives the key this lifetime anew; one round trip. */
  getAndRenew(key: string, ttlMs: number): Promise<string | null>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /** Sets only where absent; returns whether it did. */
  setIfAbsent(key: string, value: string, ttlMs: number): Promise<boolean>;
  delete(keys: readonly string[]): Promise<void>;
  /** Counts one hit on each key within fixed windows; one round trip for all keys. A window starts at its first hit. */
  countHits(hits: readonly Hit[]): Promise<WindowCount[]>;
  /** Latency in milliseconds. */
  ping(): Promise<number>;
  close(): Promise<void>;
}

/** A value without an end would outlive what it is a copy of. */
export function assertDuration(durationMs: number): void {
  if (!isDuration(durationMs)) throw noDuration(durationMs);
}

export const isDuration = (durationMs: number) => Number.isSafeInteger(durationMs) && durationMs >= 1;

export const noDuration = (durationMs: number) =>
  new RangeError(`a duration must be a whole number of milliseconds from 1: ${durationMs}`);
