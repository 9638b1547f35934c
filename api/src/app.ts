import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { operationsModule } from './modules/admin/operations/index.ts';
import { inventoryModule } from './modules/assets/inventory/index.ts';
import {
  createItems,
  type ExchangeRateSource,
  type ItemDatabase,
  type Items,
  itemsConstraintErrors,
  priceMarginSetting,
} from './modules/assets/items/index.ts';
import { postTransfers, walletConstraintErrors, walletModule } from './modules/assets/wallet/index.ts';
import {
  casesConstraintErrors,
  casesModule,
  createCaseCatalogue,
  openingsModule,
} from './modules/games/cases/index.ts';
import { earnFromWagers, eventConstraintErrors, eventsModule } from './modules/games/events/index.ts';
import { fairnessModule } from './modules/games/fairness/index.ts';
import { createDropFeed, liveDropsModule } from './modules/games/live-drops/index.ts';
import { statisticsJobs, statisticsModule } from './modules/games/statistics/index.ts';
import { upgradeEdgeSetting, upgradesModule } from './modules/games/upgrades/index.ts';
import { auditModule, createAuditLinker } from './modules/people/audit/index.ts';
import { type Auth, createAuth, type IdentityProvider } from './modules/people/auth/index.ts';
import { createNotifier, liveNotificationsSetting, notificationsModule } from './modules/people/notifications/index.ts';
import { usersModule } from './modules/people/users/index.ts';
import type { Announcements } from './platform/announcements.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Db, Tx } from './platform/db.ts';
import type { ConstraintErrors } from './platform/errors.ts';
import { healthModule, type Readiness } from './platform/health.ts';
import type { HotStore } from './platform/hot-store/hot-store.ts';
import type { Authenticate } from './platform/http/access.ts';
import { createClientAddress } from './platform/http/client-address.ts';
import type { HttpModule } from './platform/http/module.ts';
import { createHttpServer } from './platform/http/server.ts';
import { sweepIdempotencyKeys } from './platform/idempotency.ts';
import type { Id } from './platform/ids.ts';
import type { JobSet } from './platform/jobs.ts';
import type { Logger } from './platform/logger.ts';
import { createMetrics } from './platform/metrics.ts';
import { createRealtime, type Realtime } from './platform/realtime/realtime.ts';
import { createSettings } from './platform/settings.ts';
import { VERSION } from './version.ts';

/** What the violated constraints of every module's tables mean to a caller. */
export const constraintErrors: ConstraintErrors = {
  ...walletConstraintErrors,
  ...eventConstraintErrors,
  ...itemsConstraintErrors,
  ...casesConstraintErrors,
};

/** Rooms that anybody may watch. */
const PUBLIC_ROOMS = /^battle:[0-9]{1,19}$/;

export interface AppDeps {
  config: Config;
  db: Db;
  hotStore: HotStore;
  announcements: Announcements;
  identityProvider: IdentityProvider;
  itemDatabase: ItemDatabase;
  rateSource: ExchangeRateSource;
  /** Where the heads of the audit chain are anchored, and the key that signs them. */
  checkpoints: { checkpointFile: string; signingKey: Buffer };
  logger: Logger;
  clock?: Clock;
  readiness?: Readiness;
  /** What a new user gets; only where the sandbox stands in for the world. */
  welcomeCents?: bigint;
  /** Tests bring their own callers and routes. */
  authenticate?: Authenticate;
  extraModules?: readonly HttpModule[];
  requestTimeoutMs?: number;
}

export interface App {
  http: FastifyInstance;
  auth: Auth;
  realtime: Realtime;
  items: Items;
  jobSets: readonly JobSet[];
  /** What runs beside requests: the linker of the audit chain, the writer of activity. */
  start(): Promise<void>;
  /** Ends sockets and requests, then what runs beside them. */
  close(): Promise<void>;
}

