import { announceAll } from '../../../../platform/database/announcements.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { TakeOver } from '../../../../platform/personal-data/person-facts.ts';
import { recordAudit } from '../../audit/index.ts';
import { type Decider, requireMayChangeAdministrator, type SettingDeps } from '../../decisions/index.ts';
import { type NotificationContent, type NotifySecurity, securityNotice } from '../../notifications/index.ts';
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
import {
  type AssignableStatus,
  accountClosed,
  notYourSession,
  ownSessions,
  ownStatus,
  personForgotten,
  sessionHashOf,
} from './sessions.records.ts';
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

export const loggedInFromElsewhere = (ip: string): NotificationContent =>
  securityNotice(
    'LOGIN_FROM_NEW_ADDRESS',
    {
      title: 'Novo acesso à sua conta',
      message: `Alguém entrou na sua conta a partir do endereço ${ip}.`,
      en: {
        title: 'A new login to your account',
        message: `Somebody has logged in to your account from the address ${ip}.`,
      },
    },
    { ip },
  );

export const sessionSeenElsewhere = (ip: string): NotificationContent =>
  securityNotice(
    'SESSION_FROM_NEW_ADDRESS',
    {
      title: 'Sessão usada em outro lugar',
      message: `Uma sessão sua foi usada a partir do endereço ${ip}.`,
      en: {
        title: 'A session was used elsewhere',
        message: `A session of yours was used from the address ${ip}.`,
      },
    },
    { ip },
  );

const sessionRevoked = (): NotificationContent =>
  securityNotice('SESSION_REVOKED', {
    title: 'Sessão encerrada',
    message: 'Uma sessão da sua conta foi encerrada a partir de outra.',
    en: { title: 'A session was ended', message: 'A session of your account was ended from another one.' },
  });

const allSessionsEnded = (): NotificationContent =>
  securityNotice('LOGOUT_ALL', {
    title: 'Todas as sessões encerradas',
    message: 'Todas as sessões da sua conta foram encerradas.',
    en: { title: 'All sessions were ended', message: 'All sessions of your account were ended.' },
  });

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
