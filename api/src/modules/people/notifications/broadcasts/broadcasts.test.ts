import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../../test/support/app.ts';
import { createAdmin, createPerson, type Person } from '../../../../../test/support/people.ts';
import { useApp } from '../../../../../test/support/use-app.ts';
import { systemClock } from '../../../../platform/clock.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { type Id, toId } from '../../../../platform/ids.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { sendBroadcast } from './send-broadcast.ts';

const app = useApp(createTestApp);
let admin: Person;
let people: Person[];
before(async () => {
  admin = await createAdmin(app.db);
  // One after another, so that their ids rise.
  people = await Array.fromAsync({ length: 6 }, () => createPerson(app.db));
  const [banned, suspended, away] = people.slice(3).map(({ userId }) => userId);
  await app.db.query(sql`update users set status = 'BANNED' where id = ${banned}`);
  await app.db.query(sql`update users set status = 'SUSPENDED' where id = ${suspended}`);
  await app.db.query(sql`update users set last_active_at = now() - interval '40 days' where id = ${away}`);
});

const words = {
  type: 'SYSTEM',
  title: 'Manutenção',
  message: 'Das 3h às 4h.',
  titleEn: 'Maintenance',
  messageEn: 'From 3 to 4.',
};
const send = async (more: object = {}, headers: Record<string, string> = {}) =>
  app.call(admin, 'POST', '/admin/notifications', { ...words, reason: 'A test', ...more }, headers);

interface Pushed {
  to: string;
  event: string;
  payload: { title: string; metadata: unknown };
}

/** Sends in batches of two and returns the pushes. */
async function runJob(id: string, batch = 2): Promise<Pushed[]> {
  const pushed: Pushed[] = [];
  const push = {
    toUser: (userId: Id<'user'>, event: { name: string }, payload: Pushed['payload']) =>
      pushed.push({ to: userId, event: event.name, payload }),
    toAll: (event: { name: string }, payload: Pushed['payload']) =>
      pushed.push({ to: 'all', event: event.name, payload }),
  } as unknown as Pick<Push, 'toUser' | 'toAll'>;
  await sendBroadcast({ db: app.db, clock: systemClock, push, batch }, { id: toId(id) });
  return pushed;
}

const readersOf = async (id: string) => {
  const rows = await app.db.query<{ userId: string }>(sql`
    select user_id from notifications where metadata ->> 'broadcastId' = ${id} order by user_id`);
  return rows.map(({ userId }) => userId);
};
const find = async (id: string) =>
  (await app.call(admin, 'GET', '/admin/notifications')).body.data.find((each: { id: string }) => each.id === id);

/** The administrator, three active users, and one who was away for long. */
const letIn = () => [admin, ...people.slice(0, 3), people[5] as Person].map(({ userId }) => userId);

test('a notification reaches everybody who is let in, in batches, once', async () => {
  const { status, body, text } = await send();
  assert.equal(status, 200, text);
  assert.deepEqual([body.recipients, body.sent, body.finishedAt, body.createdBy], [5, 0, null, admin.userId]);
  const late = await createPerson(app.db);
  const pushed = await runJob(body.id);
  assert.deepEqual(await readersOf(body.id), letIn());
  const listed = await find(body.id);
  assert.deepEqual([listed.sent, listed.recipients], [5, 5]);
  assert.ok(listed.finishedAt);
  const metadata = { broadcastId: body.id, en: { title: 'Maintenance', message: 'From 3 to 4.' } };
  assert.deepEqual(
    pushed.map(({ to, event, payload }) => [to, event, payload.title, payload.metadata]),
    [['all', 'notification:global', 'Manutenção', metadata]],
  );
  assert.deepEqual(await runJob(body.id), [], 'a job that runs again sends nothing');
  assert.equal((await readersOf(body.id)).length, 5);
  await app.db.query(sql`update users set status = 'BANNED' where id = ${late.userId}`);
  const own = (await app.call(people[0] as Person, 'GET', '/notifications')).body;
  assert.deepEqual([own[0].title, own[0].metadata, own[0].status], ['Manutenção', metadata, 'UNREAD']);
});

test('one for those who were there lately reaches them alone, and each hears of it', async () => {
  const audience = (await app.call(admin, 'GET', '/admin/notifications/audience?activeWithinDays=30')).body;
  assert.deepEqual(audience, { recipients: 4 });
  const { body } = await send({ activeWithinDays: 30, type: 'PROMOTION' });
  const pushed = await runJob(body.id);
  const there = letIn().slice(0, 4);
  assert.deepEqual(await readersOf(body.id), there);
  assert.deepEqual(
    pushed.map(({ to, event }) => [to, event]),
    there.map((userId) => [userId, 'notification']),
  );
});

test('two jobs at once send it to nobody twice', async () => {
  const { body } = await send();
  await Promise.all(Array.from({ length: 8 }, () => runJob(body.id, 1)));
  assert.deepEqual(await readersOf(body.id), letIn());
  assert.equal((await find(body.id)).sent, 5);
});

test('a repeat with the same key makes no second one, and the trail has one entry', async () => {
  const key = { 'idempotency-key': 'broadcast-once' };
  const [first, second] = [await send({}, key), await send({}, key)];
  assert.equal(first.body.id, second.body.id);
  const entries = (await app.call(admin, 'GET', `/admin/audit?entityType=broadcast&entityId=${first.body.id}`)).body
    .data;
  assert.deepEqual(
    entries.map((entry: { action: string; metadata: { reason: string } }) => [entry.action, entry.metadata.reason]),
    [['BROADCAST_CREATED', 'A test']],
  );
  const jobs = await app.db.query(sql`
    select from graphile_worker.jobs where task_identifier = 'send-broadcast' and key = ${`send-broadcast ${first.body.id}`}`);
  assert.equal(jobs.length, 1);
});

for (const [more, field] of [
  [{ title: ' ' }, 'title'],
  [{ messageEn: '' }, 'messageEn'],
  [{ message: 'a\u0000' }, 'message'],
  [{ reason: undefined }, 'reason'],
  [{ type: 'CASE_OPENING' }, 'type'],
  [{ activeWithinDays: 0 }, 'activeWithinDays'],
  [{ title: 'x'.repeat(101) }, 'title'],
] as const) {
  test(`${JSON.stringify(more).slice(0, 40)} is refused by its field`, async () => {
    const { status, body } = await send(more);
    assert.equal(status, 400);
    assert.deepEqual(
      body.errors.map((fault: { field: string }) => fault.field),
      [field],
    );
  });
}
