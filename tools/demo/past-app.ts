import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { type App, buildApp } from '../../api/src/app/app.ts';
import type { Config } from '../../api/src/app/config.ts';
import { constraintErrors } from '../../api/src/app/modules.ts';
import { createExchangeRateSource, createItemDatabase } from '../../api/src/modules/assets/items/index.ts';
import { createSeedSeal } from '../../api/src/modules/games/rolls/index.ts';
import { createIdentityProvider } from '../../api/src/modules/people/auth/index.ts';
import { createPersonHashes } from '../../api/src/modules/people/person-facts/index.ts';
import { createSecondFactorSeal } from '../../api/src/modules/people/two-factor/index.ts';
import { createMarketplace } from '../../api/src/modules/trade/marketplace/index.ts';
import { createPix } from '../../api/src/modules/trade/payments/index.ts';
import { createAnnouncements } from '../../api/src/platform/database/announcements.ts';
import { type Db, openDatabase } from '../../api/src/platform/database/db.ts';
import { createMemoryStore } from '../../api/src/platform/hot-store/hot-store.ts';
import type { Logger } from '../../api/src/platform/observability/logger.ts';
import type { SecretsKeys } from '../../api/src/platform/secrets/secrets.ts';
import type { Past } from './past.ts';

export interface PastApp {
  app: App;
  db: Db;
  sandbox: Sandbox;
}

interface PastAppDeps {
  config: Config;
  keys: SecretsKeys;
  past: Past;
  logger: Logger;
  services: AsyncDisposableStack;
}

/** A busy machine is no fault of the history's. */
const PATIENCE = 5;
const HOUSE_ACCOUNT = { partner: '39734273', token: 'sandbox' };
const UNLIMITED = { global: 0, auth: 0, caseOpen: 0, market: 0, dataExport: 0 };

export async function startPastApp({ config, keys, past, logger, services }: PastAppDeps): Promise<PastApp> {
  const { address, clock } = past;
  const sandbox = await startSandbox({ port: 0, now: clock.now, sellers: 'automatic' });
  services.defer(() => sandbox.close());
  // Without `isParallel` options of the pool would replace those of the address, which put its sessions into the past.
  const db = openDatabase({ address, logger, poolSize: 8, isParallel: true, patience: PATIENCE, constraintErrors });
  services.defer(() => db.close());
  const announcements = createAnnouncements({ address, logger });
  services.defer(() => announcements.close());
  const hotStore = createMemoryStore();
  services.defer(() => hotStore.close());
  await announcements.start();
  const { pixAccount, marketApiKey: apiKey } = sandbox;
  const app = await buildApp({
    config: { ...config, redisUrl: null, rateLimits: UNLIMITED },
    db,
    hotStore,
    announcements,
    clock,
    logger,
    identityProvider: createIdentityProvider({
      identityUrl: sandbox.identityUrl,
      profiles: { url: sandbox.profileUrl, key: 'sandbox' },
      logger,
    }),
    itemDatabase: createItemDatabase({ url: sandbox.itemDatabaseUrl, logger }),
    rateSource: createExchangeRateSource({ url: sandbox.ratesUrl, logger }),
    marketplace: createMarketplace({ url: sandbox.marketUrl, apiKey, logger }),
    marketFeed: null,
    houseAccount: HOUSE_ACCOUNT,
    beacon: null,
    pix: createPix({ url: sandbox.pixUrl, ...pixAccount, clock, logger }),
    webhookSecrets: { pix: pixAccount.webhookSecret, mercadoPago: null },
    checkpoints: { checkpointFile: path.join(config.dataDir, 'unused'), signingKey: keys.current },
    log: { headFolder: config.dataDir, formerHeadFile: null, signingSeeds: [keys.current] },
    seedSeal: createSeedSeal(keys),
    secondFactorSeal: createSecondFactorSeal(keys),
    personHashes: createPersonHashes(keys),
    isSandbox: true,
  });
  services.defer(() => app.close());
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.http.server.address() as AddressInfo;
  await sandbox.notifyPaymentsTo(`http://127.0.0.1:${port}/api/payment/deposit/webhook/pix`);
  return { app, db, sandbox };
}
