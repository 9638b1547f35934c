import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setMarket } from '../../../../../test/support/purchases.ts';
import { use } from '../../../../../test/support/use-app.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import { until } from '../../../../platform/hot-store/test-support.ts';
import { OutsideError } from '../../../../platform/outbound/outside-error.ts';
import { findItemWithdrawal } from '../item-withdrawals.sql.ts';
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
} from '../test-support.ts';
import { applyReport } from './apply-report.ts';
import { alertStuck, createPollTimer, POLL_EVERY_MS, pollOpen } from './poll.ts';

const ASK = 'check-many-steam';

const bench = use(openTracking, (opened) => opened.close());
beforeEach(() => resetMarket(bench));

async function poll(): Promise<number | null> {
  bench.clock.advance(POLL_EVERY_MS);
  return pollOpen(bench.deps);
}
const asked = async () =>
  (
    (await (await fetch(`${bench.sandbox.url}/control/market`)).json()) as {
      requests: { asked: Record<string, number> };
    }
  ).requests.asked[ASK] ?? 0;

test('a poll follows a trade from its seller to the user, and tells each step', async () => {
  const withdrawal = await buyOne(bench);
  const { inventoryItemId, itemName, id } = withdrawal;
  for (const to of ['notified', 'preparing', 'sent', 'accepted']) {
    await moveTrade(bench, withdrawal, to);
    await poll();
    await poll();
  }
  assert.deepEqual(await standOf(bench, withdrawal), ['COMPLETED', 4, 'WITHDRAWN']);
  const { tradeId, completedAt, failureReason } = (await findItemWithdrawal(bench.app.db, id)) ?? assert.fail();
  assert.ok(completedAt !== null && tradeId !== null && failureReason === null);
  const [waiting, ...rest] = eventsOf(bench, withdrawal);
  const { sellerName, sendUntil, ...more } = (waiting?.[1] ?? {}) as Record<string, unknown>;
  assert.deepEqual(
    [waiting?.[0], typeof sellerName, typeof sendUntil, more],
    ['withdrawal:waiting_seller', 'string', 'number', { inventoryItemId }],
  );
  assert.deepEqual(rest, [
    ['withdrawal:trade_sent', { inventoryItemId }],
    ['withdrawal:trade_sent', { inventoryItemId, tradeId }],
    ['withdrawal:completed', { inventoryItemId, itemName }],
  ]);
  const listed = await bench.call(withdrawal.person, 'GET', '/inventory/withdrawals/history');
  const steps: { name: string; state: string; at: string | null }[] = listed.body.withdrawals[0].steps;
  assert.deepEqual(
    steps.map(({ name, state }) => `${name} ${state}`),
    ['REQUESTED DONE', 'BOUGHT DONE', 'SENT DONE', 'ACCEPTED DONE'],
  );
  const times = steps.map(({ at }) => Date.parse(at ?? ''));
  assert.deepEqual(
    times,
    times.toSorted((one, other) => one - other),
  );
  assert.equal(new Date(times.at(-1) ?? 0).getTime(), completedAt.getTime());
  // It was reported twice and sent once.
  assert.ok(Number(times[2]) < Number(times[3]) && Number(times[1]) < Number(times[2]));
  const titles = bench.told.filter(({ userId }) => userId === withdrawal.person.userId);
  assert.deepEqual(
    titles.map(({ content }) => content.title),
    ['Proposta de troca enviada', 'Item entregue'],
  );
});

test('an item that the marketplace gives up is available again, with the reason', async () => {
  const [cancelled, failed] = [await buyOne(bench), await buyOne(bench)];
  await moveTrade(bench, cancelled, 'failed', { reason: 'Trade was CANCELED' });
  await moveTrade(bench, failed, 'failed', { reason: 'Invalid tradelink' });
  await poll();
  assert.deepEqual(await standOf(bench, cancelled), ['CANCELLED', 6, 'AVAILABLE']);
  assert.deepEqual(await standOf(bench, failed), ['FAILED', 6, 'AVAILABLE']);
  assert.equal((await findItemWithdrawal(bench.app.db, failed.id))?.failureReason, 'Invalid tradelink');
  assert.deepEqual(eventsOf(bench, cancelled), [
    ['withdrawal:cancelled', { inventoryItemId: cancelled.inventoryItemId, reason: 'Trade was CANCELED' }],
  ]);
  assert.deepEqual(eventsOf(bench, failed), [
    ['withdrawal:failed', { inventoryItemId: failed.inventoryItemId, reason: 'Invalid tradelink' }],
  ]);
});

test('one of all processes polls, at most every half minute', async () => {
  await buyOne(bench);
  bench.clock.advance(POLL_EVERY_MS);
  const before = await asked();
  const polls = await Promise.all(Array.from({ length: 10 }, () => pollOpen(bench.deps)));
  assert.equal(polls.filter((count) => count !== null).length, 1);
  assert.equal(await pollOpen(bench.deps), null);
  bench.clock.advance(POLL_EVERY_MS / 2);
  assert.equal(await pollOpen(bench.deps), null);
  bench.clock.advance(POLL_EVERY_MS / 2);
  assert.ok((await pollOpen(bench.deps)) !== null);
  assert.equal(await asked(), before + 2);
});

