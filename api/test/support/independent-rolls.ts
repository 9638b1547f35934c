import { createHmac, randomBytes } from 'node:crypto';

/**
 * Rolls by Node's own cryptography, and on purpose not by the fairness package: what plays and what verifies is that one
 * package, so a fault in it would agree with itself.
 */
export const hmac = (key: string, message: string) => createHmac('sha256', key).update(message).digest('hex');

const HASH_MAX = 10_000_000;

/**
 * The first 13 hex digits are a number of 52 bits, always below the largest multiple of 10000000 that JavaScript counts
 * exactly to, so the rule that sets larger ones aside is never reached.
 */
export const expectedRoll = (serverSeed: string, clientSeed: string, nonce: number | string) =>
  (Number.parseInt(hmac(serverSeed, `${clientSeed}:${nonce}`).slice(0, 13), 16) % HASH_MAX) + 1;

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
