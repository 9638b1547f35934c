import type { FastifyReply } from 'fastify';

/** Sends an answer that `reply.serialize` has made of the route's schema, now or before. */
export function sendWritten(reply: Pick<FastifyReply, 'type'>, text: string) {
  return reply.type('application/json; charset=utf-8').send(text) as never;
}
