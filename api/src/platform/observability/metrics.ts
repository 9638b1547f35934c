import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Db } from '../database/db.ts';
import { createRequestTimes, type RequestTimes } from './request-times.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly requestTimes: RequestTimes;
}

export function createMetrics(db: Db): Metrics {
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
  return { registry, requestTimes: createRequestTimes(registry) };
}
