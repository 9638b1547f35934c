import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { asPlayer, trialAuthenticate } from '../../../../test/support/trial-routes.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { sql } from '../../../platform/database/sql.ts';
import { clearNotifications, insertSample, insertUser, listStored, PLAYER } from './test-support.ts';

const CALLS = 50;

const app = useApp(() => createTestApp({ authenticate: trialAuthenticate }));
before(async () => {
  await insertUser(app.db, PLAYER);
  // Counts every write, even one that changes nothing in the row.
  await app.db.query(sql`create table writes (notification_id bigint not null)`);
  await app.db.query(sql`
    create function count_write() returns trigger language plpgsql as $$
    begin insert into writes values (new.id); return null; end $$`);
  await app.db.query(sql`
    create trigger count_write after update on notifications for each row execute function count_write()`);
});
beforeEach(async () => {
  await clearNotifications(app.db);
  await app.db.query(sql`delete from writes`);
});

const post = (path: string) => app.http.inject({ method: 'POST', url: `/api/notifications${path}`, headers: asPlayer });
const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

async function assertReadOnce(ids: readonly string[]): Promise<void> {
  const writes = await app.db.query<{ id: string }>(sql`select notification_id as id from writes order by 1`);
  assert.deepEqual(
    writes.map(({ id }) => id),
    ids,
  );
  for (const { status, readAt } of await listStored(app.db)) assert.ok(status === 'READ' && readAt !== null);
}

test('50 calls at once that read one notification all succeed and write it once', async () => {
  const id = await insertSample(app.db, PLAYER);
  const answers = await times(CALLS, () => post(`/${id}/read`));
  for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json()], [200, { success: true }]);
  await assertReadOnce([id]);
});

test('50 calls of read-all at once count every notification once in total', async () => {
  const ids = await times(40, () => insertSample(app.db, PLAYER));
  const answers = await times(CALLS, () => post('/read-all'));
  assert.ok(answers.every(({ statusCode }) => statusCode === 200));
  const counted = answers.reduce((sum, answer) => sum + answer.json().count, 0);
  assert.equal(counted, ids.length);
  await assertReadOnce(ids.toSorted((a, b) => Number(a) - Number(b)));
});

test('reading each while everything is read writes each once', async () => {
  const ids = await times(CALLS, () => insertSample(app.db, PLAYER));
  const [reads, alls] = await Promise.all([
    times(CALLS, (index) => post(`/${ids[index]}/read`)),
    times(CALLS, () => post('/read-all')),
  ]);
  for (const answer of [...reads, ...alls]) assert.equal(answer.statusCode, 200);
  assert.ok(alls.reduce((sum, answer) => sum + answer.json().count, 0) <= ids.length);
  await assertReadOnce(ids.toSorted((a, b) => Number(a) - Number(b)));
});
