import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type App, type AppDeps, buildApp } from '../../src/app/app.ts';
import { type Config, readConfig } from '../../src/app/config.ts';
import { constraintErrors } from '../../src/app/modules.ts';
import { createExchangeRateSource, createItemDatabase } from '../../src/modules/assets/items/index.ts';
import { createIdentityProvider } from '../../src/modules/people/auth/index.ts';
import { createPersonHashes } from '../../src/modules/people/person-facts/index.ts';
import { createSecondFactorSeal } from '../../src/modules/people/two-factor/index.ts';
import { createMarketplace } from '../../src/modules/trade/marketplace/index.ts';
import { createAnnouncements } from '../../src/platform/database/announcements.ts';
import { type Db, openDatabase } from '../../src/platform/database/db.ts';
import { createMemoryStore, type HotStore } from '../../src/platform/hot-store/hot-store.ts';
import { MISADDRESSED } from '../../src/platform/http/error-answers.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { TEST_KEYS, testSeedSeal } from './committed-seeds.ts';
import { createTestDatabase } from './databases.ts';
import { watchEvents } from './event-check.ts';
import { PATIENCE } from './patience.ts';

export interface TestApp extends Omit<App, 'close'> {
  http: FastifyInstance;
  db: Db;
  hotStore: HotStore;
  config: Config;
  databaseUrl: string;
  /** A test may build a second app from these, as another process on the same database. */
  deps: AppDeps;
  close(): Promise<void>;
}

export interface TestAppOptions
  extends Partial<
    Pick<
      AppDeps,
      | 'clock'
      | 'readiness'
      | 'authenticate'
      | 'extraParts'
      | 'requestTimeoutMs'
      | 'logger'
      | 'welcomeCents'
      | 'isSandbox'
      | 'otherDefaults'
      | 'seedSeal'
      | 'beacon'
      | 'marketplace'
      | 'marketFeed'
      | 'houseAccount'
      | 'sandboxPayUrl'
      | 'wait'
      | 'itemDatabase'
      | 'rateSource'
      | 'secondFactorSeal'
      | 'pix'
      | 'webhookSecrets'
      | 'bankCertificates'
    >
  > {
  /** Settings come as the environment would give them. Limits are off unless a test is about them. */
  environment?: Record<string, string>;
  hotStore?: HotStore;
  identityUrl?: string;
  confirmTimeoutMs?: number;
  /** Few connections suffice where requests follow each other, and each costs its first statements. */
  poolSize?: number;
  /** The database of another test app, to be a second process on it. */
  databaseUrl?: string;
}

/** The whole server runs on a database of its own, driven by `http.inject`, without a port. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { environment = {}, hotStore = createMemoryStore(), identityUrl, confirmTimeoutMs, ...rest } = options;
  const misaddressed: string[] = [];
  const { databaseUrl, poolSize = 10, logger = loggerFor(misaddressed), ...overrides } = rest;
  const database = databaseUrl === undefined ? await createTestDatabase() : { url: databaseUrl, drop: async () => {} };
  const folder = await mkdtemp(path.join(tmpdir(), 'lisura-app-'));
  const db = openDatabase({ address: database.url, logger, poolSize, patience: PATIENCE, constraintErrors });
  const announcements = createAnnouncements({ address: database.url, logger, patience: PATIENCE });
  const deps: AppDeps = {
    isSandbox: true,
    // Tests hear everything that is said and asked: those about notifications switch them on.
    otherDefaults: { liveNotifications: false },
    seedSeal: testSeedSeal,
    beacon: null,
    marketplace: createMarketplace({ url: null, apiKey: '', logger }),
    marketFeed: null,
    houseAccount: { partner: '39734273', token: 'test' },
    secondFactorSeal: createSecondFactorSeal(TEST_KEYS),
    pix: null,
    webhookSecrets: { pix: null, mercadoPago: null },
    personHashes: createPersonHashes(TEST_KEYS),
    itemDatabase: createItemDatabase({ url: null, logger }),
    rateSource: createExchangeRateSource({ url: null, logger }),
    ...overrides,
    // Apps on one database are processes of one deployment; others on the same Redis must not hear them.
    config: testConfig({ REDIS_KEY_PREFIX: `${new URL(database.url).pathname.slice(1)}:`, ...environment }),
    db,
    hotStore,
    announcements,
    identityProvider: createIdentityProvider({
      identityUrl: identityUrl ?? 'http://127.0.0.1:1',
      profiles: identityUrl === undefined ? null : { url: identityUrl, key: 'test' },
      logger,
      ...(confirmTimeoutMs === undefined ? {} : { confirmTimeoutMs }),
    }),
    checkpoints: { checkpointFile: path.join(folder, 'checkpoints.jsonl'), signingKey: randomBytes(32) },
    log: { headFolder: folder, formerHeadFile: null, signingSeeds: [randomBytes(32)] },
    logger,
  };
  const closeOutside = async () => {
    await announcements.close();
    await hotStore.close();
    await db.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await announcements.start();
    const app = await buildApp(deps);
    const eventFaults = watchEvents(app.realtime);
    const close = async () => {
      await app.close();
      await closeOutside();
      // Nobody waits for an event, so its faults are collected and thrown here.
      assert.deepEqual(eventFaults, [], 'events that are not as they say');
      assert.deepEqual(misaddressed, [], 'errors of routes of players are defined by defineError, in Portuguese');
    };
    return { ...app, db, hotStore, config: deps.config, databaseUrl: database.url, deps, close };
  } catch (error) {
    await closeOutside();
    throw error;
  }
}

/** It is silent except for texts that reach a reader whom they are not for. */
const loggerFor = (misaddressed: string[]) =>
  createLogger({
    level: 'error',
    destination: { write: (line) => (line.includes(MISADDRESSED) ? misaddressed.push(line) : undefined) },
  });

function testConfig(environment: Record<string, string>): Config {
  const names = ['GLOBAL', 'AUTH', 'CASE_OPEN', 'MARKET', 'DATA_EXPORT'];
  const unlimited = Object.fromEntries(names.map((name) => [`RATE_LIMIT_${name}`, '0']));
  const quiet = { ...unlimited, NODE_ENV: 'test', LOG_LEVEL: 'silent' };
  return readConfig({ ...quiet, ...environment }, import.meta.dirname);
}
