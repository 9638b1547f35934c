import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A process whose event loop has stood still for so long will not come back. */
const HUNG_MS = 30_000;
const BEAT_MS = 500;

/** A scraper has given up by then. */
const SCRAPE_MS = 10_000;

export const LIVENESS_PATH = '/api/health/live';
export const METRICS_PATH = '/metrics';

interface LivenessOptions {
  host: string;
  /** 0 takes any free port. */
  port: number;
  hungMs?: number;
  scrapeMs?: number;
}

export interface LivenessThreadData extends Required<LivenessOptions> {
  path: string;
  metricsPath: string;
  /** One 64-bit number: when the event loop last turned, in milliseconds since 1970. */
  heartbeat: SharedArrayBuffer;
}

export interface PrintedMetrics {
  contentType: string;
  text: string;
}

export type FromLivenessThread = { tell: 'listening'; port: number } | { tell: 'scraped' };
/** The reply to the thread; null: there is nothing to show. */
export type ToLivenessThread = { metrics: PrintedMetrics | null };

export interface Liveness {
  port: number;
  /** Answers the metrics from now on; before, a scrape is told to come again. */
  answerMetrics(print: () => Promise<PrintedMetrics>): void;
  close(): Promise<void>;
}

/**
 * Answers supervisors on a port and from a thread of its own, so that a flood of requests or a long turn of the event
 * loop does not make them end a busy process. A loop that stands still for too long is reported. Metrics are answered
 * there as well, since the port is not reachable from outside.
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
