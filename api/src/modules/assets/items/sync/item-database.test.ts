import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSandbox } from '@lisura/sandbox';
import fc from 'fast-check';
import { fixedClock } from '../../../../platform/clock.ts';
import { silentLogger } from '../../../../platform/observability/logger.ts';
import { createExchangeRateSource, createItemDatabase } from '../index.ts';
import { createItemsWorld, listedItem, type OutsideWorld, startOutsideWorld, wrongPrices } from '../test-support.ts';
import {
  categoryNamed,
  exteriorNamed,
  rarityNamed,
  readOutsideCollections,
  readOutsideItems,
  readOutsidePrices,
} from './item-database.ts';

let outside: OutsideWorld;
before(async () => {
  outside = await startOutsideWorld();
});
after(() => outside.close());

const logger = silentLogger;

test('one who says nothing is not waited for', async () => {
  outside.fault = 'silence';
  const impatient = { url: outside.url, logger, timeoutMs: 50 };
  await assert.rejects(createItemDatabase(impatient).prices(), { status: 503 });
  assert.equal(await createExchangeRateSource(impatient).usdToBrl(), null);
  outside.fault = 'none';
});

test('an address where nobody listens gives no rate and no items', async () => {
  const closed = { url: 'http://127.0.0.1:1', logger };
  await assert.rejects(createItemDatabase(closed).items(), { status: 503 });
  assert.equal(await createExchangeRateSource(closed).usdToBrl(), null);
});

test('a copy is kept for ten minutes, and a failure is not kept', async () => {
  const clock = fixedClock('2026-11-15T12:00:00Z');
  const database = createItemDatabase({ url: outside.url, logger, clock });
  outside.fault = 'garbage';
  await assert.rejects(database.items(), { status: 503 });
  outside.fault = 'none';
  outside.items = [listedItem('A')];
  outside.asked.length = 0;
  assert.equal((await database.items()).entries.length, 1);
  outside.items = [];
  clock.advance(10 * 60_000 - 1);
  assert.equal((await database.items()).entries.length, 1);
  assert.equal(outside.asked.length, 1);
  clock.advance(1);
  assert.equal((await database.items()).entries.length, 0);
});

test('what was asked for before the copy was dropped does not become the copy', async () => {
  const database = createItemDatabase({ url: outside.url, logger });
  outside.items = [listedItem('Old')];
  const early = database.items();
  database.clear();
  await early;
  outside.items = [];
  assert.equal((await database.items()).entries.length, 0);
});

test('the first start of a platform: the items of the sandbox with their prices, and its rate', async (t) => {
  const sandbox = await startSandbox({ port: 0 });
  t.after(() => sandbox.close());
  const world = await createItemsWorld({ outsideUrls: sandbox });
  t.after(() => world.close());
  const rate = await world.items.refreshRate();
  assert.equal(rate.isFallback, false);
  const sync = await world.items.syncNow();
  assert.equal(sync.status, 'DONE');
  assert.match(sync.message ?? '', / 0 skipped$/);
  assert.ok((sync.total ?? 0) >= 300);
  const { body } = await world.call('GET', '/items/stats', undefined, null);
  assert.equal(body.count, sync.total);
  assert.deepEqual(
    body.byCategory.filter(({ value, count }: { value: string; count: number }) => value === 'OTHER' && count > 0),
    [],
    'every category is known',
  );
  assert.ok((await world.call('GET', '/items/cheap', undefined, null)).body.meta.total > 0);
  assert.ok((await world.call('GET', '/admin/items/steam-database/collections')).body.meta.total > 0);
  assert.deepEqual(await wrongPrices(world.db), []);
});

test('an item of the outside database in our words', () => {
  assert.deepEqual(readOutsideItems([listedItem('AK-47 | Redline', { stattrak: true })]), {
    entries: [
      {
        id: 'skin-AK-47 | Redline',
        name: 'AK-47 | Redline',
        marketHashName: 'AK-47 | Redline',
        imageUrl: 'https://items.example/1.png',
        rarity: 'COVERT',
        weaponCategory: 'RIFLE',
        exterior: 'FIELD_TESTED',
        isStatTrak: true,
        collection: 'The Test Collection',
      },
    ],
    skipped: 0,
  });
});

test('names of rarities, wears and categories in the spellings of different sources', () => {
  assert.deepEqual(
    ['Mil-Spec Grade', 'Mil-Spec', 'mil spec', 'Master', 'Extraordinary', 'Base Grade'].map(rarityNamed),
    ['MIL_SPEC', 'MIL_SPEC', 'MIL_SPEC', 'COVERT', 'EXTRAORDINARY', 'BASE_GRADE'],
  );
  assert.equal(rarityNamed('Mythic'), null);
  assert.equal(exteriorNamed('Battle-Scarred'), 'BATTLE_SCARRED');
  const categories: [string, string, string][] = [
    ['Rifles', 'AK-47', 'RIFLE'],
    ['Rifles', 'AWP', 'SNIPER_RIFLE'],
    ['Sniper Rifles', '', 'SNIPER_RIFLE'],
    ['Heavy', 'Negev', 'MACHINE_GUN'],
    ['Heavy', 'Sawed-Off', 'SHOTGUN'],
    ['Knives', 'Karambit', 'KNIFE'],
    ['Gloves', '', 'GLOVES'],
    ['SMGs', 'MP9', 'SMG'],
    ['Music Kits', '', 'MUSIC_KIT'],
    ['Containers', '', 'CASE'],
    ['Hats', '', 'OTHER'],
  ];
  for (const [category, weapon, expected] of categories) assert.equal(categoryNamed(category, weapon), expected);
});

test('entries that are no items are left out and counted, and of two with one name the first stays', () => {
  const list = [
    listedItem('A'),
    listedItem('A', { rarity: { name: 'Restricted' } }),
    listedItem('B', { rarity: { name: 'Mythic' } }),
    listedItem('C', { market_hash_name: 'x'.repeat(201) }),
    listedItem('D\u0000'),
    listedItem('E', { image: 'javascript:alert(1)', category: null, weapon: undefined, wear: 7, collections: 'no' }),
    null,
    7,
  ];
  const read = readOutsideItems(list);
  assert.deepEqual([read?.entries.length, read?.skipped], [2, 6]);
  const [first, last] = read?.entries ?? [];
  assert.equal(first?.rarity, 'COVERT');
  assert.deepEqual([last?.imageUrl, last?.weaponCategory, last?.exterior, last?.collection], ['', 'OTHER', null, null]);
});

test('prices are whole cents within bounds; others are left out and counted', () => {
  const told = {
    a: { price_cents: 1234 },
    b: { price_cents: '77' },
    c: { price_cents: 1.5 },
    d: { price_cents: -1 },
    e: {},
    f: null,
    g: { price_cents: 1e15 },
    h: { price_cents: 0 },
  };
  const read = readOutsidePrices(told);
  assert.deepEqual(read, {
    prices: new Map([
      ['a', 1234n],
      ['b', 77n],
      ['h', 0n],
    ]),
    skipped: 5,
  });
});

test('whatever is told, reading it never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (told) => {
      for (const read of [readOutsideItems, readOutsideCollections, readOutsidePrices]) {
        read(told);
        read([told]);
        read({ name: told });
      }
    }),
  );
});
