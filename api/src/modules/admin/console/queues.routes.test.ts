import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createDecidingApp } from '../../../../test/support/decisions/deciding-app.ts';
import * as records from '../../../../test/support/decisions/records.ts';
import { createItem } from '../../../../test/support/items.ts';
import type { Person } from '../../../../test/support/people.ts';
import { use } from '../../../../test/support/use-app.ts';
import { sql } from '../../../platform/database/sql.ts';
import { HOUR_MS } from '../../../platform/durations.ts';

const world = use(createDecidingApp, (made) => made.end());
let owner: Person;
before(async () => {
  owner = await world.player();
});

interface QueueAnswer {
  name: string;
  waiting: number;
  oldestAt: string | null;
  statuses: { status: string; count: number }[];
}

async function readQueue(name: string): Promise<QueueAnswer> {
  const { status, body, text } = await world.call(world.ana, 'GET', '/admin/queues');
  assert.equal(status, 200, text);
  return body.queues.find((queue: QueueAnswer) => queue.name === name);
}

const countOf = ({ statuses }: QueueAnswer, status: string) =>
  statuses.find((each) => each.status === status)?.count ?? 0;

async function expectMore(
  name: string,
  status: string,
  expected: { waiting: number; count: number },
  act: () => unknown,
) {
  const before = await readQueue(name);
  await act();
  const now = await readQueue(name);
  assert.deepEqual(
    { waiting: now.waiting - before.waiting, count: countOf(now, status) - countOf(before, status) },
    expected,
  );
  assert.equal(now.oldestAt === null, now.waiting === 0);
}

const ONE_WAITS = { waiting: 1, count: 1 };

test('a deposit waits for a person once its payment does not fit', async () => {
  let id = '';
  await expectMore('DEPOSITS', 'PENDING', { waiting: 0, count: 1 }, async () => {
    id = await records.deposit(world, owner);
  });
  await expectMore('DEPOSITS', 'WAITING', ONE_WAITS, () => records.pay(world, id, '1.00'));
});

test('a withdrawal of money waits once it is confirmed, and no more once it is rejected', async () => {
  let id = '';
  await expectMore('MONEY_WITHDRAWALS', 'PENDING', ONE_WAITS, async () => {
    id = await records.payout(world, owner);
  });
  await world.verify(world.ana);
  await expectMore('MONEY_WITHDRAWALS', 'PENDING', { waiting: -1, count: -1 }, () =>
    world.call(world.ana, 'POST', `/admin/withdrawals/${id}/reject`, { reason: 'A test' }),
  );
});

test('a withdrawal of an item waits where a person has to look', () =>
  expectMore('ITEM_WITHDRAWALS', 'PENDING_APPROVAL', ONE_WAITS, () => records.itemWithdrawal(world, owner)));

test('a site swap whose purchase never arrived waits until it is decided on', async () => {
  let id = '';
  await expectMore('SITE_SWAPS', 'NEVER_ENDED', ONE_WAITS, async () => {
    id = await records.undeliveredSwap(world, owner);
  });
  await world.verify(world.ana);
  await expectMore('SITE_SWAPS', 'NEVER_ENDED', { waiting: -1, count: -1 }, () =>
    world.call(world.ana, 'POST', `/admin/site-swaps/${id}/decide`, { resolution: 'LEFT', reason: 'A test' }),
  );
});

test('an order that is open for long waits, and is listed with its record and user', async () => {
  let id = '';
  await expectMore('ORDERS', 'UNKNOWN', ONE_WAITS, async () => {
    id = await records.orderOfPayout(world, owner);
  });
  const { body } = await world.call(world.ana, 'GET', '/admin/orders');
  const listed = body.data.find((order: { id: string }) => order.id === id);
  assert.deepEqual(
    [listed.kind, listed.status, listed.isStuck, listed.userId, listed.amountCents, listed.settledAt],
    ['PAYOUT', 'UNKNOWN', true, owner.userId, String(records.AMOUNT_CENTS), null],
  );
  assert.equal(Date.parse(listed.endableAt), Date.parse(listed.sentAt) + HOUR_MS);
  assert.deepEqual((await world.call(world.ana, 'GET', `/admin/orders/${id}`)).body, listed);
  assert.equal((await world.call(world.ana, 'GET', '/admin/orders/999999')).body.code, 'ORDER_NOT_FOUND');
  await world.verify(world.ana);
  await expectMore('ORDERS', 'UNKNOWN', { waiting: -1, count: -1 }, () =>
    world.call(world.ana, 'POST', `/admin/orders/${id}/end`, { outcome: 'NOT_BOUGHT', reason: 'A test' }),
  );
  const ended = (await world.call(world.ana, 'GET', '/admin/orders?isOpen=false')).body.data;
  const seen = ended.find((order: { id: string }) => order.id === id);
  assert.deepEqual([seen.status, seen.isStuck, seen.endableAt], ['REFUSED', false, null]);
});

test('a suspicion waits until somebody has looked', () =>
  expectMore('SUSPECTS', 'OPEN', ONE_WAITS, () => records.suspicion(world, owner)));

test('a price that is held back waits', async () => {
  const itemId = await createItem(world.app.db, 500);
  await expectMore('PRICES', 'HELD_BACK', ONE_WAITS, () =>
    world.app.db.query(sql`
      with sync as (
        insert into item_syncs (kind, status, processed, total, message, finished_at)
        values ('PRICES', 'DONE', 1, 1, 'Done', now()) returning id)
      insert into held_back_prices (item_id, price_cents, first_price_cents, step_percent, sync_id, first_said_at, last_said_at)
      select ${itemId}, 9000, 9000, 1700, id, now(), now() from sync`),
  );
});

test('a decision waits for a second administrator, for a day', async () => {
  const { ana, call, clock } = world;
  await world.set({ twoPersonCents: records.AMOUNT_CENTS - 1 });
  await world.verify(ana);
  const balance = { amountCents: records.AMOUNT_CENTS, reason: 'A test' };
  await expectMore('PROPOSALS', 'WAITING', ONE_WAITS, () =>
    call(ana, 'POST', `/admin/users/${owner.userId}/balance`, balance),
  );
  const listed = (await call(ana, 'GET', '/admin/proposals')).body;
  assert.equal(listed.meta.total, (await readQueue('PROPOSALS')).waiting);
  const [proposal] = listed.data;
  assert.deepEqual(
    [proposal.ownerId, proposal.proposedBy, proposal.entityId],
    [owner.userId, ana.userId, owner.userId],
  );
  assert.equal(Date.parse(proposal.expiresAt), Date.parse(proposal.proposedAt) + 24 * HOUR_MS);
  const on = async (entityType: string, entityId: string) =>
    (await call(ana, 'GET', `/admin/proposals?entityType=${entityType}&entityId=${entityId}`)).body.data;
  assert.deepEqual(await on('user', owner.userId), [proposal]);
  assert.deepEqual([await on('user', ana.userId), await on('order', owner.userId)], [[], []]);
  clock.advance(24 * HOUR_MS);
  assert.deepEqual(await readQueue('PROPOSALS'), { name: 'PROPOSALS', waiting: 0, oldestAt: null, statuses: [] });
  assert.deepEqual((await call(ana, 'GET', '/admin/proposals')).body.data, []);
});
