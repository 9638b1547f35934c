import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import { join, sql } from '../../../platform/database/sql.ts';
import { unauthorized } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import type { RowsOfUser } from '../../../platform/personal-data/personal-rows.ts';
import { recordAudit } from '../audit/index.ts';
import { type Auth, endSessionsOf } from '../auth/index.ts';
import { findUser, lockUser } from '../users/index.ts';
import { accountNotSettled } from './personal-data.records.ts';

async function listUnsettled(
  tx: Tx,
  unsettled: Readonly<Record<string, RowsOfUser>>,
  userId: Id<'user'>,
): Promise<string[]> {
  const asked = Object.entries(unsettled).map(
    ([name, rows]) => sql`select ${name}::text as name where exists (${rows(userId)})`,
  );
  const rows = await tx.query<{ name: string }>(join(asked, ' union all '));
  return rows.map(({ name }) => name);
}

async function deleteStoredAnswers(tx: Tx, userId: Id<'user'>): Promise<void> {
  await tx.query(sql`delete from idempotency_keys where owner_id = ${userId}`);
}

export interface CloseDeps {
  db: Db;
  clock: Clock;
  auth: Pick<Auth, 'sessionStore'>;
  /** By module. */
  unsettled: readonly Readonly<Record<string, RowsOfUser>>[];
  lockAccount(tx: Tx, userId: Id<'user'>): Promise<unknown>;
  erase(tx: Tx, userId: Id<'user'>): Promise<void>;
}

/**
 * Erases everything that names the person; books and rolls stay under the bare id. The account is locked first, then
 * the user and the sessions, so settled things stay settled and waiting requests find the account barred. The trail
 * does not say from where it was closed.
 */
export async function closeAccount(deps: CloseDeps, userId: Id<'user'>): Promise<void> {
  const ended = await transaction(deps.db, async (tx) => {
    await deps.lockAccount(tx, userId);
    const open = await listUnsettled(tx, Object.assign({}, ...deps.unsettled), userId);
    if (open.length > 0) throw accountNotSettled(open);
    const [, user] = await Promise.all([lockUser(tx, userId), findUser(tx, userId)]);
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
