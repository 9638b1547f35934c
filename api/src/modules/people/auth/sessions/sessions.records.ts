import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { defineAdminError, defineError } from '../../../../platform/errors.ts';
import type { Id } from '../../../../platform/ids.ts';
import { flag, listOf, record, type Static, string, time } from '../../../../platform/record.ts';
import { idOf } from '../../../../platform/schemas.ts';
import type { UserStatus } from '../../users/index.ts';

const SESSION_ID = 'c0ffee00'.repeat(8);

export const SessionParams = Type.Object({
  sessionId: Type.String({
    description: 'The id of a session as `GET /auth/sessions` lists it, or the id in its own cookie',
    examples: [SESSION_ID],
  }),
});
export const UserParams = Type.Object({ id: idOf('Id of the user') });

const sessionFields = {
  id: string(
    'The SHA-256 of the id in the cookie, 64 hex characters: it names the session, and cannot be used to log in',
    SESSION_ID,
  ),
  ip: string('Address at the login', '203.0.113.7'),
  userAgent: string('Browser or device at the login', 'Mozilla/5.0'),
  createdAt: time('When it was logged in'),
  lastActivity: time('When it was last used', '2026-11-15T12:34:56.000Z'),
};
const OwnSession = record('Session', 'A login of yours that is still valid', {
  ...sessionFields,
  isCurrent: flag('The session of this very request', true),
});
const UserSession = record('UserSession', 'A login of a user that is still valid', sessionFields);

export interface Session extends Static<typeof UserSession> {
  userId: Id<'user'>;
  platformId: string;
  deviceId: string | null;
  expiresAt: Date;
}

export type HotSession = Pick<Session, 'id' | 'userId' | 'platformId' | 'ip' | 'deviceId'> & { expiresAtMs: number };

export const SessionList = record('SessionList', 'Your valid sessions', {
  sessions: listOf(OwnSession, 'Your valid sessions'),
});
export const UserSessions = record('UserSessions', 'The valid sessions of a user', {
  sessions: listOf(UserSession, 'The most recently active first'),
});

export const EndBody = Type.Object(
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
export const EndedSessions = Type.Object(
  { ended: Type.Integer({ description: 'How many sessions this request ended' }) },
  { title: 'EndedSessions', examples: [{ ended: 2 }] },
);

const Reason = Type.String({ minLength: 1, maxLength: 500, description: 'The reason, kept in the audit trail' });
/** Only its user closes an account. */
export type AssignableStatus = Exclude<UserStatus, 'CLOSED'>;
const GivenStatusText = Type.Unsafe<AssignableStatus>({
  type: 'string',
  enum: ['ACTIVE', 'SUSPENDED', 'BANNED'],
  description: 'Whether the user may log in; only ACTIVE users may',
});
export const StatusBody = Type.Object(
  { status: GivenStatusText, reason: Type.Optional(Reason) },
  { examples: [{ status: 'SUSPENDED', reason: 'Asked for a pause' }] },
);
export const BanBody = Type.Object({ reason: Reason }, { examples: [{ reason: 'Used stolen accounts' }] });
export const UnbanBody = Type.Object(
  { reason: Type.Optional(Reason) },
  { examples: [{ reason: 'Mistaken identity' }] },
);

const Words = Type.String({ description: 'The outcome, for people to read' });
export const Message = Type.Object(
  { message: Words },
  { title: 'Message', description: 'That it was done', examples: [{ message: 'Você saiu da sua conta.' }] },
);

export const RevokedAll = Type.Object(
  { message: Words, sessionsRevoked: Type.Integer({ description: 'Sessions that were ended' }) },
  { title: 'RevokedSessions', examples: [{ message: 'Todas as sessões foram encerradas.', sessionsRevoked: 3 }] },
);

export const notYourSession = defineError(
  'NOT_YOUR_SESSION',
  403,
  'Not your session',
  'You have no session with this id.',
);
export const ownStatus = defineAdminError(
  'OWN_STATUS',
  400,
  'You cannot change your own status',
  'You cannot do this to your own account or record: ask another administrator.',
);
export const ownSessions = defineAdminError(
  'OWN_SESSIONS',
  403,
  'Your own sessions end by `DELETE /auth/sessions/{sessionId}` or by logging out everywhere',
  'This route ends sessions of other users.',
);
export const personForgotten = defineAdminError(
  'PERSON_FORGOTTEN',
  409,
  'This account was closed so long ago that its person is no longer known',
  'The person behind a closed account stays known for 100 days, and longer while the account owes something or is ' +
    'suspended.',
);
export const deviceMismatch = defineError(
  'DEVICE_MISMATCH',
  401,
  'Device mismatch',
  'The session belongs to another device: log in on this one.',
);
export const accountClosed = defineError(
  'ACCOUNT_CLOSED',
  403,
  {
    say: (status: UserStatus) => (status === 'BANNED' ? 'Esta conta foi banida.' : 'Esta conta está suspensa.'),
    params: (status) => ({ status }),
    examples: [['BANNED'], ['SUSPENDED']],
  },
  'The account is banned or suspended; an administrator can open it again.',
);

/**
 * Everything but the cookie knows a session by this hash, and nobody can log in with it. An id has 256 random bits, so
 * a plain hash is enough.
 */
export const sessionHashOf = (sessionId: string): string => hash('sha256', sessionId, 'hex');

/** One more removes the least recently active. */
export const MAX_SESSIONS = 5;

/**
 * Without a geo database, the same /16 of IPv4 or /32 of IPv6 is the same region: about one provider's customers in one
 * part of a country.
 */
export function isSameRegion(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [regionOf(one), regionOf(other)];
  return a !== null && a === b;
}

function regionOf(address: string): string | null {
  const v4 = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/i.exec(address);
  if (v4 !== null) return `${v4[1]}.${v4[2]}`;
  const groups = expandV6(address);
  return groups === null ? null : `${groups[0]}:${groups[1]}`;
}

function expandV6(address: string): string[] | null {
  const [head, tail, ...more] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  if (head === undefined || more.length > 0) return null;
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...after];
  if (groups.length !== 8 || !groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return null;
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}
