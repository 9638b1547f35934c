import { HOUR_MS } from '../../../platform/durations.ts';
import type { HotStore } from '../../../platform/hot-store/hot-store.ts';

/** Once the day is over, a game is cancelled after so many vain questions for its round. */
export const TRIES = 5;

/**
 * Counts one more vain question for the round of a game. A server that was down for the day has not asked during it,
 * and its first failure may be the fault of its own network. Sweeps ask once a minute. If the count is lost, it starts
 * anew and the game waits on.
 */
export async function hasAskedEnough(hotStore: HotStore, game: 'battle' | 'raffle', id: string): Promise<boolean> {
  const [tries] = await hotStore.countHits([{ key: `silent-beacon:${game}:${id}`, windowMs: HOUR_MS }]);
  return tries !== undefined && tries.count >= TRIES;
}
