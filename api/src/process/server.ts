import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedPostgres } from '@lisura/embedded-postgres';
import { createSeededRandom, reachSandbox, type Sandbox } from '@lisura/sandbox';
import { type App, buildApp } from '../app/app.ts';
import { type BankConnection, connectBank } from '../app/bank.ts';
import { openBankPort } from '../app/bank-port.ts';
import type { BeaconConfig, Config, MarketConfig } from '../app/config.ts';
import { constraintErrors } from '../app/modules.ts';
import { answerSupervisors, portTaken } from '../app/ports.ts';
import { followSandboxPictures, hasDemoPlayers, startOutsideWorld } from '../app/sandbox.ts';
import { DRAIN_MS, endServices, listenForStop, SERVICES_STOP_MS, STOP_MS, type StopSignal } from '../app/stopping.ts';
import { VERSION } from '../app/version.ts';
import { fillEmptyDatabase } from '../demo/demo-data.ts';
import { createDemoPlayers, type PlayersDeps } from '../demo/players/demo-players.ts';
import { createExchangeRateSource, createItemDatabase } from '../modules/assets/items/index.ts';
import { type BeaconSource, createBeacon } from '../modules/games/beacon/index.ts';
import { createSeedSeal } from '../modules/games/rolls/index.ts';
import { createIdentityProvider } from '../modules/people/auth/index.ts';
import { createPersonHashes } from '../modules/people/person-facts/index.ts';
import { createSecondFactorSeal } from '../modules/people/two-factor/index.ts';
import { createMarketplace, withCachedPrices } from '../modules/trade/marketplace/index.ts';
import { createPix } from '../modules/trade/payments/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createAnnouncements } from '../platform/database/announcements.ts';
import { type DatabaseAddress, type Db, openDatabase } from '../platform/database/db.ts';
import { createMemoryStore, type HotStore } from '../platform/hot-store/hot-store.ts';
import { createRedisStore } from '../platform/hot-store/redis.ts';
import { createResilientStore } from '../platform/hot-store/resilient.ts';
import type { Readiness } from '../platform/http/health/health.ts';
import { type JobRunner, startJobs } from '../platform/jobs/jobs.ts';
import { createLogger, type Logger } from '../platform/observability/logger.ts';
import { logOutput } from '../platform/observability/standard-output.ts';
import { deriveKey, type SecretsKeys, storedSecretsKey } from '../platform/secrets/secrets.ts';
import type { Supervision } from '../workers/join-supervisor.ts';
import { readyDatabase } from './ready-database.ts';
import { releaseStartMemory } from './release-start-memory.ts';
import { startMessage, warnOfGaps } from './start-messages.ts';

interface StartOptions {
  config: Config;
  /** Null where another database is configured. */
  database: Promise<EmbeddedPostgres> | null;
  /** Null: the process is alone on its port. */
  supervision: Supervision | null;
  /** Speaks to a person at the terminal. In production its lines go to the log. */
  say: (line: string) => void;
}

interface RunningServer {
  /** Resolves with 0 for a stop that was asked for, else with 1. */
  stopped: Promise<number>;
}

/** The system drops connections beyond this backlog, also those of a supervisor. */
const CONNECTION_BACKLOG = 4_096;
const SANDBOX_WELCOME_CENTS = 100_000n;
/** The account belongs to no one; the sandbox sends nothing to Steam. */
const SANDBOX_HOUSE_ACCOUNT = { partner: '39734273', token: 'sandbox' };

