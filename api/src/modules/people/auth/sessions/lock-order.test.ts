import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { createBrowser } from '../../../../../test/support/browser.ts';
import { HANG_MS } from '../../../../../test/support/patience.ts';
import { createAdmin, createPerson, type Person } from '../../../../../test/support/people.ts';
import { createRecordingApp, type RecordingApp } from '../../../../../test/support/recording-app.ts';
import { type Tx, transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { findViolations } from '../../../../verify/find-violations.ts';

/** Logins, ends of sessions and the writer of activity lock rows of the same users and sessions. */
let sandbox: Sandbox;
let app: RecordingApp;
before(async () => {
  sandbox = await startSandbox({ port: 0 });
  app = await createRecordingApp({ identityUrl: sandbox.identityUrl });
});
after(async () => {
  assert.deepEqual(await findViolations(app.db), []);
  await app.close();
  await sandbox.close();
});

let nextAccount = 600;
const newAccount = () => {
  nextAccount += 1;
  return `76561198000000${nextAccount}`;
};

/** The first is the most recently active, and so the first in every index. */
async function createSessions(platformId: string, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let idleHours = 0; idleHours < count; idleHours += 1) {
    const person = await createPerson(app.db, { platformId });
    await app.db.query(sql`
      update sessions set last_activity = now() - make_interval(hours => ${idleHours}) where id = ${person.sessionHash}`);
    people.push(person);
  }
  return people;
}

/** Waits until so many wait for a lock, this work last. */
async function untilWaiting(count: number, work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  const deadlineMs = performance.now() + HANG_MS;
  const waiting = () =>
    app.db.query(sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  while ((await waiting()).length < count) {
    assert.ok(!isDone && performance.now() < deadlineMs, `${count} do not wait`);
    await pause(5);
  }
}

/** Runs `first` until it waits for the session, then `second`, and releases both. */
async function whileSessionHeld(
  sessionId: string | undefined,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<unknown[]> {
  const { both } = await transaction(app.db, async (tx: Tx) => {
    await tx.query(sql`select from sessions where id = ${sessionId} for update`);
    app.statements.length = 0;
    const one = first();
    await untilWaiting(1, one);
    const other = second();
    await untilWaiting(2, other);
    return { both: Promise.all([one, other]) };
  });
  return both;
}

const runsOf = (statement: RegExp) => app.statements.filter((text) => statement.test(text)).length;

test('a login that removes sessions does not meet the writer of their activity', async () => {
  const account = newAccount();
  const sessions = await createSessions(account, 6);
  const browser = createBrowser(app.http);
  const callback = await browser.signIn(account);
  // A login keeps four sessions. It removes the fifth, which is locked, and the sixth, whose activity is being written.
  const [landed] = await whileSessionHeld(
    sessions[4]?.sessionHash,
    () => browser.get(callback.href),
    () => {
      app.auth.activity.touch(sessions[5]?.sessionHash ?? '');
      return app.auth.activity.flush();
    },
  );
  assert.equal((landed as { status: number }).status, 302);
  assert.deepEqual([runsOf(/into login_nonces/), runsOf(/update sessions/)], [1, 1], 'nothing had to be run again');
});

test('who would lock several sessions waits for the row of their user and holds none meanwhile', async () => {
  const admin = await createAdmin(app.db);
  const account = newAccount();
  const works: ((own: Person) => Promise<{ statusCode: number } | undefined>)[] = [
    async ({ sessionHash }) => {
      app.auth.activity.touch(sessionHash);
      await app.auth.activity.flush();
    },
    ({ headers }) => app.http.inject({ method: 'POST', url: '/api/auth/logout-all', headers }),
    ({ userId }) =>
      app.http.inject({
        method: 'POST',
        url: `/api/admin/users/${userId}/ban`,
        headers: admin.headers,
        payload: { reason: 'test' },
      }),
  ];
  for (const work of works) {
    const [own] = (await createSessions(account, 3)) as [Person];
    const { done } = await transaction(app.db, async (tx) => {
      await tx.query(sql`select from users where id = ${own.userId} for no key update`);
      const done = work(own).then((answer) => answer?.statusCode ?? 200);
      await untilWaiting(1, done);
      const free = await tx.query(sql`select from sessions where user_id = ${own.userId} for update skip locked`);
      assert.ok(free.length >= 3, `${free.length} sessions are free`);
      return { done };
    });
    assert.equal(await done, 200);
  }
});

test('logins, logouts and activity of the same people at once are all served', async () => {
  const accounts = [newAccount(), newAccount()];
  const people = (await Promise.all(accounts.map((account) => createSessions(account, 5)))).flat();
  const landings = await Promise.all(
    accounts.flatMap((account) =>
      Array.from({ length: 6 }, async () => {
        const browser = createBrowser(app.http);
        const callback = await browser.signIn(account);
        return () => browser.get(callback.href);
      }),
    ),
  );
  const asked = people.map(async ({ headers }, index) => {
    const last = index % 2 === 0 ? ('logout' as const) : ('logout-all' as const);
    const sessions = await app.http.inject({ url: '/api/auth/sessions', headers });
    const logout = await app.http.inject({ method: 'POST', url: `/api/auth/${last}`, headers });
    return [sessions.statusCode, logout.statusCode];
  });
  const landed = await Promise.all(landings.map(async (land) => (await land()).status));
  assert.deepEqual(new Set(landed), new Set([302]));
  // A caller who was logged out meanwhile has no session to end.
  for (const status of (await Promise.all(asked)).flat()) assert.ok([200, 401, 403].includes(status), String(status));
});

test('the sweep waits for nobody’s session', async () => {
  const [expired, held] = (await createSessions(newAccount(), 2)) as [Person, Person];
  await app.db.query(sql`
    update sessions set created_at = created_at - interval '8 days', expires_at = expires_at - interval '8 days'
    where id in (${expired.sessionHash}, ${held.sessionHash})`);
  const sweep = app.auth.jobs?.tasks['sweep-sessions'] as () => Promise<void>;
  const left = () =>
    app.db.query<{ id: string }>(
      sql`select id from sessions where id in (${expired.sessionHash}, ${held.sessionHash})`,
    );
  await transaction(app.db, async (tx) => {
    await tx.query(sql`select from sessions where id = ${held.sessionHash} for update`);
    await sweep();
    assert.deepEqual(await left(), [{ id: held.sessionHash }]);
  });
  await sweep();
  assert.deepEqual(await left(), []);
});

test('activity that could not be written is written the next time, and the latest counts', async () => {
  const [kept, later] = (await createSessions(newAccount(), 2)) as [Person, Person];
  await app.db.query(sql`update sessions set last_activity = now() - interval '1 day' where user_id = ${kept.userId}`);
  const isRecent = async ({ sessionHash }: Person) =>
    (
      await app.db.query<{ recent: boolean }>(
        sql`select last_activity > now() - interval '1 hour' as recent from sessions where id = ${sessionHash}`,
      )
    )[0]?.recent;
  await app.db.query(
    sql`alter table sessions add constraint broken check (last_activity < now() - interval '1 hour') not valid`,
  );
  app.auth.activity.touch(kept.sessionHash);
  await assert.rejects(app.auth.activity.flush());
  assert.equal(await isRecent(kept), false);
  await app.db.query(sql`alter table sessions drop constraint broken`);
  app.auth.activity.touch(later.sessionHash);
  await app.auth.activity.flush();
  assert.deepEqual([await isRecent(kept), await isRecent(later)], [true, true]);
});
