import type { FromWorker, ToWorker } from './worker-messages.ts';

/** One that does not answer in time is left out: what it says of itself would be late anyway. */
const ANSWER_WITHIN_MS = 1_000;

interface Measured {
  /** Those that were asked and have not answered. */
  awaited: Set<object>;
  texts: string[];
  finish(): void;
}

export interface MetricsGatherer<Worker extends object> {
  /** Whatever a worker says; what is not about metrics is left alone. */
  hear(worker: Worker, message: FromWorker): void;
}

/** Lets any worker answer a scrape for all: what one process counts would otherwise depend on which is asked. */
export function createMetricsGatherer<Worker extends object>(
  colleagues: () => Iterable<Worker>,
  tell: (worker: Worker, message: ToWorker) => void,
): MetricsGatherer<Worker> {
  const underWay = new Map<number, Measured>();
  let lastId = 0;

  function gather(asker: Worker, askerId: number): void {
    lastId += 1;
    const id = lastId;
    const asked = [...colleagues()];
    const texts: string[] = [];
    const finish = () => {
      clearTimeout(limit);
      underWay.delete(id);
      tell(asker, { tell: 'measured by all', id: askerId, texts });
    };
    const limit = setTimeout(finish, ANSWER_WITHIN_MS);
    underWay.set(id, { awaited: new Set(asked), texts, finish });
    for (const worker of asked) tell(worker, { tell: 'measure', id });
  }

  return {
    hear: (worker, message) => {
      if (message.tell === 'measure all') gather(worker, message.id);
      if (message.tell !== 'measured') return;
      const measured = underWay.get(message.id);
      if (measured === undefined || !measured.awaited.delete(worker)) return;
      measured.texts.push(message.text);
      if (measured.awaited.size === 0) measured.finish();
    },
  };
}
