import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from '@lisura/sandbox';
import { createItemsWorld, wrongPrices } from './test-support.ts';

test('the first start of a platform: the items of the sandbox with their prices, and its rate', async (t) => {
  const sandbox = await startSandbox({ port: 0 });
  t.after(() => sandbox.close());
  const world = await createItemsWorld({ outsideUrls: sandbox });
  t.after(() => world.close());
  const rate = await world.items.refreshRate();
  assert.equal(rate.isFallback, false);
  const sync = await world.items.syncNow();
  assert.equal(sync.status, 'DONE');
  assert.match(sync.message ?? '', / 0 skipped$/);
  assert.ok((sync.total ?? 0) >= 300);
  const { body } = await world.call('GET', '/items/stats', undefined, null);
  assert.equal(body.count, sync.total);
  assert.deepEqual(
    body.byCategory.filter(({ value, count }: { value: string; count: number }) => value === 'OTHER' && count > 0),
    [],
    'every category is known',
  );
  assert.ok((await world.call('GET', '/items/cheap', undefined, null)).body.meta.total > 0);
  assert.ok((await world.call('GET', '/admin/items/steam-database/collections')).body.meta.total > 0);
  assert.deepEqual(await wrongPrices(world.db), []);
});
