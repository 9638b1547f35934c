import { setTimeout as sleep } from 'node:timers/promises';
import { BUILD_FOLDER, NONCE_PLACEHOLDER, PAGE_PATHS, PRERENDERED_FILE } from '@lisura/web/served';
import type { FastifyInstance } from 'fastify';
import { createItems, type ExchangeRateSource, type ItemDatabase, type Items } from '../modules/assets/items/index.ts';
import { creditBalances, lockAccounts } from '../modules/assets/wallet/index.ts';
import type { Beacon } from '../modules/games/beacon/index.ts';
import { createDropFeed } from '../modules/games/drops/index.ts';
import type { LogPlaces } from '../modules/games/log/index.ts';
import { recordRefusals } from '../modules/games/rolls/index.ts';
import type { CheckpointPlaces } from '../modules/people/audit/index.ts';
import { type Auth, createAuth, type IdentityProvider } from '../modules/people/auth/index.ts';
import {
  createNotifier,
  liveNotificationsSetting,
  type NotifySecurity,
  type NotifyUser,
} from '../modules/people/notifications/index.ts';
import { bringFacts, keepFacts, type PersonHashes } from '../modules/people/person-facts/index.ts';
import type { Marketplace } from '../modules/trade/marketplace/index.ts';
import { createOrders, type RunningOrders } from '../modules/trade/orders/index.ts';
import type { Pix, WebhookSecrets } from '../modules/trade/payments/index.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Announcements } from '../platform/database/announcements.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import { sweepIdempotencyKeys } from '../platform/database/idempotency.ts';
import type { HotStore } from '../platform/hot-store/hot-store.ts';
import type { Authenticate } from '../platform/http/edge/access.ts';
import { createClientAddress } from '../platform/http/edge/addresses.ts';
import { healthPart, type Readiness } from '../platform/http/health/health.ts';
import type { HttpPart } from '../platform/http/http-part.ts';
import { createHttpServer } from '../platform/http/server.ts';
import type { Id } from '../platform/ids.ts';
import { jobMeasures } from '../platform/jobs/job-measures.ts';
import type { JobSet } from '../platform/jobs/jobs.ts';
import type { RunningModule } from '../platform/module.ts';
import type { Logger } from '../platform/observability/logger.ts';
import { type Colleagues, createMetrics, type Metrics } from '../platform/observability/metrics.ts';
import type { Certificates } from '../platform/outbound/certificate-ends.ts';
import type { Push } from '../platform/realtime/events.ts';
import { createRealtime, type Realtime } from '../platform/realtime/realtime.ts';
import { addRunningPart, rollUpDays } from '../platform/roll-ups/roll-up-days.ts';
import type { Seal } from '../platform/secrets/sealing.ts';
import { createSettings, type Settings } from '../platform/settings/settings.ts';
import type { Config } from './config.ts';
import {
  follows,
  fromOtherModules,
  modules,
  referenceOrder,
  rollUps,
  running,
  settingDefinitions,
  shown,
  socketEvents,
  takeOvers,
} from './modules.ts';
import { processMeasures } from './process-measures.ts';
import { DRAIN_MS } from './stopping.ts';
import { VERSION } from './version.ts';

export interface AppDeps {
  config: Config;
  db: Db;
  hotStore: HotStore;
  announcements: Announcements;
  identityProvider: IdentityProvider;
  itemDatabase: ItemDatabase;
  rateSource: ExchangeRateSource;
  marketplace: Marketplace;
  /** Without a feed trades are polled only. */
  marketFeed: { url: string; apiKey: string } | null;
  /** This Steam account receives items bought for the house. */
  houseAccount: { partner: string; token: string } | null;
  /** Without a beacon games use no public randomness. */
  beacon: Beacon | null;
  /** Without Pix deposits are off. */
  pix: Pix | null;
  webhookSecrets: WebhookSecrets;
  /** By the setting that has each; absent without a bank that asks for them. */
  bankCertificates?: Certificates;
  checkpoints: CheckpointPlaces;
  log: LogPlaces;
  seedSeal: Seal;
  secondFactorSeal: Seal;
  personHashes: PersonHashes;
  logger: Logger;
  clock?: Clock;
  readiness?: Readiness;
  colleagues?: Colleagues | null;
  pictureOrigins?: readonly string[];
  welcomeCents?: bigint;
  /** It is absent where Pix is real, or off. */
  sandboxPayUrl?: string | null;
  /** It turns off, by default, the settings that protect real money. */
  isSandbox?: boolean;
  otherDefaults?: Readonly<Record<string, unknown>>;
  authenticate?: Authenticate;
  extraParts?: readonly HttpPart[];
  requestTimeoutMs?: number;
  wait?: (ms: number) => Promise<void>;
}

