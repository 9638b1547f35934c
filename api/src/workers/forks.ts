import cluster, { type Worker } from 'node:cluster';
import type { PrintedMetrics } from '../platform/http/health/liveness.ts';
import { createMetricsGatherer } from './gather-metrics.ts';
import type { FromWorker, Ground, ToWorker } from './worker-messages.ts';
import type { PoolWorker } from './worker-pool.ts';

export interface Forks {
  fork(isFirst: boolean): PoolWorker;
  printMetrics(): Promise<PrintedMetrics>;
}

/** The supervisor accepts each connection and hands it to the next worker. */
export function createForks(
  program: string,
  ground: Omit<Ground, 'worker' | 'isFirst'>,
  onNotMade: (error: unknown) => void,
): Forks {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: program, args: [] });
  const alive = new Map<Worker, number>();
  const tell = (worker: Worker, message: ToWorker) => {
    if (worker.isConnected()) worker.send(message);
  };
  const gatherer = createMetricsGatherer(() => alive.keys(), tell);

  function follow(worker: Worker, isFirst: boolean): PoolWorker {
    const number = firstFree(new Set(alive.values()));
    alive.set(worker, number);
    const { promise: ready, resolve: onReady } = Promise.withResolvers<void>();
    const { promise: ended, resolve } = Promise.withResolvers<number | null>();
    const onEnded = (code: number | null) => {
      alive.delete(worker);
      resolve(code);
    };
    let heardAtMs = performance.now();
    worker.on('message', (message: FromWorker) => {
      heardAtMs = performance.now();
      if (message.tell === 'ready') onReady();
      gatherer.hear(worker, message);
    });
    worker.on('error', (error) => {
      // Sending to a worker that is gone is no fault. One that was never created has no exit.
      if (worker.process.pid !== undefined || !alive.has(worker)) return;
      onNotMade(error);
      onEnded(null);
    });
    worker.once('exit', onEnded);
    tell(worker, { tell: 'ground', ground: { ...ground, worker: number, isFirst } });
    return {
      ready,
      ended,
      heardAtMs: () => heardAtMs,
      stop: () => worker.process.kill('SIGTERM'),
      kill: () => worker.process.kill('SIGKILL'),
    };
  }

  return {
    printMetrics: gatherer.print,
    fork: (isFirst) => {
      try {
        return follow(cluster.fork(), isFirst);
      } catch (error) {
        // Node throws for some reasons and tells others by an event.
        onNotMade(error);
        return neverMade();
      }
    },
  };
}

function neverMade(): PoolWorker {
  const nothing = () => undefined;
  const ready = new Promise<void>(nothing);
  return { ready, ended: Promise.resolve(null), heardAtMs: () => performance.now(), stop: nothing, kill: nothing };
}

function firstFree(taken: ReadonlySet<number>): number {
  let number = 1;
  while (taken.has(number)) number += 1;
  return number;
}
