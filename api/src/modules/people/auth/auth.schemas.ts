import { type Static, Type } from 'typebox';
import { timeOf } from '../../../platform/schemas.ts';
import type { Session } from './auth.types.ts';

const SESSION_ID = 'c0ffee00'.repeat(8);

export const SessionParams = Type.Object({
  sessionId: Type.String({
    description: 'The id of a session as `GET /auth/sessions` lists it, or the id in its own cookie',
    examples: [SESSION_ID],
  }),
});

const SessionView = Type.Object(
  {
    id: Type.String({
      description:
        'The SHA-256 of the id in the cookie, 64 hex characters: it names the session, and cannot be used to log in',
    }),
    ip: Type.String({ description: 'Address at the login' }),
    userAgent: Type.String({ description: 'Browser or device at the login' }),
    createdAt: timeOf('When it was logged in'),
    lastActivity: timeOf('When it was last used'),
    isCurrent: Type.Boolean({ description: 'The session of this very request' }),
  },
  { title: 'Session', description: 'A login of yours that is still valid' },
);

export const SessionList = Type.Object(
  { sessions: Type.Array(SessionView, { description: 'Your valid sessions' }) },
  {
    title: 'SessionList',
    examples: [
      {
        sessions: [
          {
            id: SESSION_ID,
            ip: '203.0.113.7',
            userAgent: 'Mozilla/5.0',
            createdAt: '2026-11-15T12:00:00.000Z',
            lastActivity: '2026-11-15T12:34:56.000Z',
            isCurrent: true,
          },
        ],
      },
    ],
  },
);

export function sessionListView(sessions: readonly Session[], currentId: string): Static<typeof SessionList> {
  return {
    sessions: sessions.map(({ id, ip, userAgent, createdAt, lastActivity }) => ({
      id,
      ip,
      userAgent,
      createdAt: createdAt.toISOString(),
      lastActivity: lastActivity.toISOString(),
      isCurrent: id === currentId,
    })),
  };
}

const Words = Type.String({ description: 'The outcome, for people to read' });
export const Message = Type.Object(
  { message: Words },
  { title: 'Message', description: 'That it was done', examples: [{ message: 'Você saiu da sua conta.' }] },
);

export const RevokedAll = Type.Object(
  { message: Words, sessionsRevoked: Type.Integer({ description: 'Sessions that were ended' }) },
  { title: 'RevokedSessions', examples: [{ message: 'Todas as sessões foram encerradas.', sessionsRevoked: 3 }] },
);
