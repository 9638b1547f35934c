import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { logInAs } from '../../../../../test/support/login.ts';
import { createAdmin, type Person } from '../../../../../test/support/people.ts';
import { use } from '../../../../../test/support/use-app.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { dayOf } from '../../../../platform/days.ts';
import { until } from '../../../../platform/hot-store/test-support.ts';
import { insertOneHeld } from '../../../assets/inventory/test-support.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { hasSuspension } from '../../suspensions/index.ts';
import {
  allowTradesTo,
  type BoughtItemWithdrawal,
  buyOne,
  moveTrade,
  openTracking,
  resetMarket,
  statusReport,
  withdraw,
} from '../test-support.ts';
import { applyReport } from './apply-report.ts';
import { POLL_EVERY_MS, pollOpen, watchDelivered } from './poll.ts';

const LOCK_WAITERS = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

let admin: Person;
const bench = use(openTracking, (opened) => opened.close());
before(async () => {
  admin = await createAdmin(bench.app.db);
});
beforeEach(() => resetMarket(bench));

async function delivered(): Promise<BoughtItemWithdrawal> {
  const withdrawal = await buyOne(bench);
  await moveTrade(bench, withdrawal, 'accepted');
  bench.clock.advance(POLL_EVERY_MS);
  await pollOpen(bench.deps);
  return withdrawal;
}
async function reverse(withdrawal: BoughtItemWithdrawal): Promise<void> {
  await moveTrade(bench, withdrawal, 'reversed', { by: 'buyer' });
  await watchDelivered(bench.deps);
}
async function close(who: Person): Promise<void> {
  const { status, text } = await bench.call(who, 'POST', '/user/close-account', { confirm: true });
  assert.equal(status, 200, text);
}
async function comeBack(who: Person): Promise<Person> {
  // The sandbox's identity provider has its own clock.
  const now = bench.clock.now();
  bench.clock.set(new Date());
  const back = await logInAs(bench.app.http, who.platformId);
  bench.clock.set(now);
  assert.notEqual(back.userId, who.userId);
  return back;
}
const suspended = ({ userId }: Person) => hasSuspension(bench.app.db, userId);
const lift = (who: Person) =>
  bench.call(admin, 'POST', `/admin/skin-withdrawals/suspensions/${who.userId}/lift`, { reason: 'test' });
const setSettings = async (values: object) => {
  assert.equal((await bench.call(admin, 'PATCH', '/admin/settings', values)).status, 200);
};

test('a suspension follows, is there once, and is lifted for good', async () => {
  const withdrawal = await delivered();
  await reverse(withdrawal);
  await close(withdrawal.person);
  const second = await comeBack(withdrawal.person);
  assert.deepEqual([await suspended(withdrawal.person), await suspended(second)], [false, true]);
  await close(second);
  const third = await comeBack(second);
  assert.equal(await suspended(third), true);
  const [row] = await bench.app.db.query(sql`
    select withdrawal_id as id from withdrawal_suspensions where user_id = ${third.userId}`);
  assert.deepEqual(row, { id: withdrawal.id });
  assert.equal((await lift(third)).status, 200);
  await close(third);
  assert.equal(await suspended(await comeBack(third)), false);
});

test('a suspension lifted while the account is closed does not come back, and nothing of it is kept', async () => {
  const withdrawal = await delivered();
  await reverse(withdrawal);
  await close(withdrawal.person);
  assert.equal((await lift(withdrawal.person)).status, 200);
  const kept = await bench.app.db.query(sql`select from kept_facts where name = 'accounts:suspension'`);
  assert.equal(kept.length, 0);
  assert.equal(await suspended(await comeBack(withdrawal.person)), false);
});

test('a trade reversed after its account was closed suspends the person who comes back, or has come back', async () => {
  const [late, later] = [await delivered(), await delivered()];
  await close(late.person);
  await reverse(late);
  assert.equal(await suspended(await comeBack(late.person)), true);

  await close(later.person);
  const second = await comeBack(later.person);
  await close(second);
  const third = await comeBack(second);
  assert.equal(await suspended(third), false);
  await reverse(later);
  assert.deepEqual([await suspended(later.person), await suspended(third)], [false, true]);
  const told = bench.told.filter(({ userId }) => userId === third.userId).at(-1);
  assert.match(told?.content.message ?? '', /revertida no Steam/);
});

