import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { createItem } from '../../../../test/support/items.ts';
import { unheardSettings } from '../../../../test/support/kills/unheard-settings.ts';
import { createPerson } from '../../../../test/support/people.ts';
import {
  handlePurchases,
  marketRecord,
  NOT_FOUND_MS,
  type Purchases,
  purchaseRows,
  setMarket,
} from '../../../../test/support/purchases.ts';
import { fixedClock } from '../../../platform/clock.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { silentLogger as logger } from '../../../platform/observability/logger.ts';
import { createMetrics } from '../../../platform/observability/metrics.ts';
import { createMarketplace } from '../marketplace/index.ts';
import { createOrders } from './index.ts';
import { takeDueOrder } from './orders.sql.ts';
import { LEASE_MS, LOOK_AFTER_MS } from './send-order.ts';

const NAME = 'Fracture Case';
const PRICE = 1_000;
const BUY = 'buy-one-p2p-name';
const LOOK = 'check-many-project-id';

const clock = fixedClock(new Date());
const told: string[] = [];
let sandbox: Sandbox;
let app: TestApp;
let purchases: Purchases;
let other: { purchases: Purchases; settleDue(): Promise<void> };
before(async () => {
  sandbox = await startSandbox({ port: 0 });
  const marketplace = createMarketplace({ url: sandbox.marketUrl, apiKey: sandbox.marketApiKey, logger });
  app = await createTestApp({ clock, marketplace });
  const { userId } = await createPerson(app.db);
  const what = {
    db: app.db,
    marketplace,
    userIds: [userId],
    itemId: await createItem(app.db),
    name: NAME,
    maxCoins: PRICE,
    told,
  };
  purchases = handlePurchases({ ...what, orders: app.orders });
  const others = createOrders({ db: app.db, clock, logger, settings: unheardSettings(app.db) });
  other = { purchases: handlePurchases({ ...what, orders: others }), settleDue: others.settleDue };
});
after(async () => {
  await app.close();
  await sandbox.close();
});
beforeEach(async () => {
  told.length = 0;
  await setMarket(sandbox, { faults: [], stock: { name: NAME, prices: Array(60).fill(PRICE) }, wallet: 1_000_000 });
});

let placed = 0;
const newId = () => {
  placed += 1;
  return `t_${placed}`;
};
const ofProject = async (projectId: string) => {
  const row = (await purchaseRows(app.db)).find((each) => each.projectId === projectId) ?? assert.fail();
  const { purchases: recorded } = await marketRecord(sandbox);
  return {
    status: row.status,
    item: row.itemStatus,
    refusal: row.refusal,
    recorded: recorded.filter((each) => each.projectId === projectId).length,
  };
};
const timesAsked = async () => (await marketRecord(sandbox)).requests.asked[BUY] ?? 0;
const fault = (kind: string, more: object = {}) => setMarket(sandbox, { faults: [{ fault: kind, ...more }] });
const alerts = async () =>
  (await app.db.query<{ kind: string }>(sql`select kind from alerts where resolved_at is null order by id`)).map(
    ({ kind }) => kind,
  );

test('a sold item is bought and leaves the inventory', async () => {
  const projectId = newId();
  const outcome = await purchases.buy(projectId);
  assert.ok(outcome !== 'UNKNOWN' && 'bought' in outcome);
  assert.equal(outcome.bought.priceCoins, PRICE);
  assert.deepEqual(await ofProject(projectId), { status: 'BOUGHT', item: 'WITHDRAWN', refusal: null, recorded: 1 });
  assert.deepEqual(told, [`${projectId} bought`]);
});

test('a refused item is not bought and is available again', async () => {
  const projectId = newId();
  await fault('refusal', { path: BUY, message: 'Item sold' });
  assert.deepEqual(await purchases.buy(projectId), { refused: 'Item sold' });
  assert.deepEqual(await ofProject(projectId), {
    status: 'REFUSED',
    item: 'AVAILABLE',
    refusal: 'Item sold',
    recorded: 0,
  });
});

test('a purchase whose answer is lost stays open, and is found by its project id', async () => {
  const projectId = newId();
  await fault('cut-off', { path: BUY, moment: 'after' });
  assert.equal(await purchases.buy(projectId), 'UNKNOWN');
  await app.orders.settleDue();
  assert.deepEqual(await ofProject(projectId), { status: 'UNKNOWN', item: 'LOCKED', refusal: null, recorded: 1 });
  clock.advance(LOOK_AFTER_MS);
  await app.orders.settleDue();
  assert.deepEqual(await ofProject(projectId), { status: 'BOUGHT', item: 'WITHDRAWN', refusal: null, recorded: 1 });
  assert.deepEqual(told, [`${projectId} bought`]);
});

test('an order that never arrived is given up after two minutes, not before', async () => {
  const projectId = newId();
  await fault('cut-off', { path: BUY, moment: 'before' });
  assert.equal(await purchases.buy(projectId), 'UNKNOWN');
  for (let waitedMs = LOOK_AFTER_MS; waitedMs < NOT_FOUND_MS; waitedMs += LOOK_AFTER_MS) {
    clock.advance(LOOK_AFTER_MS);
    await app.orders.settleDue();
    assert.deepEqual(await ofProject(projectId), { status: 'UNKNOWN', item: 'LOCKED', refusal: null, recorded: 0 });
  }
  clock.advance(LOOK_AFTER_MS);
  await app.orders.settleDue();
  const { status, item } = await ofProject(projectId);
  assert.deepEqual([status, item], ['REFUSED', 'AVAILABLE']);
});

