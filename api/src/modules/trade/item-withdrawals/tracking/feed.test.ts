import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { createTestApp } from '../../../../../test/support/app.ts';
import { setMarket } from '../../../../../test/support/purchases.ts';
import { use } from '../../../../../test/support/use-app.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { until } from '../../../../platform/hot-store/test-support.ts';
import { createLogger } from '../../../../platform/observability/logger.ts';
import { hasSuspension } from '../../suspensions/index.ts';
import {
  alertsOf,
  type BoughtItemWithdrawal,
  buyOne,
  eventsOf,
  moveTrade,
  openTracking,
  resetMarket,
  standOf,
} from '../test-support.ts';
import { type FeedFollower, type FollowDeps, followFeed } from './feed.ts';
import { pollOpen, watchDelivered } from './poll.ts';

const followers: FeedFollower[] = [];
const lines: string[] = [];
const logger = createLogger({ level: 'info', destination: { write: (line: string) => void lines.push(line) } });
const bench = use(openTracking, (opened) => opened.close());
beforeEach(async () => {
  await resetMarket(bench);
  await setFeed({ accepts: true, faults: [], release: true });
  lines.length = 0;
});
afterEach(async () => {
  for (const follower of followers.splice(0)) await follower.stop();
  await until(async () => (await feedState()).connections === 0);
});

const setFeed = (feed: object) => setMarket(bench.sandbox, { feed });
async function feedState(): Promise<{ connections: number }> {
  const response = await fetch(`${bench.sandbox.url}/control/market`);
  return ((await response.json()) as { feed: { connections: number } }).feed;
}
const address = () => ({ url: bench.sandbox.marketFeedUrl, apiKey: bench.sandbox.marketApiKey });
function startFeed(more: Partial<FollowDeps> = {}): FeedFollower {
  const follower = followFeed({ ...bench.deps, logger, marketFeed: address(), ...more });
  followers.push(follower);
  follower.start();
  return follower;
}
async function connected(more: Partial<FollowDeps> = {}): Promise<FeedFollower> {
  const before = (await feedState()).connections;
  const follower = startFeed(more);
  await until(async () => (await feedState()).connections === before + 1);
  return follower;
}
const stands = (withdrawal: BoughtItemWithdrawal, ...[status, marketStatus]: [string, number]) =>
  until(async () => {
    const [found, number] = await standOf(bench, withdrawal);
    return found === status && number === marketStatus;
  });
/** Messages are applied in order, so all earlier ones are applied by then. */
async function isHeard(): Promise<void> {
  const last = await buyOne(bench);
  await moveTrade(bench, last, 'notified');
  await stands(last, 'WAITING_SELLER', 1);
}
const names = (withdrawal: BoughtItemWithdrawal) => eventsOf(bench, withdrawal).map(([event]) => event);

test('the feed follows a trade to its delivery, on several processes, with each event once', async () => {
  await connected();
  await connected();
  const withdrawal = await buyOne(bench);
  await moveTrade(bench, withdrawal, 'sent');
  await stands(withdrawal, 'TRADE_SENT', 4);
  await moveTrade(bench, withdrawal, 'accepted');
  await stands(withdrawal, 'COMPLETED', 4);
  await moveTrade(bench, withdrawal, 'completed');
  await stands(withdrawal, 'COMPLETED', 5);
  assert.deepEqual(await standOf(bench, withdrawal), ['COMPLETED', 5, 'WITHDRAWN']);
  const { inventoryItemId, itemName } = withdrawal;
  const [sent, completed, ...more] = eventsOf(bench, withdrawal);
  assert.deepEqual(
    [sent?.[0], completed, more],
    ['withdrawal:trade_sent', ['withdrawal:completed', { inventoryItemId, itemName }], []],
  );
});

