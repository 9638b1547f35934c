import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../../platform/clock.ts';
import { announceAll } from '../../../../platform/database/announcements.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { recordAudit } from '../../audit/index.ts';
import type { NotifySecurity } from '../../notifications/index.ts';
import { type User, type UserRole, upsertUser } from '../../users/index.ts';
import { loggedInFromElsewhere } from '../sessions/end-sessions.ts';
import { SESSIONS_ENDED, type SessionActivity, type SessionStore } from '../sessions/session-store.ts';
import { accountClosed, MAX_SESSIONS, sessionHashOf } from '../sessions/sessions.records.ts';
import { hasLoggedInFrom, insertSession, trimSessions, useLoginNonce } from '../sessions/sessions.sql.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { checkAssertion, loginNotConfirmed, loginRefused, loginUsedBefore } from './login.records.ts';

export interface CompleteLoginDeps {
  db: Db;
  clock: Clock;
  identityProvider: IdentityProvider;
  sessionStore: SessionStore;
  activity: SessionActivity;
  notifySecurity: NotifySecurity;
  roleOf(platformId: string): UserRole;
  /** Runs in the transaction that creates the user. */
  onUserCreated(tx: Tx, user: User): Promise<void>;
}

interface CompleteLogin {
  params: readonly (readonly [string, string])[];
  returnTo: string;
  ip: string;
  userAgent: string;
  deviceId: string | null;
}

/**
 * An assertion of the identity provider becomes a session, or nothing at all. Returns the id, which only the browser
 * keeps.
 */
export async function completeLogin(deps: CompleteLoginDeps, command: CompleteLogin): Promise<string> {
  const { params, returnTo, ip, userAgent, deviceId } = command;
  const { identityUrl } = deps.identityProvider;
  const assertion = checkAssertion(params, { identityUrl, returnTo, nowMs: deps.clock.now().getTime() });
  if ('fault' in assertion) throw loginRefused(assertion.fault);
  if (!(await deps.identityProvider.confirms(params))) throw loginNotConfirmed();
  const { platformId, nonce } = assertion;
  const profile = await deps.identityProvider.profileOf(platformId);
  // The least recently active session is chosen by these times.
  await deps.activity.flush();

  const sessionId = randomBytes(32).toString('hex');
  const { session, ended } = await transaction(deps.db, async (tx) => {
    if (!(await useLoginNonce(tx, nonce))) throw loginUsedBefore();
    // Locks the user's row, so logins and a ban of one user follow each other.
    const { user, isNew } = await upsertUser(tx, profile, deps.roleOf(platformId));
    if (user.status !== 'ACTIVE') throw accountClosed(user.status);
    if (isNew) await deps.onUserCreated(tx, user);
    else if (!(await hasLoggedInFrom(tx, user.id, ip)))
      await deps.notifySecurity(tx, user.id, [loggedInFromElsewhere(ip)]);
    const removed = await trimSessions(tx, user.id, MAX_SESSIONS - 1);
    const id = sessionHashOf(sessionId);
    const created = await insertSession(tx, { id, userId: user.id, platformId, ip, userAgent, deviceId });
    await announceAll(tx, SESSIONS_ENDED, removed);
    await recordAudit(tx, [
      {
        action: 'LOGIN',
        userId: user.id,
        actorId: user.id,
        metadata: { userAgent, sessionsRemoved: removed.length },
        ip,
      },
    ]);
    return { session: created, ended: removed };
  });
  await deps.sessionStore.forget(ended);
  await deps.sessionStore.remember(session);
  return sessionId;
}
