import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { use } from '../../../../../test/support/use-app.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { until } from '../../../../platform/hot-store/test-support.ts';
import { startJobs } from '../../../../platform/jobs/jobs.ts';
import { silentLogger } from '../../../../platform/observability/logger.ts';
import { createItemsWorld, type Fault, listAudit, listedItem, wrongPrices } from '../test-support.ts';

const world = use(createItemsWorld, (made) => made.close());
beforeEach(async () => {
  const { outside, db } = world;
  outside.fault = 'none';
  outside.items = [listedItem('A'), listedItem('B', { rarity: { name: 'Mythic' } }), listedItem('C')];
  outside.prices = { A: { price_cents: 100 } };
  outside.asked.length = 0;
  await db.query(sql`delete from item_syncs`);
  await db.query(sql`delete from graphile_worker._private_jobs`);
  await db.query(sql`delete from items`);
  world.itemDatabase.clear();
});

const runJob = (syncId: string) => world.items.jobs.tasks['sync-items']?.({ syncId });
const syncOf = async (id: string) => (await world.call('GET', `/admin/items/syncs/${id}`)).body;
const listed = async (search = '') => (await world.call('GET', `/items?search=${search}`, undefined, null)).body.data;
const request = (path = '/admin/items/sync-steam-database') => world.call('POST', path);

test('a sync is queued with its record, run by the queue, and tells its progress', async () => {
  const { status, body } = await request();
  assert.equal(status, 200);
  assert.deepEqual(
    [body.kind, body.status, body.total, body.requestedBy],
    ['ITEMS', 'QUEUED', null, world.admin.userId],
  );
  const runner = await startJobs(world.databaseUrl, [world.items.jobs], silentLogger);
  try {
    await until(async () => (await syncOf(body.id)).status === 'DONE');
  } finally {
    await runner.stop();
  }
  const done = await syncOf(body.id);
  assert.deepEqual([done.processed, done.total], [2, 2]);
  assert.equal(done.message, '2 of 2 items written, 1 without a price, 1 skipped');
  assert.match(done.finishedAt, /Z$/);
  assert.deepEqual(
    (await listed()).map(({ name, valueCents }: { name: string; valueCents: string }) => [name, valueCents]),
    [
      ['A', '120'],
      ['C', '0'],
    ],
  );
  const [entry] = await listAudit(world.db, 'ITEMS_SYNC_REQUESTED');
  assert.deepEqual([entry?.entityId, entry?.metadata], [body.id, { kind: 'ITEMS' }]);
  const list = await world.call('GET', '/admin/items/syncs');
  assert.deepEqual(list.body.data, [done]);
});

test('of syncs asked for at once one is queued and the others are told its id', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => request()));
  const [queued, ...more] = replies.filter(({ status }) => status === 200);
  assert.equal(more.length, 0);
  for (const { status, body } of replies.filter((reply) => reply !== queued)) {
    assert.deepEqual([status, body.message], [409, `Sync ${queued?.body.id} is still under way`]);
  }
  const jobs = await world.db.query(sql`select 1 from graphile_worker._private_jobs`);
  assert.equal(jobs.length, 1);
  assert.equal((await request('/admin/items/update-prices')).status, 200, 'of the other kind one may run beside it');
  assert.equal((await request('/items/sync')).status, 409);
  await runJob(queued?.body.id);
  assert.equal((await request()).status, 200, 'after its end another may be asked for');
});

test('a repeated sync changes what differs, keeps prices that are not told, and leaves archived items archived', async () => {
  await world.items.syncNow();
  const before = await world.db.query(sql`select *, xmin::text from items order by id`);
  assert.match((await world.items.syncNow()).message ?? '', /^0 of 2 items written/);
  assert.deepEqual(await world.db.query(sql`select *, xmin::text from items order by id`), before);
  await world.db.query(sql`update items set archived_at = now() where name = 'C'`);
  world.outside.items = [listedItem('A', { name: 'A renamed' }), listedItem('C')];
  world.outside.prices = { C: { price_cents: 50 } };
  assert.match((await world.items.syncNow()).message ?? '', /^2 of 2 items written/);
  const [item, ...rest] = await listed();
  assert.deepEqual([item.name, item.originalPriceCents, rest.length], ['A renamed', '100', 0]);
  assert.deepEqual(await wrongPrices(world.db), []);
});

test('an update of prices touches the prices alone, of items in the catalogue', async () => {
  await world.items.syncNow();
  world.outside.items = [];
  world.outside.prices = { A: { price_cents: 150 }, C: { price_cents: 'x' }, Unknown: { price_cents: 5 } };
  const { body } = await request('/admin/items/update-prices');
  await runJob(body.id);
  const sync = await syncOf(body.id);
  assert.deepEqual(
    [sync.kind, sync.status, sync.message],
    ['PRICES', 'DONE', '1 prices changed, 2 received, 1 skipped'],
  );
  assert.deepEqual((await listed('A'))[0].valueCents, '180');
  assert.equal((await listed()).length, 2);
});

