import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AppError, unauthorized } from '../../errors.ts';
import type { Id } from '../../ids.ts';
import { administratorsOnly, originNotAllowed } from '../http.errors.ts';

/** Every request with cookies runs this, so it is fast. An empty value counts as none. */
export function cookieValue(header: string | undefined, name: string): string | null {
  if (header === undefined) return null;
  for (let start = 0; start < header.length; ) {
    const semicolon = header.indexOf(';', start);
    const end = semicolon < 0 ? header.length : semicolon;
    const equals = header.indexOf('=', start);
    if (equals > 0 && equals < end && header.slice(start, equals).trim() === name) {
      const value = header.slice(equals + 1, end).trim();
      const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
      const bare = isQuoted ? value.slice(1, -1) : value;
      return bare === '' ? null : bare;
    }
    start = end + 1;
  }
  return null;
}

/** Requests and handshakes of sockets share these headers. */

export const SESSION_COOKIE = 'sessionId';

export const sessionCookieOf = ({ cookie }: IncomingHttpHeaders): string | null => cookieValue(cookie, SESSION_COOKIE);

export function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  if (authorization === undefined) return null;
  const [scheme, token] = authorization.split(' ', 2);
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}

export type OriginCheck = (headers: IncomingHttpHeaders) => boolean;

/** Browsers name the origin. Programs that name none hold the credential themselves. */
export function createOriginCheck(allowedOrigins: readonly string[]): OriginCheck {
  const allowed = new Set(allowedOrigins);
  return ({ origin, 'sec-fetch-site': site }) => {
    if (origin !== undefined) return allowed.has(origin);
    return site === undefined || site === 'same-origin' || site === 'none';
  };
}

/**
 * The scope of a route shows who may call it. In `provider` nobody is authenticated; the handler checks a signature
 * over `rawBodyOf`.
 */
export const ACCESS_SCOPES = ['public', 'player', 'admin', 'provider'] as const;
export type Access = (typeof ACCESS_SCOPES)[number];

export interface Caller {
  userId: Id<'user'>;
  role: 'USER' | 'ADMIN';
  /** It names the session and cannot be used to log in. */
  sessionId: string;
}

interface Credential {
  /** The secret itself. */
  sessionId: string;
  source: 'cookie' | 'bearer';
}

/** May throw if the session is valid and this request is not. */
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

/** Other sites' requests carry the session cookie (SameSite=None). CORS hides answers to safe ones. */
const needsOrigin = ({ credential, method }: FastifyRequest) =>
  credential?.source === 'cookie' && !SAFE_METHODS.has(method);
