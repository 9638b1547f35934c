import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createItem } from '../../../../../test/support/items.ts';
import type { Id } from '../../../../platform/ids.ts';
import { type CasesWorld, caseFields, createCasesWorld } from '../test-support.ts';

let world: CasesWorld;
let ids: Id<'item'>[];
before(async () => {
  world = await createCasesWorld();
  ids = [];
  for (let count = 0; count < 3; count += 1) ids.push(await createItem(world.db));
});
after(() => world.close());

const percents = (...given: number[]) => given.map((probability, index) => ({ itemId: ids[index], probability }));
const create = (items: object[]) => world.call('POST', '/admin/cases', caseFields({ items }));
const edit = (id: string, body: object) => world.call('PATCH', `/admin/cases/${id}`, body);
const compare = (id: string, from: number, to: number) =>
  world.call('GET', `/admin/cases/${id}/difference?from=${from}&to=${to}`);

test('an edit of a version that was seen is refused once there is another, which the answer names', async () => {
  const { body } = await create(percents(60, 40));
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
  const { body } = await create(percents(60, 40));
  const answers = await Promise.all(
    [percents(55, 45), percents(45, 55)].map((items) => edit(body.id, { items, expectedVersion: 1 })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
});

test('versions of a case that was never live, or is archived, are compared by administrators', async () => {
  const { body } = await create(percents(50, 30, 20));
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
  const { body } = await create(percents(60, 40));
  await edit(body.id, { items: percents(60, 40).toReversed() });
  const { body: difference } = await compare(body.id, 1, 2);
  assert.deepEqual([difference.items, difference.unchangedItems, difference.isReordered], [[], 2, true]);
  const same = await compare(body.id, 1, 1);
  assert.deepEqual([same.body.items, same.body.isReordered], [[], false]);
});

test('only administrators compare', async () => {
  const { body } = await create(percents(100));
  const path = `/admin/cases/${body.id}/difference?from=1&to=1`;
  assert.equal((await world.call('GET', path, undefined, world.player)).status, 403);
});
