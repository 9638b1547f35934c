/** Rules take `now` as a value, so that a test can choose any moment. */
export interface Clock {
  now(): Date;
}

export interface FixedClock extends Clock {
  set(moment: Date | string): void;
  advance(durationMs: number): void;
}

export const systemClock: Clock = { now: () => new Date() };

export function fixedClock(start: Date | string): FixedClock {
  let currentMs = momentMs(start);
  return {
    now: () => new Date(currentMs),
    set: (moment) => {
      currentMs = momentMs(moment);
    },
    advance: (durationMs) => {
      currentMs = momentMs(new Date(currentMs + durationMs));
    },
  };
}

function momentMs(moment: Date | string): number {
  const ms = new Date(moment).getTime();
  if (Number.isNaN(ms)) throw new RangeError(`not a moment: ${String(moment)}`);
  return ms;
}
