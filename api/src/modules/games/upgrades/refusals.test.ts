import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { createPlayer } from '../../../../test/support/people.ts';
import { sql } from '../../../platform/database/sql.ts';
import { insertHeld, insertItem, insertOneHeld, statusesOf } from '../../assets/inventory/test-support.ts';
import {
  accountOf,
  assertUpgradesHold,
  createUpgradesApp,
  perform,
  post,
  refusalOf,
  type UpgradesApp,
} from './test-support.ts';

let app: UpgradesApp;
before(async () => {
  app = await createUpgradesApp();
});
afterEach(() => assertUpgradesHold(app.db));
after(() => app.close());

test('what is refused is refused with the documents’ words and leaves everything as it was, calculated or performed', async () => {
  const player = await createPlayer(app.db, 500);
  const itemId = await insertItem(app.db, { valueCents: 4_500 });
  const targetItemId = await insertItem(app.db, { valueCents: 10_000 });
  const ids = await insertHeld(app.db, player.userId, itemId, { count: 2 });
  const before = await accountOf(app.db, player);
  const [id] = ids;
  const cheap = await insertItem(app.db, { valueCents: 4_500 });
  const dear = await insertItem(app.db, { valueCents: 4_500n * 1_000_000n });
  const [unpriced, archived] = [await insertItem(app.db, { valueCents: 0 }), await insertItem(app.db)];
  await app.db.query(sql`update items set archived_at = now() where id = ${archived}`);
  const worthless = await insertOneHeld(app.db, player.userId, unpriced);
  const nameless = await insertOneHeld(app.db, player.userId, null);
  const sold = await insertOneHeld(app.db, player.userId, itemId, { status: 'SOLD' });
  const withdrawing = await insertOneHeld(app.db, player.userId, itemId, { status: 'LOCKED' });
  const foreign = await insertOneHeld(app.db, (await createPlayer(app.db, 0)).userId, itemId);
  const refusals: [object, number, string][] = [
    [{ inventoryItemIds: [id, '999999999'] }, 404, 'Inventory item not found'],
    [{ inventoryItemIds: [id, foreign] }, 400, 'Item does not belong to user'],
    [{ inventoryItemIds: [id, sold] }, 400, `Item ${sold} is not available (status: SOLD)`],
    [{ inventoryItemIds: [withdrawing, id] }, 400, `Item ${withdrawing} is not available (status: LOCKED)`],
    [{ inventoryItemIds: [id, nameless] }, 404, 'Item details not found'],
    [{ inventoryItemIds: [sold, foreign, '999999999'] }, 400, `Item ${sold} is not available (status: SOLD)`],
    [{ targetItemId: '999999999' }, 404, 'O item desejado não foi encontrado.'],
    [{ targetItemId: unpriced }, 404, 'O item desejado não foi encontrado.'],
    [{ targetItemId: archived, balanceCents: '501' }, 404, 'O item desejado não foi encontrado.'],
    [{ balanceCents: '501' }, 400, 'Insufficient balance'],
    [{ balanceCents: '999999999999999' }, 400, 'Insufficient balance'],
    [{ targetItemId: cheap, balanceCents: '501' }, 400, 'Insufficient balance'],
    [{ inventoryItemIds: [worthless] }, 400, 'Total value must be greater than zero'],
    [{ targetItemId: cheap }, 400, 'Total value must be less than target item value'],
    [
      { inventoryItemIds: [id, ids[1]], balanceCents: '500', targetItemId: cheap },
      400,
      'Total value must be less than target item value',
    ],
    [{ targetItemId: dear }, 400, 'Upgrade chance is too low'],
  ];
  for (const [change, status, message] of refusals) {
    for (const action of ['calculate', 'perform']) {
      const body = { inventoryItemIds: [id], balanceCents: '0', targetItemId, ...change };
      const response = await post(app, `/upgrade/${action}`, player, body);
      assert.deepEqual(refusalOf(response), [status, message], `${action} ${JSON.stringify(change)}`);
    }
  }
  assert.deepEqual(await accountOf(app.db, player), before);
  assert.deepEqual(await statusesOf(app.db, [...ids, worthless, nameless, sold, withdrawing, foreign]), [
    'AVAILABLE',
    'AVAILABLE',
    'AVAILABLE',
    'AVAILABLE',
    'SOLD',
    'LOCKED',
    'AVAILABLE',
  ]);
  const history = await app.http.inject({ url: '/api/upgrade/history', headers: player.headers });
  assert.deepEqual(history.json(), { data: [], meta: { page: 1, limit: 20, total: 0 } });
});

