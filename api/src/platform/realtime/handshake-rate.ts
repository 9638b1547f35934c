export interface HandshakeRate {
  /**
   * Counts one, and returns a function that takes it back, harmless to call twice; null if none is left in this minute.
   */
  take(address: string): (() => void) | null;
}

const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 50_000;

interface Window {
  count: number;
  endsMs: number;
}

/** Limits attempts a minute for each address, in this process. */
export function createHandshakeRate(perMinute: number, nowMs = () => performance.now()): HandshakeRate {
  const windows = new Map<string, Window>();

  function windowOf(address: string): Window {
    const known = windows.get(address);
    if (known !== undefined && known.endsMs > nowMs()) return known;
    if (windows.size >= MAX_ADDRESSES) forgetEnded(windows, nowMs());
    const window = { count: 0, endsMs: nowMs() + WINDOW_MS };
    windows.set(address, window);
    return window;
  }

  return {
    take: (address) => {
      const window = windowOf(address);
      if (window.count >= perMinute) return null;
      window.count += 1;
      let isBack = false;
      return () => {
        if (!isBack) window.count -= 1;
        isBack = true;
      };
    },
  };
}

/** If none has ended, all are dropped: a lost count is better than unbounded memory. */
function forgetEnded(windows: Map<string, Window>, nowMs: number): void {
  for (const [address, { endsMs }] of windows) if (endsMs <= nowMs) windows.delete(address);
  if (windows.size >= MAX_ADDRESSES) windows.clear();
}
