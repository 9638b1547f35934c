import type { PrintedMetrics } from '../platform/http/health/liveness.ts';

/** What the supervisor has started once for all its processes. */
export interface Ground {
  /**
   * The first number from 1 that none of those alive has. One that comes for one that died has its number; in a restart new
   * ones come before the old ones go, and have others.
   */
  worker: number;
  /** The one that speaks to a person while everything comes up. */
  isFirst: boolean;
  /** Null where a database is configured. */
  embedded: { version: string; connection: { host: string; port: number; user: string; database: string } } | null;
  /** Null where there is none. */
  sandboxUrl: string | null;
  /** Where the supervisor answers for all; null: nowhere. */
  healthPort: number | null;
}

/** What the supervisor sends to a worker. */
export type ToWorker =
  | { tell: 'ground'; ground: Ground }
  | { tell: 'measure'; id: number }
  | { tell: 'print'; id: number }
  /** What all have measured, for one that has asked. */
  | { tell: 'measured by all'; id: number; texts: readonly string[] };

/** What a worker sends to the supervisor. */
export type FromWorker =
  | { tell: 'alive' }
  | { tell: 'ready' }
  | { tell: 'measure all'; id: number }
  | { tell: 'measured'; id: number; text: string }
  /** Null: it has nothing to print yet. */
  | { tell: 'printed'; id: number; metrics: PrintedMetrics | null };
