import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import type { Reply } from '../../../../test/support/calls.ts';
import { createPlayer, type Person } from '../../../../test/support/people.ts';
import { transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { until } from '../../../platform/hot-store/test-support.ts';
import { findViolations } from '../../../verify/find-violations.ts';
import { balanceOf, endTime, useRaffles } from './test-support.ts';

const app = useRaffles(createTestApp);
afterEach(async () => assert.deepEqual(await findViolations(app.db), []));

const players = (count: number) => Promise.all(Array.from({ length: count }, () => createPlayer(app.db, 1_000)));
const succeeded = (replies: readonly Reply[]) => replies.filter(({ status }) => status === 200);
const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status).sort();

/** All of them have come as far as the raffle's row, and wait, before one may go on. */
async function meet<Result>(id: string, count: number, start: () => Promise<Result>[]): Promise<Result[]> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { met } = await transaction(app.db, async (tx) => {
    await tx.query(sql`select from raffles where id = ${id} for update`);
    const met = Promise.all(start());
    await until(async () => (await app.db.query(waiting)).length >= count);
    return { met };
  });
  return met;
}

test('of 50 buyers of the last 10 tickets ten get one each, and nobody pays for none', async () => {
  const { id } = await app.calls.create({ maxTickets: 10 });
  const buyers = await players(50);
  const replies = await Promise.all(buyers.map((buyer) => app.calls.buy(buyer, id)));
  assert.equal(succeeded(replies).length, 10);
  assert.deepEqual(
    succeeded(replies)
      .map(({ body }) => body.firstTicket)
      .sort((one, other) => one - other),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  assert.ok(replies.every(({ status }) => status === 200 || status === 409));
  for (const [index, buyer] of buyers.entries()) {
    assert.equal(await balanceOf(app.db, buyer), replies[index]?.status === 200 ? 900 : 1_000);
  }
  assert.equal((await app.calls.get(id)).body.status, 'DRAWING');
});

test('one buyer at once many times stays within the limit', async () => {
  const { id } = await app.calls.create({ maxTicketsPerUser: 5 });
  const buyer = await createPlayer(app.db, 10_000);
  const replies = await Promise.all(Array.from({ length: 12 }, () => app.calls.buy(buyer, id, 2)));
  assert.equal(succeeded(replies).length, 2);
  assert.equal(await balanceOf(app.db, buyer), 9_600);
});

test('a purchase that meets a close by hand keeps the sales open, or finds them closed', async () => {
  const { id } = await app.calls.create();
  const buyers = await players(6);
  const replies = await meet(id, 7, () => [
    ...buyers.slice(0, 3).map((buyer) => app.calls.buy(buyer, id, 2)),
    app.calls.act(id, 'close'),
    ...buyers.slice(3).map((buyer) => app.calls.buy(buyer, id, 2)),
  ]);
  const isClosed = replies[3]?.status === 200;
  const { status, ticketsSold } = (await app.calls.get(id)).body;
  assert.deepEqual([status, ticketsSold], isClosed ? ['DRAWING', 0] : ['ACTIVE', 12]);
  assert.equal(succeeded(replies).length, isClosed ? 1 : 6);
});

test('a purchase that has waited beyond the time is refused', async () => {
  const { id } = await app.calls.create({ closesAt: new Date(Date.now() + 3_600_000).toISOString() });
  const buyer = await createPlayer(app.db, 1_000);
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { buying } = await transaction(app.db, async (tx) => {
    await tx.query(sql`select from raffles where id = ${id} for update`);
    const buying = app.calls.buy(buyer, id);
    await until(async () => (await app.db.query(waiting)).length === 1);
    await tx.query(sql`update raffles set closes_at = clock_timestamp() where id = ${id}`);
    return { buying };
  });
  assert.equal((await buying).status, 409);
  assert.equal(await balanceOf(app.db, buyer), 1_000);
});

test('of several draws at once one draws, and each winner has one item', async () => {
  const { id } = await app.calls.create({ maxTickets: 6 });
  const buyers = await players(3);
  for (const buyer of buyers) await app.calls.buy(buyer, id, 2);
  await app.calls.runJob('fix-ticket-list', id);
  const replies = await meet(id, 4, () => Array.from({ length: 4 }, () => app.calls.draw(id)));
  assert.deepEqual(statuses(replies), [200, 409, 409, 409]);
  const held = await app.db.query<{ count: number }>(sql`
    select count(*)::int as count from inventory_items where user_id = any(${buyers.map(({ userId }) => userId)}::bigint[])
    group by user_id`);
  assert.deepEqual(held, [{ count: 1 }, { count: 1 }, { count: 1 }]);
});

test('a purchase that meets the cancellation is paid back or refused', async () => {
  const { id } = await app.calls.create();
  const buyers = await players(6);
  await app.calls.buy(buyers[0] as Person, id, 3);
  const replies = await meet(id, 7, () => [
    ...buyers.slice(0, 3).map((buyer) => app.calls.buy(buyer, id, 2)),
    app.calls.act(id, 'cancel'),
    ...buyers.slice(3).map((buyer) => app.calls.buy(buyer, id, 2)),
  ]);
  assert.equal(replies[3]?.status, 200);
  assert.deepEqual(await Promise.all(buyers.map((buyer) => balanceOf(app.db, buyer))), Array(6).fill(1_000));
});

test('a raffle without a buyer is cancelled once, and is either cancelled or drawn', async () => {
  const { id } = await app.calls.create();
  const replies = await meet(id, 3, () => [
    app.calls.act(id, 'cancel'),
    app.calls.act(id, 'close'),
    app.calls.act(id, 'cancel'),
  ]);
  assert.deepEqual(statuses(replies), [200, 409, 409]);
  const isClosed = replies[1]?.status === 200;
  const drawn = await app.calls.draw(id);
  assert.equal(drawn.status, isClosed ? 200 : 409);
  assert.equal((await app.calls.get(id)).body.status, isClosed ? 'COMPLETED' : 'CANCELLED');
});

test('the job of the close and an administrator close it once', async () => {
  const { id } = await app.calls.create({ closesAt: new Date(Date.now() + 3_600_000).toISOString() });
  await endTime(app.db, id);
  const [reply] = await meet<Reply | undefined>(id, 2, () => [
    app.calls.act(id, 'close'),
    app.calls.runJob('close-raffle-sales', id).then(() => undefined),
  ]);
  assert.ok(reply?.status === 200 || reply?.status === 409, String(reply?.status));
  const closes = await app.db.query(sql`
    select from audit_entries where action = 'RAFFLE_CLOSED' and entity_id = ${id}`);
  assert.equal(closes.length, 1);
});
