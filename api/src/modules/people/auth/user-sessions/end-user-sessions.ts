import { announceAll } from '../../../../platform/database/announcements.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { recordAudit } from '../../audit/index.ts';
import type { NotifySecurity } from '../../notifications/index.ts';
import { findUser, lockUser, userNotFound } from '../../users/index.ts';
import { ownSessions } from '../auth.errors.ts';
import { allSessionsEnded, sessionRevoked } from '../auth.notifications.ts';
import { SESSIONS_ENDED, type SessionStore } from '../session-store.ts';
import { deleteSession, deleteUserSessions } from '../sessions.sql.ts';

export interface UserSessionsDeps {
  db: Db;
  sessionStore: SessionStore;
  notifySecurity: NotifySecurity;
}

interface EndUserSessions {
  userId: Id<'user'>;
  /** Null: all of them. */
  sessionId: string | null;
  reason: string;
  actorId: Id<'user'>;
  ip: string;
}

/** An administrator ends sessions of somebody else, who hears of it; gives how many have ended. */
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
