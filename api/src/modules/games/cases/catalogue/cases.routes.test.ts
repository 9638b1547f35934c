import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { HASH_MAX } from '@lisura/fairness';
import { createItem } from '../../../../../test/support/items.ts';
import { createPlayer } from '../../../../../test/support/people.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { caseFields, useCasesWorld } from '../test-support.ts';

const world = useCasesWorld();
let items: { itemId: Id<'item'>; probability: string }[];
const caseIds = new Map<string, string>();

before(async () => {
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

const get = (path: string) => world.call('GET', path, undefined, null);
const names = async (query: string) =>
  (await get(`/cases${query}`)).body.data.map(({ name }: { name: string }) => name);

test('active cases are listed for everybody as a shop shows them', async () => {
  const { status, body } = await get('/cases');
  assert.equal(status, 200);
  assert.deepEqual(
    body.data.map(({ name }: { name: string }) => name),
    ['Bravo_1', 'Alfa 100%', 'Charlie'],
  );
  assert.deepEqual(body.meta, { page: 1, limit: 20, total: 3 });
});

test('cases are filtered, sorted and paged', async () => {
  assert.deepEqual(await names('?category=Birds'), ['Bravo_1', 'Alfa 100%']);
  assert.deepEqual(await names('?category=Dogs'), []);
  assert.deepEqual(await names('?slug=bravo-1'), ['Bravo_1']);
  for (const slug of ['draft', 'bravo', 'Bravo_1']) assert.deepEqual(await names(`?slug=${slug}`), [], slug);
  assert.deepEqual(await names('?search=ALFA'), ['Alfa 100%']);
  assert.deepEqual(await names('?search=%25'), ['Alfa 100%'], 'a wildcard is a letter like any other');
  assert.deepEqual(await names('?search=_'), ['Bravo_1']);
  assert.deepEqual(await names('?minPriceCents=400'), ['Alfa 100%', 'Charlie']);
  assert.deepEqual(await names('?minPriceCents=301&maxPriceCents=400'), ['Charlie']);
  assert.deepEqual(await names('?sortBy=price&sortOrder=asc'), ['Bravo_1', 'Charlie', 'Alfa 100%']);
  assert.deepEqual(await names('?sortBy=name&sortOrder=asc'), ['Alfa 100%', 'Bravo_1', 'Charlie']);
  assert.deepEqual(await names('?sortBy=name'), ['Charlie', 'Bravo_1', 'Alfa 100%']);
  assert.deepEqual(await names('?sortBy=createdAt'), ['Charlie', 'Alfa 100%', 'Bravo_1']);
  assert.deepEqual(await names('?sortOrder=desc'), ['Charlie', 'Alfa 100%', 'Bravo_1']);
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
  const birds = { name: 'Birds', casesCount: 2, imageUrl: null };
  const cats = { name: 'Cats', casesCount: 1, imageUrl: null };
  const all = await get('/cases/categories');
  assert.deepEqual(all.body, { data: [birds, cats], meta: { page: 1, limit: 20, total: 2 } });
  const second = await get('/cases/categories?limit=1&page=2');
  assert.deepEqual(second.body, { data: [cats], meta: { page: 2, limit: 1, total: 2 } });
});

test('a category has the picture that administrators choose for it, and no other has it', async () => {
  const settings = (caseCategoryPictures: unknown) => world.call('PATCH', '/admin/settings', { caseCategoryPictures });
  for (const wrong of ['Cats', 'https://images.example/cats.png', 'Cats javascript:alert(1)', 'Cats https://a b']) {
    assert.equal((await settings([wrong])).body.errors?.[0].field, 'caseCategoryPictures.0', wrong);
  }
  const cats = 'https://images.example/cats.png';
  assert.equal((await settings([`Big Cats https://images.example/big.png`, `Cats ${cats}`])).status, 200);
  const { data } = (await get('/cases/categories')).body;
  assert.deepEqual(
    data.map(({ name, imageUrl }: { name: string; imageUrl: string | null }) => [name, imageUrl]),
    [
      ['Birds', null],
      ['Cats', cats],
    ],
  );
  await settings([]);
});

test('categories and their cases are in the order that administrators choose, then by place and price', async () => {
  const settings = (caseCategoryOrder: unknown) => world.call('PATCH', '/admin/settings', { caseCategoryOrder });
  assert.equal((await settings(['Cats', 'Cats'])).body.errors[0].field, 'caseCategoryOrder');
  assert.equal((await settings(['Elsewhere', 'Cats'])).status, 200);
  assert.deepEqual(await names(''), ['Charlie', 'Bravo_1', 'Alfa 100%']);
  assert.deepEqual(await names('?limit=1&page=2'), ['Bravo_1']);
  const { data } = (await get('/cases/categories')).body;
  assert.deepEqual(
    data.map(({ name }: { name: string }) => name),
    ['Cats', 'Birds'],
  );
  await world.call('PATCH', `/admin/cases/${caseIds.get('Bravo_1')}`, { displayOrder: 20 });
  assert.deepEqual(await names(''), ['Charlie', 'Alfa 100%', 'Bravo_1']);
  await world.call('PATCH', `/admin/cases/${caseIds.get('Bravo_1')}`, { displayOrder: 0 });
  await settings([]);
  assert.deepEqual(await names(''), ['Bravo_1', 'Alfa 100%', 'Charlie']);
});

test('the most valuable items stand with the case, in lists too', async () => {
  const { body } = await get(`/cases/${caseIds.get('Bravo_1')}`);
  const { items: held } = (await get(`/cases/${caseIds.get('Bravo_1')}/items`)).body;
  assert.deepEqual(body.topItems, held.toReversed());
  const [listed] = (await get('/cases?search=Bravo')).body.data;
  assert.deepEqual({ ...listed, items: held }, body);
  const many = Array.from({ length: 6 }, (_, index) => createItem(world.db, BigInt(index + 1)));
  const six = (await Promise.all(many)).map((itemId) => ({ itemId, probability: 1 }));
  const { id } = (await world.call('POST', '/admin/cases', caseFields({ items: six, normalize: true }))).body;
  const { topItems } = (await world.call('GET', `/admin/cases/${id}`)).body;
  assert.deepEqual(
    topItems.map(({ valueCentsBrl }: { valueCentsBrl: string }) => valueCentsBrl),
    ['6', '5', '4', '3'],
  );
});

test('an active case is told, any other is not found', async () => {
  const { status, body } = await get(`/cases/${caseIds.get('Bravo_1')}`);
  assert.equal(status, 200);
  assert.deepEqual(body, {
    id: caseIds.get('Bravo_1'),
    name: 'Bravo_1',
    slug: 'bravo-1',
    description: '',
    imageUrl: 'https://images.example/1.png',
    category: 'Birds',
    displayOrder: 0,
    priceCents: '300',
    priceFormatted: 'R$ 3,00',
    topItems: body.topItems,
    versionNumber: 1,
    hasFlip: true,
    flipThreshold: 9_000_000,
    itemsCount: 3,
    isPaused: false,
    theoreticalRtpPercent: (await get(`/cases/${body.id}/probabilities`)).body.theoreticalRtpPercent,
    openingsCount: 0,
    createdAt: body.createdAt,
    items: (await get(`/cases/${body.id}/items`)).body.items,
  });
  assert.deepEqual((await get('/cases/bravo-1')).body, body, 'by its slug');
  for (const tail of ['', '/items', '/probabilities']) {
    for (const id of [caseIds.get('Draft'), caseIds.get('Archived'), '999999']) {
      assert.deepEqual((await get(`/cases/${id}${tail}`)).body, {
        statusCode: 404,
        message: 'Caixa não encontrada.',
        code: 'CASE_NOT_FOUND',
      });
    }
    assert.equal((await get(`/cases/12_a${tail}`)).status, 400);
    assert.equal((await get(`/cases/no-such-case${tail}`)).status, 404);
    assert.equal((await get(`/cases/draft${tail}`)).status, 404);
    assert.equal((await get(`/cases/9223372036854775808${tail}`)).status, 404);
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
    rarityColor: '#eb4b4b',
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

test('every version of a case is public, past ones and those of an archived case too', async () => {
  const { id } = (await world.call('POST', '/admin/cases', caseFields({ items, flipThreshold: 9_000_000 }))).body;
  const versionOf = (number: number | string) => get(`/cases/${id}/versions/${number}`);
  assert.deepEqual([(await versionOf(1)).status, (await versionOf(1)).body.message], [404, 'Versão não encontrada.']);
  await world.call('PATCH', `/admin/cases/${id}`, { status: 'ACTIVE' });
  const { items: played } = (await get(`/cases/${id}/items`)).body;
  const first = (await versionOf(1)).body;
  assert.deepEqual(first, {
    caseId: id,
    caseName: first.caseName,
    versionNumber: 1,
    isCurrent: true,
    hasFlip: true,
    flipThreshold: 9_000_000,
    createdAt: first.createdAt,
    items: played,
    logLeaf: { kind: 'CASE_VERSIONS', id: first.logLeaf.id },
  });
  const halves = items.slice(0, 2).map(({ itemId }) => ({ itemId, probability: '50' }));
  await world.call('PATCH', `/admin/cases/${id}`, { items: halves, flipThreshold: null });
  for (const status of ['ACTIVE', 'ARCHIVED']) {
    await world.call('PATCH', `/admin/cases/${id}`, { status });
    assert.deepEqual((await versionOf(1)).body, { ...first, isCurrent: false }, status);
    const second = (await versionOf(2)).body;
    assert.deepEqual([second.isCurrent, second.hasFlip, second.items.length], [true, false, 2], status);
  }
  for (const [number, status] of [
    [3, 404],
    [0, 400],
    ['1.5', 400],
    ['x', 400],
    ['2147483648', 400],
  ] as const) {
    assert.equal((await versionOf(number)).status, status, String(number));
  }
  assert.equal((await get('/cases/999999/versions/1')).status, 404);
});

test('a case that was opened keeps its versions public when it is a draft again', async () => {
  const { id } = (await world.call('POST', '/admin/cases', caseFields({ items, priceCents: '1000000' }))).body;
  await world.call('PATCH', `/admin/cases/${id}`, { status: 'ACTIVE' });
  const player = await createPlayer(world.db, 1_000_000);
  assert.equal((await world.call('POST', `/cases/${id}/open`, {}, player)).status, 200);
  await world.call('PATCH', `/admin/cases/${id}`, { status: 'DRAFT' });
  assert.equal((await get(`/cases/${id}/versions/1`)).status, 200);
});
