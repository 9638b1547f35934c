import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { refusal } from '../../../../../test/support/calls.ts';
import { createAdmin, type Person } from '../../../../../test/support/people.ts';
import { setMarket } from '../../../../../test/support/purchases.ts';
import { use } from '../../../../../test/support/use-app.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import { insertOneHeld } from '../../../assets/inventory/test-support.ts';
import { hasSuspension } from '../../suspensions/index.ts';
import { lift, whileSuspending } from '../../suspensions/test-support.ts';
import {
  alertsOf,
  type BoughtItemWithdrawal,
  buyOne,
  eventsOf,
  moveTrade,
  openTracking,
  resetMarket,
  standOf,
  statusReport,
  withdraw,
  withItem,
} from '../test-support.ts';
import { applyReport } from './apply-report.ts';
import { POLL_EVERY_MS, pollOpen, watchDelivered } from './poll.ts';

const SUSPENSIONS = '/admin/skin-withdrawals/suspensions';

let admin: Person;
const bench = use(openTracking, (opened) => opened.close());
before(async () => {
  admin = await createAdmin(bench.app.db);
});
beforeEach(() => resetMarket(bench));

async function poll(): Promise<void> {
  bench.clock.advance(POLL_EVERY_MS);
  await pollOpen(bench.deps);
}
async function delivered(): Promise<BoughtItemWithdrawal> {
  const withdrawal = await buyOne(bench);
  await moveTrade(bench, withdrawal, 'accepted');
  await poll();
  assert.deepEqual(await standOf(bench, withdrawal), ['COMPLETED', 4, 'WITHDRAWN']);
  return withdrawal;
}
const isSuspended = ({ person }: BoughtItemWithdrawal) => hasSuspension(bench.app.db, person.userId);
const setSettings = async (values: object) => {
  assert.equal((await bench.call(admin, 'PATCH', '/admin/settings', values)).status, 200);
};
const refresh = (who: Person, id: string) => bench.call(who, 'POST', `/inventory/withdrawals/${id}/refresh`);

test('a reversal suspends the user, is recorded once, and gives nothing back', async () => {
  const withdrawal = await delivered();
  bench.clock.advance(HOUR_MS);
  assert.ok((await watchDelivered(bench.deps)) > 0);
  assert.deepEqual(await alertsOf(bench, withdrawal), []);
  await moveTrade(bench, withdrawal, 'reversed', { by: 'buyer' });
  await Promise.all([watchDelivered(bench.deps), watchDelivered(bench.deps)]);
  await watchDelivered(bench.deps);
  assert.deepEqual(await standOf(bench, withdrawal), ['COMPLETED', 6, 'WITHDRAWN']);
  const [row] = await bench.app.db.query<{ at: Date; reason: string }>(
    sql`select reversed_at as at, reversal_reason as reason from market_withdrawals where id = ${withdrawal.id}`,
  );
  assert.deepEqual(row, { at: bench.clock.now(), reason: 'Trade was rolled back by the buyer' });
  const alerts = await bench.app.db.query(sql`
    select kind, level, count from alerts where key = ${withdrawal.id} and resolved_at is null`);
  assert.deepEqual(alerts, [{ kind: 'WITHDRAWAL_REVERSED', level: 'CRITICAL', count: 1 }]);
  assert.equal(await isSuspended(withdrawal), true);
  const told = bench.told.filter(({ userId }) => userId === withdrawal.person.userId).at(-1);
  assert.match(told?.content.message ?? '', /revertida no Steam.*suspensos/);
  const names = eventsOf(bench, withdrawal).map(([event]) => event);
  assert.deepEqual(names, ['withdrawal:completed']);
});

test('the feed alone reverses nothing: the marketplace has to confirm it', async () => {
  const withdrawal = await delivered();
  const told = statusReport(withdrawal, { status: 'CANCELLED', marketStatus: 6, isRollback: true });
  assert.equal((await applyReport(bench.deps, told))?.verdict, 'UNCONFIRMED');
  assert.deepEqual([await alertsOf(bench, withdrawal), await isSuspended(withdrawal)], [[], false]);
});

