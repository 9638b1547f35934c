import { HASH_MAX, rollOf, seedHash } from '@lisura/fairness';
import { randomSeeds } from '../modules/games/rolls/index.ts';
import type { FreshRoll, Player } from './history.types.ts';

/** The next rolls of a player, by seeds that are drawn for them, as where nobody has asked to see the hash before. */
export function rollFresh(player: Player, count: number): FreshRoll[] {
  const serverSeeds = randomSeeds(count);
  const drawnSeeds = player.clientSeed === null ? randomSeeds(count) : [];
  return serverSeeds.map((serverSeed, index) => {
    player.nonce += 1;
    const { nonce } = player;
    const clientSeed = player.clientSeed ?? (drawnSeeds[index] as string);
    return {
      nonce,
      serverSeed,
      serverSeedHash: seedHash(serverSeed),
      clientSeed,
      clientSeedSource: player.clientSeed === null ? 'SERVER' : 'ACCOUNT',
      roll: rollOf({ serverSeed, clientSeed, nonce, max: HASH_MAX }),
    };
  });
}
