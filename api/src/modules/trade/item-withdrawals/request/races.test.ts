import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { Reply } from '../../../../../test/support/calls.ts';
import { createItem } from '../../../../../test/support/items.ts';
import { createAdmin } from '../../../../../test/support/people.ts';
import { marketRecord } from '../../../../../test/support/purchases.ts';
import { use } from '../../../../../test/support/use-app.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { type Sql, sql } from '../../../../platform/database/sql.ts';
import { until } from '../../../../platform/hot-store/test-support.ts';
import { insertHeld, statusesOf } from '../../../assets/inventory/test-support.ts';
import { lockAccount } from '../../../assets/wallet/index.ts';
import { createWithdrawer, openWithdrawals, resetMarket, withdraw, withdrawalsOf, withItem } from '../test-support.ts';

const bench = use(openWithdrawals, (opened) => opened.close());
beforeEach(() => resetMarket(bench));

const LOCK_WAITERS = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const succeeded = ({ status, body }: Reply) => status === 200 && body.success !== false;

test('of fifty requests for one item one is bought', async () => {
  const { person, id } = await withItem(bench);
  const replies = await Promise.all(Array.from({ length: 50 }, () => withdraw(bench, person, id)));
  assert.equal(replies.filter(succeeded).length, 1);
  assert.deepEqual(
    [...new Set(replies.filter((reply) => !succeeded(reply)).map(({ status }) => status))].filter(
      (status) => ![400, 409].includes(status),
    ),
    [],
  );
  const stored = await withdrawalsOf(bench.app.db, id);
  assert.equal(stored.length, 1);
  const { purchases } = await marketRecord(bench.sandbox);
  assert.equal(purchases.filter(({ projectId }) => projectId === stored[0]?.projectId).length, 1);
});

test('requests that outlive their leases still make one withdrawal', async () => {
  const { app } = bench;
  const { person, id } = await withItem(bench);
  const { findPrices } = bench.market;
  const all = 10;
  let asked = 0;
  const { promise: allAsked, resolve } = Promise.withResolvers<void>();
  // Each takes the lease from the one before, as if its time were over. All have a price before any continues.
  bench.market.findPrices = async (search) => {
    const found = await findPrices(search);
    await app.db.query(sql`delete from item_leases where inventory_item_id = ${id}`);
    asked += 1;
    if (asked === all) resolve();
    await allAsked;
    return found;
  };
  try {
    const replies: Promise<Reply>[] = [];
    for (let index = 0; index < all; index += 1) {
      replies.push(withdraw(bench, person, id));
      while (asked <= index) await new Promise((next) => setImmediate(next));
    }
    assert.equal((await Promise.all(replies)).filter(succeeded).length, 1);
    assert.equal((await withdrawalsOf(app.db, id)).length, 1);
  } finally {
    bench.market.findPrices = findPrices;
  }
});

test('a reason against a withdrawal that arises while the marketplace is asked counts', async () => {
  const { app, market } = bench;
  const forbidding: ((userId: string, id: string) => Sql)[] = [
    (_userId, id) => sql`update inventory_items set restricted_to_games = true where id = ${id}`,
    (userId) => sql`update users set trade_url = null where id = ${userId}`,
  ];
  const { findPrices } = market;
  try {
    for (const forbid of forbidding) {
      const { person, id } = await withItem(bench);
      market.findPrices = async (search) => {
        await app.db.query(forbid(person.userId, id));
        return findPrices(search);
      };
      assert.equal((await withdraw(bench, person, id)).status, 400);
      assert.deepEqual(await withdrawalsOf(app.db, id), []);
    }
  } finally {
    market.findPrices = findPrices;
  }
});

test('withdrawals of one user at once stay within the limit of the day', async () => {
  const { app, itemId } = bench;
  const person = await createWithdrawer(bench);
  await app.db.query(sql`
    insert into settings (key, value) values ('autoApprovalDailyLimitCents', '600')
    on conflict (key) do update set value = excluded.value`);
  const ids = await insertHeld(app.db, person.userId, itemId, { count: 20 });
  const replies = await Promise.all(ids.map((id) => withdraw(bench, person, id)));
  assert.equal(replies.filter(({ body }) => body.autoApproved === true).length, 5);
  assert.equal(replies.filter(({ body }) => body.autoApproved === false).length, 15);
  await app.db.query(sql`delete from settings where key = 'autoApprovalDailyLimitCents'`);
});

