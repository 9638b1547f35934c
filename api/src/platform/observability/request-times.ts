import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
// The global of this name is a getter, which every request would call twice.
import { performance } from 'node:perf_hooks';
import type { Metric, Registry } from 'prom-client';

/**
 * The histogram of request times, kept by ourselves: a hook on every answer, and the library's hashing of labels and
 * search for buckets on every observation, took a tenth of a cheap request (`npm run bench -- rolls`). Node announces when
 * an answer has been written; the library prints the table.
 */
const NAME = 'lisura_http_request_duration_seconds';
const HELP = 'Time from the start of a request to the end of its answer';
const BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const ANSWERED = 'http.server.response.finish';

interface Tally {
  labels: { method: string; route: string; status: number };
  /** Counts for each bucket, and for times above all of them; not yet added up. */
  counts: number[];
  sumSeconds: number;
  total: number;
}

interface Started {
  atMs: number;
  route: Route;
}

type Noted = IncomingMessage & { [started: symbol]: Started | undefined };

/** The part of a route that distinguishes it from others; one object for all its requests. */
interface Route {
  url?: string;
}

export interface RequestTimes {
  start(request: IncomingMessage, route: Route): void;
  close(): void;
}

export function createRequestTimes(registry: Registry): RequestTimes {
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
  // The registry asks a metric only for its name and these two; the type wants its own classes.
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
