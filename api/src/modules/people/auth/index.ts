import type { Clock } from '../../../platform/clock.ts';
import type { Announcements } from '../../../platform/database/announcements.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { HotStore } from '../../../platform/hot-store/hot-store.ts';
import type { Module, RunningModule } from '../../../platform/module.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { createRepeatRecorder, type RepeatRecorder } from '../audit/index.ts';
import type { NotifySecurity } from '../notifications/index.ts';
import type { User, UserRole } from '../users/index.ts';
import { activityDays } from './activity-days.ts';
import { authInvariants } from './auth.invariants.ts';
import { authPersonalData } from './auth.personal-data.ts';
import { authPlayerRoutes } from './auth.routes.ts';
import { createIdentify, type Identify } from './authenticate.ts';
import type { IdentityProvider } from './login/identity-provider.ts';
import { loginPublicRoutes } from './login/login.routes.ts';
import type { CookieSettings } from './login-cookies.ts';
import { createSessionActivity, type SessionActivity } from './session-activity.ts';
import { createLookUpLimit } from './session-look-ups.ts';
import { createSessionStore, SESSIONS_ENDED, type SessionStore } from './session-store.ts';
import { deleteExpiredSessions, deleteOldLoginNonces, listValidIds } from './sessions.sql.ts';
import { userSessionsAdminRoutes } from './user-sessions/user-sessions.admin-routes.ts';
import { keepBarredOut } from './user-status/change-user-status.ts';
import { authAdminRoutes } from './user-status/user-status.admin-routes.ts';

export { activityDays } from './activity-days.ts';
export { endSessionsOf } from './end-sessions.ts';
export { createIdentityProvider, type IdentityProvider } from './login/identity-provider.ts';

export interface AuthDeps {
  db: Db;
  hotStore: HotStore;
  clock: Clock;
  logger: Logger;
  announcements: Announcements;
  identityProvider: IdentityProvider;
  adminPlatformIds: ReadonlySet<string>;
  settings: Pick<Settings, 'read'>;
  /** Sessions that do not exist, which one address may ask for in a minute; 0 = any number. */
  unknownSessionsPerMinute: number;
  cookies: CookieSettings;
  ownUrls: readonly string[];
  frontEndUrl: string | null;
  onUserCreated(tx: Tx, user: User): Promise<void>;
  notifySecurity: NotifySecurity;
}

export interface Auth extends RunningModule {
  /** Who stands behind a session id, for requests and sockets alike. */
  identify: Identify;
  sessionStore: SessionStore;
  activity: SessionActivity;
  repeats: RepeatRecorder;
  /** Which of these sessions are valid, by PostgreSQL itself. */
  stillValid(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Called in every process with the ids of sessions that have ended anywhere. */
  onSessionsEnded(handler: (sessionIds: readonly string[]) => void): void;
}

/** Logins and sessions: who is there. Made before the others, since sockets and requests ask it who calls. */
export const auth: Module<{ auth: Auth }> = {
  name: 'auth',
  personalData: authPersonalData,
  rollUps: [activityDays],
  invariants: authInvariants,
  decided: sql`
    select 'user' as entity_type, entity_id, 'set-status' as action, user_id as owner_id, actor_id as decided_by
    from audit_entries
    where action in ('USER_ACTIVATED', 'USER_SUSPENDED', 'USER_BANNED') and actor_id is not null`,
  takeOver: keepBarredOut,
  run: (deps) => deps.auth,
};

export function createAuth(deps: AuthDeps): Auth {
  const { db, clock, announcements } = deps;
  const roleOf = (platformId: string): UserRole => (deps.adminPlatformIds.has(platformId) ? 'ADMIN' : 'USER');
  const sessionStore = createSessionStore({
    ...deps,
    limitLookUps: createLookUpLimit(clock, deps.unknownSessionsPerMinute),
  });
  const activity = createSessionActivity({ db, clock, logger: deps.logger });
  const repeats = createRepeatRecorder({ db, clock, logger: deps.logger });
  const shared = { ...deps, sessionStore, activity, roleOf };
  const onSessionsEnded = (handler: (ids: readonly string[]) => void) =>
    announcements.on(SESSIONS_ENDED, (payload) => handler(payload as string[]));
  onSessionsEnded((ids) => void sessionStore.forget(ids));
  return {
    http: [
      {
        tag: {
          name: 'auth',
          description: 'Log in with Steam, see and end your sessions.',
          forAdministrators: 'Suspend and ban users, and let them in again.',
        },
        public: (routes) => loginPublicRoutes(routes, shared),
        player: (routes) => authPlayerRoutes(routes, shared),
        admin: (routes) => {
          authAdminRoutes(routes, shared);
          userSessionsAdminRoutes(routes, shared);
        },
      },
    ],
    jobs: {
      tasks: {
        'sweep-sessions': async () => {
          await deleteExpiredSessions(db);
          await deleteOldLoginNonces(db);
        },
      },
      schedule: ['*/10 * * * * sweep-sessions'],
    },
    start: () => {
      activity.start();
      repeats.start();
    },
    stop: async () => {
      await activity.stop();
      await repeats.stop();
    },
    identify: createIdentify({ ...shared, repeats }),
    sessionStore,
    activity,
    repeats,
    stillValid: async (ids) => new Set(await listValidIds(db, ids)),
    onSessionsEnded,
  };
}
