import { strict as assert } from 'node:assert';
import swagger from '@fastify/swagger';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { allErrors } from '../../errors.ts';
import { CentsText, ErrorBody, IdText, Timestamp } from '../../schemas.ts';
import { type Access, requireAccess, SESSION_COOKIE } from '../edge/access.ts';
import { allowCaching } from '../edge/cacheable-answers.ts';
import type { HttpPart } from '../http-part.ts';
import { createOwnPages } from '../pages.ts';
import { completeDocument, type SharedAnswer } from './openapi-document.ts';
import { referenceTags, registerReferencePage } from './reference-page.ts';

const INTRODUCTION = `The API of Lisura, a provably fair item platform.

**Amounts** are whole cents of BRL in decimal strings, such as \`"1990"\`, since a JSON number is not exact past 2^53;
\`…Formatted\` beside them is for a person. **Ids** are 64-bit integers in strings. **Times** are ISO 8601 in UTC; days are
those of São Paulo.

**Errors** have the body \`{ statusCode, message, code, params?, errors?, requestId? }\`. Programs go by \`code\`, which
never changes, and the schema \`ErrorCode\` lists all codes with their meanings; \`message\` is for a person. A 400 with the
code \`VALIDATION_FAILED\` lists every fault of the input with its field. A refused request has changed nothing. A refused
socket gets this body as \`data\` of its \`connect_error\`.

**Lists** take \`page\` and \`limit\` (20 unless asked, at most 100) and answer \`{ data, meta: { page, limit, total } }\`.
Long ones also take \`before\`, the last entry seen, which is fast however far the walk goes. The inventory and the
notifications take \`limit\` and \`offset\` instead.

**Sessions**: the session id travels in the cookie \`sessionId\` or as \`Authorization: Bearer <session id>\`. Open
[/api/auth/steam/login](/api/auth/steam/login) in this browser, and the reference is logged in too. Writes with the cookie
must come from a page of the platform.

**Repeating a write**: routes that move money or items take an \`Idempotency-Key\`, a text of your own making for each
intended act. The same request with the same key happens once within 24 hours: a repeat gets the first answer, refusals
too, with \`Idempotent-Replayed: true\`. The same key with another request is a 422.

**Seeds**: send a \`clientSeed\` of your own making with every play, drawn anew after you have seen the hash of the server
seed. Without one the server draws it, which proves less. [/verificar](/verificar) checks any roll.

**Limits**: \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix seconds) tell where a caller
stands; over a limit the answer is 429 with \`Retry-After\`. Health has no limit.

**Sockets** tell what happens while it happens: [/api/events](/api/events) is how to connect and what is sent, and
[/api/asyncapi.json](/api/asyncapi.json) the same as AsyncAPI.`;

type SecurityScheme =
  | { type: 'apiKey'; in: 'cookie'; name: string; description: string }
  | { type: 'http'; scheme: 'bearer'; description: string };

interface OpenApiOptions {
  publicUrl: string;
  ownUrls: readonly string[];
  version: string;
  parts: readonly HttpPart[];
  healthPart: HttpPart;
  referenceOrder: readonly string[];
}

const JSON_TYPE = 'application/json; charset=utf-8';

export async function registerOpenApi(app: FastifyInstance, options: OpenApiOptions): Promise<void> {
  app.addSchema(ErrorBody);
  const { tags, groups } = referenceTags(options.parts, options.healthPart, options.referenceOrder);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lisura',
        version: options.version,
        description: INTRODUCTION,
        license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      },
      tags,
      components: { securitySchemes: securitySchemes(options.parts) },
    },
    refResolver: { buildLocalReference: (json, _baseUri, _fragment, index) => String(json.$id ?? `def-${index}`) },
    transformObject: (written) =>
      completeDocument(written, {
        general: [IdText, CentsText, Timestamp, { title: 'ErrorCode', description: listOf(allErrors()) }],
        sharedAnswers: SHARED_ANSWERS,
        tagGroups: groups,
      }),
  });
  await app.register(async (scope) => {
    requireAccess(scope, 'public', () => true);
    allowCaching(scope);
    // A page may only call its own server.
    const document = createOwnPages(options.ownUrls, (url) =>
      JSON.stringify({ ...app.swagger(), servers: [{ url, description: 'This server' }] }),
    );
    scope.get('/api/docs-json', { schema: { hide: true } }, async (request, reply) =>
      reply.type(JSON_TYPE).send(document(request)),
    );
    registerReferencePage(scope);
  });
}

/** As a table, since an enumeration would be closed to the codes of later versions. */
const listOf = (errors: ReturnType<typeof allErrors>) =>
  `Codes of errors; there will be more of them.

| Code | Status | Params | Meaning |
| --- | --- | --- | --- |
${errors
  .map(
    ({ code, status, paramNames, meaning }) =>
      `| \`${code}\` | ${status} | ${paramNames()
        .map((name) => `\`${name}\``)
        .join(', ')} | ${meaning} |`,
  )
  .join('\n')}`;

