import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../../../../../test/support/calls.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import { until } from '../../../../platform/hot-store/test-support.ts';
import { CENTS, type Saver, usePayoutsApp } from './test-support.ts';

const app = usePayoutsApp();

const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const won = (replies: readonly Reply[]) => replies.filter(({ status }) => status < 300).length;

test('of 50 withdrawals of the whole balance at once one is made', async () => {
  const ana = await app.saver(CENTS);
  const replies = await times(50, () => app.request(ana.person));
  assert.equal(won(replies), 1);
  for (const { status, body } of replies.filter(({ status: each }) => each !== 201)) {
    assert.deepEqual([status, body.message], [400, 'Insufficient balance']);
  }
  assert.equal(await app.balanceOf(ana), 0);
});

test('of 50 withdrawals at once no more are made than a day allows', async () => {
  const ana = await app.saver(5_000_000);
  const replies = await times(50, () => app.request(ana.person, { amountCents: 300_000 }));
  assert.equal(won(replies), 3);
  assert.equal(await app.balanceOf(ana), 4_100_000);
});

test('a withdrawal and a debit that want the same money do not both get it', async () => {
  const ana = await app.saver(CENTS);
  const take = () =>
    app.call(app.admin, 'POST', `/admin/users/${ana.person.userId}/balance`, { amountCents: -CENTS, reason: 'x' });
  const replies = await times(20, (index) => (index % 2 === 0 ? app.request(ana.person) : take()));
  assert.equal(won(replies), 1);
  assert.equal(await app.balanceOf(ana), 0);
});

test('10 concurrent confirmations with different codes confirm once', async () => {
  const ana = await app.saver(CENTS);
  const id = await app.payout(ana);
  const replies = await times(10, () => app.confirm(ana, id));
  assert.equal(won(replies), 1);
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200, 409]));
  assert.deepEqual(await app.actionsOf(id), ['WITHDRAWAL_CONFIRMED']);
});

test('closing the account during a completion is refused or leaves no key behind', async () => {
  const ana = await app.saver(CENTS);
  const id = await app.payout(ana, 'APPROVED');
  const close = () => app.call(ana.person, 'POST', '/user/close-account', { confirm: true });
  const [completed, closings] = await Promise.all([app.decide(id, 'complete'), times(10, close)]);
  assert.equal(completed.status, 200);
  for (const { status } of closings) assert.ok([200, 401, 409].includes(status), String(status));
  if (won(closings) === 0) assert.equal((await close()).status, 200);
  assert.deepEqual(await app.stateOf(id), { status: 'COMPLETED', hold: 'SETTLED' });
  assert.deepEqual(await app.db.query(sql`select pix_key from money_withdrawals where id = ${id}`), [{ pixKey: null }]);
});

type Step = (who: Saver, id: string) => Promise<unknown>;
const steps = {
  confirm: (who, id) => app.confirm(who, id),
  cancel: ({ person }, id) => app.cancel(person, id),
  expire: () => app.expire(),
  approve: (_, id) => app.decide(id, 'approve'),
  reject: (_, id) => app.decide(id, 'reject', { reason: 'x', notPaid: true }),
  complete: (_, id) => app.decide(id, 'complete'),
} satisfies Record<string, Step>;

/** All steps begin before any has the lock. */
async function race(who: Saver, id: string, all: readonly Step[]): Promise<void> {
  const { ended } = await transaction(app.db, async (tx) => {
    await tx.query(sql`select from money_withdrawals where id = ${id} for update`);
    const ended = Promise.all(all.map((step) => step(who, id)));
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => (await app.db.query(waiting)).length === all.length);
    return { ended };
  });
  await ended;
}

const HOLD_OF: Record<string, string> = {
  AWAITING_CONFIRMATION: 'HELD',
  PENDING: 'HELD',
  APPROVED: 'HELD',
  COMPLETED: 'SETTLED',
  REJECTED: 'RELEASED',
  EXPIRED: 'RELEASED',
  CANCELLED: 'RELEASED',
};

async function assertSettledOnce(who: Saver, id: string, possible: readonly string[]): Promise<void> {
  const { status, hold } = await app.stateOf(id);
  assert.ok(possible.includes(status), status);
  assert.equal(hold, HOLD_OF[status]);
  assert.equal(await app.balanceOf(who), hold === 'RELEASED' ? CENTS : 0);
  const booked = await app.db.query(sql`
    select from transfers where reference_type = 'money-withdrawal' and reference_id = ${id}`);
  assert.equal(booked.length, hold === 'HELD' ? 1 : 2);
}

test('confirming, cancelling, expiring and rejecting at once end in one way', async () => {
  const { confirm, cancel, expire, reject } = steps;
  for (const all of [
    [confirm, cancel, expire, reject],
    [reject, expire, confirm, cancel],
    [expire, confirm, reject, cancel],
    [cancel, reject, expire, confirm],
  ]) {
    const ana = await app.saver(CENTS);
    const id = await app.payout(ana);
    app.clock.advance(HOUR_MS);
    await race(ana, id, all);
    await assertSettledOnce(ana, id, ['EXPIRED', 'REJECTED', 'CANCELLED']);
  }
});

test('confirming, cancelling and rejecting in time end in one way', async () => {
  const { confirm, cancel, reject } = steps;
  for (const all of [
    [confirm, cancel, reject],
    [confirm, confirm, cancel],
    [reject, confirm, cancel],
  ]) {
    const ana = await app.saver(CENTS);
    const id = await app.payout(ana);
    await race(ana, id, all);
    await assertSettledOnce(ana, id, ['PENDING', 'CANCELLED', 'REJECTED']);
  }
});

test('approving, rejecting, cancelling and completing at once end in one way', async () => {
  const { approve, cancel, reject, complete } = steps;
  for (const all of [
    [approve, approve, cancel, reject, complete],
    [reject, cancel, complete, approve],
    [complete, approve, complete, reject],
    [cancel, approve, reject],
  ]) {
    const ana = await app.saver(CENTS);
    const id = await app.payout(ana, 'PENDING');
    await race(ana, id, all);
    await assertSettledOnce(ana, id, ['APPROVED', 'COMPLETED', 'REJECTED', 'CANCELLED']);
  }
});

test('20 that complete and reject an approved withdrawal at once end it once', async () => {
  const ana = await app.saver(CENTS);
  const id = await app.payout(ana, 'APPROVED');
  const replies = (await times(20, (index) =>
    index % 2 === 0 ? steps.complete(ana, id) : steps.reject(ana, id),
  )) as Reply[];
  assert.equal(won(replies), 1);
  await assertSettledOnce(ana, id, ['COMPLETED', 'REJECTED']);
});

test('cancelling and requesting at once do not deadlock', async () => {
  const ana = await app.saver(10 * CENTS);
  const ids = await times(5, () => app.payout(ana));
  const replies = (await times(10, (index) =>
    index % 2 === 0 ? app.cancel(ana.person, ids[index / 2] as string) : app.request(ana.person),
  )) as Reply[];
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200, 201]));
  assert.equal(await app.balanceOf(ana), 5 * CENTS);
});
