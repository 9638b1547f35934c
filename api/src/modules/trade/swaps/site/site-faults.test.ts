import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Reply } from '../../../../../test/support/calls.ts';
import { createItem } from '../../../../../test/support/items.ts';
import { unheardSettings } from '../../../../../test/support/kills/unheard-settings.ts';
import type { Person } from '../../../../../test/support/people.ts';
import { marketRecord } from '../../../../../test/support/purchases.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { silentLogger as logger } from '../../../../platform/observability/logger.ts';
import { createSettings } from '../../../../platform/settings/settings.ts';
import { balanceOf, insertHeld, statusesOf } from '../../../assets/inventory/test-support.ts';
import { priceMarginSetting } from '../../../assets/items/index.ts';
import type { NotifyUser } from '../../../people/notifications/index.ts';
import { createMarketplace, type Marketplace } from '../../marketplace/index.ts';
import { createOrders } from '../../orders/index.ts';
import { siteSwapOrders } from './settle-site-swap.ts';
import type { SiteSwap } from './site.records.ts';
import { siteSwapCeilingSetting, siteSwapOverAlertSetting, siteSwapOverCapSetting } from './site.records.ts';
import { swapWithSite } from './swap-with-site.ts';
import { PRICE_CENTS, PRICE_COINS, TARGET, useSiteApp } from './test-support.ts';

const BUY = 'buy-one-p2p-name';
/** It is longer than any lease and than the marketplace's time for unknown purchases. */
const SETTLED_MS = 130_000;
/** An unknown purchase may still arrive until then. */
const ON_ITS_WAY_MS = 119_000;

const app = useSiteApp();
beforeEach(() => app.stock(...Array(60).fill(PRICE_COINS)));

const settle = async () => {
  app.clock.advance(SETTLED_MS);
  await app.orders.settleDue();
};
const statusOf = async (person: Person) => (await app.get(person, '/swap/site')).body.data[0].status;
const notes: { userId: string; title: string; message: string }[] = [];

test('what the marketplace refuses is not bought: the items are available again', async () => {
  const refusals: [object, RegExp][] = [
    [{ fault: 'refusal', message: 'Item sold' }, /^Item sold$/],
    [{ fault: 'forbidden' }, /./],
    [{ fault: 'rate-limited' }, /./],
    [{ fault: 'price-change', percent: 25 }, /^Price changed$/],
    [{ fault: 'no-stock' }, /^Item sold$/],
  ];
  for (const [fault, reason] of refusals) {
    await app.stock(...Array(3).fill(PRICE_COINS));
    await app.market({ faults: [{ path: BUY, ...fault }] });
    const { person, ids } = await app.owner(PRICE_CENTS, 100);
    const { status, body } = await app.swap(person, ids);
    assert.deepEqual([status, body.success, body.status, body.receivedItem], [200, false, 'FAILED', null]);
    assert.deepEqual(await statusesOf(app.db, ids), ['AVAILABLE', 'AVAILABLE']);
    assert.match((await app.get(person, '/swap/site')).body.data[0].failureReason, reason);
    assert.deepEqual(await app.purchasesOf(body.swapId), []);
    assert.equal(await balanceOf(app.db, person), 0n);
    await app.stock(PRICE_COINS);
    assert.equal((await app.swap(person, ids)).body.success, true);
  }
});

test('a price that moves a little is paid by the house up to the value in the catalogue, and administrators hear of it', async () => {
  const { person, ids } = await app.owner(PRICE_CENTS);
  await app.stock(9_500);
  await app.market({ faults: [{ fault: 'price-change', path: BUY, percent: 5 }] });
  const { body } = await app.swap(person, ids);
  assert.deepEqual([body.success, body.receivedItem.valueCentsBrl], [true, String(PRICE_CENTS)]);
  const alerts = await app.db.query(sql`
    select level, details ->> 'quotedCoins' as quoted, details ->> 'paidCoins' as paid
    from alerts where kind = 'SITE_SWAP_OVERPAID' and key = ${body.swapId}`);
  assert.deepEqual(alerts, [{ level: 'WARNING', quoted: '9500', paid: '9975' }]);
});

