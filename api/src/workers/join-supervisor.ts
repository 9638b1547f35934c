import type { Worker } from 'node:cluster';
import type { Colleagues } from '../platform/observability/metrics.ts';
import { createMeasuring } from './gather-metrics.ts';
import type { FromWorker, Ground, ToWorker } from './worker-messages.ts';

const ALIVE_EVERY_MS = 1_000;

export interface Supervision {
  ground: Ground;
  colleagues: Colleagues;
  ready(): void;
}

/** Signs of life begin at once, because a start may take long. */
export async function joinSupervisor(worker: Worker): Promise<Supervision> {
  // Without a supervisor there is no port. Node would end the process at once; this ends it in order.
  worker.once('disconnect', () => {
    worker.exitedAfterDisconnect = true;
    process.kill(process.pid, 'SIGTERM');
  });
  const tell = (message: FromWorker) => {
    // A failure to send means that the supervisor is gone, which ends this process anyway.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  // Messages may arrive together, so the listener is added before anything is awaited.
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
