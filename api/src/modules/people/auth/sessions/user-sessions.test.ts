import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../../test/support/app.ts';
import { createAdmin, createPerson, type Person } from '../../../../../test/support/people.ts';
import { useApp } from '../../../../../test/support/use-app.ts';

const app = useApp(createTestApp);
let admin: Person;
before(async () => {
  admin = await createAdmin(app.db);
});

const twoSessions = async () => {
  const first = await createPerson(app.db);
  return [first, await createPerson(app.db, { platformId: first.platformId })] as const;
};
const idsOf = async ({ userId }: Person) => {
  const { body } = await app.call(admin, 'GET', `/admin/users/${userId}/sessions`);
  return body.sessions.map(({ id }: { id: string }) => id).toSorted();
};
const isIn = async (who: Person) => (await app.call(who, 'GET', '/auth/me')).status === 200;

test('an administrator sees where a user is logged in, and ends one session or all', async () => {
  const [phone, desk] = await twoSessions();
  assert.deepEqual(await idsOf(phone), [phone.sessionHash, desk.sessionHash].toSorted());
  const end = (body: object) => app.call(admin, 'POST', `/admin/users/${phone.userId}/sessions/end`, body);
  const one = await end({ sessionId: phone.sessionHash, reason: 'Taken over' });
  assert.deepEqual([one.status, one.body], [200, { ended: 1 }]);
  assert.deepEqual([await isIn(phone), await isIn(desk)], [false, true]);
  assert.deepEqual((await end({ sessionId: phone.sessionHash, reason: 'Again' })).body, { ended: 0 });
  assert.deepEqual((await end({ reason: 'Taken over' })).body, { ended: 1 });
  assert.equal(await isIn(desk), false);
  assert.deepEqual(await idsOf(phone), []);
  const trail = await app.call(admin, 'GET', `/admin/audit?action=SESSIONS_ENDED_BY_ADMIN&userId=${phone.userId}`);
  assert.deepEqual(
    trail.body.data.map(({ metadata }: { metadata: object }) => metadata),
    [
      { reason: 'Taken over', sessionsEnded: 1 },
      { reason: 'Taken over', sessionsEnded: 1 },
    ],
  );
});

test('a session of somebody else is not ended by naming it with another user', async () => {
  const [ana, bia] = [await createPerson(app.db), await createPerson(app.db)];
  const body = { sessionId: bia.sessionHash, reason: 'A test' };
  assert.deepEqual((await app.call(admin, 'POST', `/admin/users/${ana.userId}/sessions/end`, body)).body, { ended: 0 });
  assert.equal(await isIn(bia), true);
});

test('what does not fit is refused', async () => {
  const { userId } = await createPerson(app.db);
  const end = (id: string, body: object) => app.call(admin, 'POST', `/admin/users/${id}/sessions/end`, body);
  assert.equal((await end('999999', { reason: 'A test' })).status, 404);
  assert.equal((await app.call(admin, 'GET', '/admin/users/999999/sessions')).status, 404);
  assert.equal((await end(userId, {})).body.errors[0].field, 'reason');
  assert.equal((await end(userId, { reason: 'A test', sessionId: 'x' })).body.errors[0].field, 'sessionId');
  assert.deepEqual((await end(admin.userId, { reason: 'A test' })).body.code, 'OWN_SESSIONS');
});

test('the items and the limits of a user are as they see them', async () => {
  const player = await createPerson(app.db);
  for (const [own, theirs] of [
    ['/inventory', 'inventory'],
    ['/user/limits', 'limits'],
  ] as const) {
    const { body, status } = await app.call(admin, 'GET', `/admin/users/${player.userId}/${theirs}`);
    assert.equal(status, 200);
    assert.deepEqual(body, (await app.call(player, 'GET', own)).body);
    assert.equal((await app.call(admin, 'GET', `/admin/users/999999/${theirs}`)).status, 404);
  }
});
