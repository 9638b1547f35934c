import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AppError, unauthorized } from '../../errors.ts';
import type { Id } from '../../ids.ts';
import { administratorsOnly, originNotAllowed } from '../http.errors.ts';
import { bearerOf, type OriginCheck, sessionCookieOf } from './credentials.ts';

/**
 * The scopes in which routes are registered, so that the structure shows who may call them. `provider` is for servers
 * of outside providers: no session is looked up, and the handler checks the signature over the bytes of the body
 * (`rawBodyOf`).
 */
export const ACCESS_SCOPES = ['public', 'player', 'admin', 'provider'] as const;
export type Access = (typeof ACCESS_SCOPES)[number];

export interface Caller {
  userId: Id<'user'>;
  role: 'USER' | 'ADMIN';
  /** Names the session on the server; it cannot be used to log in. */
  sessionId: string;
}

export interface Credential {
  /** The secret itself. */
  sessionId: string;
  source: 'cookie' | 'bearer';
}

/** Returns the caller of a valid session, or null; may throw if the session is valid but this request is not. */
export type Authenticate = (credential: Credential, request: FastifyRequest) => Promise<Caller | null>;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    credential: Credential | null;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

export function credentialOf({ headers }: Pick<FastifyRequest, 'headers'>): Credential | null {
  const inCookie = sessionCookieOf(headers);
  if (inCookie !== null) return { sessionId: inCookie, source: 'cookie' };
  const inBearer = bearerOf(headers);
  return inBearer === null ? null : { sessionId: inBearer, source: 'bearer' };
}

/** Returns the caller of a route inside the scopes `player` and `admin`. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw unauthorized();
  return request.caller;
}

export function requireAccess(scope: FastifyInstance, access: Access, originIsAllowed: OriginCheck): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access };
  });
  if (access === 'public' || access === 'provider') return;
  scope.addHook('onRequest', (request, _reply, done) => done(refusalOf(request, access, originIsAllowed)));
}

function refusalOf(request: FastifyRequest, access: Access, originIsAllowed: OriginCheck): AppError | undefined {
  if (request.caller === null) return unauthorized();
  if (access === 'admin' && request.caller.role !== 'ADMIN') return administratorsOnly();
  if (needsOrigin(request) && !originIsAllowed(request.headers)) return originNotAllowed();
  return undefined;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses unsafe requests from foreign sites, because they send the session cookie along (SameSite=None). CORS hides
 * the answers of safe ones from them.
 */
const needsOrigin = ({ credential, method }: FastifyRequest) =>
  credential?.source === 'cookie' && !SAFE_METHODS.has(method);
