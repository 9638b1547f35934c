import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildApp } from '../api/src/app/app.ts';
import { readConfig } from '../api/src/app/config.ts';
import { constraintErrors } from '../api/src/app/modules.ts';
import { createExchangeRateSource, createItemDatabase } from '../api/src/modules/assets/items/index.ts';
import { createSeedSeal } from '../api/src/modules/games/rolls/index.ts';
import { createIdentityProvider } from '../api/src/modules/people/auth/index.ts';
import { createPersonHashes } from '../api/src/modules/people/person-facts/index.ts';
import { createSecondFactorSeal } from '../api/src/modules/people/two-factor/index.ts';
import { createMarketplace } from '../api/src/modules/trade/marketplace/index.ts';
import { createAnnouncements } from '../api/src/platform/database/announcements.ts';
import { openDatabase } from '../api/src/platform/database/db.ts';
import { createMemoryStore } from '../api/src/platform/hot-store/hot-store.ts';
import { silentLogger as logger } from '../api/src/platform/observability/logger.ts';
import type { ApiDocument } from './api-types.ts';

/** Nothing listens there: what describes the API asks nothing of a database. */
const NOWHERE = 'postgres://nobody@127.0.0.1:1/none';

/** The OpenAPI document, made without a database, a port or an outside world. */
export async function readApiDocument(): Promise<ApiDocument> {
  const keys = { current: randomBytes(32), former: [] };
  const db = openDatabase({ address: NOWHERE, logger, poolSize: 2, constraintErrors });
  const hotStore = createMemoryStore();
  const app = await buildApp({
    config: readConfig({ NODE_ENV: 'test', RATE_LIMIT_GLOBAL: '0' }, tmpdir()),
    db,
    hotStore,
    announcements: createAnnouncements({ address: NOWHERE, logger }),
    identityProvider: createIdentityProvider({ identityUrl: NOWHERE, profiles: null, logger }),
    itemDatabase: createItemDatabase({ url: null, logger }),
    rateSource: createExchangeRateSource({ url: null, logger }),
    marketplace: createMarketplace({ url: null, apiKey: '', logger }),
    marketFeed: null,
    houseAccount: null,
    beacon: null,
    pix: null,
    webhookSecrets: { pix: null, mercadoPago: null },
    checkpoints: { checkpointFile: path.join(tmpdir(), 'lisura-no-checkpoints'), signingKey: randomBytes(32) },
    log: { headFolder: tmpdir(), formerHeadFile: null, signingSeeds: [randomBytes(32)] },
    seedSeal: createSeedSeal(keys),
    secondFactorSeal: createSecondFactorSeal(keys),
    personHashes: createPersonHashes(keys),
    logger,
  });
  const { body } = await app.http.inject({ url: '/api/docs-json' });
  await app.http.close();
  await hotStore.close();
  await db.close();
  return JSON.parse(body);
}
