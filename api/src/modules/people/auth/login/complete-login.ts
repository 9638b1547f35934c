import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../../platform/clock.ts';
import { announceAll } from '../../../../platform/database/announcements.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { recordAudit } from '../../audit/index.ts';
import type { NotifySecurity } from '../../notifications/index.ts';
import { type User, type UserRole, upsertUser } from '../../users/index.ts';
import { accountClosed } from '../auth.errors.ts';
import { loggedInFromElsewhere } from '../auth.notifications.ts';
import type { SessionActivity } from '../session-activity.ts';
import { sessionHashOf } from '../session-hash.ts';
import { SESSIONS_ENDED, type SessionStore } from '../session-store.ts';
import { MAX_SESSIONS } from '../sessions.rules.ts';
import { hasLoggedInFrom, insertSession, trimSessions, useLoginNonce } from '../sessions.sql.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { loginNotConfirmed, loginRefused, loginUsedBefore } from './login.errors.ts';
import { checkAssertion } from './openid.rules.ts';

export interface CompleteLoginDeps {
  db: Db;
  clock: Clock;
  identityProvider: IdentityProvider;
  sessionStore: SessionStore;
  activity: SessionActivity;
  notifySecurity: NotifySecurity;
  roleOf(platformId: string): UserRole;
  /** What else belongs to a new user, in the transaction that makes them. */
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
 * The way back from the identity provider: an assertion becomes a session, or nothing at all. Gives the id of the session,
 * which nobody but its browser has from here on.
 */
export async function completeLogin(deps: CompleteLoginDeps, command: CompleteLogin): Promise<string> {
  const { params, returnTo, ip, userAgent, deviceId } = command;
  const { identityUrl } = deps.identityProvider;
  const assertion = checkAssertion(params, { identityUrl, returnTo, nowMs: deps.clock.now().getTime() });
  if ('fault' in assertion) throw loginRefused(assertion.fault);
  if (!(await deps.identityProvider.confirms(params))) throw loginNotConfirmed();
  const { platformId, nonce } = assertion;
  const profile = await deps.identityProvider.profileOf(platformId);
  // So that the least recently active session is judged by what has happened until now.
  await deps.activity.flush();

  const sessionId = randomBytes(32).toString('hex');
  const { session, ended } = await transaction(deps.db, async (tx) => {
    if (!(await useLoginNonce(tx, nonce))) throw loginUsedBefore();
    // Locks the user's row: logins of one user, and a ban, happen one after the other.
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
