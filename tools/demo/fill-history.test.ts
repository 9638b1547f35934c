import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { type TestContext, test } from 'node:test';
import { readConfig } from '../../api/src/app/config.ts';
import { createCase } from '../../api/src/modules/games/cases/openings/test-support.ts';
import type { Db } from '../../api/src/platform/database/db.ts';
import { raw, sql } from '../../api/src/platform/database/sql.ts';
import { addDays, dayOf, dayStart } from '../../api/src/platform/days.ts';
import { HOUR_MS } from '../../api/src/platform/durations.ts';
import { startJobs } from '../../api/src/platform/jobs/jobs.ts';
import { silentLogger as logger } from '../../api/src/platform/observability/logger.ts';
import { findViolations } from '../../api/src/verify/find-violations.ts';
import { createTestApp, type TestApp } from '../../api/test/support/app.ts';
import { TEST_KEYS } from '../../api/test/support/committed-seeds.ts';
import { createDemoApp, type DemoApp } from '../../api/test/support/demo-app.ts';
import { ADMIN_PLATFORM_ID, createPlayer } from '../../api/test/support/people.ts';
import { fillHistory, type HistoryDeps } from './fill-history.ts';
import { createPerson } from './person.ts';

/** This is the noon of a day that is added up already, which happens a quarter of an hour after its end. */
const lastDay = addDays(dayOf(new Date(Date.now() - HOUR_MS)), -1);
const until = new Date(dayStart(lastDay).getTime() + 12 * HOUR_MS);
const DAYS = 1;
const TRANSFERS = 500;

const depsOf = (db: Db, address: string, more: Partial<HistoryDeps> = {}): HistoryDeps => ({
  config: readConfig({}, tmpdir()),
  keys: TEST_KEYS,
  onProgress: () => undefined,
  signal: new AbortController().signal,
  db,
  address,
  logger,
  until,
  ...more,
});

const STAMPS = {
  users: ['created_at', 'last_active_at'],
  transfers: ['created_at'],
  case_openings: ['created_at', 'committed_at'],
  inventory_items: ['acquired_at'],
  upgrades: ['created_at'],
  deposits: ['created_at', 'ended_at'],
  deposit_payments: ['paid_at', 'received_at'],
  money_withdrawals: ['created_at', 'ended_at'],
  holds: ['created_at', 'ended_at'],
  battles: ['created_at', 'started_at', 'ended_at', 'cancelled_at'],
  battle_seats: ['taken_at', 'ended_at'],
  commitment_runs: ['committed_at'],
  raffle_purchases: ['created_at'],
  notifications: ['created_at'],
  audit_entries: ['created_at'],
};

test('a history is of the past, holds all that must hold, and has everything in it', async (t) => {
  const demo = await createDemoApp(t);
  const { app, db, databaseUrl } = demo;
  const [begun] = await db.query<{ at: Date }>(sql`select clock_timestamp() as at`);
  // A server that runs meanwhile takes no job of the history, and none of the schedule.
  const jobs = await startJobs(databaseUrl, app.jobSets, logger);
  const free: Promise<object[]>[] = [];
  let stopped: Promise<void> | null = null;
  const onProgress = ({ at }: { at: Date }) => {
    free.push(db.query(sql`select from graphile_worker._private_known_crontabs for update skip locked`));
    // The server would end at once what the history leaves open.
    if (at >= until) stopped = jobs.stop();
  };

  await fillHistory(depsOf(db, databaseUrl, { onProgress }), { transfers: TRANSFERS, days: DAYS });
  await (stopped ?? jobs.stop());

  assert.deepEqual(await findViolations(db, { byOwnWays: true, keys: TEST_KEYS }), []);
  assert.deepEqual((await Promise.all(free)).flat(), []);
  for (const [table, columns] of Object.entries(STAMPS)) {
    const [found] = await db.query<{ rows: number; early: number; late: number }>(sql`
      select count(at)::int as rows, count(*) filter (where at < ${dayStart(addDays(dayOf(until), -DAYS))})::int as early,
        count(*) filter (where at > ${begun?.at})::int as late
      from ${raw(table)} cross join lateral unnest(array[${raw(columns.join(', '))}]) as at`);
    assert.ok((found?.rows ?? 0) > 0, table);
    assert.deepEqual([found?.early, found?.late], [0, 0], table);
  }
  const [counted] = await db.query<{ transfers: number; days: number; active: number }>(sql`
    select (select count(*)::int from transfers) as transfers, (select count(*)::int from rolled_days where day <= ${lastDay}) as days,
      (select count(distinct day)::int from user_activity) as active`);
  assert.ok(Math.abs((counted?.transfers ?? 0) - TRANSFERS) < 200, JSON.stringify(counted));
  assert.deepEqual([counted?.days, counted?.active], [DAYS + 1, DAYS + 1]);
  const open = await db.query<{ what: string }>(sql`
    select 'deposit' as what from deposits where status = 'PENDING'
    union select 'payout ' || status from money_withdrawals where ended_at is null
    union select 'deposit of another sum' from deposit_payments where status = 'WAITING'
    union select 'item ' || status from market_withdrawals where status = 'PENDING_APPROVAL'
    union select 'raffle' from raffles where status = 'ACTIVE'
    union select 'battle' from battles where status = 'WAITING' order by 1`);
  assert.deepEqual(
    open.map(({ what }) => what),
    [
      'battle',
      'deposit',
      'deposit of another sum',
      'item PENDING_APPROVAL',
      'payout APPROVED',
      'payout AWAITING_CONFIRMATION',
      'payout PENDING',
      'raffle',
    ],
  );
  const orders = await db.query<{ kind: string; status: string; isAlone: boolean }>(sql`
    select kind, status, requested_at < ${new Date(until.getTime() - HOUR_MS)} and not is_taken as is_alone
    from orders where settled_at is null`);
  const stuck = { kind: 'PAYOUT', status: 'UNKNOWN', isAlone: true };
  assert.deepEqual(orders, [stuck, stuck], 'nobody but a person says what became of them: their bank is gone');
  const trades = await db.query(sql`select from site_swap_trades where outcome is null`);
  assert.equal(trades.length, 0, 'the marketplace of the history is gone');

  await assertFullConsole(demo);

  await assert.rejects(
    fillHistory(depsOf(db, databaseUrl), { transfers: 100, days: 1 }),
    /a history was begun here before, and money has moved here, and days were added up here\. Take a fresh database/,
  );
});

