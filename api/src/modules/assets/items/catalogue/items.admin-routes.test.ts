import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { use } from '../../../../../test/support/use-app.ts';
import { until } from '../../../../platform/hot-store/test-support.ts';
import { toId } from '../../../../platform/ids.ts';
import { findItems, ITEMS_CHANGED } from '../index.ts';
import { createItemsWorld, listAudit, wrongPrices } from '../test-support.ts';

const world = use(createItemsWorld, (made) => made.close());
let announced = 0;
before(async () => {
  world.announcements.on(ITEMS_CHANGED, () => {
    announced += 1;
  });
});

const newItem = (name: string, more: object = {}) => ({
  name,
  marketHashName: name,
  imageUrl: 'https://items.example/2.png',
  rarity: 'COVERT',
  weaponCategory: 'KNIFE',
  originalPriceCents: '1234',
  ...more,
});
const create = async (name: string, more: object = {}) =>
  (await world.call('POST', '/admin/items', newItem(name, more))).body;

test('a new item gets its prices from the original one, and the trail says who made it', async () => {
  const before = announced;
  const { status, body } = await world.call('POST', '/admin/items', newItem('Karambit', { junk: 1, valueCents: '1' }));
  assert.equal(status, 201);
  assert.deepEqual([body.valueCents, body.valueCentsBrl, body.valueFormatted], ['1481', '7405', 'R$ 74,05']);
  assert.deepEqual([body.exterior, body.isStatTrak, body.marginPercent, body.archivedAt], [null, false, 20, null]);
  assert.deepEqual((await world.call('GET', `/admin/items/${body.id}`)).body, body);
  const [entry] = await listAudit(world.db, 'ITEM_CREATED');
  assert.deepEqual([entry?.actorId, entry?.entityId], [world.admin.userId, body.id]);
  assert.equal(entry?.metadata.originalPriceCents, '1234');
  await until(() => announced > before);
});

test('a name on the marketplace belongs to one item, also when both come at once', async () => {
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => world.call('POST', '/admin/items', newItem('Twin'))),
  );
  const statuses = replies.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [201, ...Array(9).fill(409)]);
  assert.equal(
    replies.find(({ status }) => status === 409)?.body.message,
    'An item with this marketHashName exists already',
  );
  const other = await create('Other');
  assert.equal((await world.call('PATCH', `/admin/items/${other.id}`, { marketHashName: 'Twin' })).status, 409);
});

test('a change touches what it names; a new original price reprices', async () => {
  const made = await create('Bayonet', { exterior: 'WELL_WORN', collection: 'A' });
  const change = { originalPriceCents: '2000', exterior: null, valueCents: '5', id: '1', confirm: true };
  const { status, body } = await world.call('PATCH', `/admin/items/${made.id}`, change);
  assert.equal(status, 200);
  const { updatedAt: _a, ...changed } = body;
  const { updatedAt: _b, ...before } = made;
  assert.deepEqual(changed, {
    ...before,
    originalPriceCents: '2000',
    exterior: null,
    valueCents: '2400',
    valueCentsBrl: '12000',
    valueFormatted: 'R$ 120,00',
  });
  const entry = (await listAudit(world.db, 'ITEM_UPDATED')).at(-1);
  assert.deepEqual(entry?.metadata, {
    changes: { originalPriceCents: { from: '1234', to: '2000' }, exterior: { from: 'WELL_WORN', to: null } },
  });
  const count = (await listAudit(world.db, 'ITEM_UPDATED')).length;
  assert.deepEqual(
    (await world.call('PATCH', `/admin/items/${made.id}`, {})).body,
    body,
    'nothing named, nothing changed',
  );
  assert.equal((await listAudit(world.db, 'ITEM_UPDATED')).length, count);
  const reason = 'The item database lags behind';
  await world.call('PATCH', `/admin/items/${made.id}`, { originalPriceCents: '2100', reason });
  assert.deepEqual((await listAudit(world.db, 'ITEM_UPDATED')).at(-1)?.metadata, {
    changes: { originalPriceCents: { from: '2000', to: '2100' } },
    reason,
  });
});

test('an archived item leaves the public lists and stays for those who own it', async () => {
  const made = await create('Gut Knife');
  const archived = await world.call('DELETE', `/admin/items/${made.id}`);
  assert.equal(archived.status, 200);
  assert.match(archived.body.archivedAt, /Z$/);
  assert.equal((await world.call('GET', '/items?search=gut', undefined, null)).body.meta.total, 0);
  assert.equal((await world.call('GET', '/admin/items?search=gut')).body.meta.total, 1);
  assert.equal((await world.call('GET', '/admin/items?search=gut&isArchived=false')).body.meta.total, 0);
  assert.equal((await world.call('GET', '/admin/items?isArchived=true')).body.meta.total, 1);
  assert.equal((await findItems(world.db, [toId(made.id)])).length, 1);
  const again = await world.call('DELETE', `/admin/items/${made.id}`);
  assert.deepEqual(again.body, archived.body);
  assert.equal((await listAudit(world.db, 'ITEM_ARCHIVED')).length, 1);
});

test('what is not there is 404, and what is no id is 400', async () => {
  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    const payload = method === 'PATCH' ? { name: 'x' } : undefined;
    const missing = await world.call(method, '/admin/items/999999', payload);
    assert.deepEqual([missing.status, missing.body.message], [404, 'Item não encontrado.'], method);
    for (const id of ['9223372036854775808', 'abc', '-1', '1.5']) {
      assert.equal((await world.call(method, `/admin/items/${id}`, payload)).status, 400, `${method} ${id}`);
    }
  }
  assert.equal((await world.call('GET', '/admin/items/syncs/999')).status, 404);
});

test('paths with a name are not taken for ids', async () => {
  for (const path of ['items', 'syncs', 'weapon-categories', 'steam-database/items', 'steam-database/collections']) {
    const { status, body } = await world.call('GET', `/admin/items/${path}`);
    assert.deepEqual([status, Array.isArray(body.data)], [200, true], path);
  }
});

test('every fault of a new item is told', async () => {
  const { status, body } = await world.call('POST', '/admin/items', {
    name: '',
    imageUrl: 'javascript:alert(1)',
    rarity: 'MYTHIC',
    weaponCategory: 7,
    exterior: 'SHINY',
    isStatTrak: 'no',
    marginPercent: -1,
    originalPriceCents: 12,
  });
  assert.equal(status, 400);
  assert.deepEqual(body.errors.map(({ field }: { field: string }) => field).toSorted(), [
    'exterior',
    'imageUrl',
    'isStatTrak',
    'marginPercent',
    'marketHashName',
    'name',
    'originalPriceCents',
    'rarity',
    'weaponCategory',
  ]);
  for (const originalPriceCents of ['-1', '1.5', '01', '1000000000000', 'x', '']) {
    const reply = await world.call('POST', '/admin/items', newItem('Wrong', { originalPriceCents }));
    assert.equal(reply.body.errors?.[0]?.field, 'originalPriceCents', originalPriceCents);
  }
  assert.equal((await create('Dearest', { originalPriceCents: '999999999999' })).valueCents, '1199999999999');
});

test('every price follows from its original, the margin and the rate', async () => {
  assert.deepEqual(await wrongPrices(world.db), []);
});
