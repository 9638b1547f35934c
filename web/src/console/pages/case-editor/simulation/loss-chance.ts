import { transform } from './fourier.ts';
import type { PlayedCase } from './outcomes.ts';

const PLACES = 1 << 16;
const DEVIATIONS = 9;

/**
 * Computes the chance that the house has lost after so many openings. The distribution of the sum is that of one
 * opening convolved with itself, which is a power of its Fourier transform. Values lie on a grid; each is divided
 * between its two neighbours so that its mean is kept. A normal approximation would be wrong long after 1,000 openings,
 * where one item in 10,000 pays for thousands of them.
 */
export function lossChance({ outcomes, priceCents }: PlayedCase, openings: number): number {
  const total = outcomes.reduce((sum, { rolls }) => sum + rolls, 0);
  const losses = outcomes.map(({ rolls, valueCents }) => ({ chance: rolls / total, loss: valueCents - priceCents }));
  const mean = losses.reduce((sum, { chance, loss }) => sum + chance * loss, 0);
  const variance = losses.reduce((sum, { chance, loss }) => sum + chance * (loss - mean) ** 2, 0);
  if (openings === 1) return losses.reduce((sum, { chance, loss }) => (loss > 0 ? sum + chance : sum), 0);
  if (variance === 0) return mean > 0 ? 1 : 0;
  const furthest = losses.reduce((most, { loss }) => Math.max(most, Math.abs(loss - mean)), 0);
  // A single rare prize may lie further out than all deviations.
  const reach = DEVIATIONS * Math.sqrt(variance * openings) + Math.min(4, openings) * furthest;
  const step = (2 * reach) / PLACES;
  const sums = powerOf(gridOf(losses, step), openings);
  return massAbove(sums, Math.round((mean * openings) / step));
}

/** One opening on the grid: place n is a loss of n steps, negative ones counted from the end. */
function gridOf(losses: readonly { chance: number; loss: number }[], step: number): Float64Array {
  const grid = new Float64Array(PLACES);
  const put = (place: number, chance: number) => {
    const index = ((place % PLACES) + PLACES) % PLACES;
    grid[index] = (grid[index] ?? 0) + chance;
  };
  for (const { chance, loss } of losses) {
    const exact = loss / step;
    const below = Math.floor(exact);
    put(below, chance * (1 - (exact - below)));
    put(below + 1, chance * (exact - below));
  }
  return grid;
}

function powerOf(grid: Float64Array, exponent: number): Float64Array {
  const real = grid.slice();
  const imaginary = new Float64Array(PLACES);
  transform(real, imaginary, 'forward');
  for (let index = 0; index < PLACES; index += 1) {
    const x = real[index] ?? 0;
    const y = imaginary[index] ?? 0;
    const length = Math.hypot(x, y) ** exponent;
    const angle = Math.atan2(y, x) * exponent;
    real[index] = length * Math.cos(angle);
    imaginary[index] = length * Math.sin(angle);
  }
  transform(real, imaginary, 'back');
  return real;
}

/** Adds what lies above zero; the grid's place at zero belongs half to either side. */
function massAbove(sums: Float64Array, centre: number): number {
  let above = 0;
  for (let place = centre - PLACES / 2; place < centre + PLACES / 2; place += 1) {
    if (place < 0) continue;
    const mass = sums[((place % PLACES) + PLACES) % PLACES] ?? 0;
    above += place === 0 ? mass / 2 : mass;
  }
  return Math.min(1, Math.max(0, above));
}
