import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HASH_MAX } from '@lisura/fairness';
import { createItem } from '../../../../test/support/items.ts';
import type { Id } from '../../../platform/ids.ts';
import { sql } from '../../../platform/sql.ts';
import { type CasesWorld, caseFields, createCasesWorld } from './test-support.ts';

let world: CasesWorld;
let items: { itemId: Id<'item'>; probability: string }[];
const caseIds = new Map<string, string>();

before(async () => {
  world = await createCasesWorld();
  items = [
    { itemId: await createItem(world.db, 100n), probability: '89.99999' },
    { itemId: await createItem(world.db, 1_001n), probability: '10' },
    { itemId: await createItem(world.db, 1_000_000n), probability: '0.00001' },
  ];
  for (const [name, category, priceCents, status] of [
    ['Bravo_1', 'Birds', '300', 'ACTIVE'],
    ['Alfa 100%', 'Birds', '500', 'ACTIVE'],
    ['Charlie', 'Cats', '400', 'ACTIVE'],
    ['Draft', 'Dogs', '400', 'DRAFT'],
    ['Archived', 'Dogs', '400', 'ARCHIVED'],
  ] as const) {
    const flipThreshold = name === 'Charlie' ? null : 9_000_000;
    const body = caseFields({ name, category, priceCents, items, flipThreshold });
    const { id } = (await world.call('POST', '/admin/cases', body)).body;
    caseIds.set(name, id);
    await world.call('PATCH', `/admin/cases/${id}`, { status });
  }
});
after(() => world.close());

const get = (path: string) => world.call('GET', path, undefined, null);
const names = async (query: string) =>
  (await get(`/cases${query}`)).body.data.map(({ name }: { name: string }) => name);

test('active cases are listed for everybody, the newest first', async () => {
  const { status, body } = await get('/cases');
  assert.equal(status, 200);
  assert.deepEqual(
    body.data.map(({ name }: { name: string }) => name),
    ['Charlie', 'Alfa 100%', 'Bravo_1'],
  );
  assert.deepEqual(body.meta, { page: 1, limit: 20, total: 3 });
});

test('cases are filtered, sorted and paged', async () => {
  assert.deepEqual(await names('?category=Birds'), ['Alfa 100%', 'Bravo_1']);
  assert.deepEqual(await names('?category=Dogs'), []);
  assert.deepEqual(await names('?search=ALFA'), ['Alfa 100%']);
  assert.deepEqual(await names('?search=%25'), ['Alfa 100%'], 'a wildcard is a letter like any other');
  assert.deepEqual(await names('?search=_'), ['Bravo_1']);
  assert.deepEqual(await names('?minPriceCents=400'), ['Charlie', 'Alfa 100%']);
  assert.deepEqual(await names('?minPriceCents=301&maxPriceCents=400'), ['Charlie']);
  assert.deepEqual(await names('?sortBy=price&sortOrder=asc'), ['Bravo_1', 'Charlie', 'Alfa 100%']);
  assert.deepEqual(await names('?sortBy=name&sortOrder=asc'), ['Alfa 100%', 'Bravo_1', 'Charlie']);
  assert.deepEqual(await names('?sortBy=name'), ['Charlie', 'Bravo_1', 'Alfa 100%']);
  assert.deepEqual(await names('?limit=1&page=2'), ['Alfa 100%']);
  for (const query of [
    'sortBy=color',
    'sortOrder=up',
    'minPriceCents=-1',
    'maxPriceCents=1.5',
    'limit=101',
    'search=',
  ]) {
    assert.equal((await get(`/cases?${query}`)).status, 400, query);
  }
});

test('categories are those of active cases, with their numbers', async () => {
  assert.deepEqual((await get('/cases/categories')).body, {
    categories: [
      { name: 'Birds', casesCount: 2 },
      { name: 'Cats', casesCount: 1 },
    ],
  });
});

test('an active case is told, any other is not found', async () => {
  const { status, body } = await get(`/cases/${caseIds.get('Bravo_1')}`);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    id: caseIds.get('Bravo_1'),
    name: 'Bravo_1',
    imageUrl: 'https://images.example/1.png',
    category: 'Birds',
    priceCents: '300',
    priceFormatted: 'R$ 3,00',
    versionNumber: 1,
    hasFlip: true,
    flipThreshold: 9_000_000,
    itemsCount: 3,
    createdAt: body.createdAt,
  });
  for (const tail of ['', '/items', '/probabilities']) {
    for (const id of [caseIds.get('Draft'), caseIds.get('Archived'), '999999']) {
      assert.deepEqual((await get(`/cases/${id}${tail}`)).body, { statusCode: 404, message: 'Case not found' });
    }
    assert.equal((await get(`/cases/12a${tail}`)).status, 400);
    assert.equal((await get(`/cases/9223372036854775808${tail}`)).status, 400);
  }
});

test('the items are those of the version that is played, with their ranges and chances', async () => {
  const { body } = await get(`/cases/${caseIds.get('Bravo_1')}/items`);
  assert.deepEqual([body.caseId, body.versionNumber], [caseIds.get('Bravo_1'), 1]);
  const [first] = body.items;
  assert.deepEqual(first, {
    itemId: items[0]?.itemId,
    name: first.name,
    marketHashName: first.name,
    imageUrl: 'https://items.example/1.png',
    rarity: 'COVERT',
    valueCentsBrl: '100',
    valueFormatted: 'R$ 1,00',
    hashRangeStart: 1,
    hashRangeEnd: 8_999_999,
    chancePercent: '89.99999',
    isFlip: false,
  });
  assert.deepEqual(
    body.items.map(({ hashRangeStart, hashRangeEnd, isFlip }: Record<string, unknown>) => [
      hashRangeStart,
      hashRangeEnd,
      isFlip,
    ]),
    [
      [1, 8_999_999, false],
      [9_000_000, 9_999_999, true],
      [HASH_MAX, HASH_MAX, true],
    ],
  );
});

test('the chances are exact, and so is what is paid back', async () => {
  const { body } = await get(`/cases/${caseIds.get('Bravo_1')}/probabilities`);
  assert.deepEqual(
    body.items.map(({ rolls, chancePercent, valueCentsBrl }: Record<string, unknown>) => [
      rolls,
      chancePercent,
      valueCentsBrl,
    ]),
    [
      [8_999_999, '89.99999', '100'],
      [1_000_000, '10', '1001'],
      [1, '0.00001', '1000000'],
    ],
  );
  // (8999999 × 100 + 1000000 × 1001 + 1 × 1000000) ÷ (10000000 × 300) × 100 = 63.39999666…
  assert.equal(body.theoreticalRtpPercent, '63.4000');
  assert.deepEqual(
    [body.hasFlip, body.flipThreshold, body.flipChancePercent, body.priceCents],
    [true, 9_000_000, '10.00001', '300'],
  );
  const withoutFlip = (await get(`/cases/${caseIds.get('Charlie')}/probabilities`)).body;
  assert.deepEqual([withoutFlip.hasFlip, withoutFlip.flipThreshold, withoutFlip.flipChancePercent], [false, null, '0']);
  assert.ok(withoutFlip.items.every(({ isFlip }: { isFlip: boolean }) => !isFlip));
});

test('values are those of now', async () => {
  await world.db.query(sql`update items set value_cents_brl = 2000 where id = ${items[1]?.itemId}`);
  const { body } = await get(`/cases/${caseIds.get('Bravo_1')}/probabilities`);
  assert.equal(body.items[1].valueCentsBrl, '2000');
  assert.equal(body.theoreticalRtpPercent, '96.7000');
});
