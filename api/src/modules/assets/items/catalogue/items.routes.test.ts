import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { use } from '../../../../../test/support/use-app.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { createItemsWorld, listedItem, wrongPrices } from '../test-support.ts';

const world = use(createItemsWorld, (made) => made.close());
before(async () => {
  world.outside.items = [
    listedItem('AK-47 | Redline (Field-Tested)', { rarity: { name: 'Classified' } }),
    listedItem('StatTrak™ AK-47 | Redline (Minimal Wear)', { stattrak: true, wear: { name: 'Minimal Wear' } }),
    listedItem('AWP | Asiimov (Battle-Scarred)', { weapon: { name: 'AWP' }, wear: { name: 'Battle-Scarred' } }),
    listedItem('Sticker | 100% Club_House', { category: { name: 'Stickers' }, wear: undefined, weapon: undefined }),
    listedItem('Sticker | 1000 Club-House', { category: { name: 'Stickers' }, wear: undefined, weapon: undefined }),
    listedItem('Archived', { rarity: { name: 'Contraband' } }),
  ];
  world.outside.prices = {
    'AK-47 | Redline (Field-Tested)': { price_cents: 3000 },
    'StatTrak™ AK-47 | Redline (Minimal Wear)': { price_cents: 9000 },
    'AWP | Asiimov (Battle-Scarred)': { price_cents: 12345 },
    'Sticker | 100% Club_House': { price_cents: 41 },
    'Sticker | 1000 Club-House': { price_cents: 43 },
    Archived: { price_cents: 10 },
  };
  assert.equal((await world.items.syncNow()).status, 'DONE');
  await world.db.query(sql`update items set archived_at = now() where name = 'Archived'`);
});

const get = (path: string) => world.call('GET', path, undefined, null);
const namesIn = ({ body }: { body: { data: { name: string }[] } }) => body.data.map(({ name }) => name.slice(0, 17));

test('an item with its values at the fallback rate of 5', async () => {
  const { status, body } = await get('/items?search=redline%20(field');
  assert.equal(status, 200);
  const { id, ...item } = body.data[0];
  assert.match(id, /^[0-9]+$/);
  assert.deepEqual(item, {
    name: 'AK-47 | Redline (Field-Tested)',
    marketHashName: 'AK-47 | Redline (Field-Tested)',
    imageUrl: 'https://items.example/1.png',
    rarity: 'CLASSIFIED',
    rarityColor: '#d32ce6',
    valueCents: '3600',
    valueCentsBrl: '18000',
    valueFormatted: 'R$ 180,00',
    originalPriceCents: '3000',
    marginPercent: 20,
    weaponCategory: 'RIFLE',
    exterior: 'FIELD_TESTED',
    isStatTrak: false,
  });
  assert.deepEqual(body.meta, { page: 1, limit: 20, total: 1 });
});

test('each filter finds what it names, and archived items are in no list', async () => {
  const expected: [string, number][] = [
    ['', 5],
    ['rarity=CLASSIFIED', 1],
    ['rarity=CONTRABAND', 0],
    ['weaponCategory=STICKER', 2],
    ['weaponCategory=SNIPER_RIFLE', 1],
    ['exterior=BATTLE_SCARRED', 1],
    ['isStatTrak=true', 1],
    ['isStatTrak=false', 4],
    ['minValueCents=18000', 3],
    ['maxValueCents=18000', 3],
    ['minValueCents=18000&maxValueCents=18000', 1],
    ['search=CLUB', 2],
    ['search=100%25', 1],
    ['search=club_house', 1],
    ['search=%25', 1],
    ['search=%5C', 0],
    ['search=', 5],
    ['weaponCategory=RIFLE&isStatTrak=true&exterior=MINIMAL_WEAR&rarity=COVERT&search=redline', 1],
  ];
  for (const [query, total] of expected) {
    const { body } = await get(`/items?${query}`);
    assert.deepEqual([body.meta.total, body.data.length], [total, total], query);
  }
});

