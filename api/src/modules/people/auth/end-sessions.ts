import { announceAll } from '../../../platform/database/announcements.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { recordAudit } from '../audit/index.ts';
import type { NotifySecurity } from '../notifications/index.ts';
import { lockUser } from '../users/index.ts';
import { notYourSession } from './auth.errors.ts';
import { allSessionsEnded, sessionRevoked } from './auth.notifications.ts';
import { sessionHashOf } from './session-hash.ts';
import { SESSIONS_ENDED, type SessionStore } from './session-store.ts';
import { deleteSession, deleteUserSessions } from './sessions.sql.ts';

interface EndSessionsDeps {
  db: Db;
  sessionStore: SessionStore;
  notifySecurity: NotifySecurity;
}

interface EndSession {
  userId: Id<'user'>;
  /** Its hash, or the id itself. */
  sessionId: string;
  /** The session that asks for it. */
  ownId: string;
  action: 'LOGOUT' | 'SESSION_REVOKED';
  ip: string;
}

/** Ends one session of the caller's own. */
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

/** As part of a transaction that has locked the user; after its commit the session store forgets those that are given. */
export async function endSessionsOf(tx: Tx, userId: Id<'user'>): Promise<string[]> {
  const ids = await deleteUserSessions(tx, userId);
  await announceAll(tx, SESSIONS_ENDED, ids);
  return ids;
}

/** Ends all sessions of the caller; gives how many there were. */
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
