import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { createCall, refusal } from '../../../../../test/support/calls.ts';
import { createAdmin, type Person } from '../../../../../test/support/people.ts';
import { marketRecord } from '../../../../../test/support/purchases.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { dayOf } from '../../../../platform/days.ts';
import { DAY_MS } from '../../../../platform/durations.ts';
import { until } from '../../../../platform/hot-store/test-support.ts';
import { balanceOf, statusesOf } from '../../../assets/inventory/test-support.ts';
import { createSiteApp, createTarget, PRICE_CENTS, PRICE_COINS, TARGET, useSiteApp } from './test-support.ts';

const BUY = 'buy-one-p2p-name';
const TOO_DEAR = '400 SWAP_TARGET_TOO_DEAR';
const OTHERS: readonly [string, number][] = [
  ['AWP | Asiimov (Field-Tested)', 18_000],
  ['Fracture Case', 2_400],
  ['P250 | Sand Dune (Field-Tested)', 600],
];

const app = useSiteApp();
let admin: Person;
before(async () => {
  admin = await createAdmin(app.db);
});
beforeEach(async () => {
  await app.stock(...Array(20).fill(PRICE_COINS));
  await setSettings({ siteSwapCeilingPercent: 100, siteSwapOverAlertCents: 50_000, siteSwapOverCapCents: 200_000 });
});

const call = (...args: Parameters<ReturnType<typeof createCall>>) => createCall(app.http)(...args);
async function setSettings(payload: object): Promise<void> {
  const { headers } = admin;
  const { statusCode, body } = await app.http.inject({
    method: 'PATCH',
    url: '/api/admin/settings',
    headers,
    payload,
  });
  assert.equal(statusCode, 200, body);
}
const openAlerts = (kind: string) =>
  app.db.query<{ key: string; level: string }>(
    sql`select key, level from alerts where kind = ${kind} and resolved_at is null order by key`,
  );
/** Swaps of other tests do not count then. */
const beginDay = () => app.clock.advance(DAY_MS);
const overOf = async () => {
  const rows = await app.db.query<{ cents: string }>(
    sql`select over_cents::text as cents from site_swap_days where day = ${dayOf(app.clock.now())}`,
  );
  return rows[0]?.cents ?? null;
};

test('what the catalogue refuses asks the marketplace nothing, and three accounts share the price of one name', async (t) => {
  const shared = await createSiteApp({ isShared: true });
  t.after(() => shared.end());
  await shared.stock(...Array(20).fill(PRICE_COINS));
  for (const [name, cents] of OTHERS) await createTarget(shared, name, cents);
  const pricesAsked = async () => (await marketRecord(shared.sandbox)).requests.asked.prices ?? 0;
  const players = await Promise.all(Array.from({ length: 3 }, () => shared.owner(500, PRICE_CENTS)));
  const names = [TARGET, ...OTHERS.map(([name]) => name)];
  for (const { person, ids } of players) {
    const refused = await Promise.all(names.map((name) => shared.swap(person, ids.slice(0, 1), name)));
    assert.deepEqual(new Set(refused.map(({ status, body }) => `${status} ${body.code}`)), new Set([TOO_DEAR]));
  }
  assert.equal(await pricesAsked(), 0);
  // Each user can pay the catalogue value but not the market price, and all get one answer.
  await shared.stock(...Array(20).fill(PRICE_COINS * 1.05));
  const swaps = players.map(({ person, ids }) => shared.swap(person, ids.slice(1)));
  assert.deepEqual(
    (await Promise.all(swaps)).map(({ status, body }) => `${status} ${body.code}`),
    [TOO_DEAR, TOO_DEAR, TOO_DEAR],
  );
  assert.equal(await pricesAsked(), 1);
});

test('a target costs what the platform gives for it, however cheap the market is, in the list and in the swap', async () => {
  await app.stock(PRICE_COINS * 0.8);
  const { person, ids } = await app.owner(PRICE_CENTS - 1, PRICE_CENTS);
  const listed = await app.get(null, '/swap/targets?search=Redline');
  assert.deepEqual(
    listed.body.data.map(({ valueCentsBrl }: { valueCentsBrl: string }) => valueCentsBrl),
    [String(PRICE_CENTS)],
  );
  assert.deepEqual(refusal(await app.swap(person, ids.slice(0, 1))), [
    400,
    'O item custa R$ 60,00, mais do que os R$ 59,99 que os seus itens valem.',
  ]);
  const { body } = await app.swap(person, ids.slice(1));
  assert.deepEqual([body.success, body.receivedItem.valueCentsBrl, body.creditedCents], [true, '6000', '0']);
});

test('the user pays a higher market price, and the house no more than that', async () => {
  beginDay();
  await app.stock(11_000);
  const { person, ids } = await app.owner(PRICE_CENTS, 7_000);
  assert.equal((await app.swap(person, ids.slice(0, 1))).body.code, 'SWAP_TARGET_TOO_DEAR');
  const { body } = await app.swap(person, ids.slice(1));
  assert.deepEqual([body.success, body.receivedItem.valueCentsBrl, body.creditedCents], [true, '6600', '400']);
  assert.equal(await overOf(), '600');
});

test('a seller who raises the price between quote and purchase gets no more than the house took', async () => {
  beginDay();
  for (const quoted of [PRICE_COINS, 10_999]) {
    await app.stock(quoted);
    await app.market({ faults: [{ fault: 'price-change', path: BUY, percent: 9.99 }] });
    const { person, ids } = await app.owner(7_000);
    const { body } = await app.swap(person, ids);
    assert.deepEqual([body.success, body.status], [false, 'FAILED'], String(quoted));
    assert.deepEqual(await app.purchasesOf(body.swapId), []);
    assert.deepEqual(await statusesOf(app.db, ids), ['AVAILABLE']);
  }
  assert.equal(await overOf(), '0', 'what was not bought does not count');
});

