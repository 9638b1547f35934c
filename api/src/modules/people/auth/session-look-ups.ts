import type { Clock } from '../../../platform/clock.ts';
import { tooManyRequests } from '../../../platform/errors.ts';

/** Runs a look-up that may find nothing. Throws where the address has had too many of those. */
export type LookUpLimit = <Found>(address: string, lookUp: () => Promise<Found | null>) => Promise<Found | null>;

const WINDOW_MS = 60_000;
/** The others wait their turn, and by then it is known whether their address guesses. */
const MAX_AT_ONCE = 10;
const MAX_ADDRESSES = 50_000;

interface Standing {
  misses: number;
  resetsAtMs: number;
  running: number;
  waiting: (() => void)[];
}

/**
 * Whoever makes session ids up would have PostgreSQL look for each, before a limit on requests knows whose they are. So
 * an address has so many look-ups that find nothing, then none until the minute is over. What is found does not count:
 * after a start everybody is looked up once. Sessions that the hot store knows are never looked up.
 */
export function createLookUpLimit(clock: Clock, missesPerMinute: number): LookUpLimit {
  const standings = new Map<string, Standing>();
  const nowMs = () => clock.now().getTime();

  function standingOf(address: string): Standing {
    const known = standings.get(address);
    if (known !== undefined) return known;
    if (standings.size >= MAX_ADDRESSES) forgetIdle(standings, nowMs());
    const standing = { misses: 0, resetsAtMs: 0, running: 0, waiting: [] };
    standings.set(address, standing);
    return standing;
  }

  function refuseGuesser(standing: Standing): void {
    const leftMs = standing.resetsAtMs - nowMs();
    if (leftMs > 0 && standing.misses >= missesPerMinute) throw tooManyRequests(leftMs);
  }

  function countMiss(standing: Standing): void {
    if (standing.resetsAtMs <= nowMs()) Object.assign(standing, { misses: 0, resetsAtMs: nowMs() + WINDOW_MS });
    standing.misses += 1;
  }

  return async (address, lookUp) => {
    if (missesPerMinute === 0) return lookUp();
    const standing = standingOf(address);
    await takeTurn(standing);
    try {
      refuseGuesser(standing);
      const found = await lookUp();
      if (found === null) countMiss(standing);
      return found;
    } finally {
      endTurn(standing);
    }
  };
}

async function takeTurn(standing: Standing): Promise<void> {
  if (standing.running >= MAX_AT_ONCE) await new Promise<void>((resolve) => standing.waiting.push(resolve));
  else standing.running += 1;
}

/** A turn goes to who has waited longest. */
function endTurn(standing: Standing): void {
  const next = standing.waiting.shift();
  if (next === undefined) standing.running -= 1;
  else next();
}

/** Those that stand as if they had never asked; where that is nobody, all: a count lost is better than memory without end. */
function forgetIdle(standings: Map<string, Standing>, nowMs: number): void {
  for (const [address, { running, resetsAtMs }] of standings) {
    if (running === 0 && resetsAtMs <= nowMs) standings.delete(address);
  }
  if (standings.size >= MAX_ADDRESSES) standings.clear();
}
