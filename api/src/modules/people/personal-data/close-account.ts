import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import { unauthorized } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import type { RowsOfUser } from '../../../platform/personal-data/personal-rows.ts';
import { recordAudit } from '../audit/index.ts';
import { type Auth, endSessionsOf } from '../auth/index.ts';
import { findUser, lockUser } from '../users/index.ts';
import { accountNotSettled } from './personal-data.errors.ts';
import { deleteStoredAnswers, listUnsettled } from './personal-data.sql.ts';

export interface CloseDeps {
  db: Db;
  clock: Clock;
  auth: Pick<Auth, 'sessionStore'>;
  /** By module. */
  unsettled: readonly Readonly<Record<string, RowsOfUser>>[];
  lockAccount(tx: Tx, userId: Id<'user'>): Promise<unknown>;
  /** What every module erases of its own. */
  erase(tx: Tx, userId: Id<'user'>): Promise<void>;
}

/**
 * Closes the account of who asks for it, for good: what names the person is erased, and books and rolls stay under the
 * bare id. The account is locked first, as by everybody who moves money or items, then the user and the sessions: what is
 * found settled stays so, and who waited for the lock finds the account barred. The trail says that it was done and not
 * from where.
 */
export async function closeAccount(deps: CloseDeps, userId: Id<'user'>): Promise<void> {
  const ended = await transaction(deps.db, async (tx) => {
    await deps.lockAccount(tx, userId);
    const open = await listUnsettled(tx, Object.assign({}, ...deps.unsettled), userId);
    if (open.length > 0) throw accountNotSettled(open);
    const [, user] = await Promise.all([lockUser(tx, userId), findUser(tx, userId)]);
    // Closed meanwhile by another request of theirs.
    if (user?.status !== 'ACTIVE') throw unauthorized();
    const sessionIds = await endSessionsOf(tx, userId);
    await deps.erase(tx, userId);
    await deleteStoredAnswers(tx, userId);
    const metadata = { sessionsEnded: sessionIds.length };
    await recordAudit(tx, [{ action: 'ACCOUNT_CLOSED', userId, actorId: userId, metadata }]);
    return sessionIds;
  });
  await deps.auth.sessionStore.forget(ended);
}