/** Each list of the console is asked for as its page does first. */
const CONSOLE_LISTS = [
  '/admin/deposits?needsDecision=true',
  '/admin/withdrawals?status=PENDING',
  '/admin/skin-withdrawals?status=PENDING_APPROVAL',
  '/admin/site-swaps/undelivered?needsDecision=true',
  '/admin/site-swaps/undelivered?needsDecision=false',
  '/admin/orders',
  '/admin/orders?isOpen=false',
  '/admin/items/held-back-prices',
  '/admin/items/syncs',
  '/admin/items/exchange-rate/history',
  '/admin/items',
  '/admin/cases',
  '/admin/battles',
  '/admin/raffles',
  '/admin/events',
  '/admin/users',
  '/admin/notifications',
  '/admin/audit',
];

async function assertFullConsole({ app, sandbox }: DemoApp): Promise<void> {
  const administrator = createPerson(app, sandbox, { platformId: ADMIN_PLATFORM_ID, address: '10.0.0.3' });
  for (const path of CONSOLE_LISTS) {
    const answer = await administrator.ask<{ data: object[] }>('GET', path);
    assert.ok((answer?.data ?? []).length > 0, `${path} is empty`);
  }
}

async function createSmallWorld(t: TestContext): Promise<TestApp> {
  const app = await createTestApp();
  t.after(() => app.close());
  return app;
}

const MOVED = {
  'a deposit was begun': (db: Db, userId: string) =>
    db.query(sql`
      insert into deposits (user_id, provider, txid, amount_cents, created_at, expires_at)
      values (${userId}, 'pix', ${'a'.repeat(32)}, 100, now(), now() + interval '1 hour')`),
  'a withdrawal was asked for': (db: Db, userId: string) =>
    db.query(sql`
      with hold as (insert into holds (user_id, amount_cents) values (${userId}, 100) returning id)
      insert into money_withdrawals (user_id, hold_id, amount_cents, pix_key_type, pix_key, created_at, expires_at)
      select ${userId}, id, 100, 'EMAIL', 'a@example.com', now(), now() + interval '1 hour' from hold`),
};

for (const [what, move] of Object.entries(MOVED)) {
  test(`where ${what} money has moved, and no history is written`, async (t) => {
    const { db, databaseUrl } = await createSmallWorld(t);
    const { userId } = await createPlayer(db, 0);
    await move(db, userId);
    await assert.rejects(
      fillHistory(depsOf(db, databaseUrl), { transfers: 100, days: 1 }),
      /^Error: money has moved here\. Take a fresh database/,
    );
    assert.equal((await db.query(sql`select from users`)).length, 1);
  });
}

test('where a day was added up no history is written: it would be before that day', async (t) => {
  const { db, databaseUrl } = await createSmallWorld(t);
  await db.query(sql`insert into rolled_days (day) values ('2026-01-01')`);
  await assert.rejects(
    fillHistory(depsOf(db, databaseUrl), { transfers: 100, days: 1 }),
    /^Error: days were added up here\. Take a fresh database/,
  );
});

test('a history that fails or is ended early leaves a sound database, and nothing of itself', async (t) => {
  const { db, databaseUrl } = await createSmallWorld(t);
  await assert.rejects(fillHistory(depsOf(db, databaseUrl), { transfers: 100, days: 1 }), /there is no case to open/);
  assert.deepEqual(await db.query(sql`select from pg_namespace where nspname = 'past'`), []);
  await createCase(db, { widths: [2_000_000, 8_000_000], priceCents: 190 });
  const stopping = new AbortController();
  const onProgress = ({ transfers }: { transfers: number }) => {
    if (transfers > 0) stopping.abort();
  };
  const deps = depsOf(db, databaseUrl, { onProgress, signal: stopping.signal });
  await fillHistory(deps, { transfers: 1_500, days: 1 });
  const [{ count } = { count: 0 }] = await db.query<{ count: number }>(sql`select count(*)::int from transfers`);
  assert.ok(count > 0 && count < 1_000, String(count));
  assert.deepEqual(await findViolations(db, { keys: TEST_KEYS }), []);
  assert.deepEqual(await db.query(sql`select from pg_namespace where nspname = 'past'`), []);
});
