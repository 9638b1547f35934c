import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { insertOneHeld } from '../../src/modules/assets/inventory/test-support.ts';
import { findRate, storeHeldBackRate } from '../../src/modules/assets/items/exchange-rate.sql.ts';
import { storeHeldBackPrices } from '../../src/modules/assets/items/prices/held-back-prices.sql.ts';
import { insertNamed } from '../../src/modules/trade/item-withdrawals/test-support.ts';
import { transaction } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { Id } from '../../src/platform/ids.ts';
import type { Reply } from '../support/calls.ts';
import { createDecidingApp } from '../support/decisions/deciding-app.ts';
import { createPerson, type Person } from '../support/people.ts';
import { use } from '../support/use-app.ts';

/**
 * These rules say who may put a price, a rate or a margin in force that moves users' property, or that a guard has
 * refused.
 */
const world = use(createDecidingApp, ({ end }) => end());
before(async () => {
  await insertOneHeld(world.app.db, (await createPerson(world.app.db)).userId, world.itemId);
});

interface Wanted {
  ask(who: Person): Promise<Reply>;
  value(): Promise<string>;
}

let names = 0;

/** Somebody owns one, for R$ 6,00 at the prices of the first start. */
async function ownedItem(): Promise<Id<'item'>> {
  names += 1;
  const { db } = world.app;
  const itemId = await insertNamed(db, `Guarded ${names}`);
  await db.query(sql`
    update items set value_cents = round(100 * margin), value_cents_brl = round(round(100 * margin) * usd_to_brl)
    from exchange_rate,
      (select coalesce((select value #>> '{}' from settings where key = 'priceMargin'), '1.2')::numeric as margin) now
    where id = ${itemId}`);
  await insertOneHeld(db, (await createPerson(db)).userId, itemId);
  return itemId;
}

const priceOf = async (itemId: Id<'item'>) => {
  const [row] = await world.app.db.query<{ price: string }>(
    sql`select original_price_cents as price from items where id = ${itemId}`,
  );
  return row?.price ?? assert.fail();
};
const rateInForce = async () => (await findRate(world.app.db)).usdToBrl;
/** Half as much again, or two thirds, is beyond every limit, and comes back. */
const farRate = async () => (Number(await rateInForce()) < 6 ? 7.5 : 5);

const WANTED: Readonly<Record<string, () => Promise<Wanted>>> = {
  'a price by hand': async () => {
    const itemId = await ownedItem();
    const body = { originalPriceCents: '1000', confirm: true, reason: 'A test' };
    return {
      ask: (who) => world.call(who, 'PATCH', `/admin/items/${itemId}`, body),
      value: () => priceOf(itemId),
    };
  },
  'a rate by hand': async () => {
    const body = { usdToBrl: await farRate(), confirm: true, reason: 'A test' };
    return { ask: (who) => world.call(who, 'PUT', '/admin/items/exchange-rate', body), value: rateInForce };
  },
  'a rate that is held back': async () => {
    const usdToBrl = await farRate();
    const value = `${usdToBrl}`;
    const at = world.clock.now();
    const said = { value, firstValue: value, firstSaidAt: at, lastSaidAt: at, source: 'a test', waitsForPerson: true };
    await transaction(world.app.db, (tx) => storeHeldBackRate(tx, said));
    return {
      ask: (who) => world.call(who, 'POST', '/admin/items/exchange-rate/confirm', { usdToBrl, reason: 'A test' }),
      value: rateInForce,
    };
  },
  'prices that are held back': async () => {
    const itemId = await ownedItem();
    const at = world.clock.now();
    const [sync] = await world.app.db.query<{ id: Id<'item-sync'> }>(sql`
      insert into item_syncs (kind, status, processed, total, message, finished_at)
      values ('PRICES', 'DONE', 1, 1, 'Done', ${at}) returning id`);
    const syncId = sync?.id ?? assert.fail();
    const held = { itemId, value: 1_000n, firstValue: 1_000n, firstSaidAt: at, lastSaidAt: at, stepPercent: 900 };
    await transaction(world.app.db, (tx) => storeHeldBackPrices(tx, syncId, [held]));
    return {
      ask: (who) => world.call(who, 'POST', '/admin/items/held-back-prices/confirm', { syncId, reason: 'A test' }),
      value: () => priceOf(itemId),
    };
  },
  'a margin': async () => {
    const margin = () => world.app.settings.list().find(({ key }) => key === 'priceMargin')?.value;
    const body = { priceMargin: margin() === '1.2' ? '3' : '1.2', confirm: true, reason: 'A test' };
    const preview = await world.call(world.ana, 'POST', '/admin/settings/preview', { priceMargin: body.priceMargin });
    assert.equal(preview.body.changes[0].isWeaker, true, 'it is said before');
    return {
      ask: (who) => world.call(who, 'PATCH', '/admin/settings', body),
      value: async () => String(margin()),
    };
  },
};

const seen = ({ status, body }: Reply) => [status, body.code];
const NEEDS_ANOTHER = [409, 'SECOND_ADMINISTRATOR_NEEDED'];

const countCarriedOut = async () =>
  (await world.app.db.query(sql`select from decision_proposals where carried_out_at is not null`)).length;

async function begin(make: () => Promise<Wanted>, twoPersonCents: number): Promise<Wanted> {
  const wanted = await make();
  await world.set({ decisionFactorMinutes: 15, twoPersonCents });
  return wanted;
}

