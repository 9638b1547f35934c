import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestDatabase } from '../../../test/support/use-test-database.ts';
import { transaction } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import { silentLogger } from '../observability/logger.ts';
import { addJob, migrateJobs, startJobs } from './jobs.ts';

const db = useTestDatabase();

const waiting = async () =>
  (await db.query<{ n: number }>(sql`select count(*)::int as n from graphile_worker.jobs`))[0]?.n;

test('a job exists if and only if its transaction commits', async () => {
  await assert.rejects(
    transaction(db, async (tx) => {
      await addJob(tx, 'greet', { name: 'nobody' });
      throw new Error('rolled back');
    }),
  );
  assert.equal(await waiting(), 0);
});

test('a waiting job with the same key is replaced', async () => {
  await transaction(db, (tx) =>
    addJob(tx, 'later', { n: 1 }, { jobKey: 'k', runAt: new Date(Date.now() + 3_600_000) }),
  );
  await transaction(db, (tx) =>
    addJob(tx, 'later', { n: 2 }, { jobKey: 'k', runAt: new Date(Date.now() + 3_600_000) }),
  );
  assert.equal(await waiting(), 1);
});

test('a committed job runs, again when it failed, on one of two runners', async () => {
  const { promise: done, resolve } = Promise.withResolvers<unknown>();
  let tries = 0;
  const jobs = {
    tasks: {
      greet: async (payload: unknown) => {
        tries += 1;
        if (tries === 1) throw new Error('first try fails');
        resolve(payload);
      },
    },
  };
  const runners = await Promise.all([startJobs(db.url, [jobs], silentLogger), startJobs(db.url, [jobs], silentLogger)]);
  try {
    await transaction(db, (tx) => addJob(tx, 'greet', { name: 'Ana' }, { maxAttempts: 3 }));
    // The queue would wait a few seconds before a retry.
    const retryNow = setInterval(
      () =>
        db.query(sql`update graphile_worker._private_jobs set run_at = now() where attempts = 1 and locked_at is null`),
      50,
    );
    assert.deepEqual(await done, { name: 'Ana' });
    clearInterval(retryNow);
    assert.equal(tries, 2);
  } finally {
    await Promise.all(runners.map((runner) => runner.stop()));
  }
});

test('migrating the queue again changes nothing', async () => {
  await Promise.all([migrateJobs(db.url, silentLogger), migrateJobs(db.url, silentLogger)]);
});
