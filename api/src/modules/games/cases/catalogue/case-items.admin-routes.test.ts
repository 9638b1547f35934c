import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HASH_MAX, rangeFaults } from '@lisura/fairness';
import { refusal } from '../../../../../test/support/calls.ts';
import { archiveItem, createItem } from '../../../../../test/support/items.ts';
import type { Id } from '../../../../platform/ids.ts';
import { type CasesWorld, caseFields, createCasesWorld } from '../test-support.ts';

let world: CasesWorld;
let ids: Id<'item'>[];
before(async () => {
  world = await createCasesWorld();
  ids = [];
  for (let count = 0; count < 4; count += 1) ids.push(await createItem(world.db));
});
after(() => world.close());

const percents = (...given: (number | string)[]) =>
  given.map((probability, index) => ({ itemId: ids[index], probability }));
const create = (more: object = {}) => world.call('POST', '/admin/cases', caseFields(more));
const rangesOf = (body: { items: { hashRangeStart: number; hashRangeEnd: number }[] }) =>
  body.items.map(({ hashRangeStart, hashRangeEnd }) => [hashRangeStart, hashRangeEnd]);

test('added items take exactly what is given, and the others share the rest', async () => {
  const { id } = (await create({ items: percents(60, 40), flipThreshold: 6_000_001 })).body;
  const items = [{ itemId: ids[2], probability: '10' }];
  const { status, body } = await world.call('POST', `/admin/cases/${id}/items`, { items });
  assert.equal(status, 200);
  assert.deepEqual(rangesOf(body), [
    [1, 5_400_000],
    [5_400_001, 9_000_000],
    [9_000_001, HASH_MAX],
  ]);
  assert.deepEqual([body.versionNumber, body.flipThreshold], [2, 5_400_001]);
  const all = await world.call('POST', `/admin/cases/${id}/items`, { items: percents(50, 30, 20) });
  assert.deepEqual(
    all.body.items.map(({ chancePercent }: { chancePercent: string }) => chancePercent),
    ['50', '30', '20'],
  );
  const tooMuch = await world.call('POST', `/admin/cases/${id}/items`, { items: percents(100) });
  assert.match(tooMuch.body.errors[0].message, /sum to 100 percent, which leaves too little for the 2 other items$/);
  assert.equal((await world.call('POST', `/admin/cases/${id}/items`, {})).body.errors[0].field, 'items');
  assert.equal((await world.call('POST', '/admin/cases/999999/items', { items })).status, 404);
});

test('added ranges must fit those that stay', async () => {
  const { id } = (await create({ items: percents(60, 40) })).body;
  const add = (items: object[]) => world.call('POST', `/admin/cases/${id}/items`, { items });
  const hashRangeEnd = HASH_MAX;
  const misfit = await add([{ itemId: ids[2], hashRangeStart: 9_000_001, hashRangeEnd }]);
  assert.equal(misfit.status, 422);
  assert.equal(misfit.body.errors[0].field, 'items.0');
  const fit = await add([
    { itemId: ids[2], hashRangeStart: 9_000_001, hashRangeEnd },
    { itemId: ids[1], hashRangeStart: 6_000_001, hashRangeEnd: 9_000_000 },
  ]);
  assert.deepEqual(rangesOf(fit.body), [
    [1, 6_000_000],
    [6_000_001, 9_000_000],
    [9_000_001, HASH_MAX],
  ]);
});

test('a removed item leaves its rolls to the others, and the last one stays', async () => {
  const { id } = (await create({ items: percents(60, 30, 10), flipThreshold: 6_000_001 })).body;
  const remove = (itemId: string | undefined) => world.call('DELETE', `/admin/cases/${id}/items/${itemId}`);
  const { status, body } = await remove(ids[1]);
  assert.equal(status, 200);
  assert.deepEqual(rangesOf(body), [
    [1, 8_571_429],
    [8_571_430, HASH_MAX],
  ]);
  assert.deepEqual([body.versionNumber, body.flipThreshold], [2, 8_571_430]);
  assert.deepEqual(refusal(await remove(ids[1])), [404, 'The case does not hold this item']);
  const alone = await remove(ids[2]);
  assert.deepEqual([rangesOf(alone.body), alone.body.flipThreshold], [[[1, HASH_MAX]], null]);
  assert.deepEqual(refusal(await remove(ids[0])), [422, 'The last item of a case cannot be removed']);
  assert.equal((await world.call('DELETE', `/admin/cases/999999/items/${ids[0]}`)).status, 404);
});

test('an item that was archived since keeps no others from being changed', async () => {
  const archived = await createItem(world.db);
  const items = [...percents(50), { itemId: archived, probability: 50 }];
  const { id } = (await create({ items })).body;
  await archiveItem(world.db, archived);
  const added = await world.call('POST', `/admin/cases/${id}/items`, { items: [{ itemId: ids[1], probability: 1 }] });
  assert.equal(added.status, 200);
  assert.equal((await world.call('DELETE', `/admin/cases/${id}/items/${archived}`)).status, 200);
});

test('edits at the same moment each make a version, on top of each other', async () => {
  const { id } = (await create({ items: percents(97, 1, 1, 1) })).body;
  const extra: Id<'item'>[] = [];
  for (let count = 0; count < 20; count += 1) extra.push(await createItem(world.db));
  const answers = await Promise.all(
    extra.map((itemId) => world.call('POST', `/admin/cases/${id}/items`, { items: [{ itemId, probability: '0.5' }] })),
  );
  assert.ok(answers.every(({ status }) => status === 200));
  assert.equal(new Set(answers.map(({ body }) => body.versionNumber)).size, 20);
  const { body } = await world.call('GET', `/admin/cases/${id}`);
  assert.deepEqual(
    body.versions.map(({ number }: { number: number }) => number),
    Array.from({ length: 21 }, (_, index) => 21 - index),
  );
  assert.equal(body.itemsCount, 24, 'no edit was lost');
  assert.deepEqual(rangeFaults(body.items), []);
});