/** Returns when the server is ready or asked to stop. */
export async function startServer({ config, database, supervision, ...options }: StartOptions): Promise<RunningServer> {
  const logger = createLogger({ level: config.logLevel, destination: logOutput(config) });
  const say = config.production ? (line: string) => logger.info(line) : options.say;
  const readiness: Readiness = { migrated: false, stopping: false };
  const services = new AsyncDisposableStack();
  const stop = listenForStop(logger);
  // With a supervisor a hang-up is its business.
  if (supervision === null) process.on('SIGHUP', stop.askBySignal);
  stop.asked.then(() => {
    readiness.stopping = true;
  });
  const stopAll = () => {
    const endsAtMs = performance.now() + STOP_MS;
    return endServices({ services, servicesMs: SERVICES_STOP_MS, database, endsAtMs, logger });
  };
  try {
    await Promise.race([stop.asked, comeUp({ config, database, supervision, say, logger, readiness, services, stop })]);
  } catch (error) {
    await stopAll();
    throw error;
  }
  const stopped = stop.asked.then(async (code) => {
    // A supervisor says it for all workers.
    if (supervision === null) say('Stopping…');
    // After a fault the process stops at once.
    if (code === 0 && readiness.migrated) await sleep(config.drainSeconds * 1_000);
    return (await stopAll()) ? code : 1;
  });
  return { stopped };
}

interface ComingUp extends StartOptions {
  logger: Logger;
  readiness: Readiness;
  /** Services end in the opposite order of their start. */
  services: AsyncDisposableStack;
  stop: StopSignal;
}

async function comeUp(coming: ComingUp): Promise<void> {
  const { config, database, supervision, say, logger, readiness, services, stop } = coming;
  const supervisors = supervision === null ? await answerSupervisors(config, services) : null;
  const own = await database;
  own?.exited.then(() => stop.ask(1));
  const embedded = supervision?.ground.embedded ?? own;
  const address: DatabaseAddress = embedded?.connection ?? config.databaseUrl ?? '';
  const db = openDatabase({ address, logger, poolSize: config.databasePoolSize, constraintErrors });
  services.defer(() => db.close());
  const announcements = createAnnouncements({ address, logger });
  services.defer(() => announcements.close());
  const hotStore = await openHotStore(config, logger);
  services.defer(() => hotStore.close());
  const secretsKey = config.secretsKey ?? (await storedSecretsKey(config.dataDir));
  const sandbox = await findSandbox(coming, secretsKey);

  const keys = { current: secretsKey, former: config.secretsKeysFormer };
  const bank = config.pix && connectBank(config.pix, { clock: systemClock, hotStore, keys, logger });
  const outside = outsideWorldOf({ config, sandbox, bank, db, logger });
  const secrets = secretsOf(config, secretsKey);
  const colleagues = supervision?.colleagues ?? null;
  const platform = { config, db, hotStore, announcements, logger, readiness, colleagues };
  const app = await buildApp({ ...platform, ...outside, ...secrets });
  supervisors?.answerMetrics(app.printMetrics);
  let jobs: JobRunner | null = null;
  services.defer(async () => {
    await Promise.all([drain(app), jobs?.stop(DRAIN_MS)]);
  });
  await app.http.ready();
  await listen(app, config);
  await listenToBank({ config, app, bank, logger }, services);
  await readyDatabase({ config, address, announcements, say, logger });
  if (sandbox !== null) {
    await followSandboxPictures(db, sandbox.url);
    await sandbox.notifyPaymentsTo(`${ownAddress(app)}/api/payment/deposit/webhook/pix`);
  }
  jobs = await startJobs(address, app.jobSets, logger);
  await app.start();
  await app.items.refreshRate();
  if (sandbox !== null) {
    await fillEmptyDatabase({ address, db, seedSeal: secrets.seedSeal, app, pictures: sandbox, say });
  }
  if (config.production) releaseStartMemory();
  readiness.migrated = true;
  if (sandbox !== null && hasDemoPlayers(config)) letRobotsPlay({ address, db, app, sandbox, logger }, services);
  supervision?.ready();
  registerWebhook(config, bank, logger);
  const { port } = app.http.server.address() as AddressInfo;
  const elapsedMs = performance.now();
  if (!config.production)
    return say(
      startMessage({
        config,
        port,
        healthPort: supervision?.ground.healthPort ?? supervisors?.port ?? null,
        embedded,
        hotStore,
        sandbox,
        hasPlayers: hasDemoPlayers(config),
        elapsedMs,
      }),
    );
  await warnOfGaps(config, db, logger);
  logger.info({ version: VERSION, url: config.publicUrl, port, elapsedMs: Math.round(elapsedMs) }, 'Lisura is ready');
}

