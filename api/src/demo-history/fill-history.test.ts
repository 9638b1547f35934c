import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { createTestApp } from '../../test/support/app.ts';
import { TEST_KEYS, testSeedSeal } from '../../test/support/committed-seeds.ts';
import { createDemoApp } from '../../test/support/demo-app.ts';
import { createPlayer } from '../../test/support/people.ts';
import { rollUps } from '../app.ts';
import { createCase } from '../modules/games/cases/openings/test-support.ts';
import { fixedClock } from '../platform/clock.ts';
import { type Db, transaction } from '../platform/database/db.ts';
import { raw, sql } from '../platform/database/sql.ts';
import { addDays, DAY_TIME_ZONE, dayOf, dayStart } from '../platform/days.ts';
import { rollUpDays } from '../platform/roll-ups/roll-up-days.ts';
import { findViolations } from '../verify/find-violations.ts';
import { createCrowd } from './crowd.ts';
import { fillHistory, type HistoryDeps } from './fill-history.ts';
import type { Player } from './history.types.ts';
import { planSlots } from './plan-slots.ts';
import { playBattle } from './play-battle.ts';
import { createProgress } from './progress.ts';
import { createRandom, createWeighted } from './random.ts';
import { readArguments } from './read-arguments.ts';
import { runDemo } from './run-demo.ts';
import { useCaseDeps } from './use-cases.ts';
import { readWorld } from './world.sql.ts';

/** The noon before: the days before it are over for long, whenever this runs. */
const clock = fixedClock(new Date(dayStart(addDays(dayOf(new Date()), -1)).getTime() + 12 * 60 * 60 * 1000));
const today = dayOf(clock.now());

const depsOf = (db: Db, more: Partial<HistoryDeps> = {}): HistoryDeps => ({
  ...{ db, clock, seedSeal: testSeedSeal, rollUps, administratorPlatformId: '76561198000000001' },
  ...{ onProgress: () => undefined, signal: new AbortController().signal },
  ...more,
});

/** Where a history shows when something happened. */
const STAMPS = {
  users: ['created_at'],
  transfers: ['created_at'],
  case_openings: ['created_at', 'committed_at'],
  inventory_items: ['acquired_at'],
  upgrades: ['created_at'],
  deposits: ['created_at', 'ended_at'],
  deposit_payments: ['paid_at', 'received_at'],
  money_withdrawals: ['created_at', 'ended_at'],
  holds: ['created_at', 'ended_at'],
  orders: ['requested_at', 'settled_at'],
  battles: ['created_at', 'started_at', 'ended_at', 'tie_committed_at'],
  battle_seats: ['taken_at', 'ended_at'],
  battle_rolls: ['created_at', 'committed_at'],
  battle_drops: ['created_at'],
  commitment_runs: ['committed_at'],
  raffles: ['created_at', 'closed_at', 'drawn_at'],
  raffle_purchases: ['created_at'],
  notifications: ['created_at'],
};

test('a history is of the past, holds all that must hold, has everything in it, and is written once', async (t) => {
  const { db } = await createDemoApp(t);
  // As a server that has run for a night: its days are added up anew, with the older ones.
  await db.query(sql`insert into rolled_days (day) values (${addDays(today, -1)})`);
  // What the first start has written is of before.
  const [begun] = await db.query<{ at: Date }>(sql`select now() as at`);
  const told: number[] = [];
  // A server's job that comes in the middle of it.
  let adding: Promise<void> | null = null;
  const onProgress = (done: number) => {
    told.push(done);
    adding ??= rollUpDays({ db, clock, rollUps });
  };

  const report = await fillHistory(depsOf(db, { onProgress }), { transfers: 2_000, days: 3, seed: 1 });
  await adding;

  assert.deepEqual(await findViolations(db, { byOwnWays: true, keys: TEST_KEYS }), []);
  assert.ok(
    Object.values(report).every((count) => count > 0),
    JSON.stringify(report),
  );
  assert.ok(Math.abs(report.transfers - 2_000) < 150, String(report.transfers));
  const [counted] = await db.query<{ transfers: number; days: number }>(sql`
    select (select count(*)::int from transfers) as transfers, (select count(*)::int from rolled_days) as days`);
  assert.deepEqual(counted, { transfers: report.transfers, days: 3 });
  assert.equal(told.at(-1), 2_000);
  for (const [table, columns] of Object.entries(STAMPS)) {
    const [found] = await db.query<{ rows: number; early: number; late: number }>(sql`
      select count(at)::int as rows, count(*) filter (where at < ${dayStart(addDays(today, -3))})::int as early,
        count(*) filter (where at > ${begun?.at})::int as late
      from ${raw(table)} cross join lateral unnest(array[${raw(columns.join(', '))}]) as at`);
    assert.ok((found?.rows ?? 0) > 0, table);
    assert.deepEqual([found?.early, found?.late], [0, 0], table);
  }
  const absent = await db.query(sql`
    select distinct type, (created_at at time zone ${DAY_TIME_ZONE}::text)::date as day, user_id from transfers
    where (user_id, (created_at at time zone ${DAY_TIME_ZONE}::text)::date)
      not in (select user_id, day from user_activity)`);
  assert.deepEqual(absent, [], 'who has moved money on a day was there, by a battle or a raffle too');
  const toBeCounted = await db.query(sql`
    select user_id from raffle_buyers join raffles on raffles.id = raffle_id where status = 'COMPLETED' and not is_counted`);
  assert.deepEqual(toBeCounted, [], 'they would earn in the event of now');
  const outOfOrder = await db.query(sql`
    select id from (
      select id, created_at, lag(created_at) over (partition by user_id order by id) as before from transfers) line
    where created_at < before`);
  assert.deepEqual(outOfOrder, []);

  await assert.rejects(fillHistory(depsOf(db), { transfers: 100, days: 1, seed: 1 }), /has a history already/);
});

