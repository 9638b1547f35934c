import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createPerson, type Person } from '../../../../test/support/people.ts';
import { createRecordingApp } from '../../../../test/support/recording-app.ts';
import { useSoundApp } from '../../../../test/support/use-app.ts';
import { type Tx, transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { type Id, toId } from '../../../platform/ids.ts';
import { lockAccount } from '../wallet/index.ts';
import { addItems, exchangeItems, findInventoryItems, moveItems, takeItemIds } from './index.ts';

import { INVENTORY_STATUSES, type InventoryStatus, isMove, type NewInventoryItem } from './inventory.rules.ts';
import {
  assertInvariants,
  balanceOf,
  insertHeld,
  insertItem,
  personWithItems,
  salesOf,
  statusesOf,
} from './test-support.ts';

const app = useSoundApp(createRecordingApp);

const CALLS = 50;
const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const sell = (person: Person, id: string | undefined, headers: Record<string, string> = {}) =>
  app.http.inject({ method: 'DELETE', url: `/api/inventory/${id}/sell`, headers: { ...person.headers, ...headers } });
const sellMultiple = (person: Person, inventoryItemIds: readonly string[]) =>
  app.http.inject({
    method: 'POST',
    url: '/api/inventory/sell-multiple',
    headers: person.headers,
    payload: { inventoryItemIds },
  });
const sellAll = (person: Person) =>
  app.http.inject({ method: 'POST', url: '/api/inventory/sell-all', headers: person.headers });

type Move = Parameters<typeof moveItems>[1];
/** With the account locked first, as the convention is, or without. */
const move = (change: Move, withAccount = true) =>
  transaction(app.db, async (tx) => {
    if (withAccount) await lockAccount(tx, change.userId);
    return moveItems(tx, change);
  });

test('50 simultaneous sales of one item credit it once', async () => {
  const { person, ids } = await personWithItems(app.db, 1, { valueCents: 300 });
  const answers = await times(CALLS, () => sell(person, ids[0]));
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1);
  for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
    assert.deepEqual(answer.json(), {
      statusCode: 400,
      message: 'Item is not available (status: SOLD)',
      code: 'ITEM_NOT_AVAILABLE',
      params: { inventoryItemId: ids[0], status: 'SOLD' },
    });
  }
  assert.deepEqual([await balanceOf(app.db, person), (await salesOf(app.db, person)).length], [300n, 1]);
});

test('50 repeats with one key at once sell once', async () => {
  const { person, ids } = await personWithItems(app.db, 1, { valueCents: 300 });
  const answers = await times(CALLS, () => sell(person, ids[0], { 'idempotency-key': 'k' }));
  for (const { statusCode } of answers) assert.ok(statusCode === 200 || statusCode === 409, String(statusCode));
  assert.ok(answers.some(({ statusCode }) => statusCode === 200));
  assert.equal(await balanceOf(app.db, person), 300n);
});

for (const withAccount of [true, false]) {
  test(`sales of all kinds against locks ${withAccount ? 'under' : 'without'} the account lose and double nothing`, async () => {
    const { person, ids } = await personWithItems(app.db, 120, { valueCents: 1 });
    const chunk = (index: number) => ids.slice(index * 5, index * 5 + 10);
    const [several, all, locked] = await Promise.all([
      times(20, (index) => sellMultiple(person, chunk(index).toReversed())),
      times(3, () => sellAll(person)),
      times(10, (index) =>
        move({ ids: chunk(index * 2), userId: person.userId, from: 'AVAILABLE', to: 'LOCKED' }, withAccount),
      ),
    ]);
    const sums = [...several, ...all].map((answer) => (answer.statusCode === 200 ? answer.json().itemsSold : 0));
    for (const { statusCode } of [...several, ...all]) assert.ok([200, 400].includes(statusCode), String(statusCode));
    const soldByAnswers = sums.reduce((sum: number, sold: number) => sum + sold, 0);
    const statuses = await statusesOf(app.db, ids);
    const count = (status: string) => statuses.filter((each) => each === status).length;
    assert.equal(count('SOLD'), soldByAnswers);
    assert.equal(count('LOCKED'), locked.flat().length);
    assert.equal(await balanceOf(app.db, person), BigInt(soldByAnswers));
    await assertInvariants(app.db);
  });
}

test('items that arrive during a sale of everything are either sold and paid or still there', async () => {
  const { person, itemId } = await personWithItems(app.db, 50, { valueCents: 1 });
  const give = (index: number) =>
    transaction(app.db, (tx) => giveItems(tx, [newItem(person.userId, itemId, `arrival-${index}`)]));
  await Promise.all([times(40, give), times(10, () => sellAll(person))]);
  await sellAll(person);
  assert.equal(await balanceOf(app.db, person), 90n);
});