test('a trade reversed after the closing suspends a person who comes back long after that', async () => {
  const withdrawal = await delivered();
  await close(withdrawal.person);
  await reverse(withdrawal);
  const now = bench.clock.now();
  bench.clock.advance(200 * 24 * 3_600_000);
  await bench.app.jobSets.find(({ tasks }) => 'forget-persons' in tasks)?.tasks['forget-persons']?.({});
  bench.clock.set(now);
  assert.equal(await suspended(await comeBack(withdrawal.person)), true);
});

test('a reversal at the moment in which its person comes back suspends them', async () => {
  const { app, deps } = bench;
  for (const isReversedFirst of [true, false]) {
    const withdrawal = await delivered();
    await app.db.query(sql`
      update market_withdrawals set completed_at = completed_at - interval '1 hour' where id = ${withdrawal.id}`);
    await close(withdrawal.person);
    const told = statusReport(withdrawal, { status: 'CANCELLED', marketStatus: 6, isRollback: true, source: 'POLL' });
    let back: Promise<Person> | null = null;
    const both = [() => applyReport(deps, told), () => (back = comeBack(withdrawal.person))];
    const { ended } = await transaction(app.db, async (tx) => {
      await tx.query(sql`select from accounts where user_id = ${withdrawal.person.userId} for update`);
      const begun: Promise<unknown>[] = [];
      for (const [index, begin] of (isReversedFirst ? both : both.toReversed()).entries()) {
        begun.push(begin());
        await until(async () => (await app.db.query(LOCK_WAITERS)).length === index + 1);
      }
      return { ended: Promise.all(begun) };
    });
    await ended;
    assert.equal(await suspended(await (back ?? assert.fail())), true);
  }
});

test("today's automatic approvals and signs of a stolen account count for the person", async () => {
  // The day must not end before the poll half a minute later.
  if (dayOf(bench.clock.now()) !== dayOf(new Date(bench.clock.now().getTime() + POLL_EVERY_MS))) {
    bench.clock.advance(POLL_EVERY_MS);
  }
  const withdrawal = await delivered();
  // An item is worth 1.20 USD.
  await setSettings({ autoApprovalDailyLimitCents: 230, autoApprovalMinAccountHours: 0 });
  const reasonsOf = async (who: Person) => {
    await allowTradesTo(bench, who);
    const id = await insertOneHeld(bench.app.db, who.userId, bench.itemId);
    const { body } = await withdraw(bench, who, id);
    const rows = await bench.app.db.query<{ reasons: string[] }>(sql`
      select metadata -> 'reviewReasons' as reasons from audit_entries
      where action = 'SKIN_WITHDRAWAL_REQUESTED' and entity_id = ${body.withdrawalId}`);
    return { reasons: rows[0]?.reasons ?? [], withdrawalId: body.withdrawalId };
  };
  await close(withdrawal.person);
  const second = await comeBack(withdrawal.person);
  await close(second);
  const third = await comeBack(second);
  const limited = await reasonsOf(third);
  assert.deepEqual(limited.reasons, ['DAILY_LIMIT']);
  const rejected = `/admin/skin-withdrawals/${limited.withdrawalId}/reject`;
  assert.equal((await bench.call(admin, 'POST', rejected, { reason: 'x' })).status, 200);
  const entry = {
    action: 'DEVICE_MISMATCH',
    userId: third.userId,
    actorId: third.userId,
    metadata: {},
    ip: '::1',
  } as const;
  await transaction(bench.app.db, (tx) => recordAudit(tx, [entry]));
  await bench.call(third, 'POST', '/inventory/sell-all');
  const { balanceCents } = (await bench.call(third, 'GET', '/user/balance')).body;
  await bench.call(admin, 'POST', `/admin/users/${third.userId}/balance`, {
    amountCents: `-${balanceCents}`,
    reason: 'x',
  });
  await close(third);
  assert.deepEqual((await reasonsOf(await comeBack(third))).reasons, ['DAILY_LIMIT', 'SECURITY_ENTRY']);
  await setSettings({ autoApprovalDailyLimitCents: 10_000, autoApprovalMinAccountHours: 24 });
});

test('the age of an account begins anew with it', async () => {
  const withdrawal = await delivered();
  await close(withdrawal.person);
  const back = await comeBack(withdrawal.person);
  await allowTradesTo(bench, back);
  const id = await insertOneHeld(bench.app.db, back.userId, bench.itemId);
  const { body } = await withdraw(bench, back, id);
  const [row] = await bench.app.db.query(sql`
    select metadata -> 'reviewReasons' as reasons from audit_entries
    where action = 'SKIN_WITHDRAWAL_REQUESTED' and entity_id = ${body.withdrawalId}`);
  assert.deepEqual(row, { reasons: ['NEW_ACCOUNT'] });
});