async function openHotStore(config: Config, logger: Logger): Promise<HotStore> {
  if (config.redisUrl === null) return createMemoryStore();
  return createResilientStore(
    await createRedisStore({ url: config.redisUrl, keyPrefix: config.redisKeyPrefix, logger }),
    logger,
  );
}

/** Workers share the sandbox of their supervisor. */
async function findSandbox({ config, supervision, services }: ComingUp, secretsKey: Buffer): Promise<Sandbox | null> {
  if (supervision === null) return startOutsideWorld(config, secretsKey, services);
  const { sandboxUrl } = supervision.ground;
  return sandboxUrl === null ? null : reachSandbox(sandboxUrl);
}

function letRobotsPlay(deps: Omit<PlayersDeps, 'random'>, services: AsyncDisposableStack): void {
  const players = createDemoPlayers({ ...deps, random: createSeededRandom('demo players') });
  // The stop is deferred first, because it may have been asked for already.
  services.defer(() => players.stop());
  players.start();
}

interface OutsideWorld {
  config: Config;
  sandbox: Sandbox | null;
  bank: BankConnection | null;
  db: Db;
  logger: Logger;
}

function outsideWorldOf({ config, sandbox, bank, db, logger }: OutsideWorld) {
  const sandboxProfiles = sandbox === null ? null : { url: sandbox.profileUrl, key: 'sandbox' };
  const chain = config.beacon === null ? sandbox?.beacon : beaconChainOf(config.beacon);
  const account = sandbox === null ? null : { url: sandbox.pixUrl, ...sandbox.pixAccount };
  const isSandboxLogin = config.identityUrl === null && sandbox !== null;
  return {
    identityProvider: createIdentityProvider({
      identityUrl: config.identityUrl ?? sandbox?.identityUrl ?? '',
      profiles: isSandboxLogin ? sandboxProfiles : config.profiles,
      logger,
    }),
    itemDatabase: createItemDatabase({ url: config.itemDatabaseUrl ?? sandbox?.itemDatabaseUrl ?? null, logger }),
    rateSource: createExchangeRateSource({ url: config.ratesUrl ?? sandbox?.ratesUrl ?? null, logger }),
    ...marketOf(config.market ?? sandboxMarketOf(sandbox), logger),
    beacon: chain === undefined ? null : createBeacon({ db, clock: systemClock, logger, chain }),
    pix: bank?.pix ?? (account && createPix({ ...account, clock: systemClock, logger })),
    webhookSecrets: {
      ...(bank?.webhookSecrets ?? { pix: account?.webhookSecret ?? null }),
      mercadoPago: config.mercadoPagoWebhookSecret,
    },
    bankCertificates: bank?.bankCertificates ?? {},
    // Real money and real items turn all protection on.
    isSandbox: sandbox !== null && config.pix === null && config.market === null,
    sandboxPayUrl: sandbox === null || config.pix !== null ? null : `${sandbox.url}/pix`,
    pictureOrigins: sandbox === null ? [] : [new URL(sandbox.url).origin],
    // People try the platform through the sandbox's login.
    ...(isSandboxLogin ? { welcomeCents: SANDBOX_WELCOME_CENTS } : {}),
  };
}

function sandboxMarketOf(sandbox: Sandbox | null): MarketConfig | null {
  if (sandbox === null) return null;
  const { marketUrl: url, marketFeedUrl: feedUrl, marketApiKey: apiKey } = sandbox;
  return { url, feedUrl, apiKey, houseAccount: SANDBOX_HOUSE_ACCOUNT };
}

