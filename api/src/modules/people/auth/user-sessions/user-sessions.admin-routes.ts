import { type Static, Type } from 'typebox';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { idOf, timeOf } from '../../../../platform/schemas.ts';
import { findUser, userNotFound } from '../../users/index.ts';
import type { Session } from '../auth.types.ts';
import { listSessions } from '../sessions.sql.ts';
import { endUserSessions, type UserSessionsDeps } from './end-user-sessions.ts';

const Params = Type.Object({ id: idOf('Id of the user') });

const UserSession = Type.Object(
  {
    id: Type.String({ description: 'Names the session; it cannot be used to log in' }),
    ip: Type.String({ description: 'Address at the login' }),
    userAgent: Type.String({ description: 'Browser or device at the login' }),
    createdAt: timeOf('Time of the login'),
    lastActivity: timeOf('Time of the last use, to the minute'),
  },
  { title: 'UserSession', description: 'A login of a user that is still valid' },
);
const UserSessions = Type.Object(
  { sessions: Type.Array(UserSession, { description: 'The most recently active first' }) },
  {
    title: 'UserSessions',
    examples: [
      {
        sessions: [
          {
            id: 'ab'.repeat(32),
            ip: '203.0.113.7',
            userAgent: 'Mozilla/5.0',
            createdAt: '2026-11-15T12:00:00.000Z',
            lastActivity: '2026-11-15T12:34:56.000Z',
          },
        ],
      },
    ],
  },
);

const EndBody = Type.Object(
  {
    sessionId: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        'x-fault': 'must be the id of a session: 64 hex characters',
        description: 'The session to end; without it, all sessions end',
      }),
    ),
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      'x-fault': 'must have 1 to 500 characters that are not all blank',
      description: 'The reason, for the audit trail',
    }),
  },
  { title: 'SessionsToEnd', examples: [{ reason: 'The account was taken over' }] },
);
const EndedSessions = Type.Object(
  { ended: Type.Integer({ description: 'How many sessions this request ended' }) },
  { title: 'EndedSessions', examples: [{ ended: 2 }] },
);

const sessionView = ({ id, ip, userAgent, createdAt, lastActivity }: Session): Static<typeof UserSession> => ({
  id,
  ip,
  userAgent,
  createdAt: createdAt.toISOString(),
  lastActivity: lastActivity.toISOString(),
});

export function userSessionsAdminRoutes(routes: Routes, deps: UserSessionsDeps): void {
  routes.get(
    '/admin/users/:id/sessions',
    {
      schema: {
        operationId: 'adminListUserSessions',
        summary: 'List the sessions of a user',
        description: 'Lists the valid sessions of the user, the most recently active first.',
        params: Params,
        response: { 200: UserSessions, ...errorAnswers(404) },
      },
    },
    async ({ params }) => {
      const userId = toId<'user'>(params.id);
      if ((await findUser(deps.db, userId)) === null) throw userNotFound();
      return { sessions: (await listSessions(deps.db, userId)).map(sessionView) };
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
        params: Params,
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
