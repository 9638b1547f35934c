import { useEffect, useRef, useState } from 'react';
import { call } from '../../../data/api.ts';
import { isApiError } from '../../../data/api-error.ts';
import type { VerifiedAuditRange } from '../../../data/generated/api.ts';

/** Into so many parts a verification is cut, so that it is seen to move; more would only be more calls. */
export const PARTS = 40;
const LEAST = 100;
const MOST = 100_000;

export interface ChainCheck {
  state: 'idle' | 'running' | 'stopped' | 'whole' | 'broken' | 'failed';
  done: number;
  total: number;
  anchors: number;
  perSecond: number;
  waitSeconds: number;
  last: VerifiedAuditRange | null;
  error: unknown;
}

const IDLE: ChainCheck = {
  state: 'idle',
  done: 0,
  total: 0,
  anchors: 0,
  perSecond: 0,
  waitSeconds: 0,
  last: null,
  error: null,
};

/** Verifies the chain part by part, as the server answers, until its end, a break, or a press that stops it. */
export function useChainCheck() {
  const [check, setCheck] = useState(IDLE);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setCheck({ ...IDLE, state: 'running' });
    try {
      await walk(signal, setCheck);
    } catch (error) {
      if (!signal.aborted) setCheck((before) => ({ ...before, state: 'failed', error }));
    }
  };
  const stop = () => {
    running.current?.abort();
    setCheck((before) => ({ ...before, state: 'stopped', waitSeconds: 0 }));
  };
  return { check, start, stop };
}

type Update = (change: (before: ChainCheck) => ChainCheck) => void;

async function walk(signal: AbortSignal, update: Update): Promise<void> {
  const startedAt = performance.now();
  let after = 0;
  let limit = LEAST;
  for (;;) {
    const range = await askPatiently({ after, limit }, signal, update);
    signal.throwIfAborted();
    const done = range.head?.position ?? range.checked;
    const seconds = (performance.now() - startedAt) / 1_000;
    update((before) => ({
      ...before,
      state: range.isDone ? (range.valid ? 'whole' : 'broken') : 'running',
      done,
      total: range.lastPosition,
      anchors: before.anchors + range.checkpoints.checked,
      perSecond: Math.round(done / seconds),
      waitSeconds: 0,
      last: range,
    }));
    if (range.isDone) return;
    after = done;
    limit = Math.min(MOST, Math.max(LEAST, Math.ceil(range.lastPosition / PARTS)));
  }
}

async function askPatiently(
  query: { after: number; limit: number },
  signal: AbortSignal,
  update: Update,
): Promise<VerifiedAuditRange> {
  for (;;) {
    try {
      return await call('GET /admin/audit/chain', { query, signal });
    } catch (error) {
      if (!isApiError(error) || error.status !== 429) throw error;
      const waitSeconds = error.retryAfter ?? 1;
      update((before) => ({ ...before, waitSeconds }));
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitSeconds * 1_000);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      });
      signal.throwIfAborted();
    }
  }
}
