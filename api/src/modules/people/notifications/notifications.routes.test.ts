import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { asAdmin, asPlayer, trialAuthenticate } from '../../../../test/support/trial-routes.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { ADMIN, clearNotifications, insertSample, insertUser, listStored, PLAYER } from './test-support.ts';

const app = useApp(() => createTestApp({ authenticate: trialAuthenticate }));
before(async () => {
  for (const id of [ADMIN, PLAYER]) await insertUser(app.db, id);
});
beforeEach(() => clearNotifications(app.db));

const get = (path = '', headers: Record<string, string> = asPlayer) =>
  app.http.inject({ url: `/api/notifications${path}`, headers });
const post = (path: string, headers: Record<string, string> = asPlayer) =>
  app.http.inject({ method: 'POST', url: `/api/notifications${path}`, headers });
const titles = (list: { title: string }[]) => list.map(({ title }) => title);
const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString();

test('every endpoint needs a session', async () => {
  for (const answer of [await get('', {}), await get('/unread-count', {})]) assert.equal(answer.statusCode, 401);
  for (const path of ['/1/read', '/read-all']) assert.equal((await post(path, {})).statusCode, 401, path);
});

test('the list is a bare array of the own notifications, with readAt where it was read', async () => {
  const unread = await insertSample(app.db, PLAYER, { createdAt: day(2) });
  const read = await insertSample(app.db, PLAYER, { createdAt: day(1), status: 'READ' });
  await insertSample(app.db, ADMIN);
  const answer = await get();
  assert.equal(answer.statusCode, 200);
  const shown = { type: 'SYSTEM', title: 'Aviso', message: 'Uma mensagem', metadata: null };
  const readAt = (await listStored(app.db)).find(({ id }) => id === read)?.readAt?.toISOString();
  assert.ok(readAt);
  assert.deepEqual(answer.json(), [
    { id: unread, ...shown, status: 'UNREAD', createdAt: day(2) },
    { id: read, ...shown, status: 'READ', createdAt: day(1), readAt },
  ]);
});

test('without any notification the list is empty and both counts are 0', async () => {
  assert.deepEqual((await get()).json(), []);
  assert.deepEqual((await get('/unread-count')).json(), { count: 0 });
  assert.deepEqual((await post('/read-all')).json(), { count: 0 });
});

test('the list goes from the newest to the oldest, and the later record first within one moment', async () => {
  await insertSample(app.db, PLAYER, { title: 'middle', createdAt: day(2) });
  await insertSample(app.db, PLAYER, { title: 'newest', createdAt: day(3) });
  await insertSample(app.db, PLAYER, { title: 'oldest', createdAt: day(1) });
  await insertSample(app.db, PLAYER, { title: 'middle, later', createdAt: day(2) });
  assert.deepEqual(titles((await get()).json()), ['newest', 'middle, later', 'middle', 'oldest']);
});

test('status chooses; without it all are listed', async () => {
  for (const status of ['UNREAD', 'READ', 'ARCHIVED'] as const) await insertSample(app.db, PLAYER, { status });
  assert.equal((await get()).json().length, 3);
  for (const status of ['UNREAD', 'READ', 'ARCHIVED']) {
    const list = (await get(`?status=${status}`)).json();
    assert.deepEqual(
      list.map((entry: { status: string }) => entry.status),
      [status],
    );
  }
});

test('the list has 50 entries unless asked, at most 100, and starts after the offset', async () => {
  for (let number = 1; number <= 101; number += 1) {
    await insertSample(app.db, PLAYER, { title: String(number), createdAt: day(number) });
  }
  const first = (await get()).json();
  assert.deepEqual([first.length, first[0].title, first.at(-1).title], [50, '101', '52']);
  assert.equal((await get('?limit=100')).json().length, 100);
  assert.deepEqual(titles((await get('?limit=2&offset=3')).json()), ['98', '97']);
  assert.deepEqual(titles((await get('?offset=100')).json()), ['1']);
  assert.deepEqual((await get('?offset=101')).json(), []);
});

test('bad input is a 400 that names the field', async () => {
  const queries = {
    limit: ['101', '0', '-1', '1.5', 'x', ''],
    offset: ['-1', '0.5', 'x', '', '9007199254740992', '1e30'],
    status: ['WRONG', 'unread', '', 'READ&status=UNREAD'],
  };
  for (const [field, values] of Object.entries(queries)) {
    for (const value of values) {
      const answer = await get(`?${field}=${value}`);
      assert.equal(answer.statusCode, 400, `${field}=${value}`);
      assert.deepEqual(
        answer.json().errors.map((error: { field: string }) => error.field),
        [field],
        `${field}=${value}`,
      );
    }
  }
  for (const id of ['abc', '-1', '1.5', '9223372036854775808', '%00']) {
    const answer = await post(`/${id}/read`);
    assert.equal(answer.statusCode, 400, id);
    assert.equal(answer.json().errors[0].field, 'id', id);
  }
});