export interface App {
  http: FastifyInstance;
  auth: Auth;
  realtime: Realtime;
  items: Items;
  settings: Settings;
  orders: RunningOrders;
  jobSets: readonly JobSet[];
  printMetrics: Metrics['print'];
  start(): Promise<void>;
  /** Modules that stop last get the rest of the time. */
  close(withinMs?: number): Promise<void>;
}

interface SharedDeps extends AppDeps {
  clock: Clock;
  settings: Settings;
  notifyUser: NotifyUser;
  notifySecurity: NotifySecurity;
}

export async function buildApp(deps: AppDeps): Promise<App> {
  const { config, db, announcements } = deps;
  const clock = deps.clock ?? systemClock;
  const settings = createSettings({
    db,
    announcements,
    definitions: settingDefinitions,
    isSandbox: deps.isSandbox ?? false,
    otherDefaults: deps.otherDefaults ?? {},
  });
  const isLive = () => settings.get(liveNotificationsSetting);
  // The notifier needs sockets, and sockets need authentication, which notifies. Nothing is sent before both exist.
  const push: Pick<Push, 'toUser'> = { toUser: (...args) => realtime.toUser(...args) };
  const { notifyUser, notifySecurity } = createNotifier({ ...deps, push, isLive });
  const shared: SharedDeps = { ...deps, clock, settings, notifyUser, notifySecurity };
  const authentication = createAuthentication(shared);
  const realtime = await openRealtime(deps, authentication);
  const catalogue = createItems(shared);
  const given = {
    ...shared,
    ...fromOtherModules,
    wait: deps.wait ?? ((ms: number) => sleep(ms)),
    publicUrl: config.publicUrl,
    rateLimits: config.rateLimits,
    sandboxPayUrl: deps.sandboxPayUrl ?? null,
    bankCertificates: deps.bankCertificates ?? {},
    adminPlatformIds: new Set(config.adminPlatformIds),
    auth: authentication,
    items: catalogue,
    orders: createOrders(shared),
    push: realtime,
    showDrops: createDropFeed({ ...shared, push: realtime, shown }),
    erase: async (tx: Tx, userId: Id<'user'>) => {
      await keepFacts(tx, { personHashes: deps.personHashes, follows }, userId, clock.now());
      for (const each of running.toReversed()) await each.erase?.(tx, userId);
    },
  };
  const running: RunningModule[] = modules.map((each) => each.run(given));

  const measures = [...jobMeasures(db), ...running.flatMap((each) => each.measures ?? [])];
  const metrics = createMetrics(db, measures, {
    ofProcess: processMeasures(deps.hotStore, realtime, deps.readiness ?? UP),
    colleagues: deps.colleagues ?? null,
  });
  const http = await openHttp({ ...deps, clock, metrics }, authentication, running);
  realtime.attach(http.server);
  return {
    http,
    auth: authentication,
    realtime,
    items: catalogue,
    settings,
    orders: given.orders,
    printMetrics: metrics.print,
    jobSets: [platformJobs(db, clock), ...running.flatMap(({ jobs }) => jobs ?? [])],
    start: async () => {
      await settings.start();
      for (const each of running) await each.start?.();
    },
    close: async (withinMs = DRAIN_MS) => {
      const endsAtMs = performance.now() + withinMs;
      await realtime.close();
      await http.close();
      for (const each of running.toReversed()) await each.stop?.(Math.max(endsAtMs - performance.now(), 0));
    },
  };
}

