import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { CLOSE_SALES } from '../../src/modules/games/raffles/sales/close-sales.ts';
import { createRaffleCalls, endTime } from '../../src/modules/games/raffles/test-support.ts';
import { transaction } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { MINUTE_MS } from '../../src/platform/durations.ts';
import { until } from '../../src/platform/hot-store/test-support.ts';
import { addJob, createRelease, startJobs } from '../../src/platform/jobs/jobs.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createPlayer } from '../support/people.ts';

/** Processes are killed, or stopped, while they run jobs; others look after what they have left. */
const TAKER = path.resolve(import.meta.dirname, '../support/job-taker.ts');

let app: TestApp;
const takers: ChildProcess[] = [];
before(async () => {
  app = await createTestApp();
});
after(async () => {
  for (const taker of takers) taker.kill('SIGKILL');
  await app.close();
});

async function takeJobs(names: readonly string[]): Promise<ChildProcess> {
  const taker = spawn(process.execPath, [TAKER, app.databaseUrl, ...names], { stdio: ['ignore', 'pipe', 'inherit'] });
  takers.push(taker);
  const left = new Set(names);
  for await (const name of createInterface({ input: taker.stdout })) {
    left.delete(name);
    if (left.size === 0) break;
  }
  assert.equal(left.size, 0, [...left].join());
  return taker;
}

async function kill(taker: ChildProcess): Promise<void> {
  taker.kill('SIGKILL');
  await once(taker, 'exit');
}

function releaseInOwnTime() {
  let nowMs = 0;
  const release = createRelease({ pool: app.db.pool, now: () => nowMs });
  return {
    /**
     * Looks every five seconds, as a process does, and returns after how many looks the runner's jobs were given back.
     */
    lookFor: async (ms: number): Promise<number | null> => {
      for (const endMs = nowMs + ms; nowMs <= endMs; nowMs += 5_000) if ((await release()).length > 0) return nowMs;
      return null;
    },
  };
}

const lockedJobs = () =>
  app.db.query<{ name: string }>(
    sql`select task_identifier as name from graphile_worker.jobs where locked_by is not null order by name`,
  );

/** The server has seen that the process is gone; that takes a moment, and no time of ours. */
async function untilUnlocked(): Promise<void> {
  const holders = () =>
    app.db.query(sql`select from pg_stat_activity
      where application_name = 'lisura lock' and datname = current_database()`);
  while ((await holders()).length > 0) await new Promise(setImmediate);
}

test('a job of every kind that a kill has cut is run again within a minute', async () => {
  const names = app.jobSets.flatMap(({ tasks }) => Object.keys(tasks));
  assert.ok(names.length > 15, names.join());
  await transaction(app.db, async (tx) => {
    for (const name of names) await addJob(tx, name, { of: name });
  });
  await kill(await takeJobs(names));
  assert.equal((await lockedJobs()).length, names.length);
  await untilUnlocked();
  const releasedMs = await releaseInOwnTime().lookFor(MINUTE_MS);
  assert.ok(releasedMs !== null && releasedMs < MINUTE_MS / 2, `after ${releasedMs} ms`);
  assert.deepEqual(await lockedJobs(), []);

  const { promise: allRun, resolve } = Promise.withResolvers<void>();
  const run = new Map<string, unknown>();
  const tasks = Object.fromEntries(
    names.map((name) => [
      name,
      async (payload: unknown) => {
        run.set(name, payload);
        if (run.size === names.length) resolve();
      },
    ]),
  );
  const runner = await startJobs(app.databaseUrl, [{ tasks }], silentLogger);
  await allRun;
  await runner.stop();
  assert.deepEqual(Object.fromEntries(run), Object.fromEntries(names.map((name) => [name, { of: name }])));
  assert.deepEqual(await app.db.query(sql`select from graphile_worker.jobs`), []);
});

test('a process that is stopped for however long, and lives, keeps its jobs', async () => {
  await transaction(app.db, (tx) => addJob(tx, 'sweep-sessions', {}));
  const taker = await takeJobs(['sweep-sessions']);
  taker.kill('SIGSTOP');
  const { lookFor } = releaseInOwnTime();
  assert.equal(await lookFor(10 * MINUTE_MS), null);
  assert.equal((await lockedJobs()).length, 1);
  await kill(taker);
  await untilUnlocked();
  assert.notEqual(await lookFor(MINUTE_MS), null);
  await app.db.query(sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`);
});

test('one whose connection breaks has time to make it anew', async () => {
  await transaction(app.db, (tx) => addJob(tx, 'sweep-sessions', {}));
  const taker = await takeJobs(['sweep-sessions']);
  // The process lives, but its sign of life is gone for less time than it takes to give it up.
  await app.db.query(sql`
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where application_name = 'lisura lock' and datname = current_database()`);
  assert.equal(await releaseInOwnTime().lookFor(15_000), null);
  await kill(taker);
  await app.db.query(sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`);
});

test('a raffle whose closing was cut is closed', async () => {
  const calls = await createRaffleCalls(app);
  const closesAt = new Date(Date.now() + MINUTE_MS).toISOString();
  const { id } = await calls.create({ closesAt });
  const buyer = await createPlayer(app.db, 1_000);
  assert.equal((await calls.buy(buyer, id)).status, 200);
  await endTime(app.db, id);
  await app.db.query(sql`update graphile_worker._private_jobs set run_at = now()`);
  await kill(await takeJobs([CLOSE_SALES]));
  assert.equal((await calls.get(id)).body.status, 'ACTIVE');
  await untilUnlocked();
  await releaseInOwnTime().lookFor(MINUTE_MS);
  const runner = await startJobs(app.databaseUrl, app.jobSets, silentLogger);
  await until(async () => (await calls.get(id)).body.status !== 'ACTIVE');
  await runner.stop();
});
