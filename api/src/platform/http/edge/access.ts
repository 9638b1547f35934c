import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type AppError, unauthorized } from '../../errors.ts';
import type { Id } from '../../ids.ts';
import { administratorsOnly, originNotAllowed } from '../http.errors.ts';
import { bearerOf, type OriginCheck, sessionCookieOf } from './credentials.ts';

/**
 * Who may call a route. Routes are registered inside a scope, so that what a caller needs shows in the structure.
 *
 * `provider` is for the servers of outside providers: no session is looked for, and the handler itself checks the
 * signature over the bytes of the body (`rawBodyOf`).
 */
export const ACCESS_SCOPES = ['public', 'player', 'admin', 'provider'] as const;
export type Access = (typeof ACCESS_SCOPES)[number];

/** The user behind a request. */
export interface Caller {
  userId: Id<'user'>;
  role: 'USER' | 'ADMIN';
  /** What the session is known by on the server: nobody can log in with it. */
  sessionId: string;
}

export interface Credential {
  /** The secret itself. */
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

/** The session id a request carries: the cookie first, then the bearer header. */
export function credentialOf({ headers }: Pick<FastifyRequest, 'headers'>): Credential | null {
  const inCookie = sessionCookieOf(headers);
  if (inCookie !== null) return { sessionId: inCookie, source: 'cookie' };
  const inBearer = bearerOf(headers);
  return inBearer === null ? null : { sessionId: inBearer, source: 'bearer' };
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
 * The session cookie is sent along by other sites (SameSite=None), so an unsafe request with it must come from a site
 * of ours. What a safe one is answered with, CORS keeps from them.
 */
const needsOrigin = ({ credential, method }: FastifyRequest) =>
  credential?.source === 'cookie' && !SAFE_METHODS.has(method);
