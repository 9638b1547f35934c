import assert from 'node:assert/strict';
import { startSandbox } from '@lisura/sandbox';
import { createMarketplace } from '../../src/modules/trade/marketplace/index.ts';
import { followTrades } from '../../src/modules/trade/swaps/deliveries/follow-trades.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createCall } from '../support/calls.ts';
import { createPerson } from '../support/people.ts';
import { setMarket } from '../support/purchases.ts';
import { type Admins, decideByTwo, TWO_ADMINS } from './sound-decisions.ts';

const NAME = 'Glove Case';
const IMAGE = 'https://images.example/1.png';

/** A site swap of each status, one without a credit, one above the catalogue, and two that came to nothing, on a process of its own that knows a marketplace. */
export async function swapWithSite({ db, databaseUrl }: TestApp, admins: Admins): Promise<void> {
  const [admin] = admins;
  const sandbox = await startSandbox({ port: 0 });
  const marketplace = createMarketplace({ url: sandbox.marketUrl, apiKey: sandbox.marketApiKey, logger });
  const app = await createTestApp({ databaseUrl, marketplace, environment: TWO_ADMINS });
  try {
    const call = createCall(app.http);
    const ask = async (...args: Parameters<typeof call>) => {
      const { status, body, text } = await call(...args);
      assert.ok(status < 300, text);
      return body;
    };
    const player = await createPerson(db);
    await ask(admin, 'POST', `/admin/users/${player.userId}/balance`, { amountCents: '100000', reason: 'To play' });
    const described = { imageUrl: IMAGE, rarity: 'BASE_GRADE', weaponCategory: 'CASE', originalPriceCents: '100' };
    const { id: itemId } = await ask(admin, 'POST', '/admin/items', { name: NAME, marketHashName: NAME, ...described });
    const items = [{ itemId, hashRangeStart: 1, hashRangeEnd: 10_000_000 }];
    const fields = { name: 'Swapped', imageUrl: IMAGE, category: 'Test', priceCents: '1000', activate: true };
    const { id: caseId } = await ask(admin, 'POST', '/admin/cases', { ...fields, items });
    const { openings } = await ask(player, 'POST', `/cases/${caseId}/open`, { quantity: 9 });
    const ids: string[] = openings.map(({ inventoryItemId }: { inventoryItemId: string }) => inventoryItemId);

    const swap = async (count: number, status: string, faults: object[] = [], price = 1_000) => {
      await setMarket(sandbox, { stock: { name: NAME, prices: [price] }, faults });
      const body = { inventoryItemIds: ids.splice(0, count), targetMarketHashName: NAME };
      const swapped = await ask(player, 'POST', '/swap/site', body);
      assert.equal(swapped.status, status);
      return { swapId: swapped.swapId as string, receivedId: swapped.receivedInventoryItemId as string };
    };
    const path = 'buy-one-p2p-name';
    await swap(2, 'COMPLETED');
    await swap(1, 'COMPLETED');
    await swap(2, 'COMPLETED', [], 1_100);
    const undone = await swap(1, 'COMPLETED');
    const left = await swap(1, 'COMPLETED');
    await ask(player, 'DELETE', `/inventory/${left.receivedId}/sell`);
    for (const { swapId } of [undone, left]) {
      const rows = await db.query<{ projectId: string }>(
        sql`select project_id as "projectId" from site_swaps where id = ${swapId}`,
      );
      await setMarket(sandbox, { move: { projectId: rows[0]?.projectId, to: 'failed' } });
    }
    await followTrades({
      ...app.deps,
      db,
      clock: systemClock,
      logger,
      marketplace,
      push: app.realtime,
      notifyUser: () => {},
    });
    const decision = { resolution: 'LEFT', reason: 'It was sold' };
    await decideByTwo(call, admins, `/admin/site-swaps/${left.swapId}/decide`, decision);
    await swap(1, 'FAILED', [{ path, fault: 'refusal' }]);
    await swap(1, 'PENDING', [{ path, fault: 'cut-off' }]);
  } finally {
    await app.close();
    await sandbox.close();
  }
}
