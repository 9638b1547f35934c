import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createDecidingApp } from '../../../../test/support/decisions/deciding-app.ts';
import * as records from '../../../../test/support/decisions/records.ts';
import { createItem } from '../../../../test/support/items.ts';
import type { Person } from '../../../../test/support/people.ts';
import { use } from '../../../../test/support/use-app.ts';
import { sql } from '../../../platform/database/sql.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { toId } from '../../../platform/ids.ts';
import { createCase } from '../../games/cases/openings/test-support.ts';
import type { OpenAlert } from '../../people/alerts/index.ts';
import { alertChanges } from './watch-console.ts';

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

const find = async (q: string) => {
  const { status, body, text } = await world.call(world.ana, 'GET', `/admin/search?q=${encodeURIComponent(q)}`);
  assert.equal(status, 200, text);
  return body;
};
const ids = (found: { id: string }[]) => found.map(({ id }) => id);

test('a user is found by a part of the name, by id and by Steam id', async () => {
  await world.app.db.query(sql`update users set username = 'Mar%ia_do Céu' where id = ${owner.userId}`);
  for (const q of ['r%ia_d', 'MAR%', ' céu ', owner.userId, owner.platformId]) {
    assert.ok(ids((await find(q)).users).includes(owner.userId), q);
  }
  for (const q of ['r_ia', 'céu%', `0${owner.userId}`]) {
    assert.ok(!ids((await find(q)).users).includes(owner.userId), q);
  }
});

test('a record is found by its id, with its owner', async () => {
  const [deposit] = await world.app.db.query<{ id: string }>(sql`
    insert into deposits (user_id, provider, txid, amount_cents, status, created_at, expires_at)
    values (${owner.userId}, 'pix', ${'a'.repeat(32)}, 500, 'PENDING', now(), now() + interval '1 day') returning id`);
  const { records } = await find(deposit?.id ?? '');
  assert.partialDeepStrictEqual(
    records.find(({ kind }: { kind: string }) => kind === 'DEPOSIT'),
    { id: deposit?.id, status: 'PENDING', userId: owner.userId },
  );
  assert.deepEqual((await find('999999999')).records, []);
  assert.deepEqual((await find('9223372036854775808')).records, [], 'no id has so many');
});

test('cases and items are found by name and by id, those in use first', async () => {
  const { id: caseId } = await createCase(world.app.db);
  const itemId = await createItem(world.app.db, 500);
  await world.app.db.query(sql`update cases set name = 'Aurora 100%' where id = ${caseId}`);
  await world.app.db.query(sql`update items set name = 'AK-47 | Aurora' where id = ${itemId}`);
  const { cases, items } = await find('aurora');
  assert.deepEqual([ids(cases), ids(items)], [[caseId], [itemId]]);
  assert.deepEqual(ids((await find('100%')).cases), [caseId]);
  assert.ok(ids((await find(caseId)).cases).includes(caseId));
});

test('a search for nothing is refused', async () => {
  for (const query of ['', '?q=', '?q=%20%20', `?q=${'x'.repeat(101)}`, '?q=a%00b']) {
    const { status, body } = await world.call(world.ana, 'GET', `/admin/search${query}`);
    assert.deepEqual([status, body.errors[0].field], [400, 'q'], query);
  }
});

const alert = (id: string, more: Partial<OpenAlert> = {}): OpenAlert => ({
  id: toId(id),
  kind: 'TEST',
  level: 'WARNING',
  title: 'A test',
  count: 1,
  isAcknowledged: false,
  ...more,
});

test('alerts that are as they were change nothing', () => {
  assert.equal(alertChanges([alert('1')], [alert('1')]), null);
  assert.equal(alertChanges([], []), null);
});

test('an alert is changed that is new, was raised again, got worse or was acknowledged', () => {
  const before = ['2', '3', '4', '5'].map((id) => alert(id));
  const [again, worse, known] = [
    alert('2', { count: 2 }),
    alert('3', { level: 'CRITICAL' }),
    alert('4', { isAcknowledged: true }),
  ];
  const now = [alert('6'), alert('5'), known, worse, again];
  assert.deepEqual(alertChanges(before, now), { open: 5, changed: [alert('6'), known, worse, again], resolved: [] });
});

test('an alert is resolved that is not open any more', () => {
  assert.deepEqual(alertChanges([alert('2'), alert('1')], [alert('2')]), { open: 1, changed: [], resolved: ['1'] });
});
