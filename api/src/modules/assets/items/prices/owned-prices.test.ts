import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { use } from '../../../../../test/support/use-app.ts';
import { fixedClock } from '../../../../platform/clock.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import { createItemsWorld, listedItem } from '../test-support.ts';

const clock = fixedClock(new Date());
const world = use(
  () => createItemsWorld({ clock }),
  (made) => made.close(),
);
beforeEach(async () => {
  await world.db.query(sql`truncate item_price_hours, price_rises, held_back_prices, inventory_counts, settings`);
  await world.db.query(sql`delete from items where id not in (select item_id from case_version_items)`);
  await sync({ A: 1_000, B: 1_000, C: 1_000, Bare: 0 });
});

function tell(prices: Record<string, number>): void {
  world.outside.items = Object.keys(prices).map((name) => listedItem(name));
  world.outside.prices = Object.fromEntries(
    Object.entries(prices).map(([name, cents]) => [name, { price_cents: cents }]),
  );
}
async function sync(prices: Record<string, number>): Promise<void> {
  tell(prices);
  const { status } = await world.items.syncNow();
  assert.equal(status, 'DONE');
}
async function updatePrices(prices: Record<string, number>): Promise<void> {
  tell(prices);
  const { body } = await world.call('POST', '/admin/items/update-prices');
  await world.items.jobs.tasks['sync-items']?.({ syncId: body.id });
}
const idOf = async (name: string) =>
  (await world.db.query<{ id: string }>(sql`select id from items where name = ${name}`))[0]?.id as string;
const priceOf = async (name: string) =>
  Number(
    (
      await world.db.query<{ cents: bigint }>(sql`select original_price_cents as cents from items where name = ${name}`)
    )[0]?.cents,
  );
const own = (name: string, count: number, status = 'AVAILABLE') =>
  world.db.query(sql`
    insert into inventory_counts (user_id, item_id, status, count)
    select ${world.player.userId}, id, ${status}, ${count} from items where name = ${name}`);
const setPrice = async (name: string, cents: number, more: object = {}) =>
  world.call('PATCH', `/admin/items/${await idOf(name)}`, { originalPriceCents: String(cents), ...more });
const ITEM = {
  name: 'New',
  marketHashName: 'New',
  imageUrl: 'https://items.example/1.png',
  rarity: 'COVERT',
  weaponCategory: 'KNIFE',
};
const change = (values: object) => transaction(world.db, (tx) => world.settings.change(tx, { ...values }));

test('prices by hand that creep are held against those of the day', async () => {
  assert.equal((await setPrice('B', 1_400)).status, 200);
  assert.equal((await setPrice('B', 1_600)).status, 409);
  assert.equal((await setPrice('B', 1_500)).status, 200);
  clock.advance(25 * HOUR_MS);
  assert.equal((await setPrice('B', 1_600)).status, 200);
  assert.equal((await setPrice('B', 0)).status, 409);
});

test('a hand and syncs at once do not take two steps', async () => {
  for (const cents of [1_450, 1_490, 2_100, 2_200]) {
    tell({ C: cents });
    // Some of several syncs at once are refused, or take up one that another has begun.
    await Promise.allSettled([setPrice('C', cents), world.items.syncNow(), world.items.syncNow()]);
    assert.ok((await priceOf('C')) <= 1_500);
  }
});

test('the first price of an item that users own waits for an administrator', async () => {
  await own('Bare', 1);
  await sync({ Bare: 999_999 });
  assert.equal(await priceOf('Bare'), 0);
  assert.equal((await setPrice('Bare', 999_999)).status, 409);
  assert.equal((await setPrice('Bare', 999_999, { confirm: true })).status, 200);
});

test('syncs of a day raise what users own by no more than the settings allow, the smallest rises first', async () => {
  // Users own 6000 BRL of each kind.
  for (const name of ['A', 'B', 'C']) await own(name, 100);
  await change({ maxDailyPriceGainPercent: 10, freePriceGainCents: 0 });
  await sync({ A: 1_400, B: 1_100, C: 1_050 });
  assert.deepEqual([await priceOf('A'), await priceOf('B'), await priceOf('C')], [1_000, 1_100, 1_050]);
  assert.deepEqual(
    (await world.call('GET', '/admin/items/held-back-prices')).body.data.map(
      ({ name, takenFrom }: Record<string, unknown>) => [name, takenFrom],
    ),
    [['A', null]],
  );
  // 900 of 1890 BRL are used, a tenth of the present worth of all items.
  await sync({ A: 1_166 });
  assert.equal(await priceOf('A'), 1_000);
  await sync({ A: 1_165 });
  assert.equal(await priceOf('A'), 1_165);
  await sync({ B: 1_120 });
  assert.equal(await priceOf('B'), 1_100);
  clock.advance(24 * HOUR_MS);
  await sync({ B: 1_120 });
  assert.equal(await priceOf('B'), 1_120);
});