async function createSmallWorld(t: TestContext) {
  const app = await createTestApp();
  t.after(() => app.close());
  return app;
}

test('a history that is ended early is sound, and the guards of the tables are on again', async (t) => {
  const { db } = await createSmallWorld(t);
  await assert.rejects(fillHistory(depsOf(db), { transfers: 100, days: 1, seed: 1 }), /no case to open/);
  await createCase(db, { widths: [2_000_000, 8_000_000], priceCents: 19 });
  const stopping = new AbortController();
  const deps = depsOf(db, { onProgress: () => stopping.abort(), signal: stopping.signal });
  const { transfers } = await fillHistory(deps, { transfers: 2_000, days: 1, seed: 2 });
  assert.ok(transfers > 0 && transfers < 1_500, String(transfers));
  assert.deepEqual(await findViolations(db, { keys: TEST_KEYS }), []);
  for (const table of ['transfers', 'commitment_runs', 'battles', 'battle_rolls', 'raffle_purchases']) {
    const off = await db.query(sql`
      select tgname from pg_trigger where tgrelid = ${table}::regclass and not tgisinternal and tgenabled = 'D'`);
    assert.deepEqual(off, [], table);
  }
});

test('a history that was ended before anything happened is not begun again', async (t) => {
  const { db } = await createSmallWorld(t);
  await createCase(db);
  const size = { transfers: 100, days: 1, seed: 1 };
  const { users, transfers } = await fillHistory(depsOf(db, { signal: AbortSignal.abort() }), size);
  assert.deepEqual([users > 0, transfers], [true, 0]);
  await assert.rejects(fillHistory(depsOf(db), size), /has a history already/);
});

test('a battle in which a seat cannot be had is left alone, and its people are known again', async (t) => {
  const { db } = await createSmallWorld(t);
  await createCase(db);
  const { userId: id } = await createPlayer(db, 50);
  const useCases = useCaseDeps(db, testSeedSeal);
  const world = await transaction(db, (tx) => readWorld(tx, useCases.settings));
  const player: Player = {
    ...{ id, username: 'Ana', joinedMs: 0, weight: 1, favourites: world.cases, clientSeed: null, bag: [] },
    // More than the account has.
    ...{ balanceCents: 100n, nonce: 0, busyUntilMs: 0, lastPayoutMs: 0 },
  };
  const random = createRandom(1);
  const stage = { world, crowd: createCrowd([player], random), random };
  assert.equal(await playBattle(useCases, stage, 1_000), null);
  assert.deepEqual([player.balanceCents, player.busyUntilMs > 1_000], [50n, true]);
});

test('arguments that cannot be meant are named', () => {
  assert.deepEqual(readArguments([]), { transfers: 100_000, days: 28, seed: 1, databaseUrl: null });
  assert.deepEqual(readArguments(['--transfers', '10000000', '--days', '28', '--database-url', 'postgres://x']), {
    ...{ transfers: 10_000_000, days: 28, seed: 1, databaseUrl: 'postgres://x' },
  });
  assert.equal(readArguments(['--help']), 'help');
  for (const [args, fault] of [
    [['--transfers', '10000001'], /--transfers must be a whole number from 100 to 10000000, not "10000001"/],
    [['--transfers', '1e3'], /--transfers must be/],
    [['--days', '0'], /--days must be a whole number from 1 to 365/],
    [['--seed', '-1'], /seed/],
    [['--transfers', '10000000', '--days', '1'], /--days 1 has room for 500000 transfers/],
    [['--weeks', '3'], /--weeks/],
  ] as const) {
    assert.throws(() => readArguments(args), fault);
  }
});

