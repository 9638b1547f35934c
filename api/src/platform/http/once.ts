import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Once } from '../database/idempotency.ts';
import { validationFailed } from '../errors.ts';
import { callerOf } from './edge/access.ts';

const KEY_HEADER = 'idempotency-key';
const MAX_KEY_LENGTH = 255;

/**
 * The caller's `Idempotency-Key` as a use case takes it, or null. `view` and `status` must be those the route answers
 * with, since they make the bytes that a repeat gets.
 */
export function onceOf<Result>(
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
    answer: (result) => ({ status, body: String(reply.code(status).serialize(view(result))) }),
  };
}

function fingerprintOf(request: FastifyRequest): string {
  return createHash('sha256')
    .update(`${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest('hex');
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes an `Idempotency-Key`; the API's description says so. */
    repeatable?: boolean;
  }
}
