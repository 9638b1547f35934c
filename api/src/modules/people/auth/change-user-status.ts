import { announceAll } from '../../../platform/database/announcements.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { recordAudit } from '../audit/index.ts';
import { type User, type UserStatus, updateUserStatus, userNotFound } from '../users/index.ts';
import { SESSIONS_ENDED, type SessionStore } from './session-store.ts';
import { deleteUserSessions } from './sessions.sql.ts';

/** That an account is closed is for its user to say. */
export type GivenStatus = Exclude<UserStatus, 'CLOSED'>;

interface ChangeUserStatus {
  userId: Id<'user'>;
  status: GivenStatus;
  reason: string | null;
  actorId: Id<'user'>;
  ip: string;
}

const ACTIONS: Readonly<Record<GivenStatus, string>> = {
  ACTIVE: 'USER_ACTIVATED',
  SUSPENDED: 'USER_SUSPENDED',
  BANNED: 'USER_BANNED',
};

/** Who is banned or suspended loses all sessions and sockets at once; a login that races waits for the user's row. */
export async function changeUserStatus(
  deps: { db: Db; sessionStore: SessionStore },
  { userId, status, reason, actorId, ip }: ChangeUserStatus,
): Promise<User> {
  const { user, ended } = await transaction(deps.db, async (tx) => {
    const changed = await updateUserStatus(tx, userId, status);
    if (changed === null) throw userNotFound();
    const ids = status === 'ACTIVE' ? [] : await deleteUserSessions(tx, userId);
    await announceAll(tx, SESSIONS_ENDED, ids);
    const metadata = { reason, sessionsEnded: ids.length };
    const entity = { type: 'user', id: userId };
    await recordAudit(tx, [{ action: ACTIONS[status], userId, actorId, entity, metadata, ip }]);
    return { user: changed, ended: ids };
  });
  await deps.sessionStore.forget(ended);
  return user;
}
