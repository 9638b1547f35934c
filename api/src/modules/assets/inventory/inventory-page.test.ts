import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { createPerson, type Person } from '../../../../test/support/people.ts';
import { countOfRequests, createRecordingApp } from '../../../../test/support/recording-app.ts';
import { useSoundApp } from '../../../../test/support/use-app.ts';
import { transaction } from '../../../platform/database/db.ts';
import { raw, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { type InventoryRequest, SORT_KEYS, SORT_ORDERS, UNKNOWN_ITEM_NAME } from './inventory.records.ts';
import { INVENTORY_STATUSES } from './inventory.rules.ts';
import { readInventoryPage } from './inventory-page.sql.ts';
import { insertHeld, insertItem, insertOneHeld } from './test-support.ts';

const app = useSoundApp(createRecordingApp);

type Query = Record<string, string | number>;
const get = (person: Person, query: Query = {}) =>
  app.http.inject({ url: '/api/inventory', query: mapText(query), headers: person.headers });
const list = async (person: Person, query: Query = {}) => {
  const answer = await get(person, query);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
};
const mapText = (query: Query) => Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]));
const names = (page: { items: { itemName: string }[] }) => page.items.map(({ itemName }) => itemName);
const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString();

test('an empty inventory is an empty page', async () => {
  assert.deepEqual(await list(await createPerson(app.db)), {
    items: [],
    total: 0,
    limit: 15,
    offset: 0,
    hasMore: false,
    totalAvailableCount: 0,
    totalAvailableValueCents: '0',
    totalAvailableValueFormatted: 'R$ 0,00',
  });
});

test('an item has the fields of the documents, and the optional ones only where there is something', async () => {
  const person = await createPerson(app.db);
  const bare = await insertItem(app.db, { name: 'Music Kit', valueCents: 0 });
  const worn = await insertItem(app.db, { name: 'AK-47', valueCents: 123_456, exterior: 'FIELD_TESTED' });
  const [id1, id2] = [
    await insertOneHeld(app.db, person.userId, bare, { acquiredAt: day(1) }),
    await insertOneHeld(app.db, person.userId, worn, {
      acquiredAt: day(2),
      acquiredFrom: 'Upgrade',
      lockedUntil: day(9),
      status: 'LOCKED',
    }),
  ];
  const rarity = { itemRarity: 'CLASSIFIED', itemRarityColor: '#d32ce6' };
  const shared = { itemImage: 'https://items.example/a.png', ...rarity, weaponCategory: 'RIFLE' };
  assert.deepEqual((await list(person)).items, [
    {
      id: id2,
      itemId: worn,
      itemName: 'AK-47',
      ...shared,
      itemValueCents: '123456',
      itemValueFormatted: 'R$ 1.234,56',
      exterior: 'FIELD_TESTED',
      isStatTrak: false,
      status: 'LOCKED',
      acquiredAt: day(2),
      acquiredFrom: 'Upgrade',
      lockedUntil: day(9),
      cannotLeave: { code: 'LOCKED', message: 'Este item está reservado em uma retirada ou em um upgrade.' },
    },
    {
      id: id1,
      itemId: bare,
      itemName: 'Music Kit',
      ...shared,
      itemValueCents: '0',
      itemValueFormatted: 'R$ 0,00',
      isStatTrak: false,
      status: 'AVAILABLE',
      acquiredAt: day(1),
    },
  ]);
});

test('an item that has lost its entry in the catalogue is still listed, found and sorted', async () => {
  const person = await createPerson(app.db);
  const entry = await insertItem(app.db, { name: 'Gone', valueCents: 900 });
  await insertHeld(app.db, person.userId, entry, { count: 2 });
  await insertHeld(app.db, person.userId, await insertItem(app.db, { name: 'Zeus', valueCents: 1 }));
  // The product only archives items, so a test deletes this one.
  await app.db.query(sql`delete from items where id = ${entry}`);
  const page = await list(person, { search: 'unknown' });
  assert.deepEqual([names(page), page.total], [[UNKNOWN_ITEM_NAME, UNKNOWN_ITEM_NAME], 2]);
  const { itemId, itemImage, itemValueCents, itemRarity, itemRarityColor, weaponCategory } = page.items[0];
  assert.deepEqual([itemId, itemImage, itemValueCents, itemRarity, weaponCategory], ['0', '', '0', 'UNKNOWN', 'OTHER']);
  assert.equal(itemRarityColor, '#b0c3d9');
  for (const sortBy of SORT_KEYS) assert.equal((await list(person, { sortBy })).items.length, 3);
  assert.deepEqual(names(await list(person, { sortBy: 'value' })), ['Zeus', UNKNOWN_ITEM_NAME, UNKNOWN_ITEM_NAME]);
  assert.equal((await list(person)).totalAvailableValueCents, '1');
});

