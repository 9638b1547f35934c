import type { PrintedMetrics } from '../platform/http/health/liveness.ts';

export interface Ground {
  /**
   * It is the first free number from 1. A replacement takes that of a dead worker; in a restart both are alive, so it
   * takes another.
   */
  worker: number;
  /** The first worker speaks to people during the start. */
  isFirst: boolean;
  embedded: { version: string; connection: { host: string; port: number; user: string; database: string } } | null;
  sandboxUrl: string | null;
  healthPort: number | null;
}

export type ToWorker =
  | { tell: 'ground'; ground: Ground }
  | { tell: 'measure'; id: number }
  | { tell: 'print'; id: number }
  | { tell: 'measured by all'; id: number; texts: readonly string[] };

export type FromWorker =
  | { tell: 'alive' }
  | { tell: 'ready' }
  | { tell: 'measure all'; id: number }
  | { tell: 'measured'; id: number; text: string }
  | { tell: 'printed'; id: number; metrics: PrintedMetrics | null };