test('the items stay while the outcome of the purchase is unknown', async () => {
  for (const fault of ['cut-off', 'server-error', 'malformed', 'incomplete']) {
    for (const moment of ['before', 'after']) {
      await app.market({ faults: [{ fault, path: BUY, moment }] });
      const { person, ids } = await app.owner(PRICE_CENTS, 500);
      const told = `${fault} ${moment}`;
      const { status, body } = await app.swap(person, ids);
      assert.deepEqual([status, body.success, body.status, body.receivedItem], [200, false, 'PENDING', null], told);
      assert.deepEqual(await statusesOf(app.db, ids), ['IN_SWAP', 'IN_SWAP'], told);
      assert.equal((await app.swap(person, ids)).status, 409, told);
      const isBought = moment === 'after';
      if (!isBought) {
        app.clock.advance(ON_ITS_WAY_MS);
        await app.orders.settleDue();
        assert.equal(await statusOf(person), 'PENDING', told);
      }
      await settle();
      assert.equal(await statusOf(person), isBought ? 'COMPLETED' : 'FAILED', told);
      assert.deepEqual(await statusesOf(app.db, ids), Array(2).fill(isBought ? 'SOLD' : 'AVAILABLE'), told);
      assert.equal((await app.purchasesOf(body.swapId)).length, isBought ? 1 : 0, told);
      assert.equal(await balanceOf(app.db, person), isBought ? 500n : 0n, told);
      await settle();
      assert.equal((await app.purchasesOf(body.swapId)).length, isBought ? 1 : 0, told);
    }
  }
});

test('a marketplace that never answers leaves the purchase open, and it is settled as it was', async () => {
  for (const moment of ['before', 'after']) {
    const { person, ids } = await app.owner(PRICE_CENTS);
    await app.market({ faults: [{ fault: 'time-out', path: BUY, moment, times: 1 }] });
    const { marketUrl: url, marketApiKey: apiKey } = app.sandbox;
    const impatient = createMarketplace({ url, apiKey, logger, timeoutsMs: { look: 600_000, buy: 2_000 } });
    const swap = await swapElsewhere(person, ids, { marketplace: impatient });
    assert.equal(swap.status, 'PENDING');
    await settle();
    assert.equal(await statusOf(person), moment === 'after' ? 'COMPLETED' : 'FAILED');
    assert.equal((await app.purchasesOf(swap.id)).length, moment === 'after' ? 1 : 0);
  }
});

type GivenIds = Parameters<typeof swapWithSite>[1]['givenIds'];

/** Another process swaps on the same database; a killed one never reaches the purchase. */
function swapElsewhere(
  { userId }: Person,
  givenIds: GivenIds,
  { marketplace = app.marketplace, isKilled = false }: { marketplace?: Marketplace; isKilled?: boolean },
): Promise<SiteSwap> {
  const { db, clock } = app;
  const { announcements, houseAccount } = app.deps;
  const notifyUser: NotifyUser = (to, contents) =>
    void notes.push(...contents.map((content) => ({ userId: to, ...content })));
  const told = { push: { toUser: () => undefined }, notifyUser };
  const handled = createOrders({ db, clock, logger, settings: unheardSettings(db) }).handle(
    siteSwapOrders({ clock, marketplace, ...told }),
  );
  const orders = isKilled ? { ...handled, send: async () => 'UNKNOWN' as const } : handled;
  const ofSwaps = [siteSwapCeilingSetting, siteSwapOverAlertSetting, siteSwapOverCapSetting];
  const settings = createSettings({ db, announcements, definitions: [priceMarginSetting, ...ofSwaps] });
  const command = { userId, givenIds, targetMarketHashName: TARGET };
  return swapWithSite({ db, clock, settings, marketplace, orders, houseAccount }, command, null);
}

test('a swap whose process dies before it buys is bought by the job, once, and the user is told', async () => {
  const { person, ids } = await app.owner(PRICE_CENTS + 50);
  const swap = await swapElsewhere(person, ids, { isKilled: true });
  assert.deepEqual([swap.status, await app.purchasesOf(swap.id)], ['PENDING', []]);
  await settle();
  await settle();
  assert.equal(await statusOf(person), 'COMPLETED');
  assert.equal((await app.purchasesOf(swap.id)).length, 1);
  assert.equal(await balanceOf(app.db, person), 50n);
  const told = app.sent.filter((each) => each.userId === person.userId).map(({ event }) => event);
  assert.ok(told.includes('balance:updated'), told.join());
});

test('the user is notified of either end', async () => {
  const [{ person: ana, ids: ofAna }, { person: bia, ids: ofBia }] = [
    await app.owner(PRICE_CENTS + 50),
    await app.owner(PRICE_CENTS),
  ];
  await swapElsewhere(ana, ofAna, {});
  await app.market({ faults: [{ fault: 'refusal', path: BUY }] });
  await swapElsewhere(bia, ofBia, {});
  const ofBoth = notes.filter(({ userId }) => userId === ana.userId || userId === bia.userId);
  assert.deepEqual(
    ofBoth.map(({ userId, title, message }) => [userId, title, message]),
    [
      [ana.userId, 'Troca concluída', `Você recebeu ${TARGET}. A diferença de R$ 0,50 está no seu saldo.`],
      [bia.userId, 'Troca não concluída', `Não foi possível obter ${TARGET}. Os seus itens estão disponíveis de novo.`],
    ],
  );
});

