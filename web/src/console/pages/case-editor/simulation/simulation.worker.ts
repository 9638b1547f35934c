import { lossChance } from './loss-chance.ts';
import type { SimulationAnswer, SimulationRequest } from './messages.ts';
import { createSimulation, histogramOf } from './simulate.ts';

const STEP = 50_000;

const answer = (message: SimulationAnswer) => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<SimulationRequest>) => {
  const { played, openings, seed, counts } = data;
  const simulation = createSimulation(played, seed);
  while (simulation.done < openings) {
    simulation.run(Math.min(STEP, openings - simulation.done));
    answer({ kind: 'PROGRESS', done: simulation.done });
  }
  const { done, paidCents, wonCents, gains } = simulation;
  answer({
    kind: 'DONE',
    done,
    paidCents,
    wonCents,
    bars: histogramOf(gains),
    lostBatches: gains.filter((gain) => gain < 0).length,
    chances: counts.map((count) => ({ openings: count, chance: lossChance(played, count) })),
  });
};
