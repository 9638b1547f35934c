import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Colleagues } from '../platform/observability/metrics.ts';
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
    if (process.connected) process.send?.(message);
  };
  tell({ tell: 'alive' });
  setInterval(() => tell({ tell: 'alive' }), ALIVE_EVERY_MS).unref();
  const [first] = (await once(process, 'message')) as [ToWorker];
  if (first.tell !== 'ground') throw new Error(`the supervisor began with "${first.tell}"`);
  const { ground } = first;
  return { ground, colleagues: createColleagues(ground.worker, tell), ready: () => tell({ tell: 'ready' }) };
}

function createColleagues(worker: number, tell: (message: FromWorker) => void): Colleagues {
  const asked = new Map<number, (texts: readonly string[]) => void>();
  let lastId = 0;
  let measure: () => Promise<string> = async () => '';
  process.on('message', (message: ToWorker) => {
    if (message.tell === 'measure') {
      const { id } = message;
      measure().then(
        (text) => tell({ tell: 'measured', id, text }),
        () => tell({ tell: 'measured', id, text: '' }),
      );
    } else if (message.tell === 'measured by all') {
      asked.get(message.id)?.(message.texts);
      asked.delete(message.id);
    }
  });
  return {
    worker,
    onMeasure: (read) => {
      measure = read;
    },
    measureAll: () =>
      new Promise((resolve) => {
        lastId += 1;
        asked.set(lastId, resolve);
        tell({ tell: 'measure all', id: lastId });
      }),
  };
}