test('malformed input names its field', async () => {
  const player = await createPlayer(app.db, 0);
  const ids = await insertHeld(app.db, player.userId, await insertItem(app.db), { count: 7 });
  const targetItemId = await insertItem(app.db, { valueCents: 10_000 });
  const [first] = ids;
  const faults: [object, string][] = [
    [{ inventoryItemIds: [] }, 'inventoryItemIds'],
    [{ inventoryItemIds: ids }, 'inventoryItemIds'],
    [{ inventoryItemIds: [first, first] }, 'inventoryItemIds'],
    [{ inventoryItemIds: [first, `00${first}`] }, 'inventoryItemIds'],
    [{ inventoryItemIds: first }, 'inventoryItemIds'],
    [{ inventoryItemIds: [first, '9223372036854775808'] }, 'inventoryItemIds.1'],
    [{ inventoryItemIds: [Number(first)] }, 'inventoryItemIds.0'],
    [{ inventoryItemIds: undefined }, 'inventoryItemIds'],
    [{ balanceCents: '-1' }, 'balanceCents'],
    [{ balanceCents: '1.5' }, 'balanceCents'],
    [{ balanceCents: '' }, 'balanceCents'],
    [{ balanceCents: 5 }, 'balanceCents'],
    [{ balanceCents: '1000000000000000' }, 'balanceCents'],
    [{ balanceCents: null }, 'balanceCents'],
    [{ targetItemId: 'x' }, 'targetItemId'],
    [{ targetItemId: undefined }, 'targetItemId'],
  ];
  for (const [change, field] of faults) {
    for (const action of ['calculate', 'perform']) {
      const response = await post(app, `/upgrade/${action}`, player, {
        inventoryItemIds: [first],
        targetItemId,
        ...change,
      });
      assert.deepEqual(refusalOf(response), [400, 'Validation failed', field], `${action} ${JSON.stringify(change)}`);
    }
  }
  for (const clientSeed of ['x'.repeat(129), 'a\nb', 5]) {
    const response = await perform(app, player, { inventoryItemIds: [first], targetItemId, clientSeed });
    assert.deepEqual(refusalOf(response), [400, 'Validation failed', 'clientSeed']);
  }
  assert.deepEqual(new Set(await statusesOf(app.db, ids)), new Set(['AVAILABLE']));
});

test('who wants a better chance than there is plays nothing and is told what it is', async () => {
  const player = await createPlayer(app.db, 500);
  const [itemId, targetItemId] = [
    await insertItem(app.db, { valueCents: 4_500 }),
    await insertItem(app.db, { valueCents: 10_000 }),
  ];
  const [first, second] = await insertHeld(app.db, player.userId, itemId, { count: 2 });
  const play = (minChancePercent: unknown, id = first, headers: object = {}) =>
    perform(app, player, { inventoryItemIds: [id], targetItemId, minChancePercent }, headers);
  const fallen = (percent: string) => [409, `A chance agora é de ${percent}%.`, 'minChancePercent'];
  const before = await accountOf(app.db, player);
  assert.deepEqual(refusalOf(await play('40.5001')), fallen('40.5'));
  // The player has seen 40.5; then the target gets dearer.
  await app.db.query(sql`update items set value_cents_brl = 10001 where id = ${targetItemId}`);
  for (const again of [1, 2]) {
    assert.deepEqual(
      refusalOf(await play('40.5', first, { 'idempotency-key': 'seen' })),
      fallen('40.4959'),
      String(again),
    );
  }
  assert.deepEqual(await accountOf(app.db, player), before);
  assert.deepEqual(await statusesOf(app.db, [String(first), String(second)]), ['AVAILABLE', 'AVAILABLE']);
  assert.equal((await play('40.4959')).statusCode, 200);
  assert.equal((await play('0', second)).statusCode, 200);
  for (const wrong of ['', '101', '100.00001', '-1', '4,5', 40.5, null]) {
    assert.deepEqual(refusalOf(await play(wrong)), [400, 'Validation failed', 'minChancePercent'], String(wrong));
  }
});