test('administrators may let the house bear more, up to a part of the catalogue', async () => {
  beginDay();
  await setSettings({ siteSwapCeilingPercent: 105 });
  const [{ person, ids }, other] = [await app.owner(PRICE_CENTS), await app.owner(PRICE_CENTS)];
  await app.market({ faults: [{ fault: 'price-change', path: BUY, percent: 5 }] });
  assert.equal((await app.swap(person, ids)).body.success, true);
  assert.equal(await overOf(), '300');
  await app.stock(PRICE_COINS);
  await app.market({ faults: [{ fault: 'price-change', path: BUY, percent: 5.1 }] });
  assert.equal((await app.swap(other.person, other.ids)).body.status, 'FAILED');
});

test('the amount above the catalogue on a day raises an alert and has a cap for all users', async () => {
  beginDay();
  await setSettings({ siteSwapOverAlertCents: 600, siteSwapOverCapCents: 1_300 });
  await app.stock(...Array(20).fill(11_000));
  const day = dayOf(app.clock.now());
  const swapOnce = async () => {
    const { person, ids } = await app.owner(7_000);
    return app.swap(person, ids);
  };
  assert.equal((await swapOnce()).body.success, true);
  assert.deepEqual(await openAlerts('SITE_SWAP_OVER_CATALOGUE'), []);
  assert.equal((await swapOnce()).body.success, true);
  assert.deepEqual(await openAlerts('SITE_SWAP_OVER_CATALOGUE'), [{ key: day, level: 'WARNING' }]);
  const refused = await swapOnce();
  assert.deepEqual([refused.status, refused.body.code], [400, 'SITE_SWAP_DAY_EXHAUSTED']);
  assert.deepEqual(await openAlerts('SITE_SWAP_OVER_CATALOGUE'), [{ key: day, level: 'CRITICAL' }]);
  assert.equal(await overOf(), '1200');
  await app.stock(PRICE_COINS);
  assert.equal((await swapOnce()).body.success, true);
  await app.stock(11_000);
  app.clock.advance(DAY_MS);
  assert.equal((await swapOnce()).body.success, true);
});

test('of many swaps at once as many are made as the day allows', async () => {
  beginDay();
  await setSettings({ siteSwapOverCapCents: 1_800 });
  await app.stock(...Array(20).fill(11_000));
  const owners = await Promise.all(Array.from({ length: 12 }, () => app.owner(7_000)));
  const replies = await Promise.all(owners.map(({ person, ids }) => app.swap(person, ids)));
  assert.equal(replies.filter(({ body }) => body.success).length, 3);
  const others = replies.filter(({ body }) => !body.success).map(({ body }) => body.code);
  assert.deepEqual(new Set(others), new Set(['SITE_SWAP_DAY_EXHAUSTED']));
  assert.equal(await overOf(), '1800');
});

test('a target that becomes dearer in the catalogue after the quote costs what it is worth then', async () => {
  const { person, ids } = await app.owner(PRICE_CENTS);
  const waiters = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { swapping } = await transaction(app.db, async (tx) => {
    await tx.query(sql`select from exchange_rate for update`);
    const begun = app.swap(person, ids);
    await until(async () => (await app.db.query(waiters)).length === 1);
    await tx.query(sql`update items set value_cents_brl = ${PRICE_CENTS + 1} where id = ${app.targetId}`);
    return { swapping: begun };
  });
  assert.equal((await swapping).body.code, 'SWAP_TARGET_TOO_DEAR');
  await app.db.query(sql`update items set value_cents_brl = ${PRICE_CENTS} where id = ${app.targetId}`);
});

test('users who swap again and again and sell everything end with no more than at the start', async () => {
  // The market asks a fifth less than the catalogue, so that swaps at its price would make a quarter more.
  for (const [name, cents] of OTHERS) {
    await createTarget(app, name, cents);
    await app.market({ stock: { name, prices: Array(40).fill(Math.round((cents / 0.6) * 0.8)) } });
  }
  await app.stock(...Array(40).fill(PRICE_COINS * 0.8));
  const targets = [...OTHERS.map(([name]) => name), TARGET];
  const began = [7_700n, 12_000n, 18_001n, 204_600n];
  const accounts = await Promise.all(began.map((cents) => app.owner(Number(cents))));
  const swaps = await Promise.all(accounts.map(({ person, ids }) => swapOn(person, ids, targets)));
  assert.ok(
    swaps.every((made) => made >= 2),
    `swaps were made: ${swaps}`,
  );
  for (const [place, { person }] of accounts.entries()) {
    const { status, text } = await call(person, 'POST', '/inventory/sell-all');
    assert.ok(status < 300, text);
    assert.equal(await balanceOf(app.db, person), began[place]);
  }
});

/** Swaps everything for the dearest target, again and again, and returns the number of swaps. */
async function swapOn(person: Person, ids: readonly string[], targets: readonly string[]): Promise<number> {
  let made = 0;
  let held = ids;
  for (let round = 0; round < 3; round += 1) {
    for (const target of targets) {
      const { body } = await app.swap(person, held, target);
      if (body.success !== true) continue;
      made += 1;
      held = [body.receivedInventoryItemId];
    }
  }
  return made;
}
