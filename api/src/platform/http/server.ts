import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HookHandlerDoneFunction,
} from 'fastify';
import type { Clock } from '../clock.ts';
import { errorBody, unavailable } from '../errors.ts';
import type { HotStore } from '../hot-store/hot-store.ts';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { SocketEvents } from '../realtime/events.ts';
import { registerEventsReference } from '../realtime/reference/events-reference.ts';
import { isForSockets } from '../realtime/socket-path.ts';
import { keepRawBodies, readJsonBodies } from './bodies/json-bodies.ts';
import { answerClientError, createRequestIds } from './bodies/requests.ts';
import { serializersWhenNeeded, validatorsWhenNeeded } from './bodies/schemas-when-needed.ts';
import { compileValidator } from './bodies/validation.ts';
import { ACCESS_SCOPES, type Access, type Authenticate, credentialOf, requireAccess } from './edge/access.ts';
import { answerInOrder } from './edge/answer-order.ts';
import { allowCaching } from './edge/cacheable-answers.ts';
import { isFromThisMachine, type TrustProxy, trustedProxies } from './edge/client-address.ts';
import { createCors } from './edge/cors.ts';
import { createOriginCheck } from './edge/credentials.ts';
import { registerEntrance } from './edge/entrance.ts';
import { refuseUnknownQuery } from './edge/known-queries.ts';
import { createRateLimiter, type RateLimits } from './edge/rate-limits.ts';
import { securityHeaders } from './edge/security-headers.ts';
import { cutStalledConnections } from './edge/stalled-connections.ts';
import { createTurns } from './edge/turns.ts';
import { createUntakenAnswers } from './edge/untaken-answers.ts';
import { createErrorAnswers, type ErrorAnswers } from './error-answers.ts';
import { METRICS_PATH } from './health/liveness.ts';
import { expectationFailed } from './http.errors.ts';
import type { HttpPart } from './http-part.ts';
import { describeRoute, registerOpenApi } from './openapi/openapi.ts';
import { tagNameOf } from './openapi/reference-order.ts';
import { isPerson, languageOf } from './person.ts';
import { sendPlainPage } from './plain-page.ts';
import type { WebApp } from './web-app.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const API_PREFIX = '/api';
const STALL_CHECK_MS = 15_000;
const REQUESTS_PER_TURN = 64;
const MAX_WAITING_REQUESTS = 1_000;

export interface HttpServerOptions {
  publicUrl: string;
  /** Our public address and others that lead here. */
  ownUrls: readonly string[];
  /** The address of a web app elsewhere; null: ours is the only one. */
  frontEndUrl: string | null;
  webApp: WebApp;
  webOrigins: readonly string[];
  trustProxy: TrustProxy;
  rateLimits: RateLimits;
  logger: Logger;
  hotStore: HotStore;
  clock: Clock;
  metrics: Metrics;
  /** Says whether programs on this machine find the metrics here; with a health port they are there. */
  showsMetrics: boolean;
  authenticate: Authenticate;
  /** Is false while the process starts: everything but health answers 503, and people see a page that waits. */
  isReady: () => boolean;
  /** Requests on open connections during a stop are answered, and each answer ends its connection. */
  isStopping: () => boolean;
  version: string;
  parts: readonly HttpPart[];
  /** Names of tags, in the order of the reference. */
  referenceOrder: readonly string[];
  /** The socket events, for the reference. */
  socketEvents: SocketEvents;
  healthPart: HttpPart;
  requestTimeoutMs?: number;
}

