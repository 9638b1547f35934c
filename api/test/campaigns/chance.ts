import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { seededRandom } from '../support/load.ts';

export interface Chance {
  /** From 0 up to `limit`, which is not among them. */
  below(limit: number): number;
  /** From `least` to `most`, both included. */
  between(least: number, most: number): number;
  happens(probability: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
  /** From here on it depends on the seed and this name alone, and on nothing that was drawn before. */
  begin(name: string): void;
}

export function createChance(seed: string): Chance {
  const randomOf = (text: string) => seededRandom(crypto.createHash('sha256').update(text).digest().readInt32LE());
  let random = randomOf(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    happens: (probability) => random() < probability,
    pick: <Value>(values: readonly Value[]) => values[below(values.length)] as Value,
    begin: (name) => {
      random = randomOf(`${seed}:${name}`);
    },
  };
}

/**
 * The product draws server seeds and names from the system. While `work` runs they come from `seed` too: so what is won and
 * lost is the same whenever a seed is played again. `begin` is as that of a `Chance`.
 */
export async function withSeededCryptography<Result>(
  seed: string,
  work: (begin: Chance['begin']) => Promise<Result>,
): Promise<Result> {
  const { randomBytes, randomUUID } = crypto;
  let part = '';
  let drawn = 0;
  const begin = (name: string) => {
    part = name;
    drawn = 0;
  };
  const digest = () => {
    drawn += 1;
    return crypto.createHash('sha256').update(`${seed}:${part}:${drawn}`).digest();
  };
  const bytes = (size: number): Buffer =>
    Buffer.concat(Array.from({ length: Math.ceil(size / 32) }, digest)).subarray(0, size);
  const seeded = (size: number, callback?: (error: null, drawn: Buffer) => void) =>
    callback === undefined ? bytes(size) : setImmediate(callback, null, bytes(size));
  const uuid = () =>
    bytes(16)
      .toString('hex')
      .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
  replaceIn({ randomBytes: seeded, randomUUID: uuid });
  try {
    return await work(begin);
  } finally {
    replaceIn({ randomBytes, randomUUID });
  }
}

function replaceIn(functions: object): void {
  Object.assign(crypto, functions);
  syncBuiltinESMExports();
}
