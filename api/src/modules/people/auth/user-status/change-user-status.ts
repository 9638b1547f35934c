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
  type UserStatus,
  updateBarredAs,
  updateUserStatus,
  userNotFound,
} from '../../users/index.ts';
import { accountClosed, ownStatus, personForgotten } from '../auth.errors.ts';
import { SESSIONS_ENDED, type SessionStore } from '../session-store.ts';
import { deleteUserSessions } from '../sessions.sql.ts';

/** That an account is closed is for its user to say. */
export type AssignableStatus = Exclude<UserStatus, 'CLOSED'>;

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
 * Who is banned or suspended loses all sessions and sockets at once; a login that races waits for the user's row. Of a closed
 * account it is its person who is meant: the account that they have come back with, or nobody until they want to.
 */
export async function changeUserStatus(deps: StatusDeps, change: ChangeUserStatus): Promise<User> {
  const { user, ended } = await transaction(deps.db, (tx) => changeIn(deps, tx, change));
  await deps.sessionStore.forget(ended);
  return user;
}

interface Changed {
  user: User;
  /** Sessions that have ended. */
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

/** Who comes back locks it too: they are found here, or find the bar. */
async function changeClosed(deps: StatusDeps, tx: Tx, change: ChangeUserStatus, closed: User): Promise<Changed> {
  const bearerId = await bearerOf(tx, closed.id);
  if (bearerId === change.editor.actorId) throw ownStatus();
  if (bearerId !== closed.id) return changeIn(deps, tx, { ...change, userId: bearerId });
  if (change.status === 'ACTIVE') {
    // What its user has closed nobody opens again.
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

/** Whose closed account was banned or suspended since gets no other. */
export const keepBarredOut: TakeOver = async (tx, _userId, closedIds) => {
  const barredAs = await findBarredAs(tx, closedIds);
  if (barredAs !== null) throw accountClosed(barredAs);
};
