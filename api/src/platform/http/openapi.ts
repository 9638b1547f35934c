import { strict as assert } from 'node:assert';
import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { ErrorBody } from '../schemas.ts';
import { type Access, requireAccess, SESSION_COOKIE } from './access.ts';
import type { HttpModule } from './module.ts';
import { pageHeaders, REFERENCE_PAGE_POLICY } from './security-headers.ts';

type SecurityScheme =
  | { type: 'apiKey'; in: 'cookie'; name: string; description: string }
  | { type: 'http'; scheme: 'bearer'; description: string };

interface OpenApiOptions {
  publicUrl: string;
  modules: readonly HttpModule[];
  healthModule: HttpModule;
}

const DESCRIPTION = `The API of Lisura, a provably fair item platform.

**Amounts** are integer cents. **Ids** are 64-bit integers written as strings. **Times** are ISO 8601 in UTC.

**Errors** always have the body \`{ statusCode, message, errors? }\`; a 400 lists every fault of the input with its field.

**Lists** take \`page\` and \`limit\` and answer \`{ data, meta: { page, limit, total } }\`.

**Sessions**: the session id travels in the cookie \`sessionId\` or as \`Authorization: Bearer <session id>\`.

**Limits**: \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix seconds) tell where a caller
stands; over a limit the answer is 429 with \`Retry-After\`.

**Repeating a write**: with an \`Idempotency-Key\` the same request happens once, and a repeat gets the first answer.`;

/** The OpenAPI 3.1 document at `/api/docs-json` and the interactive reference at `/api/docs`, both without internet. */
export async function registerOpenApi(app: FastifyInstance, options: OpenApiOptions): Promise<void> {
  app.addSchema(ErrorBody);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lisura',
        version: '1.0.0',
        description: DESCRIPTION,
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      servers: [{ url: options.publicUrl, description: 'This server' }],
      tags: [options.healthModule, ...options.modules].map(({ tag }) => ({ ...tag })),
      components: { securitySchemes: securitySchemes(options.modules) },
    },
    refResolver: { buildLocalReference: (json, _baseUri, _fragment, index) => String(json.$id ?? `def-${index}`) },
  });
  await app.register(async (scope) => {
    requireAccess(scope, 'public', () => true);
    scope.get('/api/docs-json', { schema: { hide: true } }, async () => app.swagger());
    scope.addHook('onSend', async (_request, reply) => {
      reply.headers(pageHeaders(REFERENCE_PAGE_POLICY));
    });
    await scope.register(reference, {
      routePrefix: '/api/docs',
      logLevel: 'silent',
      configuration: {
        url: '/api/docs-json',
        pageTitle: 'Lisura API',
        telemetry: false,
        withDefaultFonts: false,
        hideClientButton: true,
        // What would need a service elsewhere.
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    });
  });
}

/** Only where a route needs a session: a scheme that nothing uses is a fault of the document. */
function securitySchemes(modules: readonly HttpModule[]): Record<string, SecurityScheme> {
  if (modules.every(({ player, admin }) => player === undefined && admin === undefined)) return {};
  return {
    sessionCookie: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'Set by the login' },
    sessionBearer: { type: 'http', scheme: 'bearer', description: 'The session id as a bearer token' },
  };
}

const ERROR_MEANINGS: Readonly<Record<number, string>> = {
  400: 'The input has faults, or the rules do not allow it',
  401: 'No valid session',
  403: 'Not allowed to this caller',
  404: 'Not found',
  409: 'In conflict with the present state, or still under way',
  413: 'The body is larger than 64 KiB',
  415: 'The body is not JSON, or compressed',
  422: 'Well formed, and yet it cannot be done',
  429: 'Too many requests: wait for the seconds in Retry-After',
  500: 'A fault of ours; the answer and the X-Request-Id header name the request',
  503: 'Not available at the moment: try again after the seconds in Retry-After',
};

const ERROR_EXAMPLES: Readonly<Record<number, object>> = {
  400: {
    statusCode: 400,
    message: 'Validation failed',
    errors: [{ field: 'limit', message: 'must be at most 100' }],
  },
  401: { statusCode: 401, message: 'Unauthorized' },
  403: { statusCode: 403, message: 'Forbidden' },
  404: { statusCode: 404, message: 'Not found' },
  409: { statusCode: 409, message: 'A request with this Idempotency-Key is still running' },
  413: { statusCode: 413, message: 'Body is larger than 64 KiB' },
  415: { statusCode: 415, message: 'Content-Type must be application/json' },
  422: { statusCode: 422, message: 'This Idempotency-Key was used for another request' },
  429: { statusCode: 429, message: 'Too many requests' },
  500: { statusCode: 500, message: 'Internal server error', requestId: '5f3a9c01-46' },
  503: { statusCode: 503, message: 'Service temporarily unavailable' },
};

/** Error answers of a route beyond those that its access and input bring along. */
export function errorAnswers(...statuses: number[]): Record<number, object> {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: ERROR_MEANINGS[status] ?? 'Error',
        content: { 'application/json': { schema: { $ref: 'Error#' }, examples: exampleOf(status) } },
      },
    ]),
  );
}

const exampleOf = (status: number) => ({ error: { summary: 'For instance', value: ERROR_EXAMPLES[status] ?? {} } });

const SECURITY: Readonly<Record<Access, Record<string, string[]>[]>> = {
  public: [],
  player: [{ sessionCookie: [] }, { sessionBearer: [] }],
  admin: [{ sessionCookie: [] }, { sessionBearer: [] }],
};

/** Its length is checked where it is read, which names it as a caller spells it. */
const RepeatableHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'Makes the request safe to repeat: 1 to 255 characters, kept for 24 hours. The same key and request get the first ' +
        'answer again, with `Idempotent-Replayed: true`.',
      examples: ['f3c1a2b4-1'],
    }),
  ),
});

/** Whether a caller may send one: it is read then, also where the route asks for nothing. */
const hasBody = ({ method }: RouteOptions) => method !== 'GET' && method !== 'HEAD';

/** Completes a route's description, and refuses one that a newcomer could not understand. */
export function describeRoute(route: RouteOptions, tag: string, access: Access): void {
  const schema = route.schema;
  // Fastify adds a HEAD beside every GET; it is the same route.
  if (route.method === 'HEAD') return;
  const name = `${route.method} ${route.url}`;
  assert(
    schema?.summary && schema.description && schema.operationId,
    `${name} lacks summary, description or operationId`,
  );
  assert(schema.response, `${name} has no response schema`);
  const input = schema.body ?? schema.params ?? schema.querystring;
  const statuses = [429, 500, 503];
  if (input !== undefined || hasBody(route)) statuses.push(400);
  if (hasBody(route)) statuses.push(413, 415);
  if (access !== 'public') statuses.push(401);
  if (access === 'admin' || (access === 'player' && route.method !== 'GET')) statuses.push(403);
  if (route.config?.repeatable === true) {
    statuses.push(409, 422);
    schema.headers = RepeatableHeaders;
  }
  schema.tags = [tag];
  schema.security = SECURITY[access];
  schema.response = { ...errorAnswers(...statuses), ...(schema.response as object) };
}
