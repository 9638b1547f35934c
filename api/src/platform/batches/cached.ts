import type { Clock } from '../clock.ts';

export interface Cached<Value> {
  get(): Promise<Value>;
  /** It also forgets the result of a load under way. */
  clear(): void;
}

interface CacheDeps {
  clock: Clock;
  maxAgeMs: number;
}

/** Concurrent callers share one load. The age counts from its start; failed loads are forgotten. */
export function cached<Value>({ clock, maxAgeMs }: CacheDeps, load: () => Promise<Value>): Cached<Value> {
  let kept: { value: Promise<Value>; startedMs: number } | null = null;
  return {
    get: () => {
      const nowMs = clock.now().getTime();
      // If the clock is set back, the value must not be kept for longer.
      if (kept !== null && nowMs >= kept.startedMs && nowMs - kept.startedMs < maxAgeMs) return kept.value;
      const mine = { value: load(), startedMs: nowMs };
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
