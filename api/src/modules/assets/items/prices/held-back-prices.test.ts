import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { use } from '../../../../../test/support/use-app.ts';
import { fixedClock } from '../../../../platform/clock.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import { findViolations } from '../../../../verify/find-violations.ts';
import { alerts } from '../../../people/alerts/index.ts';
import { createItemsWorld, listAudit, listedItem } from '../test-support.ts';

const clock = fixedClock(new Date());
const world = use(
  () => createItemsWorld({ clock, parts: ({ db }) => alerts.run({ db }).http ?? [] }),
  (made) => made.close(),
);
afterEach(async () => assert.deepEqual(await findViolations(world.db, { byOwnWays: true }), []));
beforeEach(async () => {
  await world.db.query(sql`delete from items`);
  await world.db.query(sql`truncate alerts, settings`);
  await sync({ A: 1_000, B: 200, C: 30 });
});

async function sync(prices: Record<string, number>) {
  world.outside.items = Object.keys(prices).map((name) => listedItem(name));
  world.outside.prices = Object.fromEntries(
    Object.entries(prices).map(([name, cents]) => [name, { price_cents: cents }]),
  );
  return world.items.syncNow();
}
async function updatePrices(prices: Record<string, number>) {
  world.outside.prices = Object.fromEntries(
    Object.entries(prices).map(([name, cents]) => [name, { price_cents: cents }]),
  );
  const { body } = await world.call('POST', '/admin/items/update-prices');
  await world.items.jobs.tasks['sync-items']?.({ syncId: body.id });
  return (await world.call('GET', `/admin/items/syncs/${body.id}`)).body;
}
const prices = async () =>
  Object.fromEntries(
    (
      await world.db.query<{ name: string; cents: bigint }>(
        sql`select name, original_price_cents as cents from items order by name`,
      )
    ).map(({ name, cents }) => [name, Number(cents)]),
  );
const heldBack = async (query = '') => (await world.call('GET', `/admin/items/held-back-prices${query}`)).body;
const heldNames = async () => (await heldBack()).data.map(({ name }: { name: string }) => name);
const openAlerts = async () => (await world.call('GET', '/admin/dashboard/alerts')).body.alerts;
const confirm = (body: object) => world.call('POST', '/admin/items/held-back-prices/confirm', body);
const idOf = async (name: string) =>
  (await world.db.query<{ id: string }>(sql`select id from items where name = ${name}`))[0]?.id as string;

test('the first fill and new items are free, and so is the first price of an item without one', async () => {
  assert.deepEqual(await prices(), { A: 1_000, B: 200, C: 30 });
  await sync({ New: 999_999, Bare: 0 });
  await sync({ Bare: 5_000 });
  assert.deepEqual(await prices(), { A: 1_000, B: 200, Bare: 5_000, C: 30, New: 999_999 });
  assert.deepEqual(await openAlerts(), []);
});

test('a price that jumps is held back, item by item, with one alert for the sync', async () => {
  const done = await sync({ A: 100_000, B: 300, C: 14 });
  assert.deepEqual(await prices(), { A: 1_000, B: 300, C: 30 });
  assert.match(done.message ?? '', /^1 of 3 items written, .*, 2 prices held back$/);
  const { data, meta } = await heldBack();
  assert.equal(meta.total, 2);
  assert.deepEqual(
    data.map((one: Record<string, unknown>) => [
      one.name,
      one.originalPriceCents,
      one.heldBackPriceCents,
      one.stepPercent,
      one.syncId,
    ]),
    [
      ['A', '1000', '100000', 9_900, done.id],
      ['C', '30', '14', 53.33, done.id],
    ],
  );
  assert.equal((await heldBack(`?syncId=${done.id}&limit=1&page=2`)).data[0].name, 'C');
  assert.equal((await heldBack('?syncId=1')).meta.total, 0);
  const [alert, ...more] = await openAlerts();
  assert.equal(more.length, 0);
  assert.deepEqual([alert.kind, alert.level, alert.count, alert.details.count], ['PRICES_HELD_BACK', 'CRITICAL', 1, 2]);
  assert.match(alert.message, /prices of 2 items .* worst is A: 1000\.00 USD instead of 10\.00, 9900 percent away/);
});