test('two users who name each other’s items in their sales do not hold each other up', async () => {
  const [one, two] = [await personWithItems(app.db, 20), await personWithItems(app.db, 20)];
  const mixed = [...one.ids, ...two.ids];
  const answers = await times(30, (index) => sellMultiple(index % 2 ? one.person : two.person, mixed));
  for (const answer of answers) assert.equal(answer.json().message, 'Item does not belong to user');
  assert.deepEqual(await statusesOf(app.db, mixed), Array(40).fill('AVAILABLE'));
});

type Given = Omit<NewInventoryItem, 'id'>;

async function giveItems(tx: Tx, rows: readonly Given[]): Promise<Id<'inventoryItem'>[]> {
  const ids = await takeItemIds(tx, rows.length);
  await addItems(
    tx,
    rows.map((row, index) => ({ ...row, id: ids[index] as Id<'inventoryItem'> })),
  );
  return ids;
}

const newItem = (userId: Id<'user'>, itemId: Id<'item'>, sourceId: string, index = 0): Given => ({
  userId,
  itemId,
  acquiredFrom: 'Batalha',
  source: { type: 'TEST', id: sourceId, index },
});

test('given items come back as ids in the order asked, available', async () => {
  const [one, two] = [await createPerson(app.db), await createPerson(app.db)];
  const [itemA, itemB] = [await insertItem(app.db, { name: 'A', valueCents: 5 }), await insertItem(app.db)];
  const rows = [
    newItem(two.userId, itemB, 'given', 0),
    newItem(one.userId, itemA, 'given', 1),
    newItem(two.userId, itemA, 'given', 2),
  ];
  app.statements.length = 0;
  const ids = await transaction(app.db, (tx) => giveItems(tx, rows));
  // Begin, ids, items, commit.
  assert.equal(app.statements.length, 4);
  const found = await findInventoryItems(app.db, [...ids].reverse());
  assert.deepEqual(
    found.map(({ id, userId, itemId, status, acquiredFrom }) => [id, userId, itemId, status, acquiredFrom]),
    rows.map(({ userId, itemId }, index) => [ids[index], userId, itemId, 'AVAILABLE', 'Batalha']),
  );
  assert.deepEqual([found[1]?.details?.name, found[1]?.details?.valueCentsBrl], ['A', 5n]);
  assert.deepEqual([found[1]?.lockedUntil, found[1]?.restrictedToGames], [null, false]);
  await transaction(app.db, (tx) => addItems(tx, []));
  assert.deepEqual(await findInventoryItems(app.db, [toId('9223372036854775807')]), []);
});

test('a move changes only what is the user’s and in the status, and gives those ids', async () => {
  const { person, ids, itemId } = await personWithItems(app.db, 3);
  const [foreign = toId<'inventoryItem'>('0')] = await insertHeld(app.db, (await createPerson(app.db)).userId, itemId);
  const [locked = foreign] = await insertHeld(app.db, person.userId, itemId, { status: 'LOCKED' });
  const wanted = [...ids, foreign, locked, toId<'inventoryItem'>('9223372036854775807')];
  const until = new Date('2026-12-01T00:00:00Z');
  const lock = { ids: wanted, userId: person.userId, from: 'AVAILABLE', to: 'LOCKED', lockedUntil: until } as const;
  assert.deepEqual(await move(lock), ids);
  assert.deepEqual(await move(lock), []);
  assert.deepEqual(await move({ ids, userId: person.userId, from: 'LOCKED', to: 'AVAILABLE' }), ids);
  // Never cleared by itself.
  for (const item of await findInventoryItems(app.db, ids)) assert.deepEqual(item.lockedUntil, until);
  assert.deepEqual(await statusesOf(app.db, [foreign]), ['AVAILABLE']);
});

type Exchange = Parameters<typeof exchangeItems>[1];
const exchange = (items: Pick<Exchange, 'held' | 'taken'>) =>
  transaction(app.db, (tx) => exchangeItems(tx, { ...items, acquiredFrom: 'Swap' }));

test('items that are exchanged are their new owners’ from now on', async () => {
  const [one, two] = [await personWithItems(app.db, 2), await personWithItems(app.db, 3)];
  const ids = [...one.ids, ...two.ids];
  const before = await findInventoryItems(app.db, ids);
  await move({ ids: one.ids, userId: one.person.userId, from: 'AVAILABLE', to: 'IN_SWAP' });
  const held = { userId: one.person.userId, ids: one.ids };
  const taken = { userId: two.person.userId, ids: two.ids };
  assert.deepEqual(await exchange({ held, taken }), ids);
  for (const [index, item] of (await findInventoryItems(app.db, ids)).entries()) {
    const owner = one.ids.includes(item.id) ? two.person : one.person;
    assert.deepEqual([item.userId, item.acquiredFrom, item.status], [owner.userId, 'Swap', 'AVAILABLE']);
    assert.ok(item.acquiredAt > (before[index]?.acquiredAt ?? new Date()));
  }
  assert.equal((await sellAll(one.person)).json().itemsSold, 3);
  assert.equal((await sellAll(two.person)).json().itemsSold, 2);
});