test('sorted by value, name or age, page by page', async () => {
  const byValue = [
    'Sticker | 100% Cl',
    'Sticker | 1000 Cl',
    'AK-47 | Redline (',
    'StatTrak™ AK-47 |',
    'AWP | Asiimov (Ba',
  ];
  assert.deepEqual(namesIn(await get('/items?sortBy=value')), byValue);
  assert.deepEqual(namesIn(await get('/items?sortBy=value&sortOrder=desc')), byValue.toReversed());
  const names = namesIn(await get('/items'));
  assert.deepEqual(namesIn(await get('/items?sortBy=name&sortOrder=desc')), names.toReversed());
  assert.equal((await get('/items?sortBy=createdAt&sortOrder=desc')).status, 200);
  const second = await get('/items?sortBy=value&page=2&limit=2');
  assert.deepEqual(namesIn(second), byValue.slice(2, 4));
  assert.deepEqual(second.body.meta, { page: 2, limit: 2, total: 5 });
});

test('wrong input is refused with its field', async () => {
  const wrong: [string, string][] = [
    ['rarity=MYTHIC', 'rarity'],
    ['weaponCategory=HAT', 'weaponCategory'],
    ['exterior=SHINY', 'exterior'],
    ['isStatTrak=perhaps', 'isStatTrak'],
    ['minValueCents=-1', 'minValueCents'],
    ['minValueCents=1.5', 'minValueCents'],
    ['maxValueCents=x', 'maxValueCents'],
    ['maxValueCents=99999999999999999999', 'maxValueCents'],
    [`search=${'x'.repeat(101)}`, 'search'],
    ['sortBy=id;drop', 'sortBy'],
    ['sortOrder=up', 'sortOrder'],
    ['page=0', 'page'],
    ['limit=101', 'limit'],
  ];
  for (const [query, field] of wrong) {
    const { status, body } = await get(`/items?${query}`);
    assert.deepEqual([status, body.message, body.errors?.[0]?.field], [400, 'Validation failed', field], query);
  }
  assert.equal((await get('/items?search=%00')).status, 400);
});

test('cheap items cost at most 0.50 USD, with the margin', async () => {
  const { body } = await get('/items/cheap');
  assert.deepEqual(namesIn({ body }), ['Sticker | 100% Cl'], '41 cents are 49 with the margin, 43 are 52');
  assert.equal(body.data[0].valueCents, '49');
  assert.equal(body.meta.total, 1);
});

test('categories and rarities with their counts, in their own order', async () => {
  const categories = (await get('/items/categories')).body;
  assert.equal(categories.meta.total, 15);
  assert.deepEqual(categories.data[0], { value: 'PISTOL', name: 'Pistol', count: 0 });
  assert.deepEqual(categories.data[2], { value: 'RIFLE', name: 'Rifle', count: 2 });
  const rarities = (await get('/items/rarities')).body;
  assert.equal(rarities.meta.total, 12);
  assert.deepEqual(
    rarities.data.filter(({ count }: { count: number }) => count > 0),
    [
      { value: 'CLASSIFIED', name: 'Classified', count: 1, color: '#d32ce6' },
      { value: 'COVERT', name: 'Covert', count: 4, color: '#eb4b4b' },
    ],
  );
});

test('the figures are of what is listed', async () => {
  const { byRarity, byCategory, ...totals } = (await get('/items/stats')).body;
  assert.deepEqual(totals, {
    count: 5,
    minValueCents: '245',
    maxValueCents: '74070',
    averageValueCents: '29315',
    averageValueFormatted: 'R$ 293,15',
  });
  assert.equal(byRarity.length, 12);
  assert.equal(byCategory.length, 15);
});

test('the exchange rate says that it is the fallback until one is obtained', async () => {
  const { updatedAt, ...rate } = (await get('/items/exchange-rate')).body;
  assert.deepEqual(rate, { usdToBrl: 5, source: 'fallback', isFallback: true, isStale: false });
  assert.match(updatedAt, /Z$/);
});

test('only administrators change the catalogue', async () => {
  const { call, player } = world;
  for (const path of [
    '/items/sync',
    '/admin/items',
    '/admin/items/update-prices',
    '/admin/items/sync-steam-database',
  ]) {
    assert.equal((await call('POST', path, {}, null)).status, 401, path);
    assert.equal((await call('POST', path, {}, player)).status, 403, path);
  }
  assert.deepEqual(await wrongPrices(world.db), []);
});