/** Holds the HTTP conventions in one place: every module's routes are registered inside them. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { answerError, answerNotFound } = createErrorAnswers(options.logger);
  const app = newFastify(options, answerError);
  app.setValidatorCompiler(validatorsWhenNeeded(compileValidator));
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerNotFound);
  readJsonBodies(app);
  boundAnswers(app);
  addRequestHooks(app, options, answerNotFound);
  app.addHook('onClose', async () => options.metrics.requestTimes.close());
  assertEveryRouteHasAccess(app);
  assertEveryLimitIsKnown(app, options.rateLimits);
  await registerOpenApi(app, options);
  registerEventsReference(app, options);
  await registerParts(app, options);
  if (options.showsMetrics) registerMetrics(app, options.metrics, answerNotFound);
  registerEntrance(app, options.webApp, options.frontEndUrl);
  return app;
}

function newFastify(options: HttpServerOptions, answerError: ErrorAnswers['answerError']): FastifyInstance {
  const requestTimeoutMs = options.requestTimeoutMs ?? 10_000;
  const app = fastify({
    // Fastify's logger is off, because it gives every request listeners and a logger of its own, a tenth of a cheap
    // request's time. Failures are logged where they are answered; counts and times are in the metrics.
    genReqId: createRequestIds(),
    trustProxy: trustedProxies(options.trustProxy),
    bodyLimit: BODY_LIMIT_BYTES,
    // Fastify's default is no limit, which lets a slow client hold its connection for ever.
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(requestTimeoutMs / 4, 1_000),
      // A request without a body needs no stream that is read to its end.
      optimizeEmptyRequests: true,
      shouldUpgradeCallback: isForSockets,
    },
    forceCloseConnections: 'idle',
    // A client with an open connection does not know of the stop yet, so its requests are answered.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
    ...serializersWhenNeeded,
  }) as unknown as FastifyInstance;
  // Without a listener Node answers 417 itself, with no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  answerInOrder(app.server);
  cutStalledConnections(app.server, STALL_CHECK_MS);
  return app;
}

function boundAnswers(app: FastifyInstance): void {
  const untaken = createUntakenAnswers();
  app.addHook('onSend', (_request, reply, payload, done) => {
    untaken.add(reply.raw, payload);
    done();
  });
}

/**
 * An absent body counts as empty, so that the schema says what is missing. Many clients name a JSON body and send none.
 */
function fillMissingBody(request: FastifyRequest): void {
  const { headers } = request;
  const length = headers['content-length'];
  if ((length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined) return;
  if (headers['content-type'] !== undefined) delete headers['content-type'];
  request.body = {};
}

/**
 * Runs for every request, in this order: headers, CORS, readiness and load, session, limits, existence of the route.
 * The scopes check access afterwards. It is one hook with callbacks instead of several with promises, because most
 * requests wait for nothing here, and every request pays for each hook.
 */
function addRequestHooks(
  app: FastifyInstance,
  options: HttpServerOptions,
  answerNotFound: ErrorAnswers['answerNotFound'],
): void {
  const headers = Object.entries(securityHeaders(options.publicUrl));
  const answerCors = createCors(options.webOrigins);
  const turns = createTurns({ perTurn: REQUESTS_PER_TURN, maxWaiting: MAX_WAITING_REQUESTS });
  const identify = createIdentification(options, answerNotFound);
  app.decorateRequest('caller', null);
  app.decorateRequest('credential', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { config } = request.routeOptions;
    options.metrics.requestTimes.start(request.raw, config);
    fillMissingBody(request);
    for (const [name, value] of headers) reply.header(name, value);
    reply.header('x-request-id', request.id);
    // Node drops the rest of the packet after a declined offer. The client learns that it has to send it again.
    if (request.headers.upgrade !== undefined || options.isStopping()) reply.header('connection', 'close');
    if (answerCors(request, reply)) return;
    if (expectsTheUnknown(request)) {
      done(expectationFailed());
      return;
    }
    if (!options.isReady()) {
      if (config.whileStarting !== true && isPerson(request)) sendStartingPage(request, reply);
      else done(config.whileStarting === true ? undefined : unavailable());
      return;
    }
    // Supervisors would end a process that does not answer, so health looks nobody up, counts nothing and never waits.
    if (config.whileStarting === true) done();
    else if (turns.begin()) identify(request, reply, done);
    else if (!turns.beginLater(() => identify(request, reply, done))) answerOverload(reply);
  });
}

/** A client of HTTP/1.0 must not send an `Expect`, so a server ignores it there. */
const expectsTheUnknown = ({ headers: { expect }, raw: { httpVersion } }: FastifyRequest): boolean =>
  expect !== undefined && httpVersion === '1.1' && expect.toLowerCase() !== '100-continue';

/** A visitor who comes too early sees the page as soon as it is ready. */
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