async function run(args: readonly string[], environment: Record<string, string> = {}) {
  const said = { output: '', errors: '' };
  const into = (name: keyof typeof said) => ({
    write: (text: string | Uint8Array) => {
      said[name] += String(text);
      return true;
    },
  });
  const { signal } = new AbortController();
  const code = await runDemo(args, { environment, output: into('output'), errors: into('errors'), signal });
  return { code, ...said };
}

test('the command says what it does, and why it does not', async () => {
  const help = await run(['--help']);
  assert.deepEqual([help.code, help.errors], [0, '']);
  assert.match(help.output, /npm run demo .*--transfers N.*--days N/);
  assert.deepEqual(await run([], { NODE_ENV: 'production' }), {
    ...{ code: 2, output: '' },
    errors: 'The history could not be written: NODE_ENV is production, where nothing is made up\n',
  });
  const unreachable = await run(['--database-url', 'postgres://127.0.0.1:1/nowhere']);
  assert.equal(unreachable.code, 2);
  assert.match(unreachable.errors, /^The history could not be written: /);
});

test('slots follow each other up to now, and have all transfers between them', () => {
  const anySpan = fc.record({
    now: fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
    days: fc.integer({ min: 1, max: 60 }),
    transfers: fc.integer({ min: 100, max: 10_000_000 }),
  });
  fc.assert(
    fc.property(anySpan, fc.nat(), (span, seed) => {
      const slots = planSlots(span, createRandom(seed));
      assert.equal(
        slots.reduce((sum, { transfers }) => sum + transfers, 0),
        span.transfers,
      );
      assert.equal(slots[0]?.startMs, dayStart(addDays(dayOf(span.now), -span.days)).getTime());
      assert.ok(slots.every(({ startMs, endMs, transfers }) => endMs > startMs && transfers >= 0));
      assert.ok(slots.every(({ startMs }, index) => index === 0 || startMs === slots[index - 1]?.endMs));
      assert.ok((slots.at(-1)?.endMs ?? 0) <= span.now.getTime());
    }),
    { numRuns: 50 },
  );
});

test('evenings and weekends are busier, and the last week more than the first', () => {
  const now = new Date('2026-11-16T03:00:00Z');
  const slots = planSlots({ now, days: 28, transfers: 1_000_000 }, createRandom(7));
  const sumOf = (isOne: (local: Temporal.ZonedDateTime) => boolean) =>
    slots.reduce((sum, { startMs, transfers }) => {
      const local = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO('America/Sao_Paulo');
      return isOne(local) ? sum + transfers : sum;
    }, 0);
  assert.ok(sumOf(({ hour }) => hour >= 18) > 4 * sumOf(({ hour }) => hour < 6));
  assert.ok(sumOf(({ dayOfWeek }) => dayOfWeek > 5) / 2 > 1.2 * (sumOf(({ dayOfWeek }) => dayOfWeek <= 5) / 5));
  const firstWeek = sumOf((local) => local.toPlainDate().toString() < '2026-10-26');
  const lastWeek = sumOf((local) => local.toPlainDate().toString() >= '2026-11-09');
  assert.ok(lastWeek > 1.5 * firstWeek, `${firstWeek} ${lastWeek}`);
});

test('chance is the same for a seed, and goes by weight', () => {
  const drawn = (seed: number) => Array.from({ length: 5 }, createRandom(seed));
  assert.deepEqual(drawn(3), drawn(3));
  assert.notDeepEqual(drawn(3), drawn(4));
  const pick = createWeighted(createRandom(1), [1, 0, 3]);
  const picked = Map.groupBy(Array.from({ length: 4_000 }, pick), (place) => place);
  assert.deepEqual([...picked.keys()].sort(), [0, 2]);
  const often = picked.get(2)?.length ?? 0;
  assert.ok(often > 2_900 && often < 3_100, String(often));
});

test('progress is a bar for a person, and a line for each tenth in a file', () => {
  const shown = (isTTY: boolean, steps: readonly number[]) => {
    let text = '';
    const write = (more: string | Uint8Array) => {
      text += String(more);
      return true;
    };
    const progress = createProgress({ isTTY, write }, 200);
    for (const done of steps) progress(done);
    return text;
  };
  assert.equal(shown(false, [1, 19, 20, 21, 100, 200, 200]), '10 %\n50 %\n100 %\n');
  assert.equal(shown(true, [100, 100, 200]), `\r${'█'.repeat(20)}${'░'.repeat(20)} 50 %\r${'█'.repeat(40)} 100 %\n`);
});
