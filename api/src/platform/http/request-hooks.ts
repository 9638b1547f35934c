import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Clock } from '../clock.ts';
import { errorBody, tooManyRequests, unavailable } from '../errors.ts';
import type { HotStore, WindowCount } from '../hot-store/hot-store.ts';
import type { Metrics } from '../observability/metrics.ts';
import { type Authenticate, credentialOf } from './edge/access.ts';
import { createTurns, createUntakenAnswers } from './edge/back-pressure.ts';
import { securityHeaders } from './edge/security-headers.ts';
import type { ErrorAnswers } from './error-answers.ts';
import { expectationFailed } from './http.errors.ts';
import { isPerson, languageOf, sendPlainPage } from './pages.ts';

/** Requests of a caller in a minute, or in the window of the limit's name; 0 switches it off. */
export type RateLimits = { readonly global: number } & { readonly [name: string]: number };

declare module 'fastify' {
  interface FastifyContextConfig {
    limits?: readonly string[] | 'none';
  }
}

const MINUTE_MS = 60_000;
const WINDOWS_MS: Readonly<Record<string, number>> = { dataExport: 60 * MINUTE_MS };

interface Standing extends WindowCount {
  limit: number;
}

/**
 * One call of the hot store counts all limits. Valid sessions count by user, others by address; unknown routes count,
 * too.
 */
function createRateLimiter(hotStore: HotStore, limits: RateLimits, now: () => number) {
  const count = async (request: FastifyRequest, reply: FastifyReply, names: string[]): Promise<void> => {
    const who = request.caller === null ? `address:${request.ip}` : `user:${request.caller.userId}`;
    const counts = await hotStore.countHits(
      names.map((name) => ({ key: `rate:${name}:${who}`, windowMs: WINDOWS_MS[name] ?? MINUTE_MS })),
    );
    const tightest = tightestOf(
      counts.map((hits, index) => ({ ...hits, limit: limits[names[index] as string] as number })),
    );
    const remaining = tightest.limit - tightest.count;
    reply.header('x-ratelimit-limit', tightest.limit);
    reply.header('x-ratelimit-remaining', Math.max(remaining, 0));
    reply.header('x-ratelimit-reset', Math.ceil(tightest.resetsAtMs / 1000));
    if (remaining < 0) throw tooManyRequests(tightest.resetsAtMs - now());
  };
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    routeLimits: readonly string[] | 'none' | undefined,
    done: HookHandlerDoneFunction,
  ): void => {
    const names = routeLimits === 'none' ? [] : limitsOf(routeLimits ?? [], limits);
    if (names.length === 0) done();
    else count(request, reply, names).then(() => done(), done);
  };
}

function limitsOf(routeLimits: readonly string[], limits: RateLimits): string[] {
  const names = limits.global > 0 ? ['global'] : [];
  for (const name of routeLimits) if ((limits[name] ?? 0) > 0) names.push(name);
  return names;
}

/** Of equal limits the slower one is tightest. */
function tightestOf(standings: Standing[]): Standing {
  return standings.reduce((tightest, other) => {
    const difference = other.limit - other.count - (tightest.limit - tightest.count);
    if (difference !== 0) return difference < 0 ? other : tightest;
    return other.resetsAtMs > tightest.resetsAtMs ? other : tightest;
  });
}

const REQUESTS_PER_TURN = 64;
const MAX_WAITING_REQUESTS = 1_000;

export interface RequestHookOptions {
  publicUrl: string;
  webOrigins: readonly string[];
  rateLimits: RateLimits;
  hotStore: HotStore;
  clock: Clock;
  metrics: Metrics;
  authenticate: Authenticate;
  /** While it is false, everything but health answers 503, and people see a waiting page. */
  isReady: () => boolean;
  /** Each answer then ends its connection. */
  isStopping: () => boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    whileStarting?: boolean;
    anonymous?: boolean;
  }
}

/**
 * One hook with callbacks, because every request pays for each hook and most wait for nothing. The scopes check access
 * afterwards.
 */
export function addRequestHooks(
  app: FastifyInstance,
  options: RequestHookOptions,
  answerNotFound: ErrorAnswers['answerNotFound'],
): void {
  const headers = Object.entries(securityHeaders(options.publicUrl));
  const answerCors = createCors(options.webOrigins);
  const turns = createTurns({ perTurn: REQUESTS_PER_TURN, maxWaiting: MAX_WAITING_REQUESTS });
  const identify = createIdentification(options, answerNotFound);
  boundAnswers(app);
  app.decorateRequest('caller', null);
  app.decorateRequest('credential', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { config } = request.routeOptions;
    options.metrics.requestTimes.start(request.raw, config);
    fillMissingBody(request);
    for (const [name, value] of headers) reply.header(name, value);
    reply.header('x-request-id', request.id);
    // Node drops the rest of the packet after a declined upgrade, and the client must send it again.
    if (request.headers.upgrade !== undefined || options.isStopping()) reply.header('connection', 'close');
    if (answerCors(request, reply)) return;
    if (expectsTheUnknown(request)) {
      done(expectationFailed());
      return;
    }
    if (asksElsewhere(request, options) && config.whileStarting !== true) {
      answerUntaken(reply);
      return;
    }
    if (!options.isReady()) {
      if (config.whileStarting !== true && isPerson(request)) sendStartingPage(request, reply);
      else done(config.whileStarting === true ? undefined : unavailable());
      return;
    }
    // Supervisors end a process that does not answer, so health never waits.
    if (config.whileStarting === true) done();
    else if (turns.begin()) identify(request, reply, done);
    else if (!turns.beginLater(() => identify(request, reply, done))) answerOverload(reply);
  });
}