test('an exchange takes only what is where it is said to be', async () => {
  const [one, two] = [await personWithItems(app.db, 2), await personWithItems(app.db, 2)];
  const [held = toId<'inventoryItem'>('0'), notHeld = held] = one.ids;
  const [taken = held, sold = held] = two.ids;
  await move({ ids: [held], userId: one.person.userId, from: 'AVAILABLE', to: 'IN_SWAP' });
  await sell(two.person, sold);
  const [ofOne, ofTwo] = [one.person.userId, two.person.userId];
  const said = (heldIds: typeof one.ids, takenIds: typeof one.ids) =>
    exchange({ held: { userId: ofOne, ids: heldIds }, taken: { userId: ofTwo, ids: takenIds } });
  assert.deepEqual(await said([notHeld], [sold]), []);
  assert.deepEqual(await said([taken], [held]), []);
  assert.deepEqual(await said([held, notHeld], [taken, sold]), [held, taken]);
  assert.deepEqual(await statusesOf(app.db, [notHeld, sold]), ['AVAILABLE', 'SOLD']);
});

test('a step that the documents do not have is refused before anything is written', async () => {
  const { person, ids } = await personWithItems(app.db, 1);
  for (const from of INVENTORY_STATUSES) {
    for (const to of INVENTORY_STATUSES.filter((end) => !isMove(from, end))) {
      await assert.rejects(move({ ids, userId: person.userId, from, to }), /by a move/);
    }
  }
});

test('after any sequence of changes the counts are the truth', async () => {
  const itemIds = [await insertItem(app.db, { valueCents: 3 }), await insertItem(app.db), await insertItem(app.db)];
  const step = fc.oneof(
    fc.record({ give: fc.integer({ min: 1, max: 4 }), kind: fc.nat(2), to: fc.nat(1) }),
    fc.record({
      from: fc.constantFrom<InventoryStatus>('AVAILABLE', 'LOCKED', 'IN_SWAP'),
      to: fc.constantFrom<InventoryStatus>(...INVENTORY_STATUSES),
    }),
    fc.constant('exchange' as const),
    fc.constant('sell all' as const),
  );
  let causes = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      const people = [await createPerson(app.db), await createPerson(app.db)] as const;
      const given: Id<'inventoryItem'>[] = [];
      for (const each of steps) {
        if (each === 'sell all') await sellAll(people[0]);
        else if (each === 'exchange') {
          const [one, two] = people;
          const of = ({ userId }: Person) => ({ userId, ids: given });
          await exchange({ held: of(one), taken: of(two) });
        } else if ('give' in each) {
          causes += 1;
          const owner = people[each.to as 0 | 1].userId;
          const rows = Array.from({ length: each.give }, (_, index) =>
            newItem(owner, itemIds[(each.kind + index) % 3] as Id<'item'>, `random-${causes}`, index),
          );
          given.push(...(await transaction(app.db, (tx) => giveItems(tx, rows))));
        } else if (isMove(each.from, each.to)) {
          const ids = given.filter((_, index) => index % 2 === 0);
          await move({ ids, userId: people[0].userId, from: each.from, to: each.to });
        }
      }
      await assertInvariants(app.db);
    }),
    { numRuns: 25 },
  );
});

test('nothing is given that is not in the catalogue, and a deleted entry leaves its items without one', async () => {
  const { userId } = await createPerson(app.db);
  const [kept, gone] = [await insertItem(app.db), await insertItem(app.db)];
  const unknown = toId<'item'>('9223372036854775807');
  const given = (itemId: Id<'item'>, place: number) => newItem(userId, itemId, 'catalogue', place);
  await assert.rejects(
    transaction(app.db, (tx) => giveItems(tx, [given(kept, 0), given(unknown, 1)])),
    { code: 'ERR_ASSERTION' },
  );
  const ids = await transaction(app.db, (tx) => giveItems(tx, [given(kept, 0), given(gone, 1)]));
  await app.db.query(sql`delete from items where id = ${gone}`);
  const found = await findInventoryItems(app.db, ids);
  assert.deepEqual(
    found.map(({ itemId }) => itemId),
    [kept, null],
  );
  await assert.rejects(app.db.query(sql`delete from users where id = ${userId}`), /has items|foreign key/);
});
