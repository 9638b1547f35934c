import assert from 'node:assert/strict';
import { startSandbox } from '@lisura/sandbox';
import { createMarketplace } from '../../src/modules/trade/marketplace/index.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createCall } from '../support/calls.ts';
import { createPerson } from '../support/people.ts';
import { setMarket } from '../support/purchases.ts';
import { type Admins, decideByTwo, TWO_ADMINS } from './sound-decisions.ts';

const NAME = 'Fracture Case';
const IMAGE = 'https://images.example/1.png';
const PLATFORM_ID_BASE = 76_561_197_960_265_728n;

/** A withdrawal of each status, on a process of its own that knows a marketplace. */
export async function withdrawItems({ db, databaseUrl }: TestApp, admins: Admins): Promise<void> {
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
    const partner = BigInt(player.platformId) - PLATFORM_ID_BASE;
    const tradeUrl = `https://steamcommunity.com/tradeoffer/new/?partner=${partner}&token=AbCdEf12`;
    await ask(player, 'PATCH', '/user/trade-url', { tradeUrl });
    await ask(admin, 'POST', `/admin/users/${player.userId}/balance`, { amountCents: '100000', reason: 'To play' });
    const described = { imageUrl: IMAGE, rarity: 'BASE_GRADE', weaponCategory: 'CASE', originalPriceCents: '100' };
    const { id: itemId } = await ask(admin, 'POST', '/admin/items', { name: NAME, marketHashName: NAME, ...described });
    const items = [{ itemId, hashRangeStart: 1, hashRangeEnd: 10_000_000 }];
    const fields = { name: 'Withdrawn', imageUrl: IMAGE, category: 'Test', priceCents: '1000', activate: true };
    const { id: caseId } = await ask(admin, 'POST', '/admin/cases', { ...fields, items });
    const { openings } = await ask(player, 'POST', `/cases/${caseId}/open`, { quantity: 8 });
    const ids: string[] = openings.map(({ inventoryItemId }: { inventoryItemId: string }) => inventoryItemId);
    await setMarket(sandbox, { stock: { name: NAME, prices: Array(20).fill(1_000) }, pricesPerMinute: 0 });

    const withdraw = () => ask(player, 'POST', `/inventory/${ids.shift()}/withdraw`);
    const withFault = async (fault: object) => {
      await setMarket(sandbox, { faults: [{ path: 'buy-one-p2p-name', ...fault }] });
      await withdraw();
      await setMarket(sandbox, { faults: [] });
    };
    const follow = async (
      { withdrawalId, purchase }: { withdrawalId: string; purchase: { projectId: string } },
      to: string,
    ) => {
      await setMarket(sandbox, { move: { projectId: purchase.projectId, to } });
      await ask(player, 'POST', `/inventory/withdrawals/${withdrawalId}/refresh`);
    };
    await ask(admin, 'PATCH', '/admin/settings', { autoApprovalMinAccountHours: 0 });
    await withdraw();
    const [delivered, reversed] = [await withdraw(), await withdraw()];
    for (const withdrawal of [delivered, reversed]) await follow(withdrawal, 'accepted');
    await withFault({ fault: 'refusal' });
    await withFault({ fault: 'cut-off' });
    await ask(admin, 'PATCH', '/admin/settings', { autoApprovalDailyLimitCents: 0 });
    const pathOf = async (decision: string) => `/admin/skin-withdrawals/${(await withdraw()).withdrawalId}/${decision}`;
    await decideByTwo(call, admins, await pathOf('approve'));
    await ask(admin, 'POST', await pathOf('reject'), { reason: 'Um teste' });
    await withdraw();
    await follow(reversed, 'reversed');
  } finally {
    await app.close();
    await sandbox.close();
  }
}