test('the totals of what is available ignore every filter, and total and hasMore follow them', async () => {
  const person = await createPerson(app.db);
  const [red, blue] = [
    await insertItem(app.db, { name: 'Red', valueCents: 100, exterior: 'FIELD_TESTED' }),
    await insertItem(app.db, { name: 'Blue', valueCents: 7 }),
  ];
  await insertHeld(app.db, person.userId, red, { count: 4 });
  await insertHeld(app.db, person.userId, blue, { count: 3, acquiredFrom: 'Upgrade' });
  await insertHeld(app.db, person.userId, blue, { count: 2, status: 'SOLD' });
  await insertHeld(app.db, (await createPerson(app.db)).userId, red, { count: 9 });
  const expectations: [Query, number, boolean][] = [
    [{}, 9, false],
    [{ limit: 8 }, 9, true],
    [{ limit: 9 }, 9, false],
    [{ limit: 4, offset: 4 }, 9, true],
    [{ limit: 4, offset: 5 }, 9, false],
    [{ offset: 1_000 }, 9, false],
    [{ status: 'SOLD', limit: 1 }, 2, true],
    [{ status: 'LOCKED' }, 0, false],
    [{ search: 'RED' }, 4, false],
    [{ search: 'blue', status: 'AVAILABLE', limit: 2 }, 3, true],
    [{ search: '' }, 9, false],
    [{ search: 'none of them' }, 0, false],
    [{ exterior: 'FIELD_TESTED' }, 4, false],
    [{ exterior: 'FACTORY_NEW' }, 0, false],
    [{ rarity: 'CLASSIFIED', status: 'SOLD' }, 2, false],
    [{ rarity: 'COVERT' }, 0, false],
    [{ weaponCategory: 'RIFLE' }, 9, false],
    [{ weaponCategory: 'KNIFE' }, 0, false],
    [{ minValueCents: 8 }, 4, false],
    [{ minValueCents: 7, maxValueCents: 99, status: 'AVAILABLE', limit: 2 }, 3, true],
    [{ minValueCents: 101 }, 0, false],
    [{ source: 'UPGRADE' }, 3, false],
    [{ source: 'UPGRADE', status: 'SOLD', sortBy: 'value' }, 0, false],
    [{ source: 'SWAP' }, 0, false],
  ];
  for (const [query, total, hasMore] of expectations) {
    const page = await list(person, query);
    assert.deepEqual([page.total, page.hasMore], [total, hasMore], JSON.stringify(query));
    assert.deepEqual([page.limit, page.offset], [query.limit ?? 15, query.offset ?? 0]);
    const available = [page.totalAvailableCount, page.totalAvailableValueCents, page.totalAvailableValueFormatted];
    assert.deepEqual(available, [7, '421', 'R$ 4,21']);
  }
});

test('a search takes its characters as they are', async () => {
  const person = await createPerson(app.db);
  const all = ['100% Wool', '100 Wool', 'snake_case', 'snakeXcase', 'back\\slash', "O'Hara", 'Ação', 'StatTrak™'];
  for (const name of all) await insertHeld(app.db, person.userId, await insertItem(app.db, { name }));
  const found = async (search: string) => names(await list(person, { search, sortBy: 'name' })).sort();
  assert.deepEqual(await found('%'), ['100% Wool']);
  assert.deepEqual(await found('_'), ['snake_case']);
  assert.deepEqual(await found('\\'), ['back\\slash']);
  assert.deepEqual(await found("'"), ["O'Hara"]);
  assert.deepEqual(await found('stattrak™'), ['StatTrak™']);
  assert.deepEqual(await found('SNAKE'), ['snakeXcase', 'snake_case'].sort());
  assert.deepEqual(await found('ç'), ['Ação']);
  assert.equal((await get(person, { search: '\0' })).statusCode, 400);
});

test('bad input is a 400 that names the field', async () => {
  const person = await createPerson(app.db);
  const queries: Record<string, (string | number)[]> = {
    limit: [101, 0, -1, 1.5, 'x', ''],
    offset: [-1, 0.5, 'x', '', '9007199254740992', '1e30'],
    status: ['WRONG', 'sold', ''],
    sortBy: ['price', 'id; drop table items', ''],
    sortOrder: ['up', 'DESC', ''],
    search: ['x'.repeat(201)],
    rarity: ['UNKNOWN', 'covert', ''],
    weaponCategory: ['WEAPON', ''],
    exterior: ['NEW', ''],
    source: ['CASE_OPENING', 'case', ''],
    minValueCents: [-1, 1.5, 'x', ''],
    maxValueCents: [-1, '9007199254740992'],
  };
  for (const [field, values] of Object.entries(queries)) {
    for (const value of values) {
      const answer = await get(person, { [field]: value });
      assert.deepEqual([answer.statusCode, answer.json().errors?.[0]?.field], [400, field], `${field}=${value}`);
    }
  }
  for (const sortBy of SORT_KEYS) {
    for (const more of [{}, { search: 'x' }]) {
      assert.deepEqual((await list(person, { offset: Number.MAX_SAFE_INTEGER, sortBy, ...more })).items, []);
    }
  }
});

