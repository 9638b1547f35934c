import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A process whose event loop has stood still for so long will not come back. */
const HUNG_MS = 30_000;
const BEAT_MS = 500;

export const LIVENESS_PATH = '/api/health/live';

interface LivenessOptions {
  host: string;
  /** 0: any that is free. */
  port: number;
  hungMs?: number;
}

export interface LivenessThreadData extends Required<LivenessOptions> {
  path: string;
  /** One 64-bit number: when the event loop last turned, in milliseconds since 1970. */
  heartbeat: SharedArrayBuffer;
}

export interface Liveness {
  port: number;
  close(): Promise<void>;
}

/**
 * Answers supervisors on a port of its own and from a thread of its own, so that no flood of requests, and no long turn of
 * the event loop, keeps them waiting: they would end a process that is merely busy. A loop that stands still for too long
 * is answered all the same.
 */
export async function startLiveness({ host, port, hungMs = HUNG_MS }: LivenessOptions): Promise<Liveness> {
  const heartbeat = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  const lastBeatMs = new BigInt64Array(heartbeat);
  const beat = () => Atomics.store(lastBeatMs, 0, BigInt(Date.now()));
  beat();
  const workerData: LivenessThreadData = { host, port, path: LIVENESS_PATH, hungMs, heartbeat };
  const thread = new Worker(new URL('liveness-thread.ts', import.meta.url), { workerData });
  const [listeningOn] = (await once(thread, 'message')) as [number];
  const beating = setInterval(beat, BEAT_MS);
  beating.unref();
  thread.unref();
  return {
    port: listeningOn,
    close: async () => {
      clearInterval(beating);
      await thread.terminate();
    },
  };
}