/** An unused scheme is a fault of the document. */
function securitySchemes(parts: readonly HttpPart[]): Record<string, SecurityScheme> {
  if (parts.every(({ player, admin }) => player === undefined && admin === undefined)) return {};
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
    code: 'VALIDATION_FAILED',
    errors: [{ field: 'limit', message: 'must be at most 100' }],
  },
  401: { statusCode: 401, message: 'Unauthorized', code: 'UNAUTHORIZED' },
  403: { statusCode: 403, message: 'Origem não permitida.', code: 'ORIGIN_NOT_ALLOWED' },
  404: { statusCode: 404, message: 'Caixa não encontrada.', code: 'CASE_NOT_FOUND' },
  409: {
    statusCode: 409,
    message: 'Um pedido com esta Idempotency-Key ainda está em andamento.',
    code: 'IDEMPOTENCY_KEY_IN_USE',
  },
  413: { statusCode: 413, message: 'O corpo do pedido passa de 64 KiB.', code: 'BODY_TOO_LARGE' },
  415: { statusCode: 415, message: 'O Content-Type deve ser application/json.', code: 'UNSUPPORTED_MEDIA_TYPE' },
  422: {
    statusCode: 422,
    message: 'Esta Idempotency-Key já foi usada em outro pedido.',
    code: 'IDEMPOTENCY_KEY_REUSED',
  },
  429: { statusCode: 429, message: 'Too many requests', code: 'TOO_MANY_REQUESTS' },
  500: {
    statusCode: 500,
    message: 'Erro interno. Tente de novo em instantes.',
    code: 'INTERNAL_ERROR',
    requestId: '5f3a9c01-46',
  },
  503: {
    statusCode: 503,
    message: 'Serviço indisponível no momento. Tente de novo em instantes.',
    code: 'SERVICE_UNAVAILABLE',
  },
};

const SHARED_ANSWERS: Readonly<Record<string, SharedAnswer>> = Object.fromEntries(
  Object.entries(ERROR_MEANINGS).map(([status, description]) => [status, { name: `Error${status}`, description }]),
);

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
  provider: [],
};

const NOT_CHANGED = { 304: { ...Type.Null(), description: 'It is as `If-None-Match` has it' } };

const FOR_PROVIDERS =
  'For the servers of an outside provider, not for browsers: no session is looked at. The call is believed for its ' +
  'signature, which is made over the exact bytes of the body.';

const RepeatableHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'Makes the request safe to repeat: 1 to 255 characters, kept for 24 hours. The same key and request get the first ' +
        'answer again, with `Idempotent-Replayed: true`; so draw a new one for each act that you mean.',
    }),
  ),
});

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Shows more with a session, and answers 401 to others itself. */
    asksForSession?: boolean;
    /** Refuses nobody; its answer differs with a session. */
    readsSession?: boolean;
  }
}

const hasBody = ({ method }: RouteOptions) => method !== 'GET' && method !== 'HEAD';

/** Refuses routes that a newcomer could not understand. */
export function describeRoute(route: RouteOptions, tag: string, access: Access): void {
  const schema = route.schema;
  if (route.method === 'HEAD') return;
  const name = `${route.method} ${route.url}`;
  assert(
    schema?.summary && schema.description && schema.operationId,
    `${name} lacks summary, description or operationId`,
  );
  assert(schema.response, `${name} has no response schema`);
  const input = schema.body ?? schema.params ?? schema.querystring;
  const statuses = [500, 503];
  if (route.config?.limits !== 'none') statuses.push(429);
  if (input !== undefined || hasBody(route)) statuses.push(400);
  if (hasBody(route)) statuses.push(413, 415);
  if (access !== 'public' || route.config?.asksForSession === true) statuses.push(401);
  if (access === 'admin' || (access === 'player' && route.method !== 'GET')) statuses.push(403);
  if (route.config?.repeatable === true) {
    statuses.push(409, 422);
    schema.headers = RepeatableHeaders;
  }
  schema.tags = [tag];
  const { asksForSession = false, readsSession = false } = route.config ?? {};
  const takesSession = access === 'public' && (asksForSession || readsSession);
  schema.security = takesSession ? [{}, ...SECURITY.player] : SECURITY[access];
  const errors = errorAnswers(...statuses);
  if (access === 'provider') {
    schema.description += `\n\n${FOR_PROVIDERS}`;
    errors[401] = { ...errors[401], description: 'The signature is missing or wrong' };
  }
  const isCached =
    access === 'public' && route.method === 'GET' && !takesSession && route.config?.whileStarting !== true;
  schema.response = { ...(isCached ? NOT_CHANGED : {}), ...errors, ...(schema.response as object) };
}
