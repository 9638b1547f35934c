import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Lets browsers on the allow-listed sites call with credentials. A request without an `Origin`, which is most of them,
 * costs one look at its headers.
 */
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

/** Sets the headers; returns true if it has answered a preflight. */
export type Cors = (request: FastifyRequest, reply: FastifyReply) => boolean;

export function createCors(allowedOrigins: readonly string[]): Cors {
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
