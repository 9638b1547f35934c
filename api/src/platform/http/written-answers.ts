import type { FastifyReply } from 'fastify';

export function sendWritten(reply: Pick<FastifyReply, 'type'>, text: string) {
  return reply.type('application/json; charset=utf-8').send(text) as never;
}
