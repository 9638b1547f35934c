import type { PrintedMetrics } from '../platform/http/health/liveness.ts';
import type { Colleagues } from '../platform/observability/metrics.ts';
import { within } from '../platform/time-limits.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

const ANSWER_WITHIN_MS = 1_000;
const SUPERVISOR_ANSWERS_WITHIN_MS = 2 * ANSWER_WITHIN_MS;
const PRINTS_WITHIN_MS = 2 * SUPERVISOR_ANSWERS_WITHIN_MS;

interface Measured {
  awaited: Set<object>;
  texts: string[];
  finish(): void;
}

export interface MetricsGatherer<Worker extends object> {
  print(): Promise<PrintedMetrics>;
  hear(worker: Worker, message: FromWorker): void;
}

/** Any worker answers a scrape for all. Otherwise the counts would depend on which one is asked. */
export function createMetricsGatherer<Worker extends object>(
  colleagues: () => Iterable<Worker>,
  tell: (worker: Worker, message: ToWorker) => void,
): MetricsGatherer<Worker> {
  const underWay = new Map<number, Measured>();
  const printing = new Map<number, (metrics: PrintedMetrics | null) => void>();
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

  async function askToPrint(worker: Worker): Promise<PrintedMetrics | null> {
    lastId += 1;
    const id = lastId;
    const printed = new Promise<PrintedMetrics | null>((resolve) => printing.set(id, resolve));
    tell(worker, { tell: 'print', id });
    return within(PRINTS_WITHIN_MS, printed, 'the metrics of all workers')
      .catch(() => null)
      .finally(() => printing.delete(id));
  }

  return {
    print: async () => {
      for (const worker of [...colleagues()]) {
        const metrics = await askToPrint(worker);
        if (metrics !== null) return metrics;
      }
      throw new Error('No worker can print the metrics');
    },
    hear: (worker, message) => {
      if (message.tell === 'measure all') gather(worker, message.id);
      if (message.tell === 'printed') printing.get(message.id)?.(message.metrics);
      if (message.tell !== 'measured') return;
      const measured = underWay.get(message.id);
      if (measured === undefined || !measured.awaited.delete(worker)) return;
      measured.texts.push(message.text);
      if (measured.awaited.size === 0) measured.finish();
    },
  };
}

export interface Measuring extends Omit<Colleagues, 'worker'> {
  hear(message: ToWorker): void;
}

export function createMeasuring(tell: (message: FromWorker) => void): Measuring {
  const asked = new Map<number, (texts: readonly string[]) => void>();
  let lastId = 0;
  let measure: () => Promise<string> = async () => '';
  let print: () => Promise<PrintedMetrics | null> = async () => null;

  const askAll = (id: number) =>
    new Promise<readonly string[]>((resolve) => {
      asked.set(id, resolve);
      tell({ tell: 'measure all', id });
    });

  return {
    hear: (message) => {
      if (message.tell === 'measured by all') asked.get(message.id)?.(message.texts);
      if (message.tell === 'print') {
        const { id } = message;
        const printed = (metrics: PrintedMetrics | null) => tell({ tell: 'printed', id, metrics });
        print().then(printed, () => printed(null));
      }
      if (message.tell !== 'measure') return;
      const { id } = message;
      measure().then(
        (text) => tell({ tell: 'measured', id, text }),
        () => tell({ tell: 'measured', id, text: '' }),
      );
    },
    onMeasure: (read) => {
      measure = read;
    },
    onPrint: (given) => {
      print = given;
    },
    measureAll: async () => {
      lastId += 1;
      const id = lastId;
      try {
        return await within(SUPERVISOR_ANSWERS_WITHIN_MS, askAll(id), 'a scrape of all workers');
      } catch {
        // Without an answer this process prints its own figures.
        return [await measure()];
      } finally {
        asked.delete(id);
      }
    },
  };
}