test('an update of the prices alone is guarded alike', async () => {
  const done = await updatePrices({ A: 10, B: 250, Unknown: 1 });
  assert.equal(done.message, '1 prices changed, 3 received, 0 skipped, 1 prices held back');
  assert.deepEqual(await prices(), { A: 1_000, B: 250, C: 30 });
  assert.deepEqual(await heldNames(), ['A']);
});

test('a source that says the old price again ends it', async () => {
  await sync({ A: 100_000 });
  await sync({ A: 1_001 });
  assert.deepEqual([await heldNames(), await openAlerts(), (await prices()).A], [[], [], 1_001]);
});

test('a lower price that a sync still says an hour later is taken; what another says in between begins anew', async () => {
  await sync({ A: 300, B: 50 });
  const [first] = (await heldBack()).data;
  assert.equal(Date.parse(first.takenFrom) - Date.parse(first.firstSaidAt), HOUR_MS);
  clock.advance(HOUR_MS - 1);
  await sync({ A: 290, B: 60 });
  assert.deepEqual(await heldNames(), ['A', 'B']);
  clock.advance(1);
  await sync({ A: 290, B: 60 });
  assert.deepEqual(await prices(), { A: 290, B: 200, C: 30 });
  assert.deepEqual(await heldNames(), ['B']);
  assert.equal((await openAlerts())[0].count, 3);
  clock.advance(HOUR_MS);
  await sync({ B: 60 });
  assert.deepEqual([(await prices()).B, await openAlerts()], [60, []]);
});

test('a higher price, and zero, wait for an administrator however often they are said', async () => {
  for (let day = 0; day < 5; day += 1) {
    await sync({ A: 1_501, B: 0 });
    clock.advance(24 * HOUR_MS);
  }
  assert.deepEqual(await prices(), { A: 1_000, B: 200, C: 30 });
  const { data } = await heldBack();
  assert.deepEqual(
    data.map(({ name, takenFrom }: { name: string; takenFrom: unknown }) => [name, takenFrom]),
    [
      ['B', null],
      ['A', null],
    ],
  );
});

test('many small rises come to no more than the limit of a day, and the next day begins where that ended', async () => {
  for (const expected of [1_500, 2_250]) {
    for (let minute = 0; minute < 30; minute += 1) {
      const { A = 0 } = await prices();
      await sync({ A: Math.floor(A * 1.049) });
      clock.advance(60_000);
    }
    const { A = 0 } = await prices();
    assert.ok(A <= expected && A > expected * 0.9, `${A}`);
    clock.advance(25 * HOUR_MS);
  }
});

test('six rises of 49 percent, of items and of prices alone, side by side: one of them is taken', async () => {
  for (let round = 1; round <= 6; round += 1) {
    const cents = Math.floor(1_000 * 1.49 ** round);
    await Promise.all([sync({ A: cents }), updatePrices({ A: cents })]);
  }
  assert.equal((await prices()).A, 1_490);
});

test('a price that an administrator has confirmed is where the limits of the day count from', async () => {
  await sync({ A: 1_400 });
  const { id: syncId } = await sync({ A: 2_000 });
  assert.equal((await prices()).A, 1_400);
  await confirm({ syncId });
  await sync({ A: 2_900 });
  assert.equal((await prices()).A, 2_900);
});

test('an administrator takes all prices of a sync, once', async () => {
  const { id: syncId } = await sync({ A: 5_000, B: 1_000 });
  const replies = await Promise.all(Array.from({ length: 5 }, () => confirm({ syncId })));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409, 409]);
  assert.deepEqual(replies.find(({ status }) => status === 200)?.body, { confirmed: 2 });
  assert.deepEqual(await prices(), { A: 5_000, B: 1_000, C: 30 });
  assert.deepEqual([await heldNames(), await openAlerts()], [[], []]);
  const [over] = (await world.call('GET', '/admin/dashboard/alerts?isResolved=true')).body.alerts;
  assert.equal(over.resolvedBy, world.admin.userId);
  const entries = (await listAudit(world.db, 'ITEM_PRICE_CONFIRMED')).filter(
    ({ metadata }) => metadata.syncId === syncId,
  );
  assert.deepEqual(
    new Set(entries.map(({ actorId, entityId, metadata }) => [actorId, entityId, metadata])),
    new Set([
      [world.admin.userId, await idOf('A'), { from: '1000', to: '5000', syncId }],
      [world.admin.userId, await idOf('B'), { from: '200', to: '1000', syncId }],
    ]),
  );
});

