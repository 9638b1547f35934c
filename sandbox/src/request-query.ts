import type { FastifyRequest } from 'fastify';

/** The query keeps repeated names, because the protocol decides whether they are allowed. */
export function queryOf(request: FastifyRequest): URLSearchParams {
  const start = request.url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : request.url.slice(start + 1));
}
