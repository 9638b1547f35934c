/** The clock of the marketplace can be held still and put forward, so that nobody waits a week for a release. */
export interface MarketClock {
  now(): Date;
  set(setting: ClockSetting): void;
  isHeld(): boolean;
}

export interface ClockSetting {
  hold?: boolean;
  advanceSeconds?: number;
}

export function createMarketClock(outside: () => Date): MarketClock {
  let aheadMs = 0;
  let heldAtMs: number | null = null;
  const nowMs = () => (heldAtMs ?? outside().getTime()) + aheadMs;

  return {
    now: () => new Date(nowMs()),
    set({ hold, advanceSeconds }) {
      if (hold === true) heldAtMs ??= outside().getTime();
      // Time goes on from where it was held.
      if (hold === false && heldAtMs !== null) {
        aheadMs += heldAtMs - outside().getTime();
        heldAtMs = null;
      }
      aheadMs += (advanceSeconds ?? 0) * 1000;
    },
    isHeld: () => heldAtMs !== null,
  };
}
