import type { Player } from './history.types.ts';
import { createWeighted, type Random } from './random.ts';

/** Who may come by. */
export interface Crowd {
  readonly players: readonly Player[];
  /** Somebody who has joined and is free at a moment, a few far more often than most; null where none was found. */
  pickFree(atMs: number, isFit?: (player: Player) => boolean): Player | null;
}

const TRIES = 40;

export function createCrowd(players: readonly Player[], random: Random): Crowd {
  const pick = createWeighted(
    random,
    players.map(({ weight }) => weight),
  );
  return {
    players,
    pickFree: (atMs, isFit = () => true) => {
      for (let tried = 0; tried < TRIES; tried += 1) {
        const player = players[pick()] as Player;
        // Who has not joined is busy until then.
        if (player.busyUntilMs <= atMs && isFit(player)) return player;
      }
      return null;
    },
  };
}
