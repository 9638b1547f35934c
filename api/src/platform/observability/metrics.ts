import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Db } from '../database/db.ts';
import { createRequestTimes, type RequestTimes } from './request-times.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly requestTimes: RequestTimes;
}

/** A figure of a module, read at the moment of the scrape. */
export interface Measure {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  read(): Promise<readonly { labels: Readonly<Record<string, string>>; value: number }[]>;
}

export function createMetrics(db: Db, measures: readonly Measure[] = []): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const connections = new Gauge({
    name: 'lisura_database_connections',
    help: 'Connections of the pool, by what they do; waiting are requests without one',
    labelNames: ['state'],
    registers: [registry],
    // Read at the moment of the scrape.
    collect: () => {
      const { idleCount, totalCount, waitingCount } = db.pool;
      connections.set({ state: 'idle' }, idleCount);
      connections.set({ state: 'busy' }, totalCount - idleCount);
      connections.set({ state: 'waiting' }, waitingCount);
    },
  });
  for (const measure of measures) registerMeasure(registry, measure);
  return { registry, requestTimes: createRequestTimes(registry) };
}

function registerMeasure(registry: Registry, { name, help, labels, read }: Measure): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    collect: async () => {
      gauge.reset();
      // One that cannot be read is not shown: the others may tell why.
      for (const { labels, value } of await read().catch(() => [])) gauge.set(labels, value);
    },
  });
}