/** Logging each one would cost more than the answer. The metrics count them. */
function answerOverload(reply: FastifyReply): void {
  const overload = unavailable();
  reply
    .code(overload.status)
    .headers(overload.headers ?? {})
    .send(errorBody(overload));
}

/** Looks up the session, counts the limits and checks that the route exists. */
function createIdentification(options: HttpServerOptions, answerNotFound: ErrorAnswers['answerNotFound']) {
  const limitRate = createRateLimiter(options.hotStore, options.rateLimits, () => options.clock.now().getTime());
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const { config } = request.routeOptions;
    // The body of an unknown route is not read.
    const next =
      config.url === undefined
        ? (error?: Error) => void (error === undefined ? answerNotFound(request, reply) : done(error))
        : done;
    // A provider's proof is never a session of ours.
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
        // Refused callers are counted too, or they could try for ever.
        (refusal: Error) => limitRate(request, reply, config.limits, (overLimit?: Error) => done(overLimit ?? refusal)),
      );
    }
  };
}

/** A route outside the scopes would be open to everybody, so the server refuses to start with one. */
function assertEveryRouteHasAccess(app: FastifyInstance): void {
  const routes: { method: string | string[]; url: string; access: Access | undefined }[] = [];
  app.addHook('onRoute', (route) => {
    const known = { method: route.method, url: route.url, access: undefined as Access | undefined };
    routes.push(known);
    // The scope's own hook runs after this one and replaces the config.
    queueMicrotask(() => {
      known.access = route.config?.access;
    });
  });
  app.addHook('onReady', async () => {
    const open = routes.filter(({ access }) => access === undefined);
    if (open.length > 0) {
      throw new Error(
        `Routes outside an access scope: ${open.map(({ method, url }) => `${method} ${url}`).join(', ')}`,
      );
    }
  });
}

/** A limit that a route names must be configured, or it would silently limit nothing. */
function assertEveryLimitIsKnown(app: FastifyInstance, rateLimits: RateLimits): void {
  app.addHook('onRoute', ({ config, url }) => {
    const limits = config?.limits ?? 'none';
    const unknown = limits === 'none' ? [] : limits.filter((name) => rateLimits[name] === undefined);
    if (unknown.length > 0) throw new Error(`${url} names limits that nobody has set: ${unknown.join(', ')}`);
  });
}

async function registerParts(app: FastifyInstance, options: HttpServerOptions): Promise<void> {
  const originIsAllowed = createOriginCheck(options.webOrigins);
  for (const part of [options.healthPart, ...options.parts]) {
    for (const access of ACCESS_SCOPES) {
      const addRoutes = part[access];
      if (addRoutes === undefined) continue;
      const scopeOfPart = async (scope: FastifyInstance) => {
        requireAccess(scope, access, originIsAllowed);
        if (access === 'public') allowCaching(scope);
        if (access === 'provider') keepRawBodies(scope);
        if (access !== 'provider') scope.addHook('onRoute', refuseUnknownQuery);
        scope.addHook('onRoute', (route) => describeRoute(route, tagNameOf(part, access), access));
        addRoutes(scope);
      };
      // Without a name Fastify searches all loaded modules for one.
      const name = { [Symbol.for('fastify.display-name')]: `${tagNameOf(part, access)} (${access})` };
      await app.register(Object.assign(scopeOfPart, name), { prefix: API_PREFIX });
    }
  }
}

/** Only programs on this machine find this address. */
function registerMetrics(app: FastifyInstance, metrics: Metrics, answerNotFound: ErrorAnswers['answerNotFound']): void {
  app.register(async (scope) => {
    requireAccess(scope, 'public', () => true);
    scope.get(
      METRICS_PATH,
      { config: { whileStarting: true, limits: 'none' }, schema: { hide: true } },
      async (request, reply) => {
        if (!isFromThisMachine(request)) return answerNotFound(request, reply);
        const { contentType, text } = await metrics.print();
        return reply.type(contentType).send(text);
      },
    );
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers also before the process is ready. */
    whileStarting?: boolean;
    /** No session is looked up for it. */
    anonymous?: boolean;
  }
}