test('a page is one statement, however it is asked for', async () => {
  const person = await createPerson(app.db);
  await insertHeld(app.db, person.userId, await insertItem(app.db), { count: 120 });
  for (const query of [{}, { limit: 100 }, { sortBy: 'value' }, { search: 'i', sortBy: 'name', limit: 100 }]) {
    app.statements.length = 0;
    await list(person, query);
    assert.equal(countOfRequests(app), 1, JSON.stringify(query));
  }
});

interface Inventory {
  kinds: { name: string; valueCents: number }[];
  held: { kind: number; status: (typeof INVENTORY_STATUSES)[number]; day: number; from: string | null }[];
}

// Few values make ties of every sort.
const inventories: fc.Arbitrary<Inventory> = fc.record({
  kinds: fc.array(
    fc.record({ name: fc.constantFrom('a', 'B', 'ab', '%', '_b', 'A b'), valueCents: fc.integer({ min: 0, max: 2 }) }),
    { minLength: 1, maxLength: 5 },
  ),
  held: fc.array(
    fc.record({
      kind: fc.integer({ min: -1, max: 4 }),
      status: fc.constantFrom('AVAILABLE' as const, 'AVAILABLE' as const, ...INVENTORY_STATUSES),
      day: fc.integer({ min: 1, max: 3 }),
      from: fc.constantFrom(null, 'Caixa - Aurora', 'Caixa - Maré', 'Batalha'),
    }),
    { maxLength: 40 },
  ),
});
const requests = fc.record({
  status: fc.constantFrom(undefined, undefined, ...INVENTORY_STATUSES),
  search: fc.constantFrom(undefined, 'a', 'B', '%', '_', 'zz', 'unknown'),
  source: fc.constantFrom(undefined, undefined, undefined, 'CASE' as const, 'BATTLE' as const, 'SWAP' as const),
  minValueCents: fc.constantFrom(undefined, undefined, 0n, 1n, 2n),
  maxValueCents: fc.constantFrom(undefined, undefined, 0n, 1n),
  sortBy: fc.constantFrom(...SORT_KEYS),
  sortOrder: fc.constantFrom(...SORT_ORDERS),
  limit: fc.integer({ min: 1, max: 12 }),
  offset: fc.integer({ min: 0, max: 20 }),
});
type Request = typeof requests extends fc.Arbitrary<infer Value> ? Value : never;

async function fill({ kinds, held }: Inventory): Promise<Id<'user'>> {
  const { userId } = await createPerson(app.db);
  const itemIds: (Id<'item'> | null)[] = [];
  for (const kind of kinds) itemIds.push(await insertItem(app.db, kind));
  for (const { kind, status, day: acquired, from } of held) {
    await insertHeld(app.db, userId, itemIds[kind] ?? null, { status, acquiredAt: day(acquired), acquiredFrom: from });
  }
  return userId;
}

/** All of it read, filtered and sorted by the database in the plainest way. */
async function naively(userId: Id<'user'>, request: Request) {
  const { status, search, source, minValueCents = 0n, maxValueCents = 2n, sortBy, sortOrder, limit, offset } = request;
  const way = raw(sortOrder);
  const byTime = sql`acquired_at ${way}, inventory_items.id ${way}`;
  const key = sortBy === 'value' ? sql`coalesce(value_cents_brl, 0)` : sql`coalesce(name, 'Unknown item')`;
  const order =
    sortBy === 'acquiredAt'
      ? byTime
      : sql`${key} ${way}, coalesce(item_id, 0) ${way}, inventory_items.status ${way}, ${byTime}`;
  const beginning = { CASE: 'Caixa', BATTLE: 'Batalha', SWAP: 'Swap' };
  const rows = await app.db.query<{ id: string; status: string; name: string; value: string; origin: string }>(sql`
    select inventory_items.id, inventory_items.status, coalesce(acquired_from, '') as origin, coalesce(name, 'Unknown item') as name,
      coalesce(value_cents_brl, 0) as value
    from inventory_items left join items on items.id = item_id
    where user_id = ${userId} order by ${order}`);
  const chosen = rows.filter(
    (row) =>
      (status === undefined || row.status === status) &&
      BigInt(row.value) >= minValueCents &&
      BigInt(row.value) <= maxValueCents &&
      (source === undefined || row.origin.startsWith(beginning[source])) &&
      (search === undefined || row.name.toLowerCase().includes(search.toLowerCase())),
  );
  return { total: chosen.length, ids: chosen.slice(offset, offset + limit).map(({ id }) => id) };
}

