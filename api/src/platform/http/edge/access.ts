import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AppError, unauthorized } from '../../errors.ts';
import type { Id } from '../../ids.ts';
import { administratorsOnly, originNotAllowed } from '../http.errors.ts';

/**
 * Returns the value of one cookie in a `Cookie` header, or null; an empty value counts as none. Every request with
 * cookies needs it, so it is fast.
 */
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

/** Reads the headers that requests and the handshakes of sockets share. */

export const SESSION_COOKIE = 'sessionId';

export const sessionCookieOf = ({ cookie }: IncomingHttpHeaders): string | null => cookieValue(cookie, SESSION_COOKIE);

export function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  if (authorization === undefined) return null;
  const [scheme, token] = authorization.split(' ', 2);
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}

export type OriginCheck = (headers: IncomingHttpHeaders) => boolean;

/**
 * Says whether one of our sites sends it. Browsers name the origin; programs that name none pass, since they hold the
 * credential themselves.
 */
export function createOriginCheck(allowedOrigins: readonly string[]): OriginCheck {
  const allowed = new Set(allowedOrigins);
  return ({ origin, 'sec-fetch-site': site }) => {
    if (origin !== undefined) return allowed.has(origin);
    return site === undefined || site === 'same-origin' || site === 'none';
  };
}

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

interface Credential {
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
