import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { transform } from './fourier.ts';
import { lossChance } from './loss-chance.ts';
import type { PlayedCase } from './outcomes.ts';
import { BATCH, createSimulation, histogramOf } from './simulate.ts';

const SEED = [1, 2, 3, 4];
/** One of 1,000 openings for 1 real wins 900 reais, so nine tenths come back. */
const RARE_PRIZE: PlayedCase = {
  outcomes: [
    { rolls: 9_990_000, valueCents: 0 },
    { rolls: 10_000, valueCents: 90_000 },
  ],
  priceCents: 100,
};

/** The chance of more than `most` hits in so many tries, by adding up the exact terms. */
function binomialAbove(tries: number, chance: number, most: number): number {
  let term = (1 - chance) ** tries;
  let below = 0;
  for (let hits = 0; hits <= most; hits += 1) {
    below += term;
    term *= ((tries - hits) / (hits + 1)) * (chance / (1 - chance));
  }
  return 1 - below;
}

test('the transform is undone by the transform back', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -9, max: 9, noNaN: true }), { minLength: 64, maxLength: 64 }), (values) => {
      const real = Float64Array.from(values);
      const imaginary = new Float64Array(64);
      transform(real, imaginary, 'forward');
      transform(real, imaginary, 'back');
      for (const [index, value] of values.entries()) assert.ok(Math.abs((real[index] ?? 0) - value) < 1e-9);
    }),
  );
});

test('the chance of loss is that of the binomial distribution, far from a normal one', () => {
  // Each thousand openings bring 1,000 reais, of which two prizes take 1,800: more than n of them are a loss.
  for (const [openings, hits] of [
    [500, 0],
    [1_000, 1],
    [10_000, 11],
    [50_000, 55],
  ] as const) {
    const exact = binomialAbove(openings, 0.001, hits);
    assert.ok(Math.abs(lossChance(RARE_PRIZE, openings) - exact) < 0.002, `${openings}: ${exact}`);
  }
});

test('the chance of loss is that of all ways that few openings may go', () => {
  const outcomes = fc.array(
    fc.record({
      rolls: fc.integer({ min: 1, max: 50 }),
      valueCents: fc.integer({ min: 0, max: 500 }).map((v) => v * 20),
    }),
    { minLength: 2, maxLength: 4 },
  );
  fc.assert(
    // No sum of multiples of 20 is that of odd prices, so that nothing lies on the border.
    fc.property(outcomes, fc.integer({ min: 50, max: 400 }), fc.constantFrom(3, 5), (given, tens, openings) => {
      const played = { outcomes: given, priceCents: tens * 10 + 5 };
      assert.ok(Math.abs(lossChance(played, openings) - byAllWays(played, openings)) < 0.01);
    }),
    { numRuns: 12 },
  );
});

function byAllWays({ outcomes, priceCents }: PlayedCase, openings: number): number {
  const total = outcomes.reduce((sum, { rolls }) => sum + rolls, 0);
  let sums = new Map([[0, 1]]);
  for (let opened = 0; opened < openings; opened += 1) {
    const next = new Map<number, number>();
    for (const [sum, chance] of sums) {
      for (const { rolls, valueCents } of outcomes) {
        next.set(sum + valueCents, (next.get(sum + valueCents) ?? 0) + (chance * rolls) / total);
      }
    }
    sums = next;
  }
  return [...sums].reduce((sum, [won, chance]) => (won > openings * priceCents ? sum + chance : sum), 0);
}

test('the chance of loss falls to one side where nothing is left to chance', () => {
  const sure = (valueCents: number) => ({ outcomes: [{ rolls: 10_000_000, valueCents }], priceCents: 100 });
  assert.deepEqual([lossChance(sure(101), 1_000), lossChance(sure(100), 1_000)], [1, 0]);
  assert.equal(lossChance(RARE_PRIZE, 1), 0.001);
});

test('a million openings come near to the return of the ranges, and their losses near to their chance', () => {
  const simulation = createSimulation(RARE_PRIZE, SEED);
  simulation.run(1_000_000);
  assert.equal(simulation.done, 1_000_000);
  assert.equal(simulation.paidCents, 100_000_000);
  assert.equal(simulation.gains.length, 1_000_000 / BATCH);
  assert.equal(
    simulation.gains.reduce((sum, gain) => sum + gain, 0),
    simulation.paidCents - simulation.wonCents,
  );
  assert.ok(Math.abs(simulation.wonCents / simulation.paidCents - 0.9) < 5 * 0.9 * 0.0316);
  const lost = simulation.gains.filter((gain) => gain < 0).length / simulation.gains.length;
  assert.ok(Math.abs(lost - lossChance(RARE_PRIZE, BATCH)) < 0.08);
});

test('the same seed opens the same', () => {
  const [one, other, third] = [SEED, SEED, [4, 3, 2, 1]].map((seed) => {
    const simulation = createSimulation(RARE_PRIZE, seed);
    simulation.run(20_000);
    return simulation.gains;
  });
  assert.deepEqual(one, other);
  assert.notDeepEqual(one, third);
});

test('a histogram counts every gain once, and zero is the border of two bars', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1 }), (gains) => {
      const bars = histogramOf(gains);
      assert.equal(
        bars.reduce((sum, { count }) => sum + count, 0),
        gains.length,
      );
      assert.ok(bars.some(({ fromCents }) => fromCents === 0));
      assert.ok(bars.length <= 31);
      for (const { fromCents, toCents, count } of bars) {
        assert.equal(count, gains.filter((gain) => gain >= fromCents && gain < toCents).length);
      }
    }),
  );
});