test('pages of random inventories are those of a naive reading', async () => {
  await fc.assert(
    fc.asyncProperty(inventories, fc.array(requests, { minLength: 12, maxLength: 12 }), async (inventory, asked) => {
      const userId = await fill(inventory);
      for (const request of asked) {
        const { items, total } = await readInventoryPage(app.db, userId, request);
        const ids = items.map(({ id }) => id);
        assert.deepEqual({ total, ids }, await naively(userId, request), inspect(request));
      }
    }),
    { numRuns: 40 },
  );
});

test('pages read the items through their indexes, never all of a user or of the table', async () => {
  const { userId } = await createPerson(app.db);
  for (let kind = 0; kind < 20; kind += 1) {
    await insertHeld(app.db, userId, await insertItem(app.db, { name: `Kind ${kind}` }), { count: 500 });
  }
  await insertHeld(app.db, (await createPerson(app.db)).userId, await insertItem(app.db), { count: 5_000 });
  await app.db.query(sql`analyze inventory_items`);
  await app.db.query(sql`analyze inventory_counts`);
  for (const sortBy of SORT_KEYS) {
    for (const filters of [{}, { status: 'AVAILABLE' as const }, { search: 'kind 1' }]) {
      const plan = await planOf(userId, { ...filters, sortBy, offset: 30 });
      assert.doesNotMatch(plan, /Seq Scan on inventory_items/, plan);
      assert.match(plan, /inventory_items_(time|kind)/);
      const most = Math.max(...[...plan.matchAll(/inventory_items.*rows=([\d.]+)/g)].map(([, rows]) => Number(rows)));
      assert.ok(most <= 45, `${sortBy} ${JSON.stringify(filters)} reads ${most} rows\n${plan}`);
    }
  }
});

test('the few of a status are looked for among their own kinds, the many by time', async () => {
  const userId = await sellerWith([{ count: 3, acquiredAt: day(1) }]);
  const few = await planOf(userId, { status: 'AVAILABLE', sortBy: 'acquiredAt', offset: 0 });
  assert.match(few, /inventory_items_time[^\n]*never executed/, few);
  assert.equal(skippedRows(few), 400, few);
  const many = await planOf(userId, { status: 'SOLD', sortBy: 'acquiredAt', offset: 0 });
  assert.doesNotMatch(many, /inventory_items_time[^\n]*never executed/, many);
  assert.ok(skippedRows(many) <= 3, many);
});

test('a walk ends with the last that is counted: who sold all but the newest is not read as a whole', async () => {
  const userId = await sellerWith([{ count: 3, acquiredAt: day(20) }]);
  for (const sortBy of SORT_KEYS) {
    for (const filters of [{}, { search: 'item' }]) {
      const plan = await planOf(userId, { status: 'AVAILABLE', sortBy, offset: 0, ...filters });
      assert.equal(skippedRows(plan), 0, plan);
    }
  }
});

/** The user has sold 400 items of each of ten kinds, and has some of one left. */
async function sellerWith(kept: readonly { count: number; acquiredAt: string }[]): Promise<Id<'user'>> {
  const { userId } = await createPerson(app.db);
  const kinds: Id<'item'>[] = [];
  for (let kind = 0; kind < 10; kind += 1) kinds.push(await insertItem(app.db));
  for (const kind of kinds) await insertHeld(app.db, userId, kind, { count: 400, status: 'SOLD', acquiredAt: day(10) });
  for (const sample of kept) await insertHeld(app.db, userId, kinds[3] ?? null, sample);
  await app.db.query(sql`analyze inventory_items`);
  return userId;
}

const skippedRows = (plan: string) =>
  plan
    .split('->')
    .filter((node) => /Index Scan (Backward )?using inventory_items_/.test(node))
    .reduce((sum, node) => sum + Number(/Rows Removed by Filter: (\d+)/.exec(node)?.[1] ?? 0), 0);

const planOf = (userId: Id<'user'>, wanted: Partial<InventoryRequest> & Pick<InventoryRequest, 'sortBy' | 'offset'>) =>
  transaction(app.db, async (tx) => {
    let text = '';
    const explaining = {
      ...tx,
      query: async (statement: Parameters<typeof tx.query>[0]) => {
        const rows = await tx.query<{ 'QUERY PLAN': string }>(sql`explain (analyze, costs off) ${statement}`);
        text = rows.map((row) => row['QUERY PLAN']).join('\n');
        return [];
      },
    };
    const request = { status: undefined, search: undefined, sortOrder: 'desc', limit: 15, ...wanted } as const;
    await readInventoryPage(explaining, userId, request);
    return text;
  });