test('a poll that is under way is not begun again, here or elsewhere', async () => {
  await buyOne(bench);
  const { promise, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  let tick = () => {};
  const tradesByMarketId = async () => {
    calls += 1;
    await promise;
    return [];
  };
  const marketplace = { isConfigured: true, tradesByMarketId };
  const ends: string[] = [];
  const timer = createPollTimer({
    ...bench.deps,
    marketplace,
    ticker: (everyMs, onTick) => {
      assert.equal(everyMs, 30_000);
      tick = onTick;
      return () => ends.push('ended');
    },
  });
  timer.start();
  bench.clock.advance(POLL_EVERY_MS);
  tick();
  await until(() => calls === 1);
  bench.clock.advance(POLL_EVERY_MS);
  assert.equal(await pollOpen({ ...bench.deps, marketplace }), null);
  // Another process would take over by now, but this one knows that its own poll still runs.
  bench.clock.advance(2 * MINUTE_MS);
  tick();
  resolve();
  await timer.stop();
  assert.deepEqual([calls, ends], [1, ['ended']]);
});

test('a process that died during a poll is waited for no longer than its lease', async () => {
  await buyOne(bench);
  await bench.app.db.query(sql`
    insert into leases values ('poll-withdrawals', 'dead', ${new Date(bench.clock.now().getTime() + 90_000)})
    on conflict (name) do update set owner = excluded.owner, until = excluded.until`);
  assert.equal(await poll(), null);
  bench.clock.advance(MINUTE_MS);
  assert.ok((await pollOpen(bench.deps)) !== null);
});

test('a marketplace without an answer changes nothing, and is asked again', async () => {
  const withdrawal = await buyOne(bench);
  await moveTrade(bench, withdrawal, 'sent');
  for (const fault of ['server-error', 'malformed', 'incomplete', 'forbidden', 'cut-off']) {
    await setMarket(bench.sandbox, { faults: [{ fault, path: ASK }] });
    await assert.rejects(poll());
    assert.deepEqual(await standOf(bench, withdrawal), ['WAITING_SELLER', 0, 'LOCKED']);
  }
  await setMarket(bench.sandbox, { faults: [{ fault: 'numbers-as-strings', path: ASK }] });
  await poll();
  assert.deepEqual(await standOf(bench, withdrawal), ['TRADE_SENT', 4, 'LOCKED']);
});

test('one trade that cannot be read does not keep the others', async () => {
  const [unread, ...others] = [await buyOne(bench), await buyOne(bench), await buyOne(bench)];
  for (const each of [unread, ...others]) await moveTrade(bench, each as BoughtItemWithdrawal, 'notified');
  const tradesByMarketId = async (ids: readonly string[]) => {
    if (ids.includes(unread?.marketId ?? '')) throw new OutsideError('UNREADABLE', 'marketplace: not what was agreed');
    return bench.market.tradesByMarketId(ids);
  };
  bench.clock.advance(POLL_EVERY_MS);
  await pollOpen({ ...bench.deps, marketplace: { isConfigured: true, tradesByMarketId } });
  for (const other of others) assert.deepEqual(await standOf(bench, other), ['WAITING_SELLER', 1, 'LOCKED']);
  assert.deepEqual(await standOf(bench, unread as BoughtItemWithdrawal), ['WAITING_SELLER', 0, 'LOCKED']);
});

test('a poll asks about a hundred, the ones asked about longest ago first', async () => {
  const { person, inventoryItemId } = await buyOne(bench);
  await bench.app.db.query(sql`
    with item as (
      insert into inventory_items (user_id, item_id, status, source_type, source_id, source_index)
      select user_id, item_id, 'LOCKED', 'TEST', 'many', n from inventory_items, generate_series(1, 150) n
      where id = ${inventoryItemId} returning id, item_id, source_index n
    ), bought as (
      insert into orders (kind, project_id, ask, status, bought, requested_at, sent_at, settled_at, lease_owner, lease_until)
      select 'WITHDRAWAL', 'many_' || n, '{}', 'BOUGHT',
        jsonb_build_object('marketId', 'many-' || n, 'priceCoins', 0), now(), now(), now(), '', now()
      from generate_series(1, 150) n
      returning id, project_id
    )
    insert into market_withdrawals (user_id, inventory_item_id, item_id, order_id, project_id, market_id, market_status,
      status, auto_approved, max_pay_cents, created_at, updated_at)
    select ${person.userId}, item.id, item_id, bought.id, project_id, 'many-' || n, 0, 'WAITING_SELLER', true, 1,
      ${bench.clock.now()}, ${bench.clock.now()}
    from item join bought on project_id = 'many_' || n`);
  const calls: string[][] = [];
  const tradesByMarketId = async (ids: readonly string[]) => {
    calls.push(ids.filter((id) => id.startsWith('many-')));
    return [];
  };
  const deps = { ...bench.deps, marketplace: { isConfigured: true, tradesByMarketId } };
  const counts: (number | null)[] = [];
  for (let times = 0; times < 3; times += 1) {
    bench.clock.advance(POLL_EVERY_MS);
    counts.push(await pollOpen(deps));
  }
  assert.deepEqual(counts, [100, 100, 100]);
  assert.equal(new Set(calls.slice(0, 2).flat()).size, 150, 'each of them within two polls');
  await bench.app.db.query(sql`
    update market_withdrawals set status = 'CANCELLED', failure_reason = 'test' where market_id like 'many-%'`);
  await bench.app.db.query(sql`update inventory_items set status = 'AVAILABLE' where source_id = 'many'`);
});

test("after the seller's deadline only the marketplace ends the withdrawal", async () => {
  const withdrawal = await buyOne(bench);
  await setMarket(bench.sandbox, { clock: { advanceSeconds: 361 } });
  await poll();
  assert.deepEqual(await standOf(bench, withdrawal), ['CANCELLED', 6, 'AVAILABLE']);
});

test('the item stays locked until the marketplace reports an end, and an alert is raised', async () => {
  const withdrawal = await buyOne(bench);
  const sendUntil = new Date(bench.clock.now().getTime() + 6 * MINUTE_MS);
  const waiting = statusReport(withdrawal, { marketStatus: 1, sendUntil, source: 'POLL' });
  await applyReport(bench.deps, waiting);
  bench.clock.advance(16 * MINUTE_MS);
  await applyReport(bench.deps, waiting);
  await alertStuck(bench.deps);
  assert.deepEqual(await alertsOf(bench, withdrawal), [], 'a little late');
  bench.clock.advance(1);
  await alertStuck(bench.deps);
  await alertStuck(bench.deps);
  assert.deepEqual(await standOf(bench, withdrawal), ['WAITING_SELLER', 1, 'LOCKED']);
  assert.deepEqual(await alertsOf(bench, withdrawal), ['WITHDRAWAL_STUCK']);
  await applyReport(bench.deps, statusReport(withdrawal, { status: 'TRADE_SENT', marketStatus: 4 }));
  assert.deepEqual(await alertsOf(bench, withdrawal), [], 'it got on');
  bench.clock.advance(31 * MINUTE_MS);
  await alertStuck(bench.deps);
  assert.deepEqual(await alertsOf(bench, withdrawal), ['WITHDRAWAL_STUCK'], 'nobody accepts it');
});

test('of many simultaneous reports of an end one ends it, with one effect and one event', async () => {
  const withdrawal = await buyOne(bench);
  const ends = [
    ...Array.from({ length: 10 }, () => statusReport(withdrawal, { status: 'COMPLETED', marketStatus: 5 })),
    ...Array.from({ length: 10 }, () =>
      statusReport(withdrawal, { status: 'COMPLETED', marketStatus: 5, source: 'POLL' }),
    ),
    ...Array.from({ length: 10 }, () => statusReport(withdrawal, { status: 'TRADE_SENT', marketStatus: 4 })),
  ];
  await Promise.all(ends.map((seen) => applyReport(bench.deps, seen)));
  assert.deepEqual(await standOf(bench, withdrawal), ['COMPLETED', 5, 'WITHDRAWN']);
  const names = eventsOf(bench, withdrawal).map(([event]) => event);
  assert.equal(names.filter((event) => event === 'withdrawal:completed').length, 1);
  assert.ok(names.length <= 2, names.join());
});

test('a delivery reported after a failure changes nothing and raises an alert', async () => {
  const withdrawal = await buyOne(bench);
  const ended = statusReport(withdrawal, { status: 'CANCELLED', marketStatus: 6 });
  await applyReport(bench.deps, ended);
  assert.deepEqual(await standOf(bench, withdrawal), ['WAITING_SELLER', 0, 'LOCKED'], 'by the word of the feed alone');
  await applyReport(bench.deps, { ...ended, source: 'POLL' });
  assert.equal(
    (await findItemWithdrawal(bench.app.db, withdrawal.id))?.failureReason,
    'A compra foi cancelada no mercado.',
  );
  await applyReport(bench.deps, statusReport(withdrawal, { status: 'TRADE_SENT', marketStatus: 4 }));
  await applyReport(bench.deps, statusReport(withdrawal, { status: 'FAILED', marketStatus: 6, source: 'POLL' }));
  assert.deepEqual(await alertsOf(bench, withdrawal), []);
  await applyReport(bench.deps, statusReport(withdrawal, { status: 'COMPLETED', marketStatus: 5 }));
  assert.deepEqual(await standOf(bench, withdrawal), ['CANCELLED', 6, 'AVAILABLE']);
  assert.deepEqual(await alertsOf(bench, withdrawal), ['WITHDRAWAL_CONTRADICTION']);
  assert.deepEqual(
    eventsOf(bench, withdrawal).map(([event]) => event),
    ['withdrawal:cancelled'],
  );
});

test('a report about an unknown purchase changes nothing', async () => {
  const unknown = { marketId: 'never-heard-of' } as BoughtItemWithdrawal;
  assert.equal(await applyReport(bench.deps, statusReport(unknown, { status: 'COMPLETED', marketStatus: 5 })), null);
});
