import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createPerson, type Person } from '../../../../test/support/people.ts';
import { countOfRequests, createRecordingApp } from '../../../../test/support/recording-app.ts';
import { useSoundApp } from '../../../../test/support/use-app.ts';
import { transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { InventoryStatus } from './inventory.rules.ts';
import { sellAvailable } from './inventory.sql.ts';
import {
  balanceOf,
  insertHeld,
  insertItem,
  insertOneHeld,
  personWithItems,
  salesOf,
  statusesOf,
} from './test-support.ts';

const app = useSoundApp(createRecordingApp);
beforeEach(() => {
  app.sent.length = 0;
});

const ABSENT = '9223372036854775807';
type Headers = Record<string, string>;
const sell = (person: Person, id: string, headers: Headers = {}) =>
  app.http.inject({ method: 'DELETE', url: `/api/inventory/${id}/sell`, headers: { ...person.headers, ...headers } });
const post = (person: Person, path: string, payload?: object, headers: Headers = {}) =>
  app.http.inject({
    method: 'POST',
    url: `/api/inventory/${path}`,
    headers: { ...person.headers, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
const sellMultiple = (person: Person, inventoryItemIds: unknown, headers: Headers = {}) =>
  post(person, 'sell-multiple', { inventoryItemIds }, headers);
const sellAll = (person: Person, headers: Headers = {}) => post(person, 'sell-all', undefined, headers);
const refusal = (statusCode: number, code: string, message: string, params?: object) => ({
  statusCode,
  message,
  code,
  ...(params && { params }),
});
const ENDED: InventoryStatus[] = ['LOCKED', 'SOLD', 'WITHDRAWN', 'USED_IN_UPGRADE', 'USED_IN_BATTLE', 'IN_SWAP'];

test('every sale needs a session', async () => {
  for (const [method, url] of [
    ['DELETE', '/api/inventory/1/sell'],
    ['POST', '/api/inventory/sell-multiple'],
    ['POST', '/api/inventory/sell-all'],
    ['GET', '/api/inventory'],
  ] as const)
    assert.equal((await app.http.inject({ method, url })).statusCode, 401, url);
});

test('one item is sold at its full value in BRL, with one credit and one event', async () => {
  const { person, ids } = await personWithItems(app.db, 2, { name: 'AK-47 | Redline', valueCents: 123_456 });
  const answer = await sell(person, ids[0] ?? '');
  const expected = { success: true, itemsSold: 1, totalValueCents: '123456', totalValueFormatted: 'R$ 1.234,56' };
  assert.deepEqual([answer.statusCode, answer.json()], [200, expected]);
  assert.deepEqual(await statusesOf(app.db, ids), ['SOLD', 'AVAILABLE']);
  assert.deepEqual(await salesOf(app.db, person), [
    { amount: '123456', reason: 'Sold item: AK-47 | Redline', debit: 'SYSTEM', credit: 'USER' },
  ]);
  assert.equal(await balanceOf(app.db, person), 123_456n);
  assert.deepEqual(app.sent, [
    { userId: person.userId, event: 'balance:updated', payload: { balanceCents: '123456' } },
  ]);
});

test('what a sale would bring is what it brings, and asking for it sells nothing', async () => {
  const { person, ids } = await personWithItems(app.db, 2, { valueCents: 123 });
  const dear = await insertOneHeld(app.db, person.userId, await insertItem(app.db, { valueCents: 1_000 }));
  const asked = [dear, ...ids.slice(0, 1)];
  const quote = await post(person, 'quote', { inventoryItemIds: asked });
  const items = [
    { id: dear, valueCents: '1000' },
    { id: ids[0], valueCents: '123' },
  ];
  const expected = { itemsCount: 2, totalValueCents: '1123', totalValueFormatted: 'R$ 11,23', items };
  assert.deepEqual([quote.statusCode, quote.json()], [200, expected]);
  assert.deepEqual(await statusesOf(app.db, asked), ['AVAILABLE', 'AVAILABLE']);
  assert.equal((await sellMultiple(person, asked)).json().totalValueCents, '1123');
  const stranger = await createPerson(app.db);
  const refused: [Person, string[], string][] = [
    [person, [], 'NO_ITEMS_SELECTED'],
    [person, asked, 'ITEM_NOT_AVAILABLE'],
    [person, [ABSENT], 'INVENTORY_ITEM_NOT_FOUND'],
    [stranger, ids.slice(1), 'ITEM_OF_ANOTHER_USER'],
  ];
  for (const [who, inventoryItemIds, code] of refused) {
    assert.equal((await post(who, 'quote', { inventoryItemIds })).json().code, code);
  }
});

test('what is left of a play is what it gave to the asker and nobody has sold', async () => {
  const { person, ids } = await personWithItems(app.db, 3, { valueCents: 250 });
  const { person: other, ids: others } = await personWithItems(app.db, 1);
  await app.db.query(sql`
    update inventory_items set source_type = 'BATTLE', source_id = '7', source_index = id
    where id = any(${[...ids.slice(0, 2), ...others]}::bigint[])`);
  const left = async (who: Person, query = 'cause=BATTLE&id=7') =>
    (await app.http.inject({ url: `/api/inventory/winnings?${query}`, headers: who.headers })).json();
  const items = ids.slice(0, 2).map((id) => ({ id, valueCents: '250' }));
  assert.deepEqual(await left(person), {
    itemsCount: 2,
    totalValueCents: '500',
    totalValueFormatted: 'R$ 5,00',
    items,
  });
  await sell(person, ids[0] ?? '');
  assert.deepEqual((await left(person)).items, items.slice(1));
  assert.equal((await left(other)).itemsCount, 1);
  assert.equal((await left(person, 'cause=RAFFLE&id=7')).itemsCount, 0);
  assert.equal((await left(person, 'cause=LUCK&id=7')).errors[0].field, 'cause');
  await app.db.query(sql`
    update inventory_items set source_type = 'TEST' where id = any(${[...ids.slice(0, 2), ...others]}::bigint[])`);
});

test('a sale of one is refused in the order of the documents', async () => {
  const { person, ids, itemId } = await personWithItems(app.db, 1);
  const other = await createPerson(app.db);
  const foreignAndSold = await insertOneHeld(app.db, other.userId, itemId, { status: 'SOLD' });
  const withoutDetails = await insertOneHeld(app.db, person.userId, null);
  const lockedWithoutDetails = await insertOneHeld(app.db, person.userId, null, { status: 'LOCKED' });
  assert.deepEqual(
    (await sell(person, ABSENT)).json(),
    refusal(404, 'INVENTORY_ITEM_NOT_FOUND', 'Inventory item not found'),
  );
  assert.deepEqual(
    (await sell(person, '0')).json(),
    refusal(404, 'INVENTORY_ITEM_NOT_FOUND', 'Inventory item not found'),
  );
  assert.deepEqual(
    (await sell(person, foreignAndSold)).json(),
    refusal(400, 'ITEM_OF_ANOTHER_USER', 'Item does not belong to user'),
  );
  assert.deepEqual(
    (await sell(person, lockedWithoutDetails)).json(),
    refusal(400, 'ITEM_NOT_AVAILABLE', 'Item is not available (status: LOCKED)', {
      inventoryItemId: lockedWithoutDetails,
      status: 'LOCKED',
    }),
  );
  assert.deepEqual(
    (await sell(person, withoutDetails)).json(),
    refusal(404, 'ITEM_DETAILS_NOT_FOUND', 'Item details not found'),
  );
  for (const status of ENDED) {
    const id = await insertOneHeld(app.db, person.userId, itemId, { status });
    assert.deepEqual(
      (await sell(person, id)).json(),
      refusal(400, 'ITEM_NOT_AVAILABLE', `Item is not available (status: ${status})`, { inventoryItemId: id, status }),
    );
    assert.deepEqual(await statusesOf(app.db, [id]), [status]);
  }
  assert.deepEqual(await statusesOf(app.db, [...ids, withoutDetails]), ['AVAILABLE', 'AVAILABLE']);
  assert.deepEqual([await balanceOf(app.db, person), app.sent], [0n, []]);
});

test('ids that are none are a 400 that names the field', async () => {
  const { person } = await personWithItems(app.db, 1);
  for (const id of ['abc', '-1', '1.5', '9223372036854775808', '99999999999999999999', '%00']) {
    const answer = await sell(person, id);
    assert.deepEqual([answer.statusCode, answer.json().errors?.[0]?.field], [400, 'id'], id);
  }
  for (const id of ['abc', '-1', '9223372036854775808', '', 7, null, {}]) {
    const answer = await sellMultiple(person, ['1', id]);
    assert.deepEqual([answer.statusCode, answer.json().errors?.[0]?.field], [400, 'inventoryItemIds.1'], String(id));
  }
  for (const list of ['1', { 0: '1' }, 1, null, undefined]) {
    const answer = await sellMultiple(person, list);
    assert.deepEqual([answer.statusCode, answer.json().errors?.[0]?.field], [400, 'inventoryItemIds'], String(list));
  }
});

test('several are sold with one credit of the sum and without an event', async () => {
  const { person, ids } = await personWithItems(app.db, 2, { valueCents: 100 });
  const dear = await insertOneHeld(app.db, person.userId, await insertItem(app.db, { valueCents: 250_000 }));
  const answer = await sellMultiple(person, [dear, ...ids]);
  const expected = { success: true, itemsSold: 3, totalValueCents: '250200', totalValueFormatted: 'R$ 2.502,00' };
  assert.deepEqual([answer.statusCode, answer.json()], [200, expected]);
  const [credit, ...more] = await salesOf(app.db, person);
  assert.deepEqual([credit?.amount, credit?.reason, more], ['250200', 'Sold 3 items', []]);
  assert.deepEqual([await balanceOf(app.db, person), app.sent], [250_200n, []]);
});

test('a sale of several takes 1 to 100 items, each once', async () => {
  const { person, ids } = await personWithItems(app.db, 101, { valueCents: 1 });
  const list = ids as string[];
  assert.deepEqual((await sellMultiple(person, [])).json(), refusal(400, 'NO_ITEMS_SELECTED', 'No items selected'));
  assert.deepEqual(
    (await sellMultiple(person, list)).json(),
    refusal(400, 'TOO_MANY_ITEMS_SELECTED', 'Maximum 100 items per batch'),
  );
  const tooManyOfOne = Array(101).fill(list[0]);
  assert.deepEqual(
    (await sellMultiple(person, tooManyOfOne)).json(),
    refusal(400, 'TOO_MANY_ITEMS_SELECTED', 'Maximum 100 items per batch'),
  );
  for (const twin of [list[0], `0${list[0]}`]) {
    const answer = await sellMultiple(person, [list[0], list[1], twin]);
    assert.equal(answer.statusCode, 400);
    assert.deepEqual(answer.json().errors, [
      { field: 'inventoryItemIds', message: 'must not contain the same entry twice' },
    ]);
  }
  assert.equal(await balanceOf(app.db, person), 0n);
  assert.equal((await sellMultiple(person, list.slice(1))).json().itemsSold, 100);
  assert.equal((await sellMultiple(person, [`00${list[0]}`])).json().itemsSold, 1);
  assert.equal(await balanceOf(app.db, person), 101n);
});

test('a sale of several is all or nothing, and tells the first fault in the order asked', async () => {
  const { person, ids, itemId } = await personWithItems(app.db, 2);
  const foreign = await insertOneHeld(app.db, (await createPerson(app.db)).userId, itemId);
  const locked = await insertOneHeld(app.db, person.userId, itemId, { status: 'LOCKED' });
  const withoutDetails = await insertOneHeld(app.db, person.userId, null);
  const notAvailable = refusal(400, 'ITEM_NOT_AVAILABLE', `Item ${locked} is not available (status: LOCKED)`, {
    inventoryItemId: locked,
    status: 'LOCKED',
  });
  const cases: [string[], object][] = [
    [[...ids, ABSENT], refusal(404, 'INVENTORY_ITEM_NOT_FOUND', 'Inventory item not found')],
    [[...ids, foreign], refusal(400, 'ITEM_OF_ANOTHER_USER', 'Item does not belong to user')],
    [[...ids, locked], notAvailable],
    [[...ids, withoutDetails], refusal(404, 'ITEM_DETAILS_NOT_FOUND', 'Item details not found')],
    [[locked, ABSENT, foreign], notAvailable],
    [[foreign, locked, ABSENT], refusal(400, 'ITEM_OF_ANOTHER_USER', 'Item does not belong to user')],
    [[ABSENT, foreign, locked], refusal(404, 'INVENTORY_ITEM_NOT_FOUND', 'Inventory item not found')],
    // Found only in the transaction, after all the others.
    [[withoutDetails, ...ids, locked], notAvailable],
  ];
  for (const [list, expected] of cases) assert.deepEqual((await sellMultiple(person, list)).json(), expected);
  const untouched = await statusesOf(app.db, [...ids, foreign, locked, withoutDetails]);
  assert.deepEqual(untouched, ['AVAILABLE', 'AVAILABLE', 'AVAILABLE', 'LOCKED', 'AVAILABLE']);
  assert.equal(await balanceOf(app.db, person), 0n);
});

test('everything available is sold with one credit and one event; what has no entry brings nothing', async () => {
  const { person, ids, itemId } = await personWithItems(app.db, 3, { valueCents: 500 });
  const lost = await insertHeld(app.db, person.userId, null, { count: 2 });
  const locked = await insertOneHeld(app.db, person.userId, itemId, { status: 'LOCKED' });
  const foreign = await insertOneHeld(app.db, (await createPerson(app.db)).userId, itemId);
  const answer = await sellAll(person);
  const expected = { success: true, itemsSold: 5, totalValueCents: '1500', totalValueFormatted: 'R$ 15,00' };
  assert.deepEqual([answer.statusCode, answer.json()], [200, expected]);
  assert.deepEqual(await statusesOf(app.db, [...ids, ...lost]), Array(5).fill('SOLD'));
  assert.deepEqual(await statusesOf(app.db, [locked, foreign]), ['LOCKED', 'AVAILABLE']);
  assert.deepEqual(
    (await salesOf(app.db, person)).map(({ amount, reason }) => [amount, reason]),
    [['1500', 'Sold all 5 items']],
  );
  assert.deepEqual(app.sent, [{ userId: person.userId, event: 'balance:updated', payload: { balanceCents: '1500' } }]);
  assert.deepEqual((await sellAll(person)).json(), refusal(400, 'NOTHING_TO_SELL', 'No items available to sell'));
  assert.equal(app.sent.length, 1);
});

test('items without a price are sold for nothing: no transfer, no event, and the balance as it was', async () => {
  const { person, ids } = await personWithItems(app.db, 4, { valueCents: 0 });
  const [first = '', second = '', third = ''] = ids;
  for (const answer of [
    await sell(person, first),
    await sellMultiple(person, [second, third]),
    await sellAll(person),
  ]) {
    assert.deepEqual([answer.statusCode, answer.json().totalValueCents], [200, '0']);
    assert.equal(answer.json().totalValueFormatted, 'R$ 0,00');
  }
  assert.deepEqual(await statusesOf(app.db, ids), Array(4).fill('SOLD'));
  assert.deepEqual(await salesOf(app.db, person), []);
  assert.deepEqual(app.sent, []);
});

test('the price is the one of the moment of the sale', async () => {
  const { person, ids, itemId } = await personWithItems(app.db, 2, { valueCents: 100 });
  await app.db.query(sql`update items set value_cents_brl = 777 where id = ${itemId}`);
  assert.equal((await sell(person, ids[0] ?? '')).json().totalValueCents, '777');
  await app.db.query(sql`update items set value_cents_brl = 5 where id = ${itemId}`);
  assert.equal((await sellAll(person)).json().totalValueCents, '5');
});

test('a repeat with the same key gets the first answer and sells nothing more', async () => {
  const { person, ids } = await personWithItems(app.db, 4, { valueCents: 10 });
  const [first = '', second = ''] = ids;
  const attempts = [
    () => sell(person, first, { 'idempotency-key': 'one' }),
    () => sellMultiple(person, [second], { 'idempotency-key': 'several' }),
    () => sellAll(person, { 'idempotency-key': 'all' }),
    () => sell(person, first, { 'idempotency-key': 'refused' }),
  ];
  for (const attempt of attempts) {
    const original = await attempt();
    const events = app.sent.length;
    await insertHeld(app.db, person.userId, await insertItem(app.db));
    const repeat = await attempt();
    assert.deepEqual([repeat.statusCode, repeat.body], [original.statusCode, original.body]);
    assert.equal(repeat.headers['idempotent-replayed'], 'true');
    assert.equal(app.sent.length, events);
  }
  const reused = await sellMultiple(person, [first], { 'idempotency-key': 'several' });
  assert.equal(reused.statusCode, 422);
});

test('a page of another site cannot sell with the cookie', async () => {
  const { person, ids } = await personWithItems(app.db, 1);
  const headers = { cookie: `sessionId=${person.sessionId}`, origin: 'https://evil.example' };
  const answer = await app.http.inject({ method: 'DELETE', url: `/api/inventory/${ids[0]}/sell`, headers });
  assert.equal(answer.statusCode, 403);
  assert.deepEqual(await statusesOf(app.db, ids), ['AVAILABLE']);
});

test('the number of statements does not depend on the number of items', async () => {
  const statementsOf = async (work: () => Promise<{ statusCode: number }>) => {
    app.statements.length = 0;
    assert.equal((await work()).statusCode, 200);
    return countOfRequests(app);
  };
  const one = await personWithItems(app.db, 3);
  const hundred = await personWithItems(app.db, 300);
  // begin, lock, mark, credit, commit
  assert.equal(await statementsOf(() => sell(one.person, one.ids[0] ?? '')), 5);
  assert.equal(await statementsOf(() => sellMultiple(one.person, one.ids.slice(1, 2))), 5);
  assert.equal(await statementsOf(() => sellMultiple(hundred.person, hundred.ids.slice(0, 100))), 5);
  assert.equal(await statementsOf(() => sellAll(one.person)), 5);
  assert.equal(await statementsOf(() => sellAll(hundred.person)), 5);
});

test('a sale changes items in place: no index entry is written, whatever the number', async () => {
  const { person } = await personWithItems(app.db, 300);
  let changed = 0;
  const measured = transaction(app.db, async (tx) => {
    const inPlaceSoFar = async () => {
      const rows = await tx.query<{ count: string }>(
        sql`select pg_stat_get_xact_tuples_hot_updated('inventory_items'::regclass) as count`,
      );
      return Number(rows[0]?.count);
    };
    const before = await inPlaceSoFar();
    await sellAvailable(tx, person.userId);
    changed = (await inPlaceSoFar()) - before;
    // Without its credit this is half a sale: it must not stay.
    throw new Error('undo');
  });
  await assert.rejects(measured, /undo/);
  assert.equal(changed, 300);
});
