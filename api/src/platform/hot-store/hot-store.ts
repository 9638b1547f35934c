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
