import type { FastifyInstance, RouteOptions } from 'fastify';
import fastify from 'fastify';
import type { Logger } from '../observability/logger.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { SocketEvents } from '../realtime/events.ts';
import { registerEventsReference } from '../realtime/reference/events-reference.ts';
import { isForSockets } from '../realtime/sockets.ts';
import { keepRawBodies, readJsonBodies } from './bodies/json-bodies.ts';
import { compileValidator, serializersWhenNeeded, validatorsWhenNeeded } from './bodies/validation.ts';
import { ACCESS_SCOPES, type Access, createOriginCheck, requireAccess } from './edge/access.ts';
import { isFromThisMachine, type TrustProxy, trustedProxies } from './edge/addresses.ts';
import { answerInOrder, cutStalledConnections } from './edge/back-pressure.ts';
import { allowCaching } from './edge/cacheable-answers.ts';
import { answerClientError, createErrorAnswers, type ErrorAnswers } from './error-answers.ts';
import { METRICS_PATH } from './health/liveness.ts';
import type { HttpPart } from './http-part.ts';
import { describeRoute, registerOpenApi } from './openapi/openapi.ts';
import { tagNameOf } from './openapi/reference-page.ts';
import { addRequestHooks, createRequestIds, type RateLimits, type RequestHookOptions } from './request-hooks.ts';
import { registerEntrance, type WebApp } from './web-app.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Others write this address and may add parameters. */
    takesAnyQuery?: boolean;
  }
}

/** A misspelt filter would silently list everything. */
function refuseUnknownQuery({ schema, config }: RouteOptions): void {
  if (schema === undefined || config?.takesAnyQuery === true || config?.whileStarting === true) return;
  const known = (schema.querystring ?? { type: 'object', properties: {} }) as object;
  schema.querystring = { ...known, additionalProperties: false };
}

const BODY_LIMIT_BYTES = 64 * 1024;
const API_PREFIX = '/api';
const STALL_CHECK_MS = 15_000;

interface HttpServerOptions extends RequestHookOptions {
  ownUrls: readonly string[];
  /** Null: ours is the only one. */
  frontEndUrl: string | null;
  webApp: WebApp;
  trustProxy: TrustProxy;
  logger: Logger;
  /** With a health port they are there. */
  showsMetrics: boolean;
  version: string;
  parts: readonly HttpPart[];
  referenceOrder: readonly string[];
  socketEvents: SocketEvents;
  healthPart: HttpPart;
  requestTimeoutMs?: number;
}

/** All routes are registered within the HTTP conventions. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { answerError, answerNotFound } = createErrorAnswers(options.logger);
  const app = newFastify(options, answerError);
  app.setValidatorCompiler(validatorsWhenNeeded(compileValidator));
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerNotFound);
  readJsonBodies(app);
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
    // Fastify's logger would take a tenth of a cheap request's time. Failures are logged where they are answered.
    genReqId: createRequestIds(),
    trustProxy: trustedProxies(options.trustProxy),
    bodyLimit: BODY_LIMIT_BYTES,
    // Without a limit a slow client could hold its connection for ever.
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(requestTimeoutMs / 4, 1_000),
      optimizeEmptyRequests: true,
      shouldUpgradeCallback: isForSockets,
    },
    forceCloseConnections: 'idle',
    // Clients with open connections do not know of the stop yet.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
    ...serializersWhenNeeded,
  }) as unknown as FastifyInstance;
  // Without a listener Node answers 417 without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  answerInOrder(app.server);
  cutStalledConnections(app.server, STALL_CHECK_MS);
  return app;
}

/** Such a route would be open to everybody. */
function assertEveryRouteHasAccess(app: FastifyInstance): void {
  const routes: { method: string | string[]; url: string; access: Access | undefined }[] = [];
  app.addHook('onRoute', (route) => {
    const known = { method: route.method, url: route.url, access: undefined as Access | undefined };
    routes.push(known);
    // The scope's own hook runs later and replaces the config.
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

/** An unknown limit would silently limit nothing. */
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
      // Without a name Fastify searches all loaded modules.
      const name = { [Symbol.for('fastify.display-name')]: `${tagNameOf(part, access)} (${access})` };
      await app.register(Object.assign(scopeOfPart, name), { prefix: API_PREFIX });
    }
  }
}

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
