import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { type Db, openDatabase, transaction } from '../../api/src/platform/database/db.ts';
import { takeLease } from '../../api/src/platform/database/one-process.ts';
import { sql } from '../../api/src/platform/database/sql.ts';
import { DAY_MS } from '../../api/src/platform/durations.ts';
import { addJob } from '../../api/src/platform/jobs/jobs.ts';
import { silentLogger as logger } from '../../api/src/platform/observability/logger.ts';
import { createTestApp } from '../../api/test/support/app.ts';
import { createPerson } from '../../api/test/support/people.ts';
import { openPast } from './past.ts';

async function openBoth(t: TestContext) {
  const services = new AsyncDisposableStack();
  t.after(() => services.disposeAsync());
  const app = await createTestApp();
  services.defer(() => app.close());
  const past = await openPast(app.databaseUrl);
  const before = openDatabase({ address: past.address, logger, poolSize: 2, isParallel: true });
  services.defer(() => before.close());
  let ended: Promise<void> | null = null;
  const end = () => {
    ended ??= past.end(app.db);
    return ended;
  };
  services.defer(end);
  return { present: app.db, databaseUrl: app.databaseUrl, past, before, end };
}

async function stampsOf(db: Db, userId: string) {
  const rows = await db.query<{ created: Date; login: Date; active: Date }>(sql`
    select users.created_at as created, sessions.created_at as login, last_active_at as active
    from users join sessions on sessions.user_id = users.id where users.id = ${userId}`);
  return Object.values(rows[0] ?? {}).map((at) => at.getTime());
}

test('sessions of the past write stamps of the past, while those of the present write theirs', async (t) => {
  const { present, past, before } = await openBoth(t);
  const moment = new Date(Date.now() - 20 * DAY_MS);
  await past.moveTo(moment);
  const [old, young] = [await createPerson(before), await createPerson(present)];
  const near = (atMs: number, expected: Date) => Math.abs(atMs - expected.getTime()) < DAY_MS / 2;
  assert.ok(near(past.clock.now().getTime(), moment));
  for (const atMs of await stampsOf(present, old.userId)) assert.ok(near(atMs, moment), new Date(atMs).toISOString());
  for (const atMs of await stampsOf(present, young.userId)) assert.ok(near(atMs, new Date()));
  const [clocks] = await before.query<Record<string, Date>>(
    sql`select now() as a, statement_timestamp() as b, clock_timestamp() as c`,
  );
  for (const at of Object.values(clocks ?? {})) assert.ok(near(at.getTime(), moment));

  const clockless = await present.query(sql`
    select table_name, column_name from information_schema.columns
    where table_schema = 'past' and column_default ~ '(now|_timestamp)\\(' and column_default !~ 'past\\.'`);
  assert.deepEqual(clockless, [], 'a stamp of the present in a view of the past');
  await assert.rejects(before.query(sql`delete from audit_entries where id = -1 or true`), 'triggers hold');
});

test('jobs of the past wait for the past, and what is not due when it ends goes to the server', async (t) => {
  const { present, past, before, end } = await openBoth(t);
  await past.moveTo(new Date(Date.now() - DAY_MS));
  const queued = async () =>
    (await present.query<{ task: string }>(sql`select task_identifier as task from graphile_worker.jobs`)).map(
      ({ task }) => task,
    );
  const inHours = (hours: number) => ({ runAt: new Date(past.clock.now().getTime() + hours * 60 * 60 * 1000) });
  await transaction(before, async (tx) => {
    await addJob(tx, 'due', { id: 1 });
    await addJob(tx, 'next-week', { id: 2 }, { ...inHours(24 * 7), jobKey: 'once' });
  });
  await transaction(present, (tx) => addJob(tx, 'of-now', {}));
  assert.deepEqual(await queued(), ['of-now']);
  assert.deepEqual(
    (await past.takeDueJobs()).map(({ task, payload }) => [task, payload]),
    [['due', { id: 1 }]],
  );
  assert.deepEqual(await past.takeDueJobs(), []);
  await end();
  assert.deepEqual((await queued()).sort(), ['next-week', 'of-now']);
  assert.deepEqual(await present.query(sql`select from pg_namespace where nspname = 'past'`), []);
  assert.deepEqual(await present.query(sql`select from pg_trigger where tgname = 'past_keep_job'`), []);
});

test('a turn that was taken in the present is free in the past', async (t) => {
  const { present, past, before } = await openBoth(t);
  await past.moveTo(new Date(Date.now() - DAY_MS));
  const leaseAt = (now: Date) => ({
    name: 'settle-orders',
    owner: randomUUID(),
    until: new Date(now.getTime() + 60_000),
  });
  const [today, yesterday] = [new Date(), past.clock.now()];
  assert.ok(await takeLease(present, leaseAt(today), today));
  assert.ok(await takeLease(before, leaseAt(yesterday), yesterday));
  assert.ok(!(await takeLease(before, leaseAt(yesterday), yesterday)));
  assert.ok(!(await takeLease(present, leaseAt(today), today)));
});

test('a database has one past at a time', async (t) => {
  const { databaseUrl } = await openBoth(t);
  await assert.rejects(openPast(databaseUrl), /another history is being written here/);
});
