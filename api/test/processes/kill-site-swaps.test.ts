import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertHeld, statusesOf } from '../../src/modules/assets/inventory/test-support.ts';
import { createOrders } from '../../src/modules/trade/orders/index.ts';
import { siteSwapOrders } from '../../src/modules/trade/swaps/site/settle-site-swap.ts';
import { createSiteApp, PRICE_COINS, type SiteApp, TARGET } from '../../src/modules/trade/swaps/site/test-support.ts';
import { fixedClock } from '../../src/platform/clock.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { createFlowProcesses, type FlowProcesses } from '../support/kills/flow-processes.ts';
import { killAtEach, momentsOf, runUndisturbed } from '../support/kills/run-until.ts';
import type { SiteSwapFlow } from '../support/kills/site-swap-flows.ts';
import { unheardSettings } from '../support/kills/unheard-settings.ts';
import { createPerson } from '../support/people.ts';

/**
 * A process that swaps with the site is killed around every commit. The next process settles the rest: the target was
 * bought once and belongs to the user, or the given items do.
 */
let app: SiteApp;
let processes: FlowProcesses<SiteSwapFlow>;
before(async () => {
  processes = createFlowProcesses('siteSwaps');
  app = await createSiteApp();
  await app.stock(...Array(60).fill(PRICE_COINS));
});
after(async () => {
  await processes.close();
  await app.end();
});

/** The swap, the sending of its order and its end are transactions of their own. */
const COMMITS = /^commit$|^update orders set status = 'SENT'/;

/** Reads the states of the swap and of the given items, the number of purchases, and the user's items in the end. */
const ENDS = ['COMPLETED SOLD 1 2', 'FAILED AVAILABLE 0 1', 'nothing AVAILABLE 0 1'];

test('kill -9 around every commit of a site swap: the target is bought once, or what is given is as before', async (t) => {
  const scene = { databaseUrl: app.databaseUrl, db: app.db, processes };
  const statements = await runUndisturbed(scene, (await arrange()).flow);
  const moments = momentsOf(statements, COMMITS).filter(({ text, when }) => COMMITS.test(text) && when !== 'during');
  assert.equal(moments.length, 3 + 3, statements.join('\n'));
  const ends: Record<string, number> = {};
  for await (const killed of killAtEach(scene, moments, arrange)) {
    await settleAsNextProcess();
    for (const { moment, ...arranged } of killed) {
      const end = await endOf(arranged);
      assert.ok(ENDS.includes(end), `${moment.where}: ${end}`);
      ends[end] = (ends[end] ?? 0) + 1;
    }
  }
  assert.deepEqual(Object.keys(ends).sort(), ENDS, 'each came about');
  t.diagnostic(JSON.stringify(ends));
});

async function endOf({ person, ids }: Awaited<ReturnType<typeof arrange>>): Promise<string> {
  const [swap] = (await app.get(person, '/swap/site')).body.data;
  const { total } = (await app.get(person, '/inventory')).body;
  const bought = swap === undefined ? 0 : (await app.purchasesOf(swap.id)).length;
  return `${swap?.status ?? 'nothing'} ${await statusesOf(app.db, ids)} ${bought} ${total}`;
}

async function settleAsNextProcess(): Promise<void> {
  const clock = fixedClock(new Date());
  const orders = createOrders({ db: app.db, clock, logger, settings: unheardSettings(app.db) });
  const told = { push: { toUser: () => undefined }, notifyUser: () => undefined };
  orders.handle(siteSwapOrders({ clock, marketplace: app.marketplace, ...told }));
  for (let look = 0; look < 2; look += 1) {
    clock.advance(120_000);
    await orders.settleDue();
  }
}

async function arrange() {
  const person = await createPerson(app.db);
  const { userId } = person;
  const ids = await insertHeld(app.db, userId, app.targetId);
  const { marketUrl, marketApiKey: apiKey } = app.sandbox;
  const flow: SiteSwapFlow = { userId, givenIds: ids, targetMarketHashName: TARGET, marketUrl, apiKey };
  return { person, ids, flow };
}
