import { useSyncExternalStore } from 'react';

/** Answers tell, by operation, the limit that is closest to being used up. */
export interface RateStanding {
  limit: number;
  /** Requests that are left until `resetsAt`. */
  remaining: number;
  resetsAt: number;
}

const standings = new Map<string, RateStanding>();
const watchers = new Set<() => void>();

/** Limits that are off send no headers. The end is counted from the answer's own date: clocks differ. */
export function noteStanding(operation: string, headers: Headers): void {
  const [limit, remaining, resetsAt] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN),
  ) as [number, number, number];
  if (!Number.isFinite(limit + remaining + resetsAt)) return;
  const serverNow = Date.parse(headers.get('date') ?? '') || Date.now();
  standings.set(operation, { limit, remaining, resetsAt: Date.now() + resetsAt * 1_000 - serverNow });
  for (const watcher of watchers) watcher();
}

/** It is null where nothing is known yet, or nothing is limited. */
export const useRateStanding = (operation: string): RateStanding | null =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    () => standings.get(operation) ?? null,
    () => null,
  );
