const MINUTE_MS = 60_000;
const DEFAULT_PER_MINUTE = 60;

/** The price list may be asked for so many times a minute; 0 is without end. */
export interface PriceLimit {
  waitMs(now: Date): number;
  set(perMinute: number): void;
  perMinute(): number;
}

export function createPriceLimit(): PriceLimit {
  let perMinute = DEFAULT_PER_MINUTE;
  let askedMs: number[] = [];
  return {
    waitMs(now) {
      const nowMs = now.getTime();
      askedMs = askedMs.filter((atMs) => atMs > nowMs - MINUTE_MS);
      const [oldestMs] = askedMs;
      if (perMinute > 0 && askedMs.length >= perMinute && oldestMs !== undefined) return oldestMs + MINUTE_MS - nowMs;
      askedMs.push(nowMs);
      return 0;
    },
    set: (number) => {
      perMinute = number;
      askedMs = [];
    },
    perMinute: () => perMinute,
  };
}