test('a repeat gets the first answer, also while the outcome was unknown', async () => {
  const { person, ids } = await app.owner(PRICE_CENTS);
  await app.market({ faults: [{ fault: 'cut-off', path: BUY, moment: 'after' }] });
  const key = { 'idempotency-key': 'lost' };
  const first = await app.swap(person, ids, TARGET, key);
  assert.equal(first.body.status, 'PENDING');
  await settle();
  const second = await app.swap(person, ids, TARGET, key);
  assert.deepEqual([second.text, second.replayed], [first.text, true]);
  assert.equal((await app.purchasesOf(first.body.swapId)).length, 1);
});

test('without a price the marketplace is asked for nothing else', async () => {
  const { person, ids } = await app.owner(PRICE_CENTS);
  for (const fault of ['server-error', 'malformed', 'cut-off', 'incomplete', 'rate-limited', 'refusal']) {
    await app.market({ faults: [{ fault, path: 'prices' }] });
    const { status, body } = await app.swap(person, ids);
    assert.deepEqual([status, body.code], [503, 'MARKET_SILENT'], fault);
  }
  assert.deepEqual(await statusesOf(app.db, ids), ['AVAILABLE']);
  assert.deepEqual((await app.get(person, '/swap/site')).body.data, []);
});

test('of 50 swaps of one item at once one is made, and one item is bought', async () => {
  const { person, ids } = await app.owner(PRICE_CENTS);
  const before = (await marketRecord(app.sandbox)).purchases.length;
  const replies = await Promise.all(Array.from({ length: 50 }, () => app.swap(person, ids)));
  assert.equal(replies.filter(({ body }) => body.success).length, 1);
  for (const { status, text } of replies.filter(({ body }) => !body.success)) {
    assert.ok([400, 409].includes(status), text);
  }
  assert.equal((await marketRecord(app.sandbox)).purchases.length, before + 1);
  assert.equal((await app.get(person, '/swap/site')).body.meta.total, 1);
});

test('an item that is swapped while it is sold, offered or upgraded is one of them', async () => {
  const targetItemId = await createItem(app.db, 1_000_000);
  const inject = async (who: Person, method: 'POST' | 'DELETE', url: string, payload?: object): Promise<Reply> => {
    const { headers } = who;
    const response = await app.http.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    return { status: response.statusCode, body: response.json(), text: response.body, replayed: false };
  };
  const rivals: ((who: Person, ids: string[]) => Promise<Reply>)[] = [
    (who, ids) => inject(who, 'DELETE', `/api/inventory/${ids[0]}/sell`),
    (who, inventoryItemIds) => inject(who, 'POST', '/api/swap', { inventoryItemIds }),
    (who, inventoryItemIds) => inject(who, 'POST', '/api/upgrade/perform', { inventoryItemIds, targetItemId }),
  ];
  const races = rivals.flatMap((rival) =>
    Array.from({ length: 6 }, async (_, round) => {
      const { person, ids } = await app.owner(PRICE_CENTS);
      // The rival acts before, during or after the question to the marketplace.
      const swapping = app.swap(person, ids);
      for (let turn = 0; turn < round * 8; turn += 1) await new Promise(setImmediate);
      const [swapped, taken] = await Promise.all([swapping, rival(person, ids)]);
      const winners = [swapped.status === 200, taken.status < 300];
      assert.deepEqual(winners.toSorted(), [false, true], `${swapped.text} ${taken.text}`);
      const loser = winners[0] ? taken : swapped;
      assert.ok([400, 409].includes(loser.status), loser.text);
    }),
  );
  await Promise.all(races);
});

test('an item that is swapped while it is withdrawn is one of them', async () => {
  await app.db.query(sql`update items set value_cents = 1200 where id = ${app.targetId}`);
  const races = Array.from({ length: 6 }, async (_, round) => {
    const { person } = await app.owner();
    const ids = await insertHeld(app.db, person.userId, app.targetId);
    const partner = BigInt(person.platformId) - 76_561_197_960_265_728n;
    const tradeUrl = `https://steamcommunity.com/tradeoffer/new/?partner=${partner}&token=AbCdEf12`;
    await app.db.query(sql`update users set trade_url = ${tradeUrl} where id = ${person.userId}`);
    const { headers } = person;
    const withdraw = () => app.http.inject({ method: 'POST', url: `/api/inventory/${ids[0]}/withdraw`, headers });
    const swap = () => app.swap(person, ids);
    const [first, second] = round % 2 === 0 ? [swap(), withdraw()] : [withdraw(), swap()];
    await Promise.all([first, second]);
    const records = await app.db.query<{ swaps: number; withdrawals: number }>(sql`
      select (select count(*)::int from site_swaps where user_id = ${person.userId}) as swaps,
        (select count(*)::int from market_withdrawals where user_id = ${person.userId}) as withdrawals`);
    const [{ swaps, withdrawals }] = records as [{ swaps: number; withdrawals: number }];
    assert.equal(swaps + withdrawals, 1);
    assert.deepEqual(await statusesOf(app.db, ids), [swaps === 1 ? 'SOLD' : 'LOCKED']);
  });
  await Promise.all(races);
});
