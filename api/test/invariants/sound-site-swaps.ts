import assert from 'node:assert/strict';
import { followTrades } from '../../src/modules/trade/swaps/deliveries/follow-trades.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import type { TestApp } from '../support/app.ts';
import { setMarket } from '../support/purchases.ts';
import { withMarketApp } from './market-app.ts';
import { type Admins, decideByTwo } from './sound-decisions.ts';

const NAME = 'Glove Case';

/**
 * There is a site swap of each status, one without a credit, one above the catalogue, and two that failed, on a process
 * of its own with a marketplace.
 */
export async function swapWithSite(first: TestApp, admins: Admins): Promise<void> {
  const [admin] = admins;
  await withMarketApp(first, async ({ app, sandbox, marketplace, call, ask, player, openCaseOf }) => {
    const { db } = first;
    const ids = await openCaseOf(admin, { item: NAME, case: 'Swapped' }, 9);

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
      const rows = await db.query<{ projectId: string }>(sql`select project_id from site_swaps where id = ${swapId}`);
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
  });
}
