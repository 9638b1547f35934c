import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client';
import { cached } from '../batches/cached.ts';
import { systemClock } from '../clock.ts';
import { afterCommit, type Db } from '../database/db.ts';
import type { PrintedMetrics } from '../http/health/liveness.ts';

interface Count {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  readonly byLabel: Map<string, number>;
}

const defined: Count[] = [];

/** Known labels are shown from the start, because Prometheus cannot see a count grow if its first sample is not 0. */
export function defineCount(about: Pick<Count, 'name' | 'help' | 'label'>, known: readonly string[] = []): Count {
  const count = { ...about, byLabel: new Map<string, number>() };
  for (const label of known) add(count, label, 0);
  defined.push(count);
  return count;
}

export function add({ byLabel }: Count, label: string, amount: number): void {
  byLabel.set(label, (byLabel.get(label) ?? 0) + amount);
}

export function addOnCommit(tx: object, count: Count, label: string, amount: number): void {
  afterCommit(tx, () => add(count, label, amount));
}

function registerCounts(registry: Registry): void {
  for (const { name, help, label, byLabel } of defined) {
    const counter = new Counter({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      collect: () => {
        counter.reset();
        for (const [value, amount] of byLabel) counter.inc({ [label]: value }, amount);
      },
    });
  }
}

// The global of this name is a getter, which costs two calls a request.

/**
 * We keep the histogram, because the library took a tenth of a cheap request (`npm run bench -- rolls`). Node announces
 * when an answer has been written.
 */
const NAME = 'lisura_http_request_duration_seconds';
const HELP = 'Time from the start of a request to the end of its answer';
const BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const ANSWERED = 'http.server.response.finish';

interface Tally {
  labels: { method: string; route: string; status: number };
  /** The last count is above all buckets; they are not yet added up. */
  counts: number[];
  sumSeconds: number;
  total: number;
}

interface Started {
  atMs: number;
  route: Route;
}

type Noted = IncomingMessage & { [started: symbol]: Started | undefined };

/** One object serves all requests of a route. */
interface Route {
  url?: string;
}

interface RequestTimes {
  start(request: IncomingMessage, route: Route): void;
  close(): void;
}

function createRequestTimes(registry: Registry): RequestTimes {
  const talliesByRoute = new Map<Route, Tally[]>();
  const STARTED = Symbol('started');
  const onAnswered = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const known = (request as Noted)[STARTED];
    if (known === undefined) return;
    observe(tallyOf(talliesByRoute, known.route, request.method ?? '', response.statusCode), known.atMs);
  };
  diagnostics.subscribe(ANSWERED, onAnswered);

  const printed = async () => {
    const values = [...talliesByRoute.values()].flat().flatMap(valuesOf);
    return { name: NAME, help: HELP, type: 'histogram', values };
  };
  // The registry uses only these; the type wants its own classes.
  registry.registerMetric({ name: NAME, get: printed, getForPromString: printed } as unknown as Metric);
  return {
    start: (request, route) => {
      (request as Noted)[STARTED] = { atMs: performance.now(), route };
    },
    close: () => {
      diagnostics.unsubscribe(ANSWERED, onAnswered);
    },
  };
}

function tallyOf(talliesByRoute: Map<Route, Tally[]>, route: Route, method: string, status: number): Tally {
  let tallies = talliesByRoute.get(route);
  if (tallies === undefined) {
    tallies = [];
    talliesByRoute.set(route, tallies);
  }
  for (const tally of tallies) {
    if (tally.labels.status === status && tally.labels.method === method) return tally;
  }
  const labels = { method, route: route.url ?? 'unknown', status };
  const tally = { labels, counts: Array<number>(BUCKETS_SECONDS.length + 1).fill(0), sumSeconds: 0, total: 0 };
  tallies.push(tally);
  return tally;
}

function observe(tally: Tally, startedMs: number): void {
  const seconds = (performance.now() - startedMs) / 1000;
  let bucket = 0;
  while (bucket < BUCKETS_SECONDS.length && seconds > (BUCKETS_SECONDS[bucket] as number)) bucket += 1;
  tally.counts[bucket] = (tally.counts[bucket] ?? 0) + 1;
  tally.sumSeconds += seconds;
  tally.total += 1;
}

function valuesOf({ labels, counts, sumSeconds, total }: Tally) {
  let atMost = 0;
  const buckets = BUCKETS_SECONDS.map((le, index) => {
    atMost += counts[index] ?? 0;
    return { metricName: `${NAME}_bucket`, labels: { ...labels, le: String(le) }, value: atMost };
  });
  return [
    ...buckets,
    { metricName: `${NAME}_bucket`, labels: { ...labels, le: '+Inf' }, value: total },
    { metricName: `${NAME}_sum`, labels, value: sumSeconds },
    { metricName: `${NAME}_count`, labels, value: total },
  ];
}

export interface Metrics {
  readonly registry: Registry;
  readonly requestTimes: RequestTimes;
  /** Prints all processes that share the port. */
  print(): Promise<PrintedMetrics>;
}

interface Reading {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** All processes read it from the same place. */
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

/** Any process can answer for all on its port. */
export interface Colleagues {
  readonly worker: number;
  onMeasure(read: () => Promise<string>): void;
  onPrint(print: () => Promise<PrintedMetrics>): void;
  measureAll(): Promise<readonly string[]>;
}

interface MetricsOptions {
  ofProcess?: readonly ProcessMeasure[];
  colleagues?: Colleagues | null;
}

/** Scrapes within this time read nothing again. */
const MEASURES_AGE_MS = 10_000;

/** The library names gauges like counters, which Prometheus refuses. */
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
    // A figure that cannot be read is left out.
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
  // Without labels the library would show 0.
  gauge.remove({});
  for (const { labels, value } of readings) gauge.set(labels, value);
}

/** Prometheus wants the samples of a metric together. */
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
