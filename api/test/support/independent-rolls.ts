import { randomBytes } from 'node:crypto';
import { expectedRoll, hmac } from '../../src/modules/games/rolls/independent-rolls.ts';

export { expectedRoll, hmac };

/** A server seed whose roll with these is one that is wanted, found by trying. */
export function seedThatRolls(
  isWanted: (roll: number) => boolean,
  { clientSeed, nonce }: { clientSeed: string; nonce: number },
): { serverSeed: string; serverSeedHash: string; roll: number } {
  for (;;) {
    const serverSeed = randomBytes(32).toString('hex');
    const roll = expectedRoll(serverSeed, clientSeed, nonce);
    if (isWanted(roll)) return { serverSeed, serverSeedHash: hmac(serverSeed, ''), roll };
  }
}