for (const [name, make] of Object.entries(WANTED)) {
  test(`${name} beyond the limits takes a fresh second factor`, async () => {
    const { ask, value } = await begin(make, 0);
    const before = await value();
    assert.deepEqual(seen(await ask(world.biasOtherSession)), [403, 'SECOND_FACTOR_NOT_FRESH']);
    assert.equal(await value(), before);
    await world.verify(world.bia);
    const done = await ask(world.bia);
    assert.equal(done.status, 200, done.text);
    assert.notEqual(await value(), before);
  });

  test(`${name} that moves what users own beyond the sum takes two administrators`, async () => {
    const { ana, bia, carla } = world;
    const { ask, value } = await begin(make, 1);
    const before = await value();
    await world.verify(ana, bia, carla);
    for (let times = 0; times < 2; times += 1) assert.deepEqual(seen(await ask(ana)), NEEDS_ANOTHER, 'one is one');
    assert.equal(await value(), before);
    const carriedOut = await countCarriedOut();
    const answers = await Promise.all([ask(bia), ask(carla)]);
    assert.ok(
      answers.some(({ status }) => status === 200),
      JSON.stringify(answers),
    );
    assert.equal((await countCarriedOut()) - carriedOut, 1);
    assert.notEqual(await value(), before);
  });
}

test('up to the sum one administrator is enough', async () => {
  const { ask } = await begin(WANTED['a price by hand'] ?? assert.fail(), 1_000_000);
  await world.verify(world.bia);
  const done = await ask(world.bia);
  assert.equal(done.status, 200, done.text);
});

test('a proposal holds for one price: another price is another proposal', async () => {
  const { ana, bia, carla } = world;
  const itemId = await ownedItem();
  await world.set({ decisionFactorMinutes: 15, twoPersonCents: 1 });
  await world.verify(ana, bia, carla);
  const reprice = (who: Person, originalPriceCents: string) =>
    world.call(who, 'PATCH', `/admin/items/${itemId}`, { originalPriceCents, confirm: true, reason: 'A test' });
  assert.deepEqual(seen(await reprice(ana, '1000')), NEEDS_ANOTHER);
  assert.deepEqual(seen(await reprice(bia, '1001')), NEEDS_ANOTHER);
  assert.deepEqual(seen(await reprice(ana, '1000')), NEEDS_ANOTHER);
  assert.equal((await reprice(carla, '1000')).body.originalPriceCents, '1000');
});

test('a proposal is found by its subject', async () => {
  const { ana, bia } = world;
  await world.set({ decisionFactorMinutes: 15, twoPersonCents: 1 });
  await world.verify(ana, bia);
  const body = { usdToBrl: await farRate(), confirm: true, holdHours: 2, reason: 'A test' };
  const set = (who: Person) => world.call(who, 'PUT', '/admin/items/exchange-rate', body);
  assert.deepEqual(seen(await set(ana)), NEEDS_ANOTHER);
  const found = async () => {
    const { body: proposals } = await world.call(
      bia,
      'GET',
      '/admin/proposals?entityType=exchange-rate&entityId=USD-BRL',
    );
    return proposals.data.map(({ action, content }: { action: string; content: string }) => [action, content]);
  };
  assert.deepEqual(await found(), [['set', `${body.usdToBrl} 2`]]);
  assert.equal((await set(bia)).status, 200);
  assert.deepEqual(await found(), []);
});

const nearOnes = async (itemId: Id<'item'>) => [
  { method: 'PATCH', path: `/admin/items/${itemId}`, body: { originalPriceCents: '110' } },
  { method: 'PATCH', path: `/admin/items/${itemId}`, body: { originalPriceCents: '120', confirm: true } },
  {
    method: 'PUT',
    path: '/admin/items/exchange-rate',
    body: { usdToBrl: Number(await rateInForce()) * 1.01, confirm: true, reason: 'A test' },
  },
  { method: 'PATCH', path: '/admin/settings', body: { priceMargin: nearMargin(), confirm: true } },
];
const nearMargin = () =>
  world.app.settings.list().find(({ key }) => key === 'priceMargin')?.value === '1.2' ? '1.25' : '1.2';

test('within the limits one administrator with a fresh factor moves little, and `confirm` changes nothing of that', async () => {
  await world.set({ decisionFactorMinutes: 15, twoPersonCents: 1_000_000, priceMargin: '1.2' });
  await world.app.settings.start();
  for (const { method, path, body } of await nearOnes(await ownedItem())) {
    const ask = (who: Person) => world.call(who, method as 'PATCH', path, body);
    assert.deepEqual(seen(await ask(world.biasOtherSession)), [403, 'SECOND_FACTOR_NOT_FRESH'], path);
    await world.verify(world.bia);
    const { status, text } = await ask(world.bia);
    assert.equal(status, 200, text);
  }
});

test('within the limits, too, two administrators move what users own beyond the sum', async () => {
  const { ana, bia, biasOtherSession } = world;
  await world.set({ decisionFactorMinutes: 15, twoPersonCents: 1, priceMargin: '1.2' });
  await world.app.settings.start();
  for (const { method, path, body } of await nearOnes(await ownedItem())) {
    const ask = (who: Person) => world.call(who, method as 'PATCH', path, body);
    assert.deepEqual(seen(await ask(biasOtherSession)), [403, 'SECOND_FACTOR_NOT_FRESH'], path);
    await world.verify(ana, bia);
    assert.deepEqual(seen(await ask(ana)), NEEDS_ANOTHER, path);
    assert.equal((await ask(bia)).status, 200, path);
  }
});
