import { useEffect, useRef, useState } from 'react';
import type { Draft } from './rules/draft.ts';
import { widthOf } from './rules/draft.ts';
import type { CentsOf } from './rules/returns.ts';
import type { SimulationAnswer, SimulationRequest, SimulationResult } from './simulation/messages.ts';

const SIMULATED_OPENINGS = 1_000_000;

export interface SimulationState {
  /** From 0 to 1 while it runs; null otherwise. */
  progress: number | null;
  result: (SimulationResult & { of: Draft; tookMs: number }) | null;
  hasFailed: boolean;
  start: (draft: Draft, counts: readonly number[]) => void;
}

/** Opens a draft a million times, in a worker, so that the page stays awake. A second start ends the first. */
export function useSimulation(centsOf: CentsOf): SimulationState {
  const worker = useRef<Worker | null>(null);
  const [state, setState] = useState<Omit<SimulationState, 'start'>>({
    progress: null,
    result: null,
    hasFailed: false,
  });
  useEffect(() => () => worker.current?.terminate(), []);

  const start = (draft: Draft, counts: readonly number[]) => {
    worker.current?.terminate();
    const startedAt = performance.now();
    const made = new Worker(new URL('./simulation/simulation.worker.ts', import.meta.url), { type: 'module' });
    worker.current = made;
    setState((before) => ({ ...before, progress: 0, hasFailed: false }));
    made.onmessage = ({ data }: MessageEvent<SimulationAnswer>) => {
      if (data.kind === 'PROGRESS') {
        setState((before) => ({ ...before, progress: data.done / SIMULATED_OPENINGS }));
        return;
      }
      made.terminate();
      const result = { ...data, of: draft, tookMs: performance.now() - startedAt };
      setState({ progress: null, result, hasFailed: false });
    };
    made.onerror = () => setState((before) => ({ ...before, progress: null, hasFailed: true }));
    made.postMessage(requestOf(draft, centsOf, counts));
  };
  return { ...state, start };
}

function requestOf({ ranges, priceCents }: Draft, centsOf: CentsOf, counts: readonly number[]): SimulationRequest {
  const outcomes = ranges.map((range) => ({ rolls: widthOf(range), valueCents: Number(centsOf(range.itemId)) }));
  return {
    played: { outcomes, priceCents: Number(priceCents) },
    openings: SIMULATED_OPENINGS,
    seed: [...crypto.getRandomValues(new Uint32Array(4))],
    counts,
  };
}
