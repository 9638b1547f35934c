import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import type { NotifySecurity } from '../../notifications/index.ts';
import { findUser, UserView, userNotFound, userView } from '../../users/index.ts';
import { type CookieSettings, sessionCookie } from '../login/login-cookies.ts';
import {
  changeUserStatus,
  endAllSessions,
  endSession,
  endUserSessions,
  type StatusDeps,
  type UserSessionsDeps,
} from './end-sessions.ts';
import type { SessionActivity, SessionStore } from './session-store.ts';
import {
  type AssignableStatus,
  BanBody,
  EndBody,
  EndedSessions,
  Message,
  ownStatus,
  RevokedAll,
  SessionList,
  SessionParams,
  StatusBody,
  UnbanBody,
  UserParams,
  UserSessions,
} from './sessions.records.ts';
import { listSessions } from './sessions.sql.ts';

interface AuthRoutesDeps {
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
      // The list then includes this request.
      await deps.activity.flush();
      const sessions = await listSessions(deps.db, userId);
      return { sessions: sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId })) };
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

export function userSessionsAdminRoutes(routes: Routes, deps: UserSessionsDeps): void {
  routes.get(
    '/admin/users/:id/sessions',
    {
      schema: {
        operationId: 'adminListUserSessions',
        summary: 'List the sessions of a user',
        description: 'Lists the valid sessions of the user, the most recently active first.',
        params: UserParams,
        response: { 200: UserSessions, ...errorAnswers(404) },
      },
    },
    async ({ params }) => {
      const userId = toId<'user'>(params.id);
      if ((await findUser(deps.db, userId)) === null) throw userNotFound();
      return { sessions: await listSessions(deps.db, userId) };
    },
  );

  routes.post(
    '/admin/users/:id/sessions/end',
    {
      schema: {
        operationId: 'adminEndUserSessions',
        summary: 'End sessions of a user',
        description:
          'Ends one session or all. Requests and sockets end at once, the user is notified, and the audit trail ' +
          'records `SESSIONS_ENDED_BY_ADMIN`. The user may log in again: to keep them out, suspend them. End your ' +
          'own sessions by `DELETE /auth/sessions/{sessionId}`.',
        params: UserParams,
        body: EndBody,
        response: { 200: EndedSessions, ...errorAnswers(403, 404) },
      },
    },
    async (request) => {
      const { sessionId = null, reason } = request.body;
      const actor = { actorId: callerOf(request).userId, ip: request.ip };
      return { ended: await endUserSessions(deps, { userId: toId(request.params.id), sessionId, reason, ...actor }) };
    },
  );
}

const OF_CLOSED =
  'For a CLOSED account, the person is meant: the account that they have come back with is changed and answered, or ' +
  'they are refused when they come back (`barredAs` of `GET /admin/users/{id}`). Answers 409 if the person behind a ' +
  'closed account is no longer known. A change of another administrator needs two administrators, each with a fresh ' +
  'second factor.';

export function authAdminRoutes(routes: Routes, deps: StatusDeps): void {
  const change = async (
    request: FastifyRequest,
    id: string,
    status: AssignableStatus,
    reason: string | undefined,
  ): Promise<Static<typeof UserView>> => {
    const { userId: actorId, sessionId } = callerOf(request);
    const userId = toId<'user'>(id);
    if (userId === actorId) throw ownStatus();
    const editor = { actorId, sessionId, ip: request.ip, reason: reason ?? null };
    const user = await changeUserStatus(deps, { userId, status, editor });
    return userView(user);
  };
  const response = { 200: UserView, ...errorAnswers(403, 404, 409) };

  routes.put(
    '/admin/users/:id/status',
    {
      schema: {
        operationId: 'adminSetUserStatus',
        summary: 'Set the status of a user',
        description: `Suspending or banning ends all sessions and sockets of the user at once. ${OF_CLOSED}`,
        params: UserParams,
        body: StatusBody,
        response,
      },
    },
    async (request) => change(request, request.params.id, request.body.status, request.body.reason),
  );

  routes.post(
    '/admin/users/:id/ban',
    {
      schema: {
        operationId: 'adminBanUser',
        summary: 'Ban a user',
        description: `Ends all sessions and sockets of the user at once; no login works until the ban is lifted. ${OF_CLOSED}`,
        params: UserParams,
        body: BanBody,
        response,
      },
    },
    async (request) => change(request, request.params.id, 'BANNED', request.body.reason),
  );

  routes.post(
    '/admin/users/:id/unban',
    {
      schema: {
        operationId: 'adminUnbanUser',
        summary: 'Lift a ban',
        description: `The user may log in again. ${OF_CLOSED}`,
        params: UserParams,
        body: UnbanBody,
        response,
      },
    },
    async (request) => change(request, request.params.id, 'ACTIVE', request.body.reason),
  );
}
