import type { PlayedCase } from './outcomes.ts';
import type { HistogramBar } from './simulate.ts';

/** What the page and its worker say to one another. */
export interface SimulationRequest {
  played: PlayedCase;
  /** A multiple of 1,000. */
  openings: number;
  seed: readonly number[];
  /** After how many openings the house's chance of loss is wanted. */
  counts: readonly number[];
}

export interface SimulationResult {
  kind: 'DONE';
  done: number;
  paidCents: number;
  wonCents: number;
  bars: HistogramBar[];
  /** Of the thousands, those with which the house has lost. */
  lostBatches: number;
  chances: { openings: number; chance: number }[];
}

export type SimulationAnswer = { kind: 'PROGRESS'; done: number } | SimulationResult;
