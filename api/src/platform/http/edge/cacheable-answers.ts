import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long anybody may hold on to the answer without asking again; not at all unless said. */
    maxAgeSeconds?: number;
  }
}

/**
 * What is the same for everybody may be stored by browsers and by caches on the way, which ask each time whether it is
 * still so: an answer that has not changed is 304, without a body. What a session has a part in stays `no-store`.
 */
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
    // A shared cache must not give the headers for one site to another.
    if (!reply.hasHeader('vary')) reply.header('vary', 'Origin');
    if (!knows(request.headers['if-none-match'], tag)) done(null, payload);
    else {
      reply.code(304).removeHeader('content-type').removeHeader('content-length');
      // A HEAD is measured after this, and what it measures must be a text.
      done(null, request.method === 'HEAD' ? '' : null);
    }
  });
}

function isForEverybody({ method, routeOptions: { config } }: FastifyRequest, reply: FastifyReply): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (config.asksForSession === true || config.readsSession === true || config.whileStarting === true) return false;
  // A login sets a cookie, and is nobody else's. What has said itself how long it lasts knows better.
  const isUnsaid = reply.getHeader('cache-control') === 'no-store';
  return reply.statusCode === 200 && !reply.hasHeader('set-cookie') && isUnsaid;
}

/** Weak, since what compresses on the way changes the bytes. */
const tagOf = (payload: string | Buffer) => `W/"${createHash('sha1').update(payload).digest('base64url')}"`;

/** A browser sends the tag that it has; some caches send several. */
function knows(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const strong = (each: string) => each.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((each) => strong(each) === strong(tag));
}
