import type { TestContext } from 'node:test';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { type App, buildApp } from '../../src/app/app.ts';
import { fillEmptyDatabase } from '../../src/demo/demo-data.ts';
import { createExchangeRateSource, createItemDatabase } from '../../src/modules/assets/items/index.ts';
import { createIdentityProvider } from '../../src/modules/people/auth/index.ts';
import type { Db } from '../../src/platform/database/db.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { createTestApp } from './app.ts';

export interface DemoApp {
  app: App;
  db: Db;
  databaseUrl: string;
  sandbox: Sandbox;
  said: string[];
}

/** The server beside the sandbox has had its first start, which fills the database as `npm start` does. */
export async function createDemoApp(t: TestContext): Promise<DemoApp> {
  const services = new AsyncDisposableStack();
  t.after(() => services.disposeAsync());
  const sandbox = await startSandbox({ port: 0 });
  services.defer(() => sandbox.close());
  const base = await createTestApp();
  services.defer(() => base.close());
  const app = await buildApp({
    ...base.deps,
    itemDatabase: createItemDatabase({ url: sandbox.itemDatabaseUrl, logger }),
    rateSource: createExchangeRateSource({ url: sandbox.ratesUrl, logger }),
    identityProvider: createIdentityProvider({
      identityUrl: sandbox.identityUrl,
      profiles: { url: sandbox.profileUrl, key: 'sandbox' },
      logger,
    }),
    welcomeCents: 100_000n,
  });
  services.defer(() => app.close());
  const said: string[] = [];
  await app.items.refreshRate();
  const { seedSeal } = base.deps;
  const say = (line: string) => void said.push(line);
  await fillEmptyDatabase({ address: base.databaseUrl, db: base.db, seedSeal, app, pictures: sandbox, say });
  return { app, db: base.db, databaseUrl: base.databaseUrl, sandbox, said };
}