test('a process that starts is connected, and one that stops is not', async () => {
  const started = await createTestApp({
    databaseUrl: bench.app.databaseUrl,
    marketplace: bench.market,
    marketFeed: address(),
  });
  try {
    assert.equal((await feedState()).connections, 0);
    await started.start();
    await until(async () => (await feedState()).connections === 1);
    const withdrawal = await buyOne(bench);
    await moveTrade(bench, withdrawal, 'sent');
    await stands(withdrawal, 'TRADE_SENT', 4);
  } finally {
    await started.close();
  }
  await until(async () => (await feedState()).connections === 0);
});

test('a failure from the feed has a Portuguese reason, since the feed gives none', async () => {
  await connected();
  const withdrawal = await buyOne(bench);
  await moveTrade(bench, withdrawal, 'failed');
  await stands(withdrawal, 'CANCELLED', 6);
  assert.deepEqual(await standOf(bench, withdrawal), ['CANCELLED', 6, 'AVAILABLE']);
  const reason = 'A compra foi cancelada no mercado.';
  await until(async () => eventsOf(bench, withdrawal).length === 1);
  assert.deepEqual(eventsOf(bench, withdrawal), [
    ['withdrawal:cancelled', { inventoryItemId: withdrawal.inventoryItemId, reason }],
  ]);
});

test('a failure from the feed is checked with the marketplace, and an open withdrawal stays open with an alert', async () => {
  await connected();
  const [waiting, sent] = [await buyOne(bench), await buyOne(bench)];
  await moveTrade(bench, sent, 'sent');
  await stands(sent, 'TRADE_SENT', 4);
  await setFeed({ faults: [{ fault: 'lie', times: 1 }] });
  await moveTrade(bench, waiting, 'notified');
  await setFeed({ send: { type: 'update', data: { items: [{ id: sent.marketId, status: 6 }] } } });
  await isHeard();
  assert.deepEqual(await standOf(bench, waiting), ['WAITING_SELLER', 0, 'LOCKED']);
  assert.deepEqual(await standOf(bench, sent), ['TRADE_SENT', 4, 'LOCKED']);
  for (const each of [waiting, sent]) assert.deepEqual(await alertsOf(bench, each), ['WITHDRAWAL_FEED_DOUBTED']);
  assert.deepEqual([names(waiting), names(sent)], [[], ['withdrawal:trade_sent']]);
  // The marketplace sells nothing while this delivery is applied.
  await moveTrade(bench, sent, 'accepted');
  await stands(sent, 'COMPLETED', 4);
  assert.deepEqual(await standOf(bench, sent), ['COMPLETED', 4, 'WITHDRAWN']);
  // The marketplace confirms it in the end, which resolves the doubt.
  await moveTrade(bench, waiting, 'failed');
  await stands(waiting, 'CANCELLED', 6);
  assert.deepEqual(await alertsOf(bench, waiting), []);
});

test('nothing is released until the marketplace answers, and the poll asks again', async () => {
  await connected();
  const withdrawal = await buyOne(bench);
  for (const fault of ['server-error', 'malformed', 'refusal']) {
    await setMarket(bench.sandbox, { faults: [{ fault, path: 'check-many-steam', times: 1 }] });
    await setFeed({ send: { type: 'update', data: { items: [{ id: withdrawal.marketId, status: 6 }] } } });
    await isHeard();
    assert.deepEqual(await standOf(bench, withdrawal), ['WAITING_SELLER', 0, 'LOCKED'], fault);
  }
  assert.deepEqual(await alertsOf(bench, withdrawal), []);
  await setFeed({ faults: [{ fault: 'silent', times: 1 }] });
  await moveTrade(bench, withdrawal, 'failed', { reason: 'Seller did not send' });
  await pollOpen(bench.deps);
  assert.deepEqual(await standOf(bench, withdrawal), ['FAILED', 6, 'AVAILABLE']);
});