test('a trade reversed before its delivery was seen releases the item, and raises an alert', async () => {
  const withdrawal = await buyOne(bench);
  await moveTrade(bench, withdrawal, 'accepted');
  await moveTrade(bench, withdrawal, 'reversed', { by: 'seller' });
  await poll();
  assert.deepEqual(await standOf(bench, withdrawal), ['FAILED', 6, 'AVAILABLE']);
  assert.deepEqual(await alertsOf(bench, withdrawal), ['WITHDRAWAL_REVERSED']);
  assert.equal(await isSuspended(withdrawal), true);
});

test('after seven days a failure is a contradiction', async () => {
  const withdrawal = await delivered();
  await moveTrade(bench, withdrawal, 'reversed');
  // Moving the clock instead would end all sessions.
  await bench.app.db.query(sql`
    update market_withdrawals set completed_at = completed_at - interval '7 days 1 millisecond' where id = ${withdrawal.id}`);
  await watchDelivered(bench.deps);
  assert.deepEqual(await alertsOf(bench, withdrawal), ['WITHDRAWAL_CONTRADICTION']);
  assert.deepEqual(await standOf(bench, withdrawal), ['COMPLETED', 4, 'WITHDRAWN']);
  assert.equal(await isSuspended(withdrawal), false);
});

test('a setting lets users withdraw after a reversal', async () => {
  await setSettings({ suspendWithdrawalsOnReversal: false });
  try {
    const withdrawal = await delivered();
    await moveTrade(bench, withdrawal, 'reversed');
    await watchDelivered(bench.deps);
    assert.deepEqual(await alertsOf(bench, withdrawal), ['WITHDRAWAL_REVERSED']);
    assert.equal(await isSuspended(withdrawal), false);
  } finally {
    await setSettings({ suspendWithdrawalsOnReversal: true });
  }
});

test('a suspended user withdraws nothing until an administrator lifts it, with a reason on the audit trail', async () => {
  const withdrawal = await delivered();
  await moveTrade(bench, withdrawal, 'reversed', { by: 'seller' });
  await watchDelivered(bench.deps);
  const { person, id } = withdrawal;
  const item = await insertOneHeld(bench.app.db, person.userId, bench.itemId);
  const suspended = [
    403,
    'Seus saques e trocas estão suspensos porque uma troca sua foi revertida no Steam. Fale com o suporte.',
  ];
  assert.deepEqual(refusal(await withdraw(bench, person, item)), suspended);
  const listed = await bench.call(admin, 'GET', SUSPENSIONS);
  assert.deepEqual(listed.body.data[0], {
    userId: person.userId,
    username: listed.body.data[0].username,
    since: bench.clock.now().toISOString(),
    reason: 'Trade was rolled back by the seller',
    withdrawalId: id,
  });

  const lift = `${SUSPENSIONS}/${person.userId}/lift`;
  assert.equal((await bench.call(person, 'POST', lift, { reason: 'me' })).status, 403);
  assert.equal((await bench.call(admin, 'POST', lift, { reason: '' })).status, 400);
  const lifted = await bench.call(admin, 'POST', lift, { reason: 'It was the seller' });
  assert.deepEqual([lifted.status, lifted.body], [200, listed.body.data[0]]);
  const gone = [404, 'The withdrawals of this user are not suspended'];
  assert.deepEqual(refusal(await bench.call(admin, 'POST', lift, { reason: 'again' })), gone);
  assert.deepEqual(await alertsOf(bench, withdrawal), []);
  const trail = await bench.app.db.query(sql`
    select action, actor_id as actor, metadata ->> 'reason' as reason from audit_entries
    where user_id = ${person.userId} and action in ('SKIN_WITHDRAWAL_REVERSED', 'WITHDRAWAL_SUSPENSION_LIFTED')
    order by id`);
  assert.deepEqual(trail, [
    { action: 'SKIN_WITHDRAWAL_REVERSED', actor: null, reason: 'Trade was rolled back by the seller' },
    { action: 'WITHDRAWAL_SUSPENSION_LIFTED', actor: admin.userId, reason: 'It was the seller' },
  ]);
  // The delivered item counts towards the day's limit, and the account is old enough.
  assert.equal((await withdraw(bench, person, item)).body.canWithdraw, true);
});

