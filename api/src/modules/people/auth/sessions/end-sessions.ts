import { announceAll } from '../../../../platform/database/announcements.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { recordAudit } from '../../audit/index.ts';
import type { NotifySecurity } from '../../notifications/index.ts';
import { findUser, lockUser, userNotFound } from '../../users/index.ts';
import { SESSIONS_ENDED, type SessionStore } from './session-store.ts';
import { allSessionsEnded, sessionRevoked } from './sessions.messages.ts';
import { notYourSession, ownSessions, sessionHashOf } from './sessions.records.ts';
import { deleteSession, deleteUserSessions } from './sessions.sql.ts';

interface EndSessionsDeps {
  db: Db;
  sessionStore: SessionStore;
  notifySecurity: NotifySecurity;
}

interface EndSession {
  userId: Id<'user'>;
  /** The hash, or the id itself. */
  sessionId: string;
  /** The caller's session. */
  ownId: string;
  action: 'LOGOUT' | 'SESSION_REVOKED';
  ip: string;
}

export async function endSession(
  deps: EndSessionsDeps,
  { userId, sessionId, ownId, action, ip }: EndSession,
): Promise<void> {
  const ended = await transaction(deps.db, async (tx) => {
    const ids = await deleteSession(tx, userId, [sessionId, sessionHashOf(sessionId)]);
    if (ids.length === 0) throw notYourSession();
    await announceAll(tx, SESSIONS_ENDED, ids);
    await recordAudit(tx, [{ action, userId, actorId: userId, ip }]);
    if (!ids.includes(ownId)) await deps.notifySecurity(tx, userId, [sessionRevoked()]);
    return ids;
  });
  await deps.sessionStore.forget(ended);
}

/** The user must be locked. After the commit the session store has to forget these ids. */
export async function endSessionsOf(tx: Tx, userId: Id<'user'>): Promise<string[]> {
  const ids = await deleteUserSessions(tx, userId);
  await announceAll(tx, SESSIONS_ENDED, ids);
  return ids;
}

export async function endAllSessions(
  deps: EndSessionsDeps,
  { userId, ip }: { userId: Id<'user'>; ip: string },
): Promise<number> {
  const ended = await transaction(deps.db, async (tx) => {
    const [, ids] = await Promise.all([lockUser(tx, userId), deleteUserSessions(tx, userId)]);
    await announceAll(tx, SESSIONS_ENDED, ids);
    const metadata = { sessionsRevoked: ids.length };
    await recordAudit(tx, [{ action: 'LOGOUT_ALL', userId, actorId: userId, metadata, ip }]);
    await deps.notifySecurity(tx, userId, [allSessionsEnded()]);
    return ids;
  });
  await deps.sessionStore.forget(ended);
  return ended.length;
}

export interface UserSessionsDeps {
  db: Db;
  sessionStore: SessionStore;
  notifySecurity: NotifySecurity;
}

interface EndUserSessions {
  userId: Id<'user'>;
  /** Null ends all sessions. */
  sessionId: string | null;
  reason: string;
  actorId: Id<'user'>;
  ip: string;
}

/** Returns how many sessions ended. The user is notified. */
export async function endUserSessions(deps: UserSessionsDeps, command: EndUserSessions): Promise<number> {
  const { userId, sessionId, reason, actorId, ip } = command;
  if (userId === actorId) throw ownSessions();
  const ended = await transaction(deps.db, async (tx) => {
    await lockUser(tx, userId);
    if ((await findUser(tx, userId)) === null) throw userNotFound();
    const ids =
      sessionId === null ? await deleteUserSessions(tx, userId) : await deleteSession(tx, userId, [sessionId]);
    if (ids.length === 0) return ids;
    await announceAll(tx, SESSIONS_ENDED, ids);
    const entity = { type: 'user', id: userId };
    const metadata = { reason, sessionsEnded: ids.length };
    await recordAudit(tx, [{ action: 'SESSIONS_ENDED_BY_ADMIN', userId, actorId, entity, metadata, ip }]);
    await deps.notifySecurity(tx, userId, [sessionId === null ? allSessionsEnded() : sessionRevoked()]);
    return ids;
  });
  await deps.sessionStore.forget(ended);
  return ended.length;
}
