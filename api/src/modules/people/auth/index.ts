import type { Clock } from '../../../platform/clock.ts';
import type { Announcements } from '../../../platform/database/announcements.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { HotStore } from '../../../platform/hot-store/hot-store.ts';
import type { Module, RunningModule } from '../../../platform/module.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { keepDays } from '../../../platform/roll-ups/kept-days.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { createRepeatRecorder, type RepeatRecorder } from '../audit/index.ts';
import type { NotifySecurity } from '../notifications/index.ts';
import type { User, UserRole } from '../users/index.ts';
import { authInvariants } from './auth.invariants.ts';
import type { IdentityProvider } from './login/identity-provider.ts';
import { loginPublicRoutes } from './login/login.routes.ts';
import type { CookieSettings } from './login/login-cookies.ts';
import { createIdentify, type Identify } from './sessions/authenticate.ts';
import { keepBarredOut } from './sessions/end-sessions.ts';
import {
  createLookUpLimit,
  createSessionActivity,
  createSessionStore,
  SESSIONS_ENDED,
  type SessionActivity,
  type SessionStore,
} from './sessions/session-store.ts';
import { authAdminRoutes, authPlayerRoutes, userSessionsAdminRoutes } from './sessions/sessions.routes.ts';
import { deleteExpiredSessions, deleteOldLoginNonces, listValidIds } from './sessions/sessions.sql.ts';

export { createIdentityProvider, type IdentityProvider } from './login/identity-provider.ts';
export { endSessionsOf } from './sessions/end-sessions.ts';

interface AuthDeps {
  db: Db;
  hotStore: HotStore;
  clock: Clock;
  logger: Logger;
  announcements: Announcements;
  identityProvider: IdentityProvider;
  adminPlatformIds: ReadonlySet<string>;
  settings: Pick<Settings, 'read'>;
  /** A limit for each address and minute; 0 is any number. */
  unknownSessionsPerMinute: number;
  cookies: CookieSettings;
  ownUrls: readonly string[];
  frontEndUrl: string | null;
  onUserCreated(tx: Tx, user: User): Promise<void>;
  notifySecurity: NotifySecurity;
}

export interface Auth extends RunningModule {
  /** Requests and sockets use it alike. */
  identify: Identify;
  sessionStore: SessionStore;
  activity: SessionActivity;
  repeats: RepeatRecorder;
  /** Asks PostgreSQL which of these sessions are valid. */
  stillValid(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Calls the handler in every process, wherever the sessions ended. */
  onSessionsEnded(handler: (sessionIds: readonly string[]) => void): void;
}

/** Retained users were active on the day before, too. */
export const activityDays = keepDays({
  table: 'activity_days',
  columns: ['active_users', 'retained_users', 'new_users'],
  // Visits alone do not begin the figures of days; plays and bookings do.
  firstMoment: sql`select null::timestamptz`,
  figures: ({ day, isWithin, isOfDays }) => sql`
    select day, sum(active), sum(retained), sum(new) from (
      select day, 1 as active, exists (
          select from user_activity earlier where earlier.day = seen.day - 1 and earlier.user_id = seen.user_id
        )::int as retained, 0 as new
      from user_activity seen where ${isOfDays}
      union all
      select ${day}, 0, 0, 1 from users where ${isWithin}) each_one
    group by day`,
});

/** Logins and sessions. It is made first, since sockets and requests ask it for their caller. */
export const auth: Module<{ auth: Auth }> = {
  name: 'auth',
  personalData: {
    // Ids of sessions are hashes and tell a person nothing.
    sessions: {
      key: 'created_at',
      rows: (userId) => sql`
        select created_at, last_activity, expires_at, ip,
          user_agent, device_id,
          array(select session_addresses.ip from session_addresses where session_id = sessions.id order by seen_at)
            as other_addresses
        from sessions where user_id = ${userId}`,
    },
    activeDays: {
      key: 'day',
      rows: (userId) => sql`select user_activity.day::text as day from user_activity where user_id = ${userId}`,
    },
  },
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