test('a marketplace that does not answer settles nothing, and after ten minutes an alert is raised', async () => {
  const projectId = newId();
  await setMarket(sandbox, {
    faults: [
      { fault: 'incomplete', path: BUY, moment: 'before' },
      { fault: 'refusal', path: LOOK },
    ],
  });
  assert.equal(await purchases.buy(projectId), 'UNKNOWN');
  for (let minute = 1; minute <= 11; minute += 1) {
    clock.advance(60_000);
    await app.orders.settleDue();
    assert.deepEqual(
      [(await ofProject(projectId)).item, await alerts()],
      ['LOCKED', minute > 10 ? ['ORDER_STUCK'] : []],
    );
  }
  await setMarket(sandbox, { faults: [] });
  clock.advance(60_000);
  await app.orders.settleDue();
  assert.equal((await ofProject(projectId)).status, 'REFUSED');
  assert.deepEqual(await alerts(), []);
});

test('an order whose process died before it sent is sent by the job, once its lease has ended', async () => {
  const projectId = newId();
  const id = await other.purchases.place(projectId);
  await app.orders.settleDue();
  assert.equal((await ofProject(projectId)).status, 'REQUESTED');
  clock.advance(LEASE_MS);
  await Promise.all([app.orders.settleDue(), other.settleDue(), other.purchases.send(id)]);
  assert.deepEqual(await ofProject(projectId), { status: 'BOUGHT', item: 'WITHDRAWN', refusal: null, recorded: 1 });
  assert.equal(told.length, 1);
});

test('an order that another process has taken is sent by that process', async () => {
  const projectId = newId();
  const id = await purchases.place(projectId);
  const askedBefore = await timesAsked();
  clock.advance(LEASE_MS);
  const until = new Date(clock.now().getTime() + LEASE_MS);
  const taken = await takeDueOrder(app.db, clock.now(), { owner: 'another process', until });
  assert.equal(taken?.id, id);
  assert.equal(await purchases.send(id), 'UNKNOWN');
  assert.deepEqual([(await ofProject(projectId)).status, await timesAsked()], ['REQUESTED', askedBefore]);
  clock.advance(LEASE_MS);
  await app.orders.settleDue();
  assert.equal((await ofProject(projectId)).status, 'BOUGHT');
});

test('after the restore of a backup an order is asked for, and not sent again', async () => {
  const page = await readFile(path.resolve(import.meta.dirname, '../../../../../docs/operations/backup.md'), 'utf8');
  const [boughtSince, neverSent] = [newId(), newId()];
  await purchases.place(boughtSince);
  await purchases.place(neverSent);
  const marketplace = createMarketplace({ url: sandbox.marketUrl, apiKey: sandbox.marketApiKey, logger });
  const account = { partner: '39734274', token: 'AbCdEf12' };
  await marketplace.buy({ name: NAME, maxCoins: PRICE, ...account, projectId: boughtSince });
  const askedBefore = await timesAsked();
  await app.db.pool.query(/update orders set .*;/.exec(page)?.[0] ?? assert.fail('the page has the statement'));
  clock.advance(Math.max(LEASE_MS, NOT_FOUND_MS));
  await app.orders.settleDue();
  assert.equal(await timesAsked(), askedBefore);
  const [bought, given] = [await ofProject(boughtSince), await ofProject(neverSent)];
  assert.deepEqual([bought.status, bought.item, bought.recorded], ['BOUGHT', 'WITHDRAWN', 1]);
  assert.deepEqual([given.status, given.item, given.recorded], ['REFUSED', 'AVAILABLE', 0]);
});

test('of many processes that send and settle an order at once, one buys', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => purchases.place(newId())));
  const askedBefore = await timesAsked();
  await Promise.all([purchases.send(ids[0] as Id<'order'>), purchases.send(ids[0] as Id<'order'>)]);
  assert.equal((await timesAsked()) - askedBefore, 1);
  clock.advance(LEASE_MS);
  const sends = ids.flatMap((id) => [purchases.send(id), other.purchases.send(id), purchases.send(id)]);
  await Promise.all([...sends, app.orders.settleDue(), other.settleDue()]);
  clock.advance(LEASE_MS);
  await Promise.all([app.orders.settleDue(), other.settleDue()]);
  assert.equal(told.length, 10);
  assert.equal((await timesAsked()) - askedBefore, 10);
  for (let number = placed - 9; number <= placed; number += 1) {
    const { status, item, recorded } = await ofProject(`t_${number}`);
    assert.deepEqual([status, item, recorded], ['BOUGHT', 'WITHDRAWN', 1]);
  }
});

test('the metrics tell how many orders are open, and how old the oldest is', async () => {
  await purchases.place(newId());
  clock.advance(30_000);
  await purchases.place(newId());
  const body = await createMetrics(app.db, app.orders.measures).registry.metrics();
  const label = '{kind="TEST_PURCHASE",status="REQUESTED"}';
  assert.ok(body.includes(`lisura_orders_open${label} 2`), body);
  assert.ok(body.includes(`lisura_orders_oldest_seconds${label} 30`), body);
  clock.advance(LEASE_MS);
  await app.orders.settleDue();
});
