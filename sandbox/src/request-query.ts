import type { FastifyRequest } from 'fastify';

/** The query as sent, repeated names included: whether a repetition is allowed is for the protocol to say. */
export function queryOf(request: FastifyRequest): URLSearchParams {
  const start = request.url.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : request.url.slice(start + 1));
}
