import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { refusal } from '../../../../../test/support/calls.ts';
import { createAdmin, type Person } from '../../../../../test/support/people.ts';
import { setMarket } from '../../../../../test/support/purchases.ts';
import { use } from '../../../../../test/support/use-app.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../platform/durations.ts';
import { insertOneHeld } from '../../../assets/inventory/test-support.ts';
import type { MarketTrade } from '../../marketplace/index.ts';
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
import { POLL_EVERY_MS, pollOpen, watchDelivered, watchEnded } from './poll.ts';
import { listEnded } from './tracking.sql.ts';

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

async function movedTo(step: string): Promise<BoughtItemWithdrawal> {
  const withdrawal = await buyOne(bench);
  await moveTrade(bench, withdrawal, step);
  bench.clock.advance(POLL_EVERY_MS);
  await pollOpen(bench.deps);
  return withdrawal;
}

/**
 * It watches so many minutes later, with these answers of the marketplace, and returns the number of withdrawals asked
 * about.
 */
const watchAfter = (minutes: number, says: Partial<MarketTrade> = {}) => {
  bench.clock.advance(minutes * MINUTE_MS);
  const tradesByMarketId = async (ids: readonly string[]) =>
    (await bench.market.tradesByMarketId(ids)).map((trade) => ({ ...trade, ...says }));
  return watchEnded({ ...bench.deps, marketplace: { isConfigured: true, tradesByMarketId } });
};

test('the marketplace is asked again about a failed withdrawal 15 and 60 minutes later', async () => {
  const withdrawal = await movedTo('failed');
  assert.deepEqual((await standOf(bench, withdrawal)).slice(1), [6, 'AVAILABLE']);
  assert.equal(await watchAfter(14), 0);
  await setMarket(bench.sandbox, { faults: [{ fault: 'server-error', path: 'check-many-steam' }] });
  await assert.rejects(watchAfter(1));
  await setMarket(bench.sandbox, { faults: [] });
  // It asks again as soon as the marketplace answers.
  assert.deepEqual([await watchAfter(1), await watchAfter(30), await watchAfter(15)], [1, 0, 1]);
  assert.deepEqual([await watchAfter(10), await watchAfter(24 * 60)], [0, 0]);
  assert.deepEqual(await alertsOf(bench, withdrawal), []);
});

test('a failed withdrawal that was delivered after all raises an alert, and nothing changes', async () => {
  const withdrawal = await movedTo('failed');
  const stood = await standOf(bench, withdrawal);
  assert.equal(await watchAfter(20, { status: 5 }), 1);
  assert.deepEqual(await alertsOf(bench, withdrawal), ['WITHDRAWAL_CONTRADICTION']);
  assert.deepEqual(await standOf(bench, withdrawal), stood);
});

test('a withdrawal without an answer is asked about again, though others were answered', async () => {
  const [unanswered, unapplied, answered] = [await movedTo('failed'), await movedTo('failed'), await movedTo('failed')];
  bench.clock.advance(15 * MINUTE_MS);
  const asked: string[][] = [];
  const tradesByMarketId = async (ids: readonly string[]) => {
    asked.push(ids.toSorted());
    const trades = await bench.market.tradesByMarketId(ids.filter((id) => id !== unanswered.marketId));
    return trades.map((trade) => (trade.marketId === unapplied.marketId ? { ...trade, status: 5 } : trade));
  };
  const watch = () => watchEnded({ ...bench.deps, marketplace: { isConfigured: true, tradesByMarketId } });
  // A contradiction raises an alert, which the database refuses at first.
  await bench.app.db.query(
    sql`alter table alerts add constraint refused check (kind not like '%CONTRADICTION') not valid`,
  );
  await watch();
  await bench.app.db.query(sql`alter table alerts drop constraint refused`);
  await watch();
  await watch();
  const ids = (...withdrawals: BoughtItemWithdrawal[]) => withdrawals.map(({ marketId }) => marketId).toSorted();
  assert.deepEqual(asked, [ids(unanswered, unapplied, answered), ids(unanswered, unapplied), ids(unanswered)]);
  assert.deepEqual(await alertsOf(bench, unapplied), ['WITHDRAWAL_CONTRADICTION']);
});

test('of many failed withdrawals the newest are asked about first', async () => {
  await movedTo('failed');
  const newest = await movedTo('failed');
  const now = new Date(bench.clock.now().getTime() + MINUTE_MS);
  const found = await listEnded(bench.app.db, { now, afterMs: [MINUTE_MS], since: new Date(0), limit: 1 });
  assert.deepEqual(
    found.map(({ id }) => id),
    [newest.id],
  );
});

test('an ended withdrawal can only be marked as asked about', async () => {
  const { id } = await movedTo('failed');
  await assert.rejects(bench.app.db.query(sql`update market_withdrawals set market_status = 5 where id = ${id}`));
  await assert.rejects(
    bench.app.db.query(sql`update market_withdrawals set polled_at = now(), status = 'PENDING' where id = ${id}`),
  );
});

test('the addresses of items are erased with the account, and the rest of its orders stays', async () => {
  const withdrawal = await movedTo('accepted');
  const { person, projectId } = withdrawal;
  const other = await movedTo('accepted');
  const askOf = async (of: string) =>
    (await bench.app.db.query<{ ask: object }>(sql`select ask from orders where project_id = ${of}`))[0]?.ask ?? {};
  assert.deepEqual(Object.keys(await askOf(projectId)).toSorted(), ['maxCoins', 'name', 'partner', 'token']);
  assert.equal((await bench.call(person, 'POST', '/user/close-account', { confirm: true })).status, 200);
  assert.deepEqual(Object.keys(await askOf(projectId)).toSorted(), ['maxCoins', 'name']);
  assert.equal(Object.keys(await askOf(other.projectId)).length, 4);
  // Nothing else of a settled order can be removed, or changed with it.
  for (const change of [sql`ask = ask - 'name'`, sql`ask = ask - 'partner' - 'token', refusal = 'x'`]) {
    const changing = sql`update orders set ${change} where project_id = ${other.projectId}`;
    await assert.rejects(bench.app.db.query(changing));
  }
});
