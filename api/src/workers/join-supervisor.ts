import type { Worker } from 'node:cluster';
import type { Colleagues } from '../platform/observability/metrics.ts';
import { createMeasuring } from './gather-metrics.ts';
import type { FromWorker, Ground, ToWorker } from './worker-messages.ts';

const ALIVE_EVERY_MS = 1_000;

/** A worker's side of the talk with its supervisor. */
export interface Supervision {
  ground: Ground;
  colleagues: Colleagues;
  /** From now on it may be relied on. */
  ready(): void;
}

/** Says that it lives from the first moment on: a start may take long. */
export async function joinSupervisor(worker: Worker): Promise<Supervision> {
  // Without a supervisor there is no port any more. Node would end the process at once; it ends in order instead.
  worker.once('disconnect', () => {
    worker.exitedAfterDisconnect = true;
    process.kill(process.pid, 'SIGTERM');
  });
  const tell = (message: FromWorker) => {
    // What cannot be sent to a supervisor that has just gone is no fault; that it is gone ends this process anyway.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  // Before anything is waited for: what comes together with the first message is heard, too.
  const { promise: given, resolve: onGround } = Promise.withResolvers<Ground>();
  const { hear, ...measuring } = createMeasuring(tell);
  process.on('message', (message: ToWorker) => {
    if (message.tell === 'ground') onGround(message.ground);
    else hear(message);
  });
  tell({ tell: 'alive' });
  setInterval(() => tell({ tell: 'alive' }), ALIVE_EVERY_MS).unref();
  const ground = await given;
  const colleagues = { worker: ground.worker, ...measuring };
  return { ground, colleagues, ready: () => tell({ tell: 'ready' }) };
}
