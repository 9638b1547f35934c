import { HOUR_MS } from '../../../platform/durations.ts';
import type { HotStore } from '../../../platform/hot-store/hot-store.ts';

/** So often a round is asked for in vain, once the day is over, before its game is cancelled. */
export const TRIES = 5;

/**
 * Counts one more time that the round of a game was asked for in vain, and says whether that is enough. A server that was
 * down for the day has not asked during it, and the first answer that it misses may be the fault of its own network.
 * Sweeps ask once a minute. A count that is lost begins anew, and the game waits on.
 */
export async function hasAskedEnough(hotStore: HotStore, game: 'battle' | 'raffle', id: string): Promise<boolean> {
  const [tries] = await hotStore.countHits([{ key: `silent-beacon:${game}:${id}`, windowMs: HOUR_MS }]);
  return tries !== undefined && tries.count >= TRIES;
}