test('why prices are taken stands in the audit trail, where the administrator says it', async () => {
  const { id: syncId } = await sync({ A: 5_000, B: 1_000 });
  const reason = 'Other markets say the same';
  assert.equal((await confirm({ syncId, itemIds: [await idOf('A')], reason: '' })).status, 400);
  assert.equal((await confirm({ syncId, itemIds: [await idOf('A')], reason })).status, 200);
  const [entry] = (await listAudit(world.db, 'ITEM_PRICE_CONFIRMED')).filter(
    ({ metadata }) => metadata.syncId === syncId,
  );
  assert.deepEqual(entry?.metadata, { from: '1000', to: '5000', syncId, reason });
});

test('of named items only theirs are taken, all or none, and only as the sync said that was looked at', async () => {
  const { id: syncId } = await sync({ A: 5_000, B: 1_000 });
  const [a, b, c] = [await idOf('A'), await idOf('B'), await idOf('C')];
  const refused = await confirm({ syncId, itemIds: [a, c] });
  assert.deepEqual([refused.status, refused.body.message], [409, `Not held back, or no longer as sync ${syncId} said`]);
  assert.deepEqual((await confirm({ syncId, itemIds: [b, b] })).body, { confirmed: 1 });
  assert.deepEqual(await prices(), { A: 1_000, B: 1_000, C: 30 });
  assert.equal((await openAlerts()).length, 1, 'A is held back still');
  const { id: laterId } = await sync({ A: 90_000 });
  assert.equal((await confirm({ syncId, itemIds: [a] })).status, 409);
  assert.equal((await prices()).A, 1_000);
  assert.equal((await confirm({ syncId: laterId, itemIds: [a] })).status, 200);
  assert.equal((await confirm({ itemIds: [a] })).status, 400);
  assert.equal((await confirm({ syncId, itemIds: [] })).status, 400);
});

test('a price that an administrator sets ends what is held back of the item', async () => {
  await sync({ A: 5_000, B: 1_000 });
  await world.call('PATCH', `/admin/items/${await idOf('A')}`, { originalPriceCents: '1200' });
  assert.deepEqual(await heldNames(), ['B']);
  assert.equal((await openAlerts()).length, 1);
  await world.call('PATCH', `/admin/items/${await idOf('B')}`, { originalPriceCents: '1000', confirm: true });
  assert.deepEqual([await heldNames(), await openAlerts()], [[], []]);
});

test('the limit is a setting', async () => {
  await transaction(world.db, (tx) => world.settings.change(tx, { maxPriceStepPercent: 10 }));
  await sync({ A: 1_100, B: 221 });
  assert.deepEqual(await prices(), { A: 1_100, B: 200, C: 30 });
});

test('syncs, confirmations and edits at once leave no price behind and no alert without a cause', async () => {
  const names = ['A', 'B', 'C'];
  for (let round = 1; round <= 5; round += 1) {
    const { id: syncId } = await sync({ A: 5_000 * 3 ** round, B: 1_000 * 3 ** round, C: 90 * 3 ** round });
    world.outside.prices = Object.fromEntries(names.map((name) => [name, { price_cents: 7 ** round }]));
    const done = await Promise.allSettled([
      world.items.syncNow(),
      confirm({ syncId }),
      confirm({ syncId, itemIds: [await idOf('A')] }),
      world.call('PATCH', `/admin/items/${await idOf('B')}`, { originalPriceCents: `${round + 1}`, confirm: true }),
    ]);
    assert.ok(done.every(({ status }) => status === 'fulfilled'));
    assert.deepEqual(await findViolations(world.db, { byOwnWays: true }), []);
    assert.equal((await openAlerts()).length, (await heldNames()).length > 0 ? 1 : 0);
  }
});

test('players and strangers neither see nor confirm what is held back', async () => {
  for (const [who, status] of [
    [null, 401],
    [world.player, 403],
  ] as const) {
    assert.equal((await world.call('GET', '/admin/items/held-back-prices', undefined, who)).status, status);
    const path = '/admin/items/held-back-prices/confirm';
    assert.equal((await world.call('POST', path, { syncId: '1' }, who)).status, status);
  }
});
