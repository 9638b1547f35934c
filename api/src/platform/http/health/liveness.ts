import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A process whose event loop has stood still for so long will not come back. */
const HUNG_MS = 30_000;
const BEAT_MS = 500;

const SCRAPE_MS = 10_000;

export const LIVENESS_PATH = '/api/health/live';
export const METRICS_PATH = '/metrics';

interface LivenessOptions {
  host: string;
  port: number;
  hungMs?: number;
  scrapeMs?: number;
}

export interface LivenessThreadData extends Required<LivenessOptions> {
  path: string;
  metricsPath: string;
  /** The heartbeat: when the event loop last turned, in milliseconds since 1970. */
  heartbeat: SharedArrayBuffer;
}

export interface PrintedMetrics {
  contentType: string;
  text: string;
}

export type FromLivenessThread = { tell: 'listening'; port: number } | { tell: 'scraped' };
export type ToLivenessThread = { metrics: PrintedMetrics | null };

export interface Liveness {
  port: number;
  /** Before this, a scrape is told to come again. */
  answerMetrics(print: () => Promise<PrintedMetrics>): void;
  close(): Promise<void>;
}

/**
 * A thread of its own answers supervisors, so that load does not make them end a busy process. A hung event loop is
 * reported.
 */
export async function startLiveness(options: LivenessOptions): Promise<Liveness> {
  const { host, port, hungMs = HUNG_MS, scrapeMs = SCRAPE_MS } = options;
  const heartbeat = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const lastBeatMs = new BigInt64Array(heartbeat);
  const beat = () => Atomics.store(lastBeatMs, 0, BigInt(Date.now()));
  beat();
  const paths = { path: LIVENESS_PATH, metricsPath: METRICS_PATH };
  const workerData: LivenessThreadData = { host, port, ...paths, hungMs, scrapeMs, heartbeat };
  const thread = new Worker(new URL('liveness-thread.ts', import.meta.url), { workerData });
  const [listening] = (await once(thread, 'message')) as [FromLivenessThread & { tell: 'listening' }];
  let print: (() => Promise<PrintedMetrics>) | null = null;
  const answer = (metrics: PrintedMetrics | null) => thread.postMessage({ metrics } satisfies ToLivenessThread);
  thread.on('message', () => {
    if (print === null) answer(null);
    else print().then(answer, () => answer(null));
  });
  const beating = setInterval(beat, BEAT_MS);
  beating.unref();
  thread.unref();
  return {
    port: listening.port,
    answerMetrics: (given) => {
      print = given;
    },
    close: async () => {
      clearInterval(beating);
      await thread.terminate();
    },
  };
}