test('the largest offset that is taken is answered', async () => {
  assert.deepEqual((await get(`?offset=${Number.MAX_SAFE_INTEGER}`)).json(), []);
});

test('the unread count is of the own unread ones', async () => {
  for (const status of ['UNREAD', 'UNREAD', 'READ', 'ARCHIVED'] as const)
    await insertSample(app.db, PLAYER, { status });
  await insertSample(app.db, ADMIN);
  assert.deepEqual((await get('/unread-count')).json(), { count: 2 });
  assert.deepEqual((await get('/unread-count', asAdmin)).json(), { count: 1 });
});

test('reading one sets its time, and reading it again changes nothing', async () => {
  const id = await insertSample(app.db, PLAYER);
  const other = await insertSample(app.db, PLAYER);
  const beforeMs = Date.now();
  const answer = await post(`/${id}/read`);
  assert.deepEqual([answer.statusCode, answer.json()], [200, { success: true }]);
  const read = await listStored(app.db);
  assert.deepEqual(
    read.map(({ status }) => status),
    ['READ', 'UNREAD'],
  );
  const readMs = read[0]?.readAt?.getTime() ?? 0;
  assert.ok(readMs >= beforeMs - 1_000 && readMs <= Date.now() + 1_000, 'read now');
  assert.equal(read[1]?.id, other);

  // A leading zero names the same record.
  for (const path of [`/${id}/read`, `/0${id}/read`]) assert.deepEqual((await post(path)).json(), { success: true });
  assert.deepEqual(await listStored(app.db), read);
});

test('an archived one stays archived', async () => {
  const id = await insertSample(app.db, PLAYER, { status: 'ARCHIVED' });
  const stored = await listStored(app.db);
  assert.deepEqual((await post(`/${id}/read`)).json(), { success: true });
  assert.deepEqual((await post('/read-all')).json(), { count: 0 });
  assert.deepEqual(await listStored(app.db), stored);
});

test('one that does not exist is 404, one of another user 400 and left alone', async () => {
  const missing = await post('/9223372036854775807/read');
  assert.equal(missing.statusCode, 404);
  assert.deepEqual(missing.json(), {
    statusCode: 404,
    message: 'Notificação não encontrada.',
    code: 'NOTIFICATION_NOT_FOUND',
  });
  const id = await insertSample(app.db, ADMIN);
  const foreign = await post(`/${id}/read`);
  assert.equal(foreign.statusCode, 400);
  assert.deepEqual(foreign.json(), {
    statusCode: 400,
    message: 'Esta notificação é de outra pessoa.',
    code: 'NOTIFICATION_OF_ANOTHER_USER',
  });
  assert.equal((await listStored(app.db))[0]?.status, 'UNREAD');
});

test('read-all changes the own unread ones and counts those alone', async () => {
  for (const status of ['UNREAD', 'READ', 'UNREAD'] as const) await insertSample(app.db, PLAYER, { status });
  await insertSample(app.db, ADMIN);
  const earlier = (await listStored(app.db))[1];
  const answer = await post('/read-all');
  assert.deepEqual([answer.statusCode, answer.json()], [200, { count: 2 }]);
  const stored = await listStored(app.db);
  assert.deepEqual(
    stored.map(({ status }) => status),
    ['READ', 'READ', 'READ', 'UNREAD'],
  );
  assert.ok(stored[0]?.readAt && stored[2]?.readAt);
  assert.deepEqual(stored[1], earlier);
  assert.deepEqual((await post('/read-all')).json(), { count: 0 });
});

test('a page of another site cannot mark with the cookie', async () => {
  const answer = await post('/read-all', { ...asPlayer, origin: 'https://evil.example' });
  assert.equal(answer.statusCode, 403);
});

test('the operations are documented with their error answers', async () => {
  const { paths } = (await app.http.inject({ url: '/api/docs-json' })).json();
  const read = paths['/api/notifications/{id}/read'].post;
  for (const status of ['200', '400', '401', '404']) assert.ok(read.responses[status], status);
  const required = paths['/api/notifications'].get.parameters.filter((entry: { required: boolean }) => entry.required);
  assert.deepEqual(required, []);
});

test('what is read in one tab is read in all', async () => {
  const told: [string, string, unknown][] = [];
  const toUser = app.realtime.toUser;
  app.realtime.toUser = (userId, event, payload) => {
    told.push([userId, event.name, payload]);
    toUser(userId, event, payload);
  };
  const id = await insertSample(app.db, PLAYER);
  await post(`/${id}/read`);
  await insertSample(app.db, PLAYER);
  await post('/read-all');
  await post('/read-all');
  app.realtime.toUser = toUser;
  assert.deepEqual(told, [
    [PLAYER, 'notification:read', { id }],
    [PLAYER, 'notification:read', { id: null }],
  ]);
});
