import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { use } from '../../../../../test/support/use-app.ts';
import { fixedClock } from '../../../../platform/clock.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { until } from '../../../../platform/hot-store/test-support.ts';
import { ITEMS_CHANGED } from '../index.ts';
import { priceMarginSetting } from '../pricing.ts';
import { createItemsWorld, type Fault, listedItem, wrongPrices } from '../test-support.ts';

const ITEMS = 2_500;
const TEN_MINUTES_MS = 10 * 60_000;

const clock = fixedClock(new Date());
const world = use(
  () => createItemsWorld({ clock }),
  (made) => made.close(),
);
let announced = 0;
before(async () => {
  const { outside, db } = world;
  const names = Array.from({ length: ITEMS }, (_, i) => `Item ${i}`);
  outside.items = names.map((name) => listedItem(name));
  outside.prices = Object.fromEntries(names.map((name, i) => [name, { price_cents: i * 7 }]));
  await world.items.syncNow();
  await db.query(sql`create table item_updates (id bigint generated always as identity)`);
  await db.query(sql`create function count_update() returns trigger language plpgsql as
    'begin insert into item_updates default values; return null; end'`);
  await db.query(sql`create trigger count_updates after update on items
    for each statement execute function count_update()`);
  world.announcements.on(ITEMS_CHANGED, () => {
    announced += 1;
  });
});
beforeEach(async () => {
  clock.advance(TEN_MINUTES_MS);
  world.outside.fault = 'none';
  world.outside.asked.length = 0;
  await world.db.query(sql`truncate item_updates`);
});

const updates = async () => (await world.db.query(sql`select 1 from item_updates`)).length;
const changeMargin = (value: unknown) =>
  transaction(world.db, (tx) => world.settings.change(tx, { priceMargin: value }));
const valuesOf = async (name: string) =>
  (
    await world.db.query<{ usd: string; brl: string }>(
      sql`select value_cents as usd, value_cents_brl as brl from items where name = ${name}`,
    )
  )[0];
const notifyRate = (bid: unknown) => {
  world.outside.rate = { USDBRL: { bid, timestamp: '1' } };
};

test('a new margin reprices all items in one statement and is heard everywhere', async () => {
  const second = await world.secondSettings();
  const before = announced;
  await changeMargin(1.3333);
  assert.equal(await updates(), 1);
  assert.deepEqual(await valuesOf('Item 1000'), { usd: '9333', brl: '46665' });
  assert.deepEqual(await wrongPrices(world.db), []);
  await until(() => announced > before && second.get(priceMarginSetting) === '1.3333');
  await assert.rejects(changeMargin('0.99'), /Validation failed/);
  await changeMargin('1.2');
});

test('a new rate reprices all items in one statement; within five minutes nobody is asked again', async () => {
  const before = announced;
  notifyRate('5.4321');
  const rate = await world.items.refreshRate();
  assert.deepEqual([rate.usdToBrl, rate.isFallback], ['5.4321', false]);
  assert.equal(rate.source, new URL(world.outside.url).host);
  assert.equal(await updates(), 1);
  assert.deepEqual(await valuesOf('Item 1000'), { usd: '8400', brl: '45630' });
  await until(() => announced > before);
  assert.deepEqual(rate.updatedAt, clock.now());
  clock.advance(TEN_MINUTES_MS / 2 - 1);
  await world.items.refreshRate();
  assert.equal(world.outside.asked.length, 1);
  clock.advance(1);
  await world.items.refreshRate();
  assert.equal(world.outside.asked.length, 2);
  assert.equal(await updates(), 1, 'an equal rate reprices nothing');
  assert.deepEqual(await wrongPrices(world.db), []);
});

test('when the source fails, the last known rate stays with its source and time', async () => {
  const read = async () => (await world.call('GET', '/items/exchange-rate', undefined, null)).body;
  const before = await read();
  assert.deepEqual([before.usdToBrl, before.isStale], [5.4321, false]);
  world.outside.asked.length = 0;
  for (const fault of ['status-500', 'garbage', 'huge', 'redirect'] satisfies Fault[]) {
    world.outside.fault = fault;
    assert.equal((await world.items.refreshRate()).usdToBrl, '5.4321', fault);
  }
  world.outside.fault = 'none';
  for (const wrong of ['0.1', '1000', '-5', 'NaN', null, {}]) {
    notifyRate(wrong);
    await world.items.jobs.tasks['refresh-exchange-rate']?.({});
  }
  world.outside.rate = [];
  await world.items.refreshRate();
  assert.deepEqual(await read(), before);
  assert.equal(world.outside.asked.length, 11);
  assert.equal(await updates(), 0);
});

test('margins, rates, syncs and edits at the same time leave no price behind', async () => {
  const { db, items, call, outside } = world;
  const { body } = await call('GET', '/admin/items?limit=5');
  const names = (outside.items as { name: string }[]).map(({ name }) => name);
  const setPrices = (factor: number) => {
    outside.prices = Object.fromEntries(names.map((name, i) => [name, { price_cents: (i + 1) * factor }]));
  };
  for (let round = 1; round <= 4; round += 1) {
    clock.advance(TEN_MINUTES_MS);
    notifyRate(`5.4${round}`);
    setPrices(7 + round);
    const done = await Promise.allSettled([
      changeMargin(`1.${round}5`),
      items.refreshRate(),
      items.syncNow(),
      ...body.data.map(({ id }: { id: string }) =>
        call('PATCH', `/admin/items/${id}`, { originalPriceCents: `${round}`, confirm: true }),
      ),
      call('POST', '/admin/items', {
        name: `Made ${round}`,
        marketHashName: `Made ${round}`,
        imageUrl: 'https://items.example/3.png',
        rarity: 'COVERT',
        weaponCategory: 'RIFLE',
        originalPriceCents: '777',
      }),
    ]);
    assert.ok(done.every(({ status }) => status === 'fulfilled'));
    assert.deepEqual(await wrongPrices(db), []);
  }
  assert.equal((await items.refreshRate()).usdToBrl, '5.44');
});
