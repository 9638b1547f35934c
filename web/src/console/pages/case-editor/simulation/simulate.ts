import type { PlayedCase } from './outcomes.ts';

export const BATCH = 1_000;

export interface Simulation {
  /** Openings so far. */
  done: number;
  paidCents: number;
  wonCents: number;
  gains: number[];
  /** Opens so many more; whole batches. */
  run(openings: number): void;
}

/**
 * Opens a case without rolls of anybody: the chances are those of the ranges, the numbers those of a generator, which is
 * much faster than an HMAC for each and says the same of the case.
 */
export function createSimulation({ outcomes, priceCents }: PlayedCase, seed: readonly number[]): Simulation {
  const ends: number[] = [];
  for (const { rolls } of outcomes) ends.push((ends.at(-1) ?? 0) + rolls);
  const all = ends.at(-1) ?? 0;
  const values = outcomes.map(({ valueCents }) => valueCents);
  const next = generator(seed);
  const simulation: Simulation = {
    done: 0,
    paidCents: 0,
    wonCents: 0,
    gains: [],
    run: (openings) => {
      for (let opened = 0; opened + BATCH <= openings; opened += BATCH) {
        let won = 0;
        for (let each = 0; each < BATCH; each += 1) won += values[placeOf(ends, next() * all)] ?? 0;
        simulation.gains.push(BATCH * priceCents - won);
        simulation.done += BATCH;
        simulation.paidCents += BATCH * priceCents;
        simulation.wonCents += won;
      }
    },
  };
  return simulation;
}

function placeOf(ends: readonly number[], point: number): number {
  let low = 0;
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (point < (ends[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function generator(seed: readonly number[]): () => number {
  let [a = 1, b = 2, c = 3, counter = 4] = seed.map((word) => word >>> 0);
  const word = () => {
    const sum = (((a + b) >>> 0) + counter) >>> 0;
    counter = (counter + 1) >>> 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) >>> 0;
    c = (((c << 21) | (c >>> 11)) + sum) >>> 0;
    return sum;
  };
  // The first words still show the seed.
  for (let round = 0; round < 16; round += 1) word();
  return () => ((word() >>> 5) * 67_108_864 + (word() >>> 6)) / 9_007_199_254_740_992;
}

export interface HistogramBar {
  fromCents: number;
  toCents: number;
  count: number;
}

/** Bars of one round width, one of them beginning at zero, so that each is a gain or a loss. */
export function histogramOf(gains: readonly number[], wanted = 28): HistogramBar[] {
  const low = gains.reduce((least, gain) => Math.min(least, gain), 0);
  const high = gains.reduce((most, gain) => Math.max(most, gain), 0);
  const width = roundWidth((high - low) / wanted);
  const first = Math.floor(low / width);
  const bars = Array.from({ length: Math.floor(high / width) - first + 1 }, (_, index) => ({
    fromCents: (first + index) * width,
    toCents: (first + index + 1) * width,
    count: 0,
  }));
  for (const gain of gains) {
    const bar = bars[Math.floor(gain / width) - first];
    if (bar !== undefined) bar.count += 1;
  }
  return bars;
}

/** The next of 1, 2 or 5 with zeros behind it. */
function roundWidth(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const factor = [1, 2, 5, 10].find((each) => each * power >= least) ?? 10;
  return factor * power;
}