/**
 * A proxy that asks another process sends this. No other answer of ours is a 504, so it may then repeat any request: other
 * answers of 503 may come after a write has happened.
 */
const asksElsewhere = ({ headers }: FastifyRequest, { isReady, isStopping }: RequestHookOptions): boolean =>
  headers['x-untaken-status'] === '504' && (isStopping() || !isReady());

function answerUntaken(reply: FastifyReply): void {
  const untaken = unavailable();
  reply
    .code(504)
    .headers({ ...untaken.headers, 'x-untaken': 'yes' })
    .send(errorBody(untaken));
}

const ACCEPTED_REQUEST_ID = /^[\w-]{1,64}$/;

/** A proxy's id is kept if it is harmless. */
export function createRequestIds(): (message: IncomingMessage) => string {
  const processPart = randomBytes(4).toString('hex');
  let count = 0;
  return (message) => {
    const given = message.headers['x-request-id'];
    if (typeof given === 'string' && ACCEPTED_REQUEST_ID.test(given)) return given;
    count += 1;
    return `${processPart}-${count}`;
  };
}

/** The schema then says what is missing. Many clients announce a JSON body and send none. */
function fillMissingBody(request: FastifyRequest): void {
  const { headers } = request;
  const length = headers['content-length'];
  if ((length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined) return;
  if (headers['content-type'] !== undefined) delete headers['content-type'];
  request.body = {};
}

function boundAnswers(app: FastifyInstance): void {
  const untaken = createUntakenAnswers();
  app.addHook('onSend', (_request, reply, payload, done) => {
    untaken.add(reply.raw, payload);
    done();
  });
}

const EXPOSED_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'X-Request-Id',
  'Idempotent-Replayed',
].join(', ');

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'Content-Type, Authorization, Idempotency-Key, X-Device-Id, X-Request-Id',
  'access-control-max-age': '600',
} as const;

/** Returns true if it has answered a preflight. */
type Cors = (request: FastifyRequest, reply: FastifyReply) => boolean;

function createCors(allowedOrigins: readonly string[]): Cors {
  const allowed = new Set(allowedOrigins);
  return (request, reply) => {
    const { origin, 'access-control-request-method': askedMethod } = request.headers;
    if (origin === undefined) return false;
    reply.header('vary', 'Origin');
    if (allowed.has(origin)) {
      reply.header('access-control-allow-origin', origin);
      reply.header('access-control-allow-credentials', 'true');
      reply.header('access-control-expose-headers', EXPOSED_HEADERS);
    }
    if (request.method !== 'OPTIONS' || askedMethod === undefined) return false;
    if (allowed.has(origin)) reply.headers(PREFLIGHT_HEADERS);
    reply.code(204).send();
    return true;
  };
}

/** HTTP/1.0 has no `Expect`. */
const expectsTheUnknown = ({ headers: { expect }, raw: { httpVersion } }: FastifyRequest): boolean =>
  expect !== undefined && httpVersion === '1.1' && expect.toLowerCase() !== '100-continue';

function sendStartingPage({ headers }: FastifyRequest, reply: FastifyReply): void {
  const early = unavailable();
  reply.code(early.status).headers(early.headers ?? {});
  const language = languageOf(headers);
  const words =
    language === 'en'
      ? { title: 'Starting', heading: 'One moment', text: 'The server is starting. The page opens by itself.' }
      : { title: 'Iniciando', heading: 'Um momento', text: 'O servidor está iniciando. A página abre sozinha.' };
  sendPlainPage(reply, { language, ...words, againAfterSeconds: 2 });
}

/** Logging each would cost more than the answer; metrics count them. */
function answerOverload(reply: FastifyReply): void {
  const overload = unavailable();
  reply
    .code(overload.status)
    .headers(overload.headers ?? {})
    .send(errorBody(overload));
}

function createIdentification(options: RequestHookOptions, answerNotFound: ErrorAnswers['answerNotFound']) {
  const limitRate = createRateLimiter(options.hotStore, options.rateLimits, () => options.clock.now().getTime());
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const { config } = request.routeOptions;
    const next =
      config.url === undefined
        ? (error?: Error) => void (error === undefined ? answerNotFound(request, reply) : done(error))
        : done;
    // A provider's proof is never a session.
    const isNobodys = config.access === 'provider' || config.anonymous === true;
    const credential = isNobodys ? null : credentialOf(request);
    if (credential === null) limitRate(request, reply, config.limits, next);
    else {
      options.authenticate(credential, request).then(
        (caller) => {
          request.caller = caller;
          if (caller !== null) request.credential = credential;
          limitRate(request, reply, config.limits, next);
        },
        // Refused callers count, too, or they could try for ever.
        (refusal: Error) => limitRate(request, reply, config.limits, (overLimit?: Error) => done(overLimit ?? refusal)),
      );
    }
  };
}
