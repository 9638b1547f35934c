import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSandbox } from '@lisura/sandbox';
import { fixedClock } from '../../../../platform/clock.ts';
import { silentLogger } from '../../../../platform/observability/logger.ts';
import { createExchangeRateSource, createItemDatabase } from '../index.ts';
import { createItemsWorld, listedItem, type OutsideWorld, startOutsideWorld, wrongPrices } from '../test-support.ts';

let outside: OutsideWorld;
before(async () => {
  outside = await startOutsideWorld();
});
after(() => outside.close());

const logger = silentLogger;

test('one who says nothing is not waited for', async () => {
  outside.fault = 'silence';
  const impatient = { url: outside.url, logger, timeoutMs: 50 };
  await assert.rejects(createItemDatabase(impatient).prices(), { status: 503 });
  assert.equal(await createExchangeRateSource(impatient).usdToBrl(), null);
  outside.fault = 'none';
});

test('an address where nobody listens gives no rate and no items', async () => {
  const closed = { url: 'http://127.0.0.1:1', logger };
  await assert.rejects(createItemDatabase(closed).items(), { status: 503 });
  assert.equal(await createExchangeRateSource(closed).usdToBrl(), null);
});

test('a copy is kept for ten minutes, and a failure is not kept', async () => {
  const clock = fixedClock('2026-11-15T12:00:00Z');
  const database = createItemDatabase({ url: outside.url, logger, clock });
  outside.fault = 'garbage';
  await assert.rejects(database.items(), { status: 503 });
  outside.fault = 'none';
  outside.items = [listedItem('A')];
  outside.asked.length = 0;
  assert.equal((await database.items()).entries.length, 1);
  outside.items = [];
  clock.advance(10 * 60_000 - 1);
  assert.equal((await database.items()).entries.length, 1);
  assert.equal(outside.asked.length, 1);
  clock.advance(1);
  assert.equal((await database.items()).entries.length, 0);
});

test('what was asked for before the copy was dropped does not become the copy', async () => {
  const database = createItemDatabase({ url: outside.url, logger });
  outside.items = [listedItem('Old')];
  const early = database.items();
  database.clear();
  await early;
  outside.items = [];
  assert.equal((await database.items()).entries.length, 0);
});

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