test('many items are written in batches', async () => {
  world.outside.items = Array.from({ length: 3_210 }, (_, i) => listedItem(`Item ${i}`));
  world.outside.prices = Object.fromEntries(Array.from({ length: 3_210 }, (_, i) => [`Item ${i}`, { price_cents: i }]));
  const sync = await world.items.syncNow();
  assert.deepEqual([sync.status, sync.processed, sync.total], ['DONE', 3_210, 3_210]);
  assert.deepEqual(await wrongPrices(world.db), []);
});

test('a fault of the item database fails the sync with its reason, and nothing is written', async () => {
  for (const fault of ['status-500', 'garbage', 'huge', 'redirect'] satisfies Fault[]) {
    world.outside.fault = fault;
    const { body } = await request();
    await runJob(body.id);
    const { status, message } = await syncOf(body.id);
    assert.deepEqual(
      [status, message],
      ['FAILED', 'The item database does not answer, or its answer cannot be used'],
      fault,
    );
    const list = await world.call('GET', '/admin/items/steam-database/items');
    assert.deepEqual(
      [list.status, list.body.message],
      [503, 'The item database does not answer, or its answer cannot be used'],
      fault,
    );
  }
  world.outside.fault = 'none';
  world.outside.items = Array.from({ length: 50_001 }, () => null);
  assert.equal((await world.items.syncNow()).status, 'FAILED', 'too many entries');
  world.outside.items = { not: 'a list' };
  assert.equal((await world.items.syncNow()).status, 'FAILED', 'another shape');
  assert.equal((await listed()).length, 0);
});

test('a sync whose process died is taken for dead after ten minutes, and does nothing if it wakes up', async () => {
  const { body: dead } = await request();
  await world.db.query(sql`update item_syncs set status = 'RUNNING', updated_at = now() - interval '9 minutes'`);
  assert.equal((await request()).status, 409);
  await world.db.query(sql`update item_syncs set updated_at = now() - interval '11 minutes'`);
  assert.equal((await request()).status, 200);
  assert.equal((await syncOf(dead.id)).status, 'FAILED');
  await runJob(dead.id);
  assert.equal((await listed()).length, 0);
});

test('the copy of the item database is kept, searched, and dropped on demand', async () => {
  await world.items.syncNow();
  world.outside.items = [listedItem('New'), listedItem('A')];
  world.outside.collections = [{ id: 'c-1', name: 'The Test Collection', image: 'https://items.example/c.png' }, {}];
  const copy = async (query = '') => (await world.call('GET', `/admin/items/steam-database/items${query}`)).body;
  assert.deepEqual((await copy()).meta.total, 2, 'the copy that the sync has made');
  const cleared = await world.call('POST', '/admin/items/steam-database/clear-cache');
  assert.deepEqual([cleared.status, typeof cleared.body.message], [200, 'string']);
  world.outside.asked.length = 0;
  const replies = await Promise.all([copy(), copy(), copy('?search=nEw')]);
  assert.deepEqual(
    replies[0]?.data.map(({ name, inCatalogue }: Record<string, unknown>) => [name, inCatalogue]),
    [
      ['New', false],
      ['A', true],
    ],
  );
  assert.equal(replies[2]?.meta.total, 1);
  assert.ok(world.outside.asked.length <= 2, 'callers at once wait for one answer');
  const { body } = await world.call('GET', '/admin/items/steam-database/collections');
  assert.deepEqual(body.data, [{ id: 'c-1', name: 'The Test Collection', imageUrl: 'https://items.example/c.png' }]);
  const ours = await world.call('GET', '/admin/items/items');
  assert.deepEqual(
    ours.body.data.map(({ name, integration }: Record<string, unknown>) => [name, integration]),
    [
      ['A', { isInDatabase: true, hasPrice: true }],
      ['C', { isInDatabase: false, hasPrice: false }],
    ],
  );
});

test('without an item database the catalogue works, and what needs one says so', async (t) => {
  const bare = await createItemsWorld({ outsideUrls: null });
  t.after(() => bare.close());
  for (const path of ['/admin/items/sync-steam-database', '/admin/items/update-prices', '/items/sync']) {
    const { status, body } = await bare.call('POST', path);
    assert.deepEqual([status, body.message], [503, 'No item database is configured'], path);
  }
  for (const list of ['items', 'collections']) {
    const { status, body } = await bare.call('GET', `/admin/items/steam-database/${list}`);
    assert.deepEqual([status, body.message], [503, 'No item database is configured'], list);
  }
  assert.equal((await bare.call('GET', '/admin/items/items')).status, 200);
  assert.equal((await bare.items.refreshRate()).isFallback, true);
});
