import type { Db } from '../../../platform/database/db.ts';
import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import type { NotifySecurity } from '../notifications/index.ts';
import { findUser, UserView, userNotFound, userView } from '../users/index.ts';
import { Message, RevokedAll, SessionList, SessionParams, sessionListView } from './auth.schemas.ts';
import { endAllSessions, endSession } from './end-sessions.ts';
import { type CookieSettings, sessionCookie } from './login-cookies.ts';
import type { SessionActivity } from './session-activity.ts';
import type { SessionStore } from './session-store.ts';
import { listSessions } from './sessions.sql.ts';

export interface AuthRoutesDeps {
  db: Db;
  sessionStore: SessionStore;
  activity: SessionActivity;
  cookies: CookieSettings;
  notifySecurity: NotifySecurity;
}

const config = { limits: ['auth'] as const };

export function authPlayerRoutes(routes: Routes, deps: AuthRoutesDeps): void {
  sessionRoutes(routes, deps);
  logoutRoutes(routes, deps);
}

function sessionRoutes(routes: Routes, deps: AuthRoutesDeps): void {
  routes.get(
    '/auth/me',
    {
      config,
      schema: {
        operationId: 'getMe',
        summary: 'Read the current user',
        description: 'Answers the user behind the session of this request.',
        response: { 200: UserView },
      },
    },
    async (request) => {
      const user = await findUser(deps.db, callerOf(request).userId);
      if (user === null) throw userNotFound();
      return userView(user);
    },
  );

  routes.get(
    '/auth/sessions',
    {
      config,
      schema: {
        operationId: 'listSessions',
        summary: 'List your sessions',
        description: 'Lists your valid sessions, the most recently active first. There are at most 5.',
        response: { 200: SessionList },
      },
    },
    async (request) => {
      const { userId, sessionId } = callerOf(request);
      // Includes this very request among the activity shown.
      await deps.activity.flush();
      return sessionListView(await listSessions(deps.db, userId), sessionId);
    },
  );

  routes.delete(
    '/auth/sessions/:sessionId',
    {
      config,
      schema: {
        operationId: 'revokeSession',
        summary: 'End one of your sessions',
        description:
          'Requests and sockets of the session end at once. Answers 403 if the session is not yours or does not ' +
          'exist.',
        params: SessionParams,
        response: { 200: Message, ...errorAnswers(403) },
      },
    },
    async (request) => {
      const { userId, sessionId: ownId } = callerOf(request);
      const { sessionId } = request.params;
      await endSession(deps, { userId, sessionId, ownId, action: 'SESSION_REVOKED', ip: request.ip });
      return { message: 'A sessão foi encerrada.' };
    },
  );
}

function logoutRoutes(routes: Routes, deps: AuthRoutesDeps): void {
  const noSession = sessionCookie('', deps.cookies);

  routes.post(
    '/auth/logout',
    {
      config,
      schema: {
        operationId: 'logout',
        summary: 'Log out',
        description: 'Ends the session of this request and removes its cookie.',
        response: { 200: Message },
      },
    },
    async (request, reply) => {
      const { userId, sessionId } = callerOf(request);
      await endSession(deps, { userId, sessionId, ownId: sessionId, action: 'LOGOUT', ip: request.ip });
      reply.header('set-cookie', noSession);
      return { message: 'Você saiu da sua conta.' };
    },
  );

  routes.post(
    '/auth/logout-all',
    {
      config,
      schema: {
        operationId: 'logoutAll',
        summary: 'Log out everywhere',
        description: 'Ends all your sessions, this one included, and answers how many there were.',
        response: { 200: RevokedAll },
      },
    },
    async (request, reply) => {
      const sessionsRevoked = await endAllSessions(deps, { userId: callerOf(request).userId, ip: request.ip });
      reply.header('set-cookie', noSession);
      return { message: 'Todas as sessões foram encerradas.', sessionsRevoked };
    },
  );
}