function marketOf(market: MarketConfig | null, logger: Logger) {
  const { url, apiKey, feedUrl, houseAccount } = market ?? { url: null, apiKey: '', feedUrl: null, houseAccount: null };
  return {
    marketplace: withCachedPrices(createMarketplace({ url, apiKey, logger }), systemClock),
    marketFeed: feedUrl === null ? null : { url: feedUrl, apiKey },
    houseAccount,
  };
}

function beaconChainOf({ url, publicKey, genesis, period }: BeaconConfig): BeaconSource {
  return { genesis, period, source: async () => ({ url, publicKey }) };
}

function secretsOf(config: Config, current: Buffer) {
  const keys = { current, former: config.secretsKeysFormer };
  return {
    checkpoints: checkpointsOf(config, current),
    log: logPlacesOf(config, keys),
    seedSeal: createSeedSeal(keys),
    secondFactorSeal: createSecondFactorSeal(keys),
    personHashes: createPersonHashes(keys),
  };
}

/** Each database has a file of its own, because checkpoints of another would look like a cut trail. */
const databaseFile = ({ databaseUrl, dataDir }: Config, name: string, suffix: string) => {
  const database = createHash('sha256')
    .update(databaseUrl ?? 'embedded')
    .digest('hex')
    .slice(0, 12);
  return path.join(dataDir, `${name}-${database}${suffix}`);
};

const logPlacesOf = (config: Config, { current, former }: SecretsKeys) => ({
  headFolder: config.dataDir,
  formerHeadFile: databaseFile(config, 'log-head', '.json'),
  signingSeeds: [current, ...former].map((key) => deriveKey(key, 'public log')),
});

function checkpointsOf(config: Config, secretsKey: Buffer) {
  return {
    checkpointFile: databaseFile(config, 'audit-checkpoints', '.jsonl'),
    signingKey: deriveKey(secretsKey, 'audit checkpoints'),
    copyFile: config.auditCopyFile,
    copyUrl: config.auditCopyUrl,
  };
}

async function listen({ http }: App, { host, port }: Config): Promise<void> {
  try {
    await http.listen({ host, port, backlog: CONNECTION_BACKLOG });
  } catch (error) {
    throw portTaken(error, 'PORT', port);
  }
}

interface BankListening extends Pick<OutsideWorld, 'config' | 'bank' | 'logger'> {
  app: App;
}

async function listenToBank({ config, app, bank, logger }: BankListening, services: AsyncDisposableStack) {
  const { port } = config.pix?.webhookPort ?? {};
  if (port === undefined || bank?.portIdentity == null) return;
  try {
    const open = await openBankPort({ http: app.http, identity: bank.portIdentity, host: config.host, port, logger });
    services.defer(() => open.close());
  } catch (error) {
    throw portTaken(error, 'PIX_WEBHOOK_PORT', port);
  }
}

/** The bank may call while it is told, and a start does not wait for it. */
function registerWebhook(config: Config, bank: BankConnection | null, logger: Logger): void {
  const { webhookUrl = null } = config.pix ?? {};
  if (webhookUrl === null) return;
  bank?.pix.registerWebhook(webhookUrl).then(
    () => logger.info('The bank knows the address for its webhooks'),
    (error) => logger.error({ err: error }, 'The bank does not take the address for its webhooks'),
  );
}

/** With PORT=0 the port is known only after it listens. */
function ownAddress({ http }: App): string {
  const { address, family, port } = http.server.address() as AddressInfo;
  if (['0.0.0.0', '::'].includes(address)) return `http://127.0.0.1:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}

/** Refuses new requests and lets others finish; cuts connections that outlast the time. */
async function drain(app: App): Promise<void> {
  const cut = setTimeout(() => app.http.server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearTimeout(cut);
}
