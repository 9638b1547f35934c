import type { TestApp } from '../support/app.ts';
import { setMarket } from '../support/purchases.ts';
import { withMarketApp } from './market-app.ts';
import { type Admins, decideByTwo } from './sound-decisions.ts';

const NAME = 'Fracture Case';
const PLATFORM_ID_BASE = 76_561_197_960_265_728n;

export async function withdrawItems(first: TestApp, admins: Admins): Promise<void> {
  const [admin] = admins;
  await withMarketApp(first, async ({ sandbox, call, ask, player, openCaseOf }) => {
    const partner = BigInt(player.platformId) - PLATFORM_ID_BASE;
    const tradeUrl = `https://steamcommunity.com/tradeoffer/new/?partner=${partner}&token=AbCdEf12`;
    await ask(player, 'PATCH', '/user/trade-url', { tradeUrl });
    const ids = await openCaseOf(admin, { item: NAME, case: 'Withdrawn' }, 8);
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
  });
}
