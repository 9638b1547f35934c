import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Db } from '../database/db.ts';
import type { Sql } from '../database/sql.ts';
import { createRequestTimes, type RequestTimes } from './request-times.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly requestTimes: RequestTimes;
}

/** A figure that a module reads from its tables at the moment of a scrape. Every process tells the same. */
export interface StoredGauge {
  /** Begins with `lisura_` and ends with its unit, where it has one. */
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  /** Rows of `value`, a number, and the labels by their names. Quick whatever the tables hold: by an index. */
  readonly rows: Sql;
}

export function createMetrics(db: Db, gauges: readonly StoredGauge[] = []): Metrics {
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
  for (const gauge of gauges) registerGauge(registry, db, gauge);
  return { registry, requestTimes: createRequestTimes(registry) };
}

function registerGauge(registry: Registry, db: Db, { name, help, labelNames, rows }: StoredGauge): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    collect: async () => {
      // While the database is away the figure is absent, and the others are told all the same.
      const found = await db.query<{ value: number } & Record<string, string | number>>(rows).catch(() => []);
      gauge.reset();
      for (const { value, ...labels } of found) gauge.set(labels, Number(value));
    },
  });
}