test('an item that is withdrawn, sold, staked and offered at once goes where the first request sends it', async () => {
  const { app, call, itemId } = bench;
  const person = await createWithdrawer(bench);
  const targetItemId = await createItem(app.db, 100_000);
  const ways: [string, (id: string) => Promise<Reply>][] = [
    ['LOCKED', (id) => withdraw(bench, person, id)],
    ['SOLD', (id) => call(person, 'DELETE', `/inventory/${id}/sell`)],
    ['USED_IN_UPGRADE', (id) => call(person, 'POST', '/upgrade/perform', { inventoryItemIds: [id], targetItemId })],
    ['IN_SWAP', (id) => call(person, 'POST', '/swap', { inventoryItemIds: [id] })],
  ];
  const untilWaiting = (count: number) => until(async () => (await app.db.query(LOCK_WAITERS)).length === count);
  for (const [first, begin] of ways) {
    const [id = ''] = await insertHeld(app.db, person.userId, itemId);
    const taking = await transaction(app.db, async (tx) => {
      await lockAccount(tx, person.userId);
      const taken = [begin(id)];
      await untilWaiting(1);
      taken.push(...ways.filter(([way]) => way !== first).map(([, take]) => take(id)));
      await untilWaiting(ways.length);
      return { taken };
    });
    const replies = await Promise.all(taking.taken);
    assert.deepEqual(
      replies.map(({ status }) => status < 300),
      [true, false, false, false],
      first,
    );
    assert.deepEqual(await statusesOf(app.db, [id]), [first]);
  }
});

test('prices written while a withdrawal is requested or approved apply to it', async () => {
  const { app, call, itemId } = bench;
  const admin = await createAdmin(app.db);
  const asked = await withItem(bench);
  const waiting = await withItem(bench);
  await app.db.query(sql`update users set created_at = ${bench.clock.now()} where id = ${waiting.person.userId}`);
  const { withdrawalId } = (await withdraw(bench, waiting.person, waiting.id)).body;
  const approve = () => call(admin, 'POST', `/admin/skin-withdrawals/${withdrawalId}/approve`);
  const untilOneWaits = () => until(async () => (await app.db.query(LOCK_WAITERS)).length === 1);
  const whilePricesAreWritten = async (begin: () => Promise<Reply>) => {
    const { reply } = await transaction(app.db, async (tx) => {
      await tx.query(sql`select from exchange_rate for update`);
      const begun = begin();
      await untilOneWaits();
      // At this value nothing may be paid for it.
      await tx.query(sql`update items set value_cents = 12 where id = ${itemId}`);
      return { reply: begun };
    });
    const answer = await reply;
    await app.db.query(sql`update items set value_cents = 120 where id = ${itemId}`);
    return answer;
  };
  const { body } = await whilePricesAreWritten(() => withdraw(bench, asked.person, asked.id));
  assert.deepEqual([body.canWithdraw, body.priceComparison.maxPayCents], [false, 10]);
  assert.equal((await whilePricesAreWritten(approve)).status, 409);
  assert.deepEqual(await statusesOf(app.db, [asked.id, waiting.id]), ['AVAILABLE', 'LOCKED']);
});

test('sales of everything beside failing withdrawals lose nothing', async () => {
  const { app, call, itemId, market } = bench;
  const person = await createWithdrawer(bench);
  const ids = await insertHeld(app.db, person.userId, itemId, { count: 20 });
  const { buy } = market;
  market.buy = async () => ({ refused: 'Item sold' });
  try {
    const sales: Promise<Reply>[] = [];
    // The first purchases are refused before anything is sold, so items are returned while others leave.
    const withdrawing = ids.map(async (id, index) => {
      const reply = await withdraw(bench, person, id);
      if (index % 4 === 0) sales.push(call(person, 'POST', '/inventory/sell-all'));
      return reply;
    });
    const replies = await Promise.all(withdrawing);
    assert.ok([...replies, ...(await Promise.all(sales))].every(({ status }) => status < 500));
    const statuses = new Set(await statusesOf(app.db, ids));
    assert.deepEqual(
      [...statuses].filter((status) => !['AVAILABLE', 'SOLD'].includes(status)),
      [],
    );
  } finally {
    market.buy = buy;
  }
});
