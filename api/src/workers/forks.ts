import cluster, { type Worker } from 'node:cluster';
import { createMetricsGatherer } from './gather-metrics.ts';
import type { FromWorker, Ground, ToWorker } from './worker-messages.ts';
import type { PoolWorker } from './worker-pool.ts';

/** Makes processes that share the port: the supervisor takes each connection and hands it to the next of them. */
export function createForks(
  program: string,
  ground: Pick<Ground, 'embedded' | 'sandboxUrl'>,
): (isFirst: boolean) => PoolWorker {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: program, args: [] });
  const alive = new Map<Worker, number>();
  const tell = (worker: Worker, message: ToWorker) => {
    if (worker.isConnected()) worker.send(message);
  };
  const gatherer = createMetricsGatherer(() => alive.keys(), tell);

  return (isFirst) => {
    const worker = cluster.fork();
    const number = firstFree(new Set(alive.values()));
    alive.set(worker, number);
    const { promise: ready, resolve: onReady } = Promise.withResolvers<void>();
    const { promise: ended, resolve: onEnded } = Promise.withResolvers<number | null>();
    let heardAtMs = performance.now();
    worker.on('message', (message: FromWorker) => {
      heardAtMs = performance.now();
      if (message.tell === 'ready') onReady();
      gatherer.hear(worker, message);
    });
    // What cannot be told to one that is gone is no fault of ours.
    worker.on('error', () => undefined);
    worker.once('exit', (code) => {
      alive.delete(worker);
      onEnded(code);
    });
    tell(worker, { tell: 'ground', ground: { ...ground, worker: number, isFirst } });
    return {
      ready,
      ended,
      heardAtMs: () => heardAtMs,
      stop: () => worker.process.kill('SIGTERM'),
      kill: () => worker.process.kill('SIGKILL'),
    };
  };
}

function firstFree(taken: ReadonlySet<number>): number {
  let number = 1;
  while (taken.has(number)) number += 1;
  return number;
}
