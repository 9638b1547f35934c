import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setMarket } from '../../../../../test/support/purchases.ts';
import { use } from '../../../../../test/support/use-app.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import type { MarketTrade } from '../../marketplace/index.ts';
import {
  alertsOf,
  type BoughtItemWithdrawal,
  buyOne,
  moveTrade,
  openTracking,
  resetMarket,
  standOf,
} from '../test-support.ts';
import { POLL_EVERY_MS, pollOpen, watchEnded } from './poll.ts';
import { listEnded } from './tracking.sql.ts';

const bench = use(openTracking, (opened) => opened.close());
beforeEach(() => resetMarket(bench));

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
