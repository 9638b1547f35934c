import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AppError, forbidden, unauthorized } from '../errors.ts';
import type { Id } from '../ids.ts';
import { cookieValue } from './cookies.ts';

/** Who may call a route. Routes are registered inside a scope, so that what a caller needs shows in the structure. */
export type Access = 'public' | 'player' | 'admin';

/** The user behind a request. */
export interface Caller {
  userId: Id<'user'>;
  role: 'USER' | 'ADMIN';
  sessionId: string;
}

export interface Credential {
  sessionId: string;
  source: 'cookie' | 'bearer';
}

/** Gives the caller of a valid session, or null; may throw where the session is valid and this request is not. */
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

export const SESSION_COOKIE = 'sessionId';

/** The session id a request carries: the cookie first, then the bearer header. */
export function credentialOf(request: FastifyRequest): Credential | null {
  const { cookie, authorization } = request.headers;
  if (cookie === undefined && authorization === undefined) return null;
  const inCookie = cookieValue(cookie, SESSION_COOKIE);
  if (inCookie !== null) return { sessionId: inCookie, source: 'cookie' };
  const [scheme, token] = (authorization ?? '').split(' ', 2);
  if (scheme?.toLowerCase() === 'bearer' && token) return { sessionId: token, source: 'bearer' };
  return null;
}

/** The caller of a route inside the scopes `player` and `admin`. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw unauthorized();
  return request.caller;
}

/** Makes everything registered on `scope` need `access`. */
export function requireAccess(scope: FastifyInstance, access: Access, originIsAllowed: OriginCheck): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access };
  });
  if (access === 'public') return;
  scope.addHook('onRequest', (request, _reply, done) => done(refusalOf(request, access, originIsAllowed)));
}

function refusalOf(request: FastifyRequest, access: Access, originIsAllowed: OriginCheck): AppError | undefined {
  if (request.caller === null) return unauthorized();
  if (access === 'admin' && request.caller.role !== 'ADMIN') return forbidden('Administrators only');
  if (request.credential?.source === 'cookie' && !originIsAllowed(request)) return forbidden('Origin not allowed');
  return undefined;
}

export type OriginCheck = (request: FastifyRequest) => boolean;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The session cookie is sent along by other sites (SameSite=None), so an unsafe request with it must come from a site
 * of ours. Browsers say where a request comes from; programs that say nothing hold the cookie themselves.
 */
export function createOriginCheck(allowedOrigins: readonly string[]): OriginCheck {
  const allowed = new Set(allowedOrigins);
  return (request) => {
    if (SAFE_METHODS.has(request.method)) return true;
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (origin !== undefined) return allowed.has(origin);
    return site === undefined || site === 'same-origin' || site === 'none';
  };
}
