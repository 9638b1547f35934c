import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { HASH_MAX, rangeFaults } from '@lisura/fairness';
import { refusal } from '../../../../../test/support/calls.ts';
import { archiveItem, createItem } from '../../../../../test/support/items.ts';
import type { Id } from '../../../../platform/ids.ts';
import { caseFields, useCasesWorld } from '../test-support.ts';

const world = useCasesWorld();
let ids: Id<'item'>[];
before(async () => {
  ids = [];
  for (let count = 0; count < 4; count += 1) ids.push(await createItem(world.db));
});

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

const edit = (id: string, body: object) => world.call('PATCH', `/admin/cases/${id}`, body);
const compare = (id: string, from: number, to: number) =>
  world.call('GET', `/admin/cases/${id}/difference?from=${from}&to=${to}`);

test('an edit of a version that was seen is refused once there is another, which the answer names', async () => {
  const { body } = await create({ items: percents(60, 40) });
  assert.equal((await edit(body.id, { items: percents(50, 50), expectedVersion: 1 })).body.versionNumber, 2);
  const late = await edit(body.id, { items: percents(70, 30), priceCents: 999, expectedVersion: 1 });
  assert.deepEqual([late.status, late.body.code, late.body.params], [409, 'CASE_VERSION_MOVED', { version: 2 }]);
  const now = await world.call('GET', `/admin/cases/${body.id}`);
  assert.deepEqual([now.body.versionNumber, now.body.priceCents], [2, body.priceCents]);
  assert.equal((await edit(body.id, { items: percents(70, 30) })).body.versionNumber, 3);
});

test('a case without items is at version 0', async () => {
  const { body } = await world.call('POST', '/admin/cases', caseFields());
  assert.deepEqual((await edit(body.id, { priceCents: 5, expectedVersion: 1 })).body.params, { version: 0 });
  assert.equal((await edit(body.id, { items: percents(100), expectedVersion: 0 })).body.versionNumber, 1);
});

test('two edits at once of one version: one is made, the other told', async () => {
  const { body } = await create({ items: percents(60, 40) });
  const answers = await Promise.all(
    [percents(55, 45), percents(45, 55)].map((items) => edit(body.id, { items, expectedVersion: 1 })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
});

test('versions of a case that was never live, or is archived, are compared by administrators', async () => {
  const { body } = await create({ items: percents(50, 30, 20) });
  await edit(body.id, { items: percents(60, 40), flipThreshold: 6_000_001 });
  assert.equal((await world.call('GET', `/cases/${body.id}/versions/1`, undefined, null)).status, 404);
  const version = await world.call('GET', `/admin/cases/${body.id}/versions/1`);
  assert.deepEqual([version.status, version.body.isCurrent, version.body.items.length], [200, false, 3]);
  await world.call('DELETE', `/admin/cases/${body.id}`);
  const { status, body: difference } = await compare(body.id, 1, 2);
  assert.equal(status, 200);
  assert.deepEqual(
    difference.items.map((item: Record<string, unknown>) => [
      item.itemId,
      item.rollsBefore,
      item.rollsAfter,
      item.chancePercentBefore,
      item.chancePercentAfter,
    ]),
    [
      [ids[0], 5_000_000, 6_000_000, '50', '60'],
      [ids[1], 3_000_000, 4_000_000, '30', '40'],
      [ids[2], 2_000_000, 0, '20', '0'],
    ],
  );
  assert.deepEqual(
    [difference.unchangedItems, difference.isReordered, difference.flipThresholdBefore, difference.flipThresholdAfter],
    [0, false, null, 6_000_001],
  );
  assert.equal((await compare(body.id, 1, 9)).body.code, 'CASE_VERSION_NOT_FOUND');
});

test('the same chances in another order are a difference too', async () => {
  const { body } = await create({ items: percents(60, 40) });
  await edit(body.id, { items: percents(60, 40).toReversed() });
  const { body: difference } = await compare(body.id, 1, 2);
  assert.deepEqual([difference.items, difference.unchangedItems, difference.isReordered], [[], 2, true]);
  const same = await compare(body.id, 1, 1);
  assert.deepEqual([same.body.items, same.body.isReordered], [[], false]);
});

test('only administrators compare', async () => {
  const { body } = await create({ items: percents(100) });
  const path = `/admin/cases/${body.id}/difference?from=1&to=1`;
  assert.equal((await world.call('GET', path, undefined, world.player)).status, 403);
});