test('repeated, late or unordered messages leave the newest state', async () => {
  await connected();
  const [doubled, overtaken, late] = [await buyOne(bench), await buyOne(bench), await buyOne(bench)];
  await setFeed({ faults: [{ fault: 'duplicate', times: 2 }] });
  await moveTrade(bench, doubled, 'sent');
  await moveTrade(bench, doubled, 'accepted');
  await setFeed({ faults: [{ fault: 'reorder', times: 1 }] });
  await moveTrade(bench, overtaken, 'notified');
  await moveTrade(bench, overtaken, 'sent');
  await setFeed({ faults: [{ fault: 'late', times: 1 }] });
  await moveTrade(bench, late, 'sent');
  await moveTrade(bench, late, 'accepted');
  await setFeed({ release: true });
  await isHeard();
  assert.deepEqual(names(doubled), ['withdrawal:trade_sent', 'withdrawal:completed']);
  assert.deepEqual(await standOf(bench, overtaken), ['TRADE_SENT', 4, 'LOCKED']);
  assert.deepEqual(names(overtaken), ['withdrawal:trade_sent']);
  assert.deepEqual(await standOf(bench, late), ['COMPLETED', 4, 'WITHDRAWN']);
  assert.deepEqual(names(late), ['withdrawal:completed']);
});

test('a contradiction changes no ended withdrawal, and raises an alert', async () => {
  await connected();
  const withdrawal = await buyOne(bench);
  await setFeed({ faults: [{ fault: 'contradict', times: 1 }] });
  await moveTrade(bench, withdrawal, 'failed');
  await isHeard();
  assert.deepEqual(await standOf(bench, withdrawal), ['CANCELLED', 6, 'AVAILABLE']);
  assert.deepEqual(await alertsOf(bench, withdrawal), ['WITHDRAWAL_CONTRADICTION']);
});

test('a reversal from the feed that the marketplace confirms suspends the user, with its reason', async () => {
  await connected();
  const withdrawal = await buyOne(bench);
  await moveTrade(bench, withdrawal, 'accepted');
  await moveTrade(bench, withdrawal, 'reversed', { by: 'buyer' });
  await isHeard();
  assert.deepEqual(await standOf(bench, withdrawal), ['COMPLETED', 6, 'WITHDRAWN']);
  assert.deepEqual(await alertsOf(bench, withdrawal), ['WITHDRAWAL_REVERSED']);
  assert.deepEqual(
    await bench.app.db.query(
      sql`select reason from withdrawal_suspensions where user_id = ${withdrawal.person.userId}`,
    ),
    [{ reason: 'Trade was rolled back by the buyer' }],
  );
});

test('a reversal from the feed alone suspends nobody, and an alert says that the marketplace denies it', async () => {
  await connected();
  const withdrawal = await buyOne(bench);
  await moveTrade(bench, withdrawal, 'accepted');
  await stands(withdrawal, 'COMPLETED', 4);
  const isSuspended = () => hasSuspension(bench.app.db, withdrawal.person.userId);
  const lie = () => setFeed({ send: { type: 'update', data: { items: [{ id: withdrawal.marketId, status: 6 }] } } });
  await setMarket(bench.sandbox, { faults: [{ fault: 'server-error', path: 'check-many-steam', times: 1 }] });
  await lie();
  await isHeard();
  assert.deepEqual([await alertsOf(bench, withdrawal), await isSuspended()], [[], false], 'nobody answers');
  await lie();
  await isHeard();
  assert.deepEqual(await standOf(bench, withdrawal), ['COMPLETED', 4, 'WITHDRAWN']);
  assert.deepEqual([await alertsOf(bench, withdrawal), await isSuspended()], [['WITHDRAWAL_FEED_DOUBTED'], false]);
  const [alert] = await bench.app.db.query<{ message: string }>(sql`
    select message from alerts where key = ${withdrawal.id} and kind = 'WITHDRAWAL_FEED_DOUBTED'`);
  assert.match(alert?.message ?? '', /which is COMPLETED, was taken back; .* says COMPLETED.* nobody is suspended/);
  // The feed stays silent, but the poll learns of it.
  await setFeed({ faults: [{ fault: 'silent', times: 1 }] });
  await moveTrade(bench, withdrawal, 'reversed', { by: 'seller' });
  await watchDelivered(bench.deps);
  assert.deepEqual([await alertsOf(bench, withdrawal), await isSuspended()], [['WITHDRAWAL_REVERSED'], true]);
});

