/** Numbers from 0 up to 1 that look like chance and are the same for a seed on every machine. */
export type Random = () => number;

/** Mulberry32: millions a second, and even enough for who comes and when. No roll is made of it. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** From `least` to `most`, both included. */
export const wholeBetween = (random: Random, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1));

export function oneOf<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new RangeError('there is nothing to choose from');
  return value;
}

/** Places in a list, each as often as its weight says. */
export function createWeighted(random: Random, weights: readonly number[]): () => number {
  let total = 0;
  const sums = weights.map((weight) => {
    total += weight;
    return total;
  });
  return () => firstAbove(sums, random() * total);
}

/** The place of the first that is greater, in a list that ascends; the last one where none is. */
function firstAbove(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
