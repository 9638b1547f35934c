import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    maxAgeSeconds?: number;
  }
}

/** Answers that do not depend on a session may be stored; an unchanged one is 304. */
export function allowCaching(scope: FastifyInstance): void {
  scope.addHook('onSend', (request, reply, payload, done) => {
    if (!isForEverybody(request, reply) || !(typeof payload === 'string' || Buffer.isBuffer(payload))) {
      done(null, payload);
      return;
    }
    const tag = tagOf(payload);
    const seconds = request.routeOptions.config.maxAgeSeconds ?? 0;
    reply.header('cache-control', seconds === 0 ? 'public, no-cache' : `public, max-age=${seconds}`);
    reply.header('etag', tag);
    if (!reply.hasHeader('vary')) reply.header('vary', 'Origin');
    if (!knows(request.headers['if-none-match'], tag)) done(null, payload);
    else {
      reply.code(304).removeHeader('content-type').removeHeader('content-length');
      // A HEAD is measured after this, which needs a text.
      done(null, request.method === 'HEAD' ? '' : null);
    }
  });
}

function isForEverybody({ method, routeOptions: { config } }: FastifyRequest, reply: FastifyReply): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (config.asksForSession === true || config.readsSession === true || config.whileStarting === true) return false;
  // An answer with a cookie is for one user; one with its own lifetime keeps it.
  const isUnsaid = reply.getHeader('cache-control') === 'no-store';
  return reply.statusCode === 200 && !reply.hasHeader('set-cookie') && isUnsaid;
}

/** The tag is weak, because compression on the way changes the bytes. */
const tagOf = (payload: string | Buffer) => `W/"${createHash('sha1').update(payload).digest('base64url')}"`;

function knows(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const strong = (each: string) => each.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((each) => strong(each) === strong(tag));
}
