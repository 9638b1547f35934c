import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { cached } from '../batches/cached.ts';
import { systemClock } from '../clock.ts';
import type { Db } from '../database/db.ts';
import type { PrintedMetrics } from '../http/health/liveness.ts';
import { registerCounts } from './counts.ts';
import { createRequestTimes, type RequestTimes } from './request-times.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly requestTimes: RequestTimes;
  /** Returns the metrics for a scrape: of all processes that share the port. */
  print(): Promise<PrintedMetrics>;
}

interface Reading {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A figure of a module that all processes read from the same place, every few seconds at most. */
export interface Measure {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  read(): Promise<readonly Reading[]>;
}

export interface ProcessMeasure {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  read(): readonly Reading[];
}

/** The other processes on the same port, so that any of them can answer for all. */
export interface Colleagues {
  readonly worker: number;
  onMeasure(read: () => Promise<string>): void;
  /** Prints the metrics of all processes. */
  onPrint(print: () => Promise<PrintedMetrics>): void;
  /** Returns the measures of each process, this one included. */
  measureAll(): Promise<readonly string[]>;
}

interface MetricsOptions {
  ofProcess?: readonly ProcessMeasure[];
  colleagues?: Colleagues | null;
}

/** The highest age of a figure from the database: more frequent scrapes read nothing. */
const MEASURES_AGE_MS = 10_000;

/** Gauges of the library that are named like counters, which Prometheus' own check refuses. */
const MISNAMED = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total'];

export function createMetrics(db: Db, measures: readonly Measure[] = [], options: MetricsOptions = {}): Metrics {
  const { ofProcess = [], colleagues = null } = options;
  const own = new Registry();
  if (colleagues !== null) own.setDefaultLabels({ worker: String(colleagues.worker) });
  collectDefaultMetrics({ register: own });
  for (const name of MISNAMED) own.removeSingleMetric(name);
  for (const measure of [connectionsOf(db), ...ofProcess]) registerProcessMeasure(own, measure);
  registerCounts(own);
  const requestTimes = createRequestTimes(own);
  const common = new Registry();
  registerMeasures(common, measures);

  const registry = Registry.merge([own, common]);
  const printed = (text: string): PrintedMetrics => ({ contentType: registry.contentType, text });
  if (colleagues === null) return { registry, requestTimes, print: async () => printed(await registry.metrics()) };
  colleagues.onMeasure(() => own.metrics());
  const print = async () => printed(joinMetrics([...(await colleagues.measureAll()), await common.metrics()]));
  colleagues.onPrint(print);
  return { registry, requestTimes, print };
}

const connectionsOf = (db: Db): ProcessMeasure => ({
  name: 'lisura_database_connections',
  help: 'Connections of the pool, by what they do; waiting are requests without one',
  labels: ['state'],
  read: () => {
    const { idleCount, totalCount, waitingCount } = db.pool;
    return [
      { labels: { state: 'idle' }, value: idleCount },
      { labels: { state: 'busy' }, value: totalCount - idleCount },
      { labels: { state: 'waiting' }, value: waitingCount },
    ];
  },
});

function registerProcessMeasure(registry: Registry, { name, help, labels, read }: ProcessMeasure): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    collect: () => show(gauge, read()),
  });
}

function registerMeasures(registry: Registry, measures: readonly Measure[]): void {
  const readings = cached({ clock: systemClock, maxAgeMs: MEASURES_AGE_MS }, async () => {
    // A figure that cannot be read is left out: the others may tell why.
    const read = await Promise.all(measures.map((measure) => measure.read().catch(() => [])));
    return new Map(measures.map(({ name }, index) => [name, read[index] ?? []]));
  });
  for (const { name, help, labels } of measures) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      collect: async () => show(gauge, (await readings.get()).get(name) ?? []),
    });
  }
}

function show(gauge: Gauge, readings: readonly Reading[]): void {
  gauge.reset();
  // Without labels the library would show 0, which differs from nothing.
  gauge.remove({});
  for (const { labels, value } of readings) gauge.set(labels, value);
}

/** The samples of a metric must stand together, behind its help and its type. */
function joinMetrics(texts: readonly string[]): string {
  const samplesByHead = new Map<string, string[]>();
  for (const family of texts.flatMap((text) => text.split(/\n\n+/))) {
    const [help, type, ...samples] = family.trim().split('\n');
    if (help === undefined || type === undefined) continue;
    const head = `${help}\n${type}`;
    samplesByHead.set(head, [...(samplesByHead.get(head) ?? []), ...samples]);
  }
  return [...samplesByHead].map(([head, samples]) => `${[head, ...samples].join('\n')}\n`).join('\n');
}