test('an unreadable message is skipped, with a log line that repeats none of it', async () => {
  await connected();
  const withdrawal = await buyOne(bench);
  await setFeed({ faults: [{ fault: 'malformed', times: 1 }] });
  await moveTrade(bench, withdrawal, 'notified');
  const item = { id: Number(withdrawal.marketId), status: 5 };
  const wrong = [
    { type: 'update', data: { items: [{ ...item, id: null }] } },
    { type: 'other-secret', data: { items: [item] } },
    { type: 'update', data: { done: 'yes', items: [item] } },
    { type: 'update', items: [item] },
  ];
  for (const message of wrong) await setFeed({ send: message });
  await setFeed({ send: { type: 'update', data: { items: [{ id: 'nobodys', status: 5 }] } } });
  await isHeard();
  assert.deepEqual(await standOf(bench, withdrawal), ['WAITING_SELLER', 0, 'LOCKED']);
  const unread = lines.filter((line) => line.includes('could not be read'));
  assert.deepEqual([unread.length, lines.filter((line) => line.includes('secret'))], [wrong.length + 1, []]);
  await setFeed({ send: { type: 'update', data: { items: [{ id: withdrawal.marketId, status: '4' }] } } });
  await stands(withdrawal, 'TRADE_SENT', 4);
});

test('a lost connection is retried after 5 seconds times the attempt, ten times', async () => {
  const waits: number[] = [];
  const waitForRetry = async (durationMs: number) => void waits.push(durationMs);
  await setFeed({ accepts: false });
  const { db } = bench.app;
  const stopped = sql`select from alerts where kind = 'MARKET_FEED_STOPPED' and resolved_at is null`;
  startFeed({ waitForRetry });
  await until(async () => (await db.query(stopped)).length === 1);
  assert.deepEqual(
    waits,
    [5, 10, 15, 20, 25, 30, 35, 40, 45, 50].map((seconds) => seconds * 1_000),
  );
  assert.ok(lines.every((line) => !line.includes(bench.sandbox.marketApiKey)));
  await setFeed({ accepts: true });
  await connected();
  await until(async () => (await db.query(stopped)).length === 0);
});

test('a connection begins the count anew', async () => {
  const waits: number[] = [];
  const waitForRetry = async (durationMs: number) => {
    waits.push(durationMs);
    if (waits.length === 3) await setFeed({ accepts: true });
  };
  const isConnected = () => until(async () => (await feedState()).connections === 1);
  await setFeed({ accepts: false });
  startFeed({ waitForRetry });
  await isConnected();
  await setFeed({ disconnect: true });
  await until(() => waits.length === 4);
  await isConnected();
  assert.deepEqual(waits, [5_000, 10_000, 15_000, 5_000]);
  const withdrawal = await buyOne(bench);
  await moveTrade(bench, withdrawal, 'sent');
  await stands(withdrawal, 'TRADE_SENT', 4);
});

test('without a key nothing is connected, and a wrong one is not let in', async () => {
  startFeed({ marketFeed: null });
  const reasons: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  startFeed({
    marketFeed: { ...address(), apiKey: 'wrong' },
    waitForRetry: async (_durationMs, signal) => {
      resolve();
      await new Promise((ended) => signal.addEventListener('abort', ended));
      reasons.push('stopped');
    },
  });
  await promise;
  assert.equal((await feedState()).connections, 0);
  assert.ok(lines.some((line) => line.includes('wrong api')));
  for (const follower of followers) await follower.stop();
  assert.deepEqual(reasons, ['stopped'], 'a stop waits for no attempt');
});
