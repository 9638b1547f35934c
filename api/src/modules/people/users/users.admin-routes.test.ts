import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { createAdmin, createPerson, type Person } from '../../../../test/support/people.ts';
import { useSoundApp } from '../../../../test/support/use-app.ts';
import { sql } from '../../../platform/database/sql.ts';

const app = useSoundApp(createTestApp);
let admin: Person;
before(async () => {
  admin = await createAdmin(app.db);
});

const get = (url: string) => app.http.inject({ url: `/api/admin/users${url}`, headers: admin.headers });
const send = (method: 'PUT' | 'POST', url: string, payload: object) =>
  app.http.inject({ method, url: `/api/admin/users/${url}`, headers: admin.headers, payload });
const isValid = async (person: Person) =>
  (await app.http.inject({ url: '/api/auth/me', headers: person.headers })).statusCode === 200;

test('users are found by part of the name, by id and by account, newest first', async () => {
  const person = await createPerson(app.db);
  await app.db.query(sql`update users set username = 'Zé_100%' where id = ${person.userId}`);
  for (const search of ['zé', '_100%', person.userId, person.platformId]) {
    const { data, meta } = (await get(`?search=${encodeURIComponent(search)}`)).json();
    assert.deepEqual([data.map(({ id }: { id: string }) => id), meta.total], [[person.userId], 1], search);
  }
  // A wildcard is an ordinary letter.
  assert.equal((await get('?search=%25%25')).json().meta.total, 0);
  const all = (await get('?limit=2')).json();
  assert.equal(all.data[0].id, person.userId);
  assert.equal(all.data[0].balanceCents, '0');
});

test('users are filtered by status and role', async () => {
  const person = await createPerson(app.db);
  await app.db.query(sql`update users set status = 'SUSPENDED' where id = ${person.userId}`);
  await app.db.query(sql`delete from sessions where user_id = ${person.userId}`);
  const { data } = (await get('?status=SUSPENDED')).json();
  assert.deepEqual(
    data.map(({ id }: { id: string }) => id),
    [person.userId],
  );
  assert.equal((await get('?status=GONE')).statusCode, 400);
  assert.equal((await get('?role=ADMIN')).json().meta.total, 0, 'the role is written at the login');
});

test('one user is told with figures', async () => {
  const person = await createPerson(app.db);
  const { id, balanceFormatted, figures } = (await get(`/${person.userId}`)).json();
  assert.deepEqual([id, balanceFormatted], [person.userId, 'R$ 0,00']);
  assert.deepEqual(figures, {
    transfers: 0,
    rolls: 0,
    activeSessions: 1,
    itemsAvailable: 0,
    itemsValueCents: '0',
    itemsValueFormatted: 'R$ 0,00',
  });
  assert.equal((await get('/999999')).statusCode, 404);
  assert.equal((await get('/abc')).statusCode, 400);
});

test('a ban needs a reason, ends everything, is on the trail, and can be lifted', async () => {
  const person = await createPerson(app.db);
  assert.equal((await send('POST', `${person.userId}/ban`, {})).json().errors[0].field, 'reason');
  assert.ok(await isValid(person));
  assert.equal((await send('POST', `${person.userId}/ban`, { reason: 'cheating' })).json().status, 'BANNED');
  assert.ok(!(await isValid(person)));
  assert.equal((await send('POST', `${person.userId}/unban`, {})).json().status, 'ACTIVE');
  const entries = await app.db.query<{ action: string; actorId: string; metadata: object }>(sql`
    select action, actor_id, metadata from audit_entries where user_id = ${person.userId} order by id`);
  assert.deepEqual(entries, [
    { action: 'USER_BANNED', actorId: admin.userId, metadata: { reason: 'cheating', sessionsEnded: 1 } },
    { action: 'USER_ACTIVATED', actorId: admin.userId, metadata: { reason: null, sessionsEnded: 0 } },
  ]);
});

test('a status is set by name', async () => {
  const person = await createPerson(app.db);
  assert.equal((await send('PUT', `${person.userId}/status`, { status: 'SUSPENDED' })).json().status, 'SUSPENDED');
  assert.ok(!(await isValid(person)));
  assert.equal((await send('PUT', `${person.userId}/status`, { status: 'GONE' })).json().errors[0].field, 'status');
  assert.equal((await send('PUT', '999999/status', { status: 'BANNED' })).statusCode, 404);
});

test('nobody shuts themselves out', async () => {
  const answer = await send('POST', `${admin.userId}/ban`, { reason: 'oops' });
  assert.deepEqual(answer.json(), {
    statusCode: 400,
    message: 'You cannot change your own status',
    code: 'OWN_STATUS',
  });
  assert.ok(await isValid(admin));
});