test('where users own little, a sum is free', async () => {
  await own('A', 1);
  await change({ maxDailyPriceGainPercent: 1, freePriceGainCents: 2_400 });
  await sync({ A: 1_400 });
  assert.equal(await priceOf('A'), 1_400);
  await sync({ A: 1_401 });
  assert.equal(await priceOf('A'), 1_400);
});

test('a source raises no price that an administrator has made up once somebody owns the item', async () => {
  const madeUp: Readonly<Record<string, () => Promise<unknown>>> = {
    A: () => setPrice('A', 700),
    New: async () => world.call('POST', '/admin/items', { ...ITEM, originalPriceCents: '700' }),
    Other: async () => {
      await setPrice('B', 700);
      await sync({ B: 700 });
      await world.call('PATCH', `/admin/items/${await idOf('B')}`, { marketHashName: 'Other' });
    },
  };
  for (const [marketName, make] of Object.entries(madeUp)) {
    await make();
    const name = marketName === 'Other' ? 'B' : marketName;
    await own(name, 1);
    await updatePrices({ [marketName]: 1_000 });
    assert.equal(await priceOf(name), 700, marketName);
    const heldBack = (await world.call('GET', '/admin/items/held-back-prices')).body.data;
    assert.deepEqual(
      heldBack.map((held: { name: string }) => held.name),
      [name],
    );
    const { syncId } = heldBack[0];
    assert.equal((await world.call('POST', '/admin/items/held-back-prices/confirm', { syncId })).status, 200);
    await updatePrices({ [marketName]: 1_100 });
    assert.equal(await priceOf(name), 1_100, `${marketName}: a price that was confirmed is the source's`);
  }
});

test('a source raises what an administrator has made up where nobody owns the item, or once it has said the same', async () => {
  await setPrice('A', 700);
  await updatePrices({ A: 1_000 });
  assert.equal(await priceOf('A'), 1_000);
  await setPrice('B', 700);
  await own('B', 1);
  await updatePrices({ B: 700 });
  await updatePrices({ B: 1_000 });
  assert.equal(await priceOf('B'), 1_000);
});

test('a price by hand beyond the step names what it raises and wants to be confirmed', async () => {
  await own('A', 7);
  await own('A', 3, 'LOCKED');
  await own('A', 50, 'SOLD');
  await world.db.query(sql`
    with made as (
      insert into cases (name, image_url, category, price_cents) values ('Neon', 'x', 'Test', 100), ('Coroa', 'x', 'Test', 100)
      returning id
    ), version as (insert into case_versions (case_id, number) select id, 1 from made returning id, case_id)
    insert into case_version_items (version_id, item_id, hash_range_start, hash_range_end)
    select version.id, items.id, 1, 10000000 from version, items where name = 'A'`);
  await world.db.query(sql`
    update cases set status = 'ACTIVE', current_version_id = case_versions.id from case_versions where case_id = cases.id`);

  const refused = await setPrice('A', 100_000);
  assert.deepEqual([refused.status, refused.body.code], [409, 'PRICE_NOT_CONFIRMED']);
  assert.match(refused.body.message, /^1000\.00 USD is 9900 percent from 10\.00 USD/);
  assert.deepEqual(refused.body.errors, [
    { field: 'inventory', message: 'Users own 10 of it, worth R$ 600,00, which would be worth R$ 60.000,00' },
    { field: 'cases', message: 'It is in the case Coroa' },
    { field: 'cases', message: 'It is in the case Neon' },
  ]);
  assert.equal(await priceOf('A'), 1_000);
  assert.equal((await setPrice('A', 100_000, { confirm: true })).status, 200);
  assert.equal(await priceOf('A'), 100_000);
  assert.equal((await setPrice('A', 1_000)).status, 409, 'down as well');
});