function createAuthentication(shared: SharedDeps): Auth {
  const { config, clock, personHashes, welcomeCents } = shared;
  return createAuth({
    ...shared,
    adminPlatformIds: new Set(config.adminPlatformIds),
    unknownSessionsPerMinute: config.rateLimits.global,
    cookies: { production: config.production, domain: config.cookieDomain, publicUrl: config.publicUrl },
    ownUrls: config.ownUrls,
    frontEndUrl: config.frontEndUrl,
    onUserCreated: async (tx, user) => {
      if (welcomeCents !== undefined) await welcome(tx, user.id, welcomeCents);
      await bringFacts(tx, { personHashes, follows, takeOvers, lockAccounts }, user, clock.now());
    },
  });
}

async function openRealtime(
  { config, logger, colleagues = null }: AppDeps,
  { identify, stillValid, onSessionsEnded }: Auth,
) {
  const realtime = await createRealtime({
    authenticate: identify,
    stillValid,
    allowedOrigins: config.webOrigins,
    clientAddress: createClientAddress(config.trustProxy),
    redisUrl: config.redisUrl,
    keyPrefix: config.redisKeyPrefix,
    publicRooms: modules.flatMap((each) => each.publicRooms ?? []),
    isOneOfSeveral: colleagues !== null,
    // No event announces that a session has expired.
    recheckMs: 1_000,
    logger,
  });
  onSessionsEnded((sessionIds) => realtime.endSessions(sessionIds));
  return realtime;
}

const UP: Readiness = { migrated: true, stopping: false };

function openHttp(
  deps: AppDeps & { clock: Clock; metrics: Metrics },
  authentication: Auth,
  running: readonly RunningModule[],
): Promise<FastifyInstance> {
  const { config, db, hotStore, clock, metrics, logger, requestTimeoutMs } = deps;
  const readiness = deps.readiness ?? UP;
  return createHttpServer({
    publicUrl: config.publicUrl,
    ownUrls: config.ownUrls,
    frontEndUrl: config.frontEndUrl,
    webApp: {
      folder: BUILD_FOLDER,
      prerenderedFile: PRERENDERED_FILE,
      paths: PAGE_PATHS,
      noncePlaceholder: NONCE_PLACEHOLDER,
      pictureOrigins: deps.pictureOrigins ?? [],
      words: Object.assign({}, ...running.map((each) => each.pageWords)),
    },
    webOrigins: config.webOrigins,
    trustProxy: config.trustProxy,
    rateLimits: config.rateLimits,
    logger,
    hotStore,
    clock,
    metrics,
    showsMetrics: config.healthPort === null,
    authenticate: deps.authenticate ?? authenticateWith(authentication),
    isReady: () => readiness.migrated,
    isStopping: () => readiness.stopping,
    healthPart: healthPart({
      db,
      hotStore,
      readiness,
      version: VERSION,
      clock,
      certificates: deps.bankCertificates ?? {},
    }),
    version: VERSION,
    parts: [...running.flatMap((each) => each.http ?? []), ...(deps.extraParts ?? [])].map((part) =>
      recordRefusals({ db, clock, logger }, part),
    ),
    referenceOrder,
    socketEvents,
    ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
  });
}

async function welcome(tx: Tx, userId: Id<'user'>, amountCents: bigint): Promise<void> {
  await creditBalances(tx, [{ userId, amountCents, type: 'WELCOME_CREDIT', reason: 'Boas-vindas ao sandbox' }]);
}

function authenticateWith({ identify }: Auth): Authenticate {
  return ({ sessionId }, request) => {
    const deviceId = request.headers['x-device-id'];
    return identify(sessionId, { ip: request.ip, deviceId: Array.isArray(deviceId) ? deviceId[0] : deviceId });
  };
}

function platformJobs(db: Db, clock: Clock): JobSet {
  return {
    tasks: {
      'sweep-idempotency-keys': async () => {
        await sweepIdempotencyKeys(db);
      },
      'roll-up-days': () => rollUpDays({ db, clock, rollUps }),
      'add-running-figures': () => addRunningPart({ db, running }),
    },
    schedule: [
      '17 * * * * sweep-idempotency-keys',
      // An hourly run adds a missed day soon; days in São Paulo end at a whole hour.
      '20 * * * * roll-up-days',
      '* * * * * add-running-figures',
    ],
  };
}
