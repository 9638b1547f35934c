import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Once } from '../database/idempotency.ts';
import { validationFailed } from '../errors.ts';
import { callerOf } from './edge/access.ts';

const KEY_HEADER = 'idempotency-key';
const MAX_KEY_LENGTH = 255;

/** `view` and `status` must be the route's, because they make the bytes of a repeat. */
export function onceOf<Result extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  view: (result: Result) => unknown,
  status = 200,
): Once<Result> | null {
  assert(request.routeOptions.config.repeatable, `${request.routeOptions.url} must say that it is repeatable`);
  const key = request.headers[KEY_HEADER];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length < 1 || key.length > MAX_KEY_LENGTH) {
    throw validationFailed([{ field: 'Idempotency-Key', message: 'must have 1 to 255 characters' }]);
  }
  return {
    key: { ownerId: callerOf(request).userId, key, fingerprint: fingerprintOf(request) },
    answer: (result) => {
      const body = String(reply.code(status).serialize(view(result)));
      rendered.set(result, body);
      return { status, body };
    },
  };
}

const rendered = new WeakMap<object, string>();

/** Long answers are not rendered twice. */
export function answerOf<Result extends object, View>(
  reply: FastifyReply,
  result: Result,
  view: (result: Result) => View,
): View {
  const body = rendered.get(result);
  // A handler that has answered returns the reply, which its type does not allow.
  return body === undefined ? view(result) : (sendAsIs(reply, body) as View);
}

export const sendAsIs = (reply: FastifyReply, body: string): FastifyReply =>
  reply
    .type('application/json; charset=utf-8')
    .serializer((text: unknown) => String(text))
    .send(body);

function fingerprintOf(request: FastifyRequest): string {
  return createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest('hex');
}

declare module 'fastify' {
  interface FastifyContextConfig {
    repeatable?: boolean;
  }
}
