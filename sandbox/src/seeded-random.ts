import { createHash } from 'node:crypto';

/** Returns numbers from 0 up to 1 that look random and are the same for a seed on every machine. */
export type Random = () => number;

export function createSeededRandom(seed: string): Random {
  let drawn = 0;
  return () => {
    drawn += 1;
    return createHash('sha256').update(`${seed}:${drawn}`).digest().readUInt32BE() / 2 ** 32;
  };
}