test('a withdrawal of a suspended user cannot be approved, even if the suspension begins meanwhile', async () => {
  await setSettings({ autoApprovalDailyLimitCents: 0 });
  const { person, id } = await withItem(bench);
  const { body } = await withdraw(bench, person, id);
  await setSettings({ autoApprovalDailyLimitCents: 10_000 });
  const approve = () => bench.call(admin, 'POST', `/admin/skin-withdrawals/${body.withdrawalId}/approve`);
  for (const reply of [await whileSuspending(bench.app.db, person.userId, approve), await approve()]) {
    assert.deepEqual([reply.status, reply.body.code], [409, 'WITHDRAWER_SUSPENDED']);
  }
  await lift(bench.app.db, person.userId);
  assert.equal((await approve()).status, 200);
});

test('a user refreshes the state of a withdrawal', async () => {
  const withdrawal = await buyOne(bench);
  await moveTrade(bench, withdrawal, 'sent');
  const { status, body } = await refresh(withdrawal.person, withdrawal.id);
  assert.equal(status, 200);
  assert.deepEqual(
    { ...body, tradeId: typeof body.tradeId },
    {
      id: withdrawal.id,
      status: 'TRADE_SENT',
      marketStatus: 4,
      tradeId: 'string',
    },
  );
  assert.deepEqual(
    eventsOf(bench, withdrawal).map(([event]) => event),
    ['withdrawal:trade_sent'],
  );
  assert.deepEqual((await refresh(withdrawal.person, withdrawal.id)).body, body);
});

test('a refresh that fails says why', async () => {
  const [withdrawal, other] = [await buyOne(bench), await buyOne(bench)];
  assert.deepEqual(refusal(await refresh(other.person, withdrawal.id)), [404, 'Withdrawal not found']);
  assert.deepEqual(refusal(await refresh(other.person, '999999')), [404, 'Withdrawal not found']);

  await setSettings({ autoApprovalDailyLimitCents: 0 });
  const { person, id } = await withItem(bench);
  const { body } = await withdraw(bench, person, id);
  await setSettings({ autoApprovalDailyLimitCents: 10_000 });
  assert.deepEqual(refusal(await refresh(person, body.withdrawalId)), [400, 'Withdrawal has no market id']);

  const failed = [500, 'Failed to check trade status'];
  await setMarket(bench.sandbox, { faults: [{ fault: 'server-error', path: 'check-many-steam' }] });
  assert.deepEqual(refusal(await refresh(withdrawal.person, withdrawal.id)), failed);
  await setMarket(bench.sandbox, { faults: [] });
  const { tradesByMarketId } = bench.market;
  bench.market.tradesByMarketId = async () => [];
  assert.deepEqual(refusal(await refresh(withdrawal.person, withdrawal.id)), failed, 'it knows of no such trade');
  bench.market.tradesByMarketId = tradesByMarketId;
  assert.deepEqual(await standOf(bench, withdrawal), ['WAITING_SELLER', 0, 'LOCKED']);
});

test('the metrics tell how many are under way and how old the oldest is', async () => {
  await buyOne(bench);
  const text = (await bench.app.http.inject({ url: '/metrics' })).body;
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  assert.ok(figure('lisura_skin_withdrawals{status="WAITING_SELLER"}') >= 1);
  assert.equal(figure('lisura_skin_withdrawals{status="PENDING"}'), 0);
  assert.ok(figure('lisura_skin_withdrawals_oldest_age_seconds{status="WAITING_SELLER"}') >= 0);
  assert.ok(figure('lisura_skin_withdrawal_suspensions') >= 0);
});
