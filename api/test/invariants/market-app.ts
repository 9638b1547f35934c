import assert from 'node:assert/strict';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { createMarketplace, type Marketplace } from '../../src/modules/trade/marketplace/index.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type Call, createCall } from '../support/calls.ts';
import { createPerson, type Person } from '../support/people.ts';
import { TWO_ADMINS } from './sound-decisions.ts';

const IMAGE = 'https://images.example/1.png';

interface MarketApp {
  app: TestApp;
  sandbox: Sandbox;
  marketplace: Marketplace;
  call: Call;
  ask(...args: Parameters<Call>): Promise<Awaited<ReturnType<Call>>['body']>;
  player: Person;
  /** The player opens a case of this item alone; returns the ids of the won items. */
  openCaseOf(admin: Person, names: { item: string; case: string }, quantity: number): Promise<string[]>;
}

/** A second process on the same database has a marketplace and a player. */
export async function withMarketApp(
  { db, databaseUrl }: TestApp,
  work: (market: MarketApp) => Promise<void>,
): Promise<void> {
  const sandbox = await startSandbox({ port: 0 });
  const marketplace = createMarketplace({ url: sandbox.marketUrl, apiKey: sandbox.marketApiKey, logger });
  const app = await createTestApp({ databaseUrl, marketplace, environment: TWO_ADMINS });
  try {
    const call = createCall(app.http);
    const ask: MarketApp['ask'] = async (...args) => {
      const { status, body, text } = await call(...args);
      assert.ok(status < 300, text);
      return body;
    };
    const player = await createPerson(db);
    const openCaseOf: MarketApp['openCaseOf'] = async (admin, names, quantity) => {
      await ask(admin, 'POST', `/admin/users/${player.userId}/balance`, { amountCents: '100000', reason: 'To play' });
      const described = { imageUrl: IMAGE, rarity: 'BASE_GRADE', weaponCategory: 'CASE', originalPriceCents: '100' };
      const named = { name: names.item, marketHashName: names.item };
      const { id: itemId } = await ask(admin, 'POST', '/admin/items', { ...named, ...described });
      const items = [{ itemId, hashRangeStart: 1, hashRangeEnd: 10_000_000 }];
      const fields = { name: names.case, imageUrl: IMAGE, category: 'Test', priceCents: '1000', activate: true };
      const { id: caseId } = await ask(admin, 'POST', '/admin/cases', { ...fields, items });
      const { openings } = await ask(player, 'POST', `/cases/${caseId}/open`, { quantity });
      return openings.map(({ inventoryItemId }: { inventoryItemId: string }) => inventoryItemId);
    };
    await work({ app, sandbox, marketplace, call, ask, player, openCaseOf });
  } finally {
    await app.close();
    await sandbox.close();
  }
}
