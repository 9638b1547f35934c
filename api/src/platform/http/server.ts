import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { unavailable } from '../errors.ts';
import type { HotStore } from '../hot-store/hot-store.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { SOCKET_PATH } from '../realtime/socket-path.ts';
import { type Access, type Authenticate, createOriginCheck, credentialOf, requireAccess } from './access.ts';
import { type TrustProxy, trustedProxies } from './client-address.ts';
import { createCors } from './cors.ts';
import { createErrorAnswers, type ErrorAnswers } from './error-answers.ts';
import { readJsonBodies } from './json-bodies.ts';
import type { HttpModule } from './module.ts';
import { describeRoute, registerOpenApi } from './openapi.ts';
import { createRateLimiter, type RateLimits } from './rate-limits.ts';
import { answerClientError, createRequestIds } from './requests.ts';
import { securityHeaders } from './security-headers.ts';
import { cutStalledConnections } from './stalled-connections.ts';
import { createValidatorCompiler } from './validation.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const API_PREFIX = '/api';
const STALL_CHECK_MS = 15_000;

export interface HttpServerOptions {
  publicUrl: string;
  webOrigins: readonly string[];
  trustProxy: TrustProxy;
  rateLimits: RateLimits;
  logger: Logger;
  hotStore: HotStore;
  clock: Clock;
  metrics: Metrics;
  authenticate: Authenticate;
  /** False while the process starts: everything but health answers 503. */
  isReady: () => boolean;
  modules: readonly HttpModule[];
  /** Answers `/health…` while nothing else is ready. */
  healthModule: HttpModule;
  requestTimeoutMs?: number;
}

/** The HTTP conventions in one place: every module's routes are registered inside them. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { answerError, answerNotFound } = createErrorAnswers(options.logger);
  const app = newFastify(options, answerError);
  app.setValidatorCompiler(createValidatorCompiler());
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerNotFound);
  readJsonBodies(app, BODY_LIMIT_BYTES);
  addRequestHooks(app, options, answerNotFound);
  app.addHook('onClose', async () => options.metrics.requestTimes.close());
  assertEveryRouteHasAccess(app);
  await registerOpenApi(app, options);
  await registerModules(app, options);
  registerMetrics(app, options);
  return app;
}

function newFastify(options: HttpServerOptions, answerError: ErrorAnswers['answerError']): FastifyInstance {
  const requestTimeoutMs = options.requestTimeoutMs ?? 10_000;
  const app = fastify({
    // No logger of Fastify's: with one, every request gets listeners and a logger of its own, a tenth of a cheap
    // request's time. Failures are logged where they are answered; counts and times are in the metrics.
    genReqId: createRequestIds(),
    trustProxy: trustedProxies(options.trustProxy),
    bodyLimit: BODY_LIMIT_BYTES,
    // Fastify's own default is no limit: a slow client would hold its connection for ever.
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(requestTimeoutMs / 4, 1_000),
      // A request without a body needs no stream that is read to its end.
      optimizeEmptyRequests: true,
      // Nothing but sockets changes its protocol; a request elsewhere that offers to is answered as if it did not.
      shouldUpgradeCallback: ({ url }) => url?.startsWith(SOCKET_PATH) === true,
    },
    forceCloseConnections: 'idle',
    // Its body would have another shape; `isReady` refuses new requests during a stop.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  }) as unknown as FastifyInstance;
  cutStalledConnections(app.server, STALL_CHECK_MS);
  return app;
}

/**
 * A body that is absent is an empty one: the schema then says what is missing. Many clients name a JSON body and send
 * none; without the name nobody tries to read it.
 */
function fillMissingBody(request: FastifyRequest): void {
  const { headers } = request;
  const length = headers['content-length'];
  if ((length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined) return;
  if (headers['content-type'] !== undefined) delete headers['content-type'];
  request.body = {};
}

/**
 * What happens to every request, in this order: headers, CORS, is the process ready, who calls, how often, is there such
 * a route. The scopes then ask whether they may. One hook with callbacks instead of several with promises: most requests
 * wait for nothing here, and each hook is a cost that every request pays.
 */
function addRequestHooks(
  app: FastifyInstance,
  options: HttpServerOptions,
  answerNotFound: ErrorAnswers['answerNotFound'],
): void {
  const headers = Object.entries(securityHeaders(options.publicUrl));
  const answerCors = createCors(options.webOrigins);
  const limitRate = createRateLimiter(options.hotStore, options.rateLimits, () => options.clock.now().getTime());
  app.decorateRequest('caller', null);
  app.decorateRequest('credential', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { config } = request.routeOptions;
    options.metrics.requestTimes.start(request.raw, config);
    fillMissingBody(request);
    for (const [name, value] of headers) reply.header(name, value);
    reply.header('x-request-id', request.id);
    if (answerCors(request, reply)) return;
    if (!options.isReady()) {
      done(config.whileStarting === true ? undefined : unavailable());
      return;
    }
    // Of a route that does not exist no body is read.
    const next =
      config.url === undefined
        ? (error?: Error) => void (error === undefined ? answerNotFound(request, reply) : done(error))
        : done;
    const credential = credentialOf(request);
    if (credential === null) limitRate(request, reply, config.limits, next);
    else {
      options.authenticate(credential, request).then(
        (caller) => {
          request.caller = caller;
          if (caller !== null) request.credential = credential;
          limitRate(request, reply, config.limits, next);
        },
        // Counted too: a caller who is refused must not be free to try for ever.
        (refusal: Error) => limitRate(request, reply, config.limits, (overLimit?: Error) => done(overLimit ?? refusal)),
      );
    }
  });
}

/** A route outside the scopes would be open to everybody unseen, so the server does not come up with one. */
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

async function registerModules(app: FastifyInstance, options: HttpServerOptions): Promise<void> {
  const originIsAllowed = createOriginCheck(options.webOrigins);
  for (const module of [options.healthModule, ...options.modules]) {
    for (const access of ['public', 'player', 'admin'] as const) {
      const addRoutes = module[access];
      if (addRoutes === undefined) continue;
      await app.register(
        async (scope) => {
          requireAccess(scope, access, originIsAllowed);
          scope.addHook('onRoute', (route) => describeRoute(route, module.tag.name, access));
          addRoutes(scope);
        },
        { prefix: API_PREFIX },
      );
    }
  }
}

function registerMetrics(app: FastifyInstance, { metrics }: HttpServerOptions): void {
  app.register(async (scope) => {
    requireAccess(scope, 'public', () => true);
    scope.get(
      '/metrics',
      { config: { whileStarting: true, limits: 'none' }, schema: { hide: true } },
      async (_request, reply) => reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
    );
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers also before the process is ready. */
    whileStarting?: boolean;
  }
}
