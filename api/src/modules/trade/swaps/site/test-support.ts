import assert from 'node:assert/strict';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { createCall, type Reply } from '../../../../../test/support/calls.ts';
import { createItem } from '../../../../../test/support/items.ts';
import { createPerson, type Person } from '../../../../../test/support/people.ts';
import { marketRecord, setMarket } from '../../../../../test/support/purchases.ts';
import { createRecordingApp, type RecordingApp } from '../../../../../test/support/recording-app.ts';
import { use } from '../../../../../test/support/use-app.ts';
import { type FixedClock, fixedClock } from '../../../../platform/clock.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { silentLogger as logger } from '../../../../platform/observability/logger.ts';
import { findViolations } from '../../../../verify/find-violations.ts';
import { insertHeld } from '../../../assets/inventory/test-support.ts';
import { createMarketplace, type Marketplace, withCachedPrices } from '../../marketplace/index.ts';

/** The marketplace sells this name for ten dollars. */
export const TARGET = 'AK-47 | Redline (Field-Tested)';
export const PRICE_COINS = 10_000;
/** The margin of 1.2 and the rate of 5 hold unless a test sets others. */
export const PRICE_CENTS = 6_000;

export interface SiteApp extends RecordingApp {
  clock: FixedClock;
  sandbox: Sandbox;
  marketplace: Marketplace;
  targetId: Id<'item'>;
  swap(who: Person | null, ids: readonly string[], target?: string, headers?: Record<string, string>): Promise<Reply>;
  get(who: Person | null, path: string): Promise<Reply>;
  owner(...valuesCents: number[]): Promise<{ person: Person; ids: Id<'inventoryItem'>[] }>;
  market(setting: object): Promise<void>;
  /** Sets the prices of the target and removes all faults. */
  stock(...coins: number[]): Promise<void>;
  purchasesOf(swapId: string): Promise<object[]>;
  /** Checks every invariant and stops everything. */
  end(): Promise<void>;
}

export const useSiteApp = () => use(createSiteApp, (app) => app.end());

/** `isShared` shares prices between users for some seconds, as in a real process. */
export async function createSiteApp({ isShared = false } = {}): Promise<SiteApp> {
  const sandbox = await startSandbox({ port: 0 });
  const clock = fixedClock(new Date());
  const asked = createMarketplace({ url: sandbox.marketUrl, apiKey: sandbox.marketApiKey, logger });
  const marketplace = isShared ? withCachedPrices(asked, clock) : asked;
  const app = await createRecordingApp({ clock, marketplace });
  const call = createCall(app.http);
  const market = (setting: object) => setMarket(sandbox, setting);
  await market({ pricesPerMinute: 0, wallet: 1_000_000_000 });
  return {
    ...app,
    clock,
    sandbox,
    marketplace,
    market,
    targetId: await createTarget(app, TARGET, PRICE_CENTS),
    swap: (who, inventoryItemIds, targetMarketHashName = TARGET, headers = {}) =>
      call(who, 'POST', '/swap/site', { inventoryItemIds, targetMarketHashName }, headers),
    get: (who, path) => call(who, 'GET', path),
    owner: async (...valuesCents) => {
      const person = await createPerson(app.db);
      const ids: Id<'inventoryItem'>[] = [];
      for (const cents of valuesCents) {
        ids.push(...(await insertHeld(app.db, person.userId, await createItem(app.db, cents))));
      }
      return { person, ids };
    },
    stock: (...prices) => market({ faults: [], stock: { name: TARGET, prices } }),
    purchasesOf: async (swapId) => {
      const { purchases } = await marketRecord(sandbox);
      return purchases.filter(({ projectId }) => projectId.startsWith(`sw_${swapId}_`));
    },
    end: async () => {
      try {
        const violations = await findViolations(app.db, { byOwnWays: true });
        // Test items have prices that follow from nothing.
        const own = violations.filter(({ invariant }) => invariant !== 'prices follow from margin and rate');
        assert.deepEqual(own, []);
      } finally {
        await app.close();
        await sandbox.close();
      }
    },
  };
}

export async function createTarget({ db }: RecordingApp, name: string, valueCents: number): Promise<Id<'item'>> {
  const id = await createItem(db, valueCents);
  await db.query(sql`update items set name = ${name}, market_hash_name = ${name} where id = ${id}`);
  return id;
}
