import { announceAll } from '../../../../platform/database/announcements.ts';
import { type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { TakeOver } from '../../../../platform/personal-data/person-facts.ts';
import { recordAudit } from '../../audit/index.ts';
import { type Decider, requireMayChangeAdministrator, type SettingDeps } from '../../decisions/index.ts';
import { bearerOf, forgetReason, keepKnown } from '../../person-facts/index.ts';
import {
  findBarredAs,
  findUser,
  lockUser,
  type User,
  updateBarredAs,
  updateUserStatus,
  userNotFound,
} from '../../users/index.ts';
import { SESSIONS_ENDED, type SessionStore } from './session-store.ts';
import { type AssignableStatus, accountClosed, ownStatus, personForgotten } from './sessions.records.ts';
import { deleteUserSessions } from './sessions.sql.ts';

interface ChangeUserStatus {
  userId: Id<'user'>;
  status: AssignableStatus;
  editor: Decider;
}

export interface StatusDeps extends SettingDeps {
  sessionStore: SessionStore;
}

const ACTIONS: Readonly<Record<AssignableStatus, string>> = {
  ACTIVE: 'USER_ACTIVATED',
  SUSPENDED: 'USER_SUSPENDED',
  BANNED: 'USER_BANNED',
};

/**
 * Bans and suspensions end all sessions and sockets at once; a racing login waits for the user's row. For a closed
 * account the person is meant: the account that they returned with, or the next one.
 */
export async function changeUserStatus(deps: StatusDeps, change: ChangeUserStatus): Promise<User> {
  const { user, ended } = await transaction(deps.db, (tx) => changeIn(deps, tx, change));
  await deps.sessionStore.forget(ended);
  return user;
}

interface Changed {
  user: User;
  ended: string[];
}

async function changeIn(deps: StatusDeps, tx: Tx, change: ChangeUserStatus): Promise<Changed> {
  const { userId, status, editor } = change;
  await lockUser(tx, userId);
  const found = await findUser(tx, userId);
  if (found === null) throw userNotFound();
  if (found.status === 'CLOSED') return changeClosed(deps, tx, change, found);
  if (deps.adminPlatformIds.has(found.platformId)) {
    const decision = { ownerId: userId, action: 'set-status', entity: { type: 'user', id: userId }, content: status };
    await requireMayChangeAdministrator(deps, tx, editor, decision);
  }
  await updateUserStatus(tx, userId, status);
  const ended = status === 'ACTIVE' ? [] : await deleteUserSessions(tx, userId);
  await announceAll(tx, SESSIONS_ENDED, ended);
  await record(tx, change, ended.length);
  return { user: { ...found, status }, ended };
}

/** A returning user locks the closed account, too: they are found here, or find the bar. */
async function changeClosed(deps: StatusDeps, tx: Tx, change: ChangeUserStatus, closed: User): Promise<Changed> {
  const bearerId = await bearerOf(tx, closed.id);
  if (bearerId === change.editor.actorId) throw ownStatus();
  if (bearerId !== closed.id) return changeIn(deps, tx, { ...change, userId: bearerId });
  if (change.status === 'ACTIVE') {
    // Nobody reopens an account that its user has closed.
    if ((await findBarredAs(tx, [closed.id])) === null) throw userNotFound();
    await updateBarredAs(tx, closed.id, null);
    await forgetReason(tx, closed.id, 'bar');
  } else {
    if (!(await keepKnown(tx, closed.id, 'bar'))) throw personForgotten();
    await updateBarredAs(tx, closed.id, change.status);
  }
  await record(tx, change, 0);
  return { user: closed, ended: [] };
}

async function record(tx: Tx, { userId, status, editor }: ChangeUserStatus, sessionsEnded: number) {
  const entity = { type: 'user', id: userId };
  const { actorId, reason, ip } = editor;
  const metadata = { reason, sessionsEnded };
  await recordAudit(tx, [{ action: ACTIONS[status], userId, actorId, entity, metadata, ip }]);
}

/** A person whose closed account was barred since gets no other. */
export const keepBarredOut: TakeOver = async (tx, _userId, closedIds) => {
  const barredAs = await findBarredAs(tx, closedIds);
  if (barredAs !== null) throw accountClosed(barredAs);
};
