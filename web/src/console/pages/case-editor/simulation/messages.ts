import type { PlayedCase } from './outcomes.ts';
import type { HistogramBar } from './simulate.ts';

export interface SimulationRequest {
  played: PlayedCase;
  /** A multiple of 1,000. */
  openings: number;
  seed: readonly number[];
  counts: readonly number[];
}

export interface SimulationResult {
  kind: 'DONE';
  done: number;
  paidCents: number;
  wonCents: number;
  bars: HistogramBar[];
  lostBatches: number;
  chances: { openings: number; chance: number }[];
}

export type SimulationAnswer = { kind: 'PROGRESS'; done: number } | SimulationResult;