/** The composition root: the explicit list of everything the server consists of. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { config, db, hotStore, announcements, logger } = deps;
  const clock = deps.clock ?? systemClock;
  const readiness = deps.readiness ?? { migrated: true, stopping: false };
  const auth = createAuth({
    db,
    hotStore,
    clock,
    logger,
    announcements,
    identityProvider: deps.identityProvider,
    adminPlatformIds: new Set(config.adminPlatformIds),
    cookies: { production: config.production, domain: config.cookieDomain, publicUrl: config.publicUrl },
    frontEndUrl: config.frontEndUrl,
    onUserCreated: (tx, user) => (deps.welcomeCents === undefined ? noGift() : welcome(tx, user.id, deps.welcomeCents)),
  });
  const settings = createSettings({
    db,
    announcements,
    definitions: [priceMarginSetting, liveNotificationsSetting, upgradeEdgeSetting],
  });
  const { itemDatabase, rateSource } = deps;
  const items = createItems({ db, clock, logger, settings, announcements, itemDatabase, rateSource });
  const linker = createAuditLinker({ db, logger, ...deps.checkpoints });
  const realtime = await createRealtime({
    authenticate: auth.identify,
    stillValid: auth.stillValid,
    allowedOrigins: config.webOrigins,
    clientAddress: createClientAddress(config.trustProxy),
    redisUrl: config.redisUrl,
    keyPrefix: config.redisKeyPrefix,
    publicRooms: PUBLIC_ROOMS,
    // The expiry of a session is announced by nobody; its sockets end within a second all the same.
    recheckMs: 1_000,
    logger,
  });
  auth.onSessionsEnded((sessionIds) => realtime.endSessions(sessionIds));

  const notifier = createNotifier({ db, push: realtime, isLive: () => settings.get(liveNotificationsSetting), clock });
  // What was told of has happened and stays: nobody waits for it, and its failure is no failure of the request.
  const tell = (told: Promise<void>) =>
    void told.catch((err) => logger.warn({ err }, 'A notification could not be made'));
  const drops = createDropFeed({ db, push: realtime, logger });
  const http = await createHttpServer({
    publicUrl: config.publicUrl,
    webOrigins: config.webOrigins,
    trustProxy: config.trustProxy,
    rateLimits: config.rateLimits,
    logger,
    hotStore,
    clock,
    metrics: createMetrics(db),
    authenticate: deps.authenticate ?? authenticateWith(auth),
    isReady: () => readiness.migrated && !readiness.stopping,
    healthModule: healthModule({ db, hotStore, readiness, version: VERSION, startedAt: clock.now() }),
    modules: [
      auth.module,
      usersModule({ db }),
      notificationsModule({ db }),
      auditModule({ db, ...deps.checkpoints }),
      walletModule({ db, push: realtime }),
      items.module,
      inventoryModule({ db, push: realtime }),
      operationsModule({ db, settings }),
      fairnessModule({ db }),
      casesModule({ db }),
      openingsModule({
        db,
        catalogue: createCaseCatalogue({ db, announcements }),
        earn: earnFromWagers,
        onOpened: (userId, { openings }) => {
          drops.add(openings.map(({ id }) => id));
          tell(notifier.caseOpened(userId, ...openings.map(({ item, isFlip }) => ({ itemName: item.name, isFlip }))));
        },
      }),
      upgradesModule({
        db,
        settings,
        push: realtime,
        earn: earnFromWagers,
        onPerformed: ({ userId, status, target }) => {
          const told = status === 'WON' ? notifier.upgradeSucceeded : notifier.upgradeFailed;
          tell(told(userId, { targetItemName: target.name }));
        },
      }),
      liveDropsModule({ db }),
      eventsModule({ db, push: realtime }),
      statisticsModule({ db }),
      ...(deps.extraModules ?? []),
    ],
    ...(deps.requestTimeoutMs === undefined ? {} : { requestTimeoutMs: deps.requestTimeoutMs }),
  });
  realtime.attach(http.server);
  let isStarted = false;
  return {
    http,
    auth,
    realtime,
    items,
    jobSets: [platformJobs(db), auth.jobs, items.jobs, statisticsJobs({ db, clock })],
    start: async () => {
      isStarted = true;
      await settings.start();
      auth.activity.start();
      linker.start();
    },
    close: async () => {
      await realtime.close();
      await http.close();
      await auth.activity.stop();
      // Before the start there may be no tables yet.
      if (isStarted) await linker.stop();
    },
  };
}

const noGift = async () => undefined;

async function welcome(tx: Tx, userId: Id<'user'>, amountCents: bigint): Promise<void> {
  await postTransfers(tx, [
    { userId, direction: 'CREDIT', amountCents, type: 'WELCOME_CREDIT', reason: 'Welcome to the sandbox' },
  ]);
}

function authenticateWith({ identify }: Auth): Authenticate {
  return ({ sessionId }, request) => {
    const deviceId = request.headers['x-device-id'];
    return identify(sessionId, { ip: request.ip, deviceId: Array.isArray(deviceId) ? deviceId[0] : deviceId });
  };
}

function platformJobs(db: Db): JobSet {
  return {
    tasks: {
      'sweep-idempotency-keys': async () => {
        await sweepIdempotencyKeys(db);
      },
    },
    schedule: ['17 * * * * sweep-idempotency-keys'],
  };
}
