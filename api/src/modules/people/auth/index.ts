import type { Announcements } from '../../../platform/announcements.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/db.ts';
import type { HotStore } from '../../../platform/hot-store/hot-store.ts';
import type { HttpModule } from '../../../platform/http/module.ts';
import type { JobSet } from '../../../platform/jobs.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { User, UserRole } from '../users/index.ts';
import { authAdminRoutes } from './auth.admin-routes.ts';
import { authPlayerRoutes } from './auth.routes.ts';
import { createIdentify, type Identify } from './authenticate.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { loginPublicRoutes } from './login.routes.ts';
import type { CookieSettings } from './login-cookies.ts';
import { createSessionActivity, type SessionActivity } from './session-activity.ts';
import { createSessionStore, SESSIONS_ENDED, type SessionStore } from './session-store.ts';
import { deleteExpiredSessions, deleteOldLoginNonces, listValidIds } from './sessions.sql.ts';

export { changeUserStatus } from './change-user-status.ts';
export { createIdentityProvider, type IdentityProvider } from './identity-provider.ts';

export interface AuthDeps {
  db: Db;
  hotStore: HotStore;
  clock: Clock;
  logger: Logger;
  announcements: Announcements;
  identityProvider: IdentityProvider;
  adminPlatformIds: ReadonlySet<string>;
  cookies: CookieSettings;
  frontEndUrl: string;
  onUserCreated(tx: Tx, user: User): Promise<void>;
}

export interface Auth {
  module: HttpModule;
  jobs: JobSet;
  /** Who stands behind a session id, for requests and sockets alike. */
  identify: Identify;
  sessionStore: SessionStore;
  activity: SessionActivity;
  /** Which of these sessions are valid, by PostgreSQL itself. */
  stillValid(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Called in every process with the ids of sessions that have ended anywhere. */
  onSessionsEnded(handler: (sessionIds: readonly string[]) => void): void;
}

/** Logins and sessions: who is there. */
export function createAuth(deps: AuthDeps): Auth {
  const { db, clock, announcements } = deps;
  const roleOf = (platformId: string): UserRole => (deps.adminPlatformIds.has(platformId) ? 'ADMIN' : 'USER');
  const sessionStore = createSessionStore(deps);
  const activity = createSessionActivity({ db, clock, logger: deps.logger });
  const shared = { ...deps, sessionStore, activity, roleOf };
  const onSessionsEnded = (handler: (ids: readonly string[]) => void) =>
    announcements.on(SESSIONS_ENDED, (payload) => handler(payload as string[]));
  onSessionsEnded((ids) => void sessionStore.forget(ids));
  return {
    module: {
      tag: { name: 'auth', description: 'Log in with Steam, see and end your sessions.' },
      public: (routes) => loginPublicRoutes(routes, shared),
      player: (routes) => authPlayerRoutes(routes, shared),
      admin: (routes) => authAdminRoutes(routes, shared),
    },
    jobs: {
      tasks: {
        'sweep-sessions': async () => {
          await deleteExpiredSessions(db);
          await deleteOldLoginNonces(db);
        },
      },
      schedule: ['*/10 * * * * sweep-sessions'],
    },
    identify: createIdentify({ db, sessionStore, activity, roleOf }),
    sessionStore,
    activity,
    stillValid: async (ids) => new Set(await listValidIds(db, ids)),
    onSessionsEnded,
  };
}
