import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { startSandbox } from '@lisura/sandbox';
import { allRowsAsText } from '../../../../../test/support/all-rows.ts';
import { createTestApp, type TestApp } from '../../../../../test/support/app.ts';
import { createBrowser } from '../../../../../test/support/browser.ts';
import { createPerson, type Person } from '../../../../../test/support/people.ts';
import { use } from '../../../../../test/support/use-app.ts';
import { fixedClock } from '../../../../platform/clock.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { dayOf } from '../../../../platform/days.ts';
import { DAY_MS } from '../../../../platform/durations.ts';
import { createMemoryStore, type HotStore } from '../../../../platform/hot-store/hot-store.ts';
import { SESSIONS_ENDED } from './session-store.ts';

const sandbox = use(
  () => startSandbox({ port: 0 }),
  ({ close }) => close(),
);
let app: TestApp;
let clock: ReturnType<typeof fixedClock>;
beforeEach(async () => {
  clock = fixedClock(new Date());
  app = await createTestApp({ identityUrl: sandbox.identityUrl, clock, hotStore: createMemoryStore({ clock }) });
});
afterEach(() => app.close());

const call = (person: Person, method: 'GET' | 'POST' | 'DELETE', url: string, headers: Record<string, string> = {}) =>
  app.http.inject({ method, url: `/api/auth/${url}`, headers: { ...person.headers, ...headers } });
const isValid = async (person: Person) => (await call(person, 'GET', 'me')).statusCode === 200;
const auditActions = async (person: Person) =>
  (
    await app.db.query<{ action: string }>(
      sql`select action from audit_entries where user_id = ${person.userId} order by id`,
    )
  ).map(({ action }) => action);

test('sessions are listed by activity, the current one marked, with the documented fields alone', async () => {
  const one = await createPerson(app.db);
  const two = await createPerson(app.db, { platformId: one.platformId });
  clock.advance(60_000);
  await call(two, 'GET', 'me');
  clock.advance(60_000);
  const { sessions } = (await call(one, 'GET', 'sessions')).json();
  assert.deepEqual(
    sessions.map(({ id, isCurrent }: { id: string; isCurrent: boolean }) => ({ id, isCurrent })),
    [
      { id: one.sessionHash, isCurrent: true },
      { id: two.sessionHash, isCurrent: false },
    ],
  );
  assert.deepEqual(Object.keys(sessions[0]), ['id', 'ip', 'userAgent', 'createdAt', 'lastActivity', 'isCurrent']);
  assert.equal(sessions[0].lastActivity, clock.now().toISOString());
});

test('a request renews the activity and never the expiry', async () => {
  const person = await createPerson(app.db);
  const read = async () =>
    (
      await app.db.query<{ lastActivity: Date; expiresAt: Date }>(
        sql`select last_activity, expires_at from sessions where id = ${person.sessionHash}`,
      )
    )[0];
  const before = await read();
  clock.advance(3_600_000);
  await call(person, 'GET', 'me');
  await app.auth.activity.flush();
  const after = await read();
  assert.equal(after?.lastActivity.getTime(), clock.now().getTime());
  assert.deepEqual(after?.expiresAt, before?.expiresAt);
});

test('who does anything was active on that day of São Paulo, once, unless that is heard too late', async () => {
  const one = await createPerson(app.db);
  const two = await createPerson(app.db, { platformId: one.platformId });
  await app.db.query(sql`delete from user_activity`);
  const activeDays = async () =>
    app.db.query<{ userId: string; day: string }>(
      sql`select user_id, day::text from user_activity order by user_activity.day`,
    );
  for (let times = 0; times < 3; times += 1) {
    for (const person of [one, two]) await call(person, 'GET', 'me');
    await app.auth.activity.flush();
  }
  const today = { userId: one.userId, day: dayOf(clock.now()) as string };
  assert.deepEqual(await activeDays(), [today]);
  clock.advance(DAY_MS);
  await call(one, 'GET', 'me');
  await app.auth.activity.flush();
  const tomorrow = { userId: one.userId, day: dayOf(clock.now()) as string };
  assert.deepEqual(await activeDays(), [today, tomorrow]);
  // Past days may be added up already.
  clock.advance(-3 * DAY_MS);
  await call(one, 'GET', 'me');
  await app.auth.activity.flush();
  assert.deepEqual(await activeDays(), [today, tomorrow]);
});

test('a session ends seven days after its creation however active it is', async () => {
  const person = await createPerson(app.db);
  for (let day = 1; day <= 6; day += 1) {
    clock.advance(DAY_MS);
    assert.ok(await isValid(person), `day ${day}`);
  }
  clock.advance(DAY_MS + 600_000);
  assert.ok(!(await isValid(person)));
});

test('an expired session that only PostgreSQL knows is not valid either', async () => {
  const person = await createPerson(app.db);
  await app.db.query(
    sql`update sessions set expires_at = now() - interval '1 second' where id = ${person.sessionHash}`,
  );
  assert.ok(!(await isValid(person)));
});

test('a sixth session ends the least recently active one', async () => {
  const account = '76561198000000066';
  const browsers = Array.from({ length: 5 }, () => createBrowser(app.http));
  for (const [index, browser] of browsers.entries()) {
    const id = await browser.logIn(account);
    const idleHours = 10 - index;
    await app.db.query(sql`
      update sessions set last_activity = now() - make_interval(hours => ${idleHours})
      where id = ${hash('sha256', id, 'hex')}`);
  }
  const statuses = async () => Promise.all(browsers.map(async (browser) => (await browser.get('/api/auth/me')).status));
  // The first is the oldest but active again; the second has been idle longest.
  assert.equal((await browsers[0]?.get('/api/auth/me'))?.status, 200);
  await createBrowser(app.http).logIn(account);
  assert.deepEqual(await statuses(), [200, 401, 200, 200, 200]);
});

test('revoking ends the session at once; one that is not yours, or none, is 403', async () => {
  const owner = await createPerson(app.db);
  const phone = await createPerson(app.db, { platformId: owner.platformId });
  const stranger = await createPerson(app.db);
  assert.ok(await isValid(phone));
  for (const target of [phone.sessionId, phone.sessionHash, 'f'.repeat(64), 'nonsense']) {
    const answer = await call(stranger, 'DELETE', `sessions/${target}`);
    assert.deepEqual(answer.json(), { statusCode: 403, message: 'Not your session', code: 'NOT_YOUR_SESSION' });
  }
  assert.ok(await isValid(phone));
  assert.equal((await call(owner, 'DELETE', `sessions/${phone.sessionId}`)).statusCode, 200);
  assert.ok(!(await isValid(phone)));
  assert.ok(await isValid(owner));
  assert.equal((await call(owner, 'DELETE', `sessions/${phone.sessionId}`)).statusCode, 403);
  assert.deepEqual(await auditActions(owner), ['SESSION_REVOKED']);
  const tablet = await createPerson(app.db, { platformId: owner.platformId });
  assert.ok(await isValid(tablet));
  assert.equal((await call(owner, 'DELETE', `sessions/${tablet.sessionHash}`)).statusCode, 200, 'as the list calls it');
  assert.ok(!(await isValid(tablet)));
});

test('nothing that is stored or told lets anybody in: a session is known by a hash of its id', async () => {
  const sessionId = await createBrowser(app.http).logIn('76561198000000077');
  const sessionHash = hash('sha256', sessionId, 'hex');
  const asked = (credential: string) => app.auth.identify(credential, { ip: '198.51.100.1', deviceId: 'laptop' });
  const caller = await asked(sessionId);
  assert.equal(caller?.sessionId, sessionHash, 'nor do rooms of sockets have it');
  assert.equal(await asked(sessionHash), null, 'the hash is no credential');
  assert.notEqual(await app.hotStore.get(`session:0:${sessionHash}`), null);
  assert.equal(await app.hotStore.get(`session:0:${sessionId}`), null);
  await app.auth.activity.flush();
  const announced = new Promise((resolve) => app.deps.announcements.on(SESSIONS_ENDED, resolve));
  const headers = { authorization: `Bearer ${sessionId}` };
  const listed = await app.http.inject({ url: '/api/auth/sessions', headers });
  assert.equal(listed.json().sessions[0].id, sessionHash);
  const stored = (await allRowsAsText(app.db)).join('\n');
  assert.ok(stored.includes(sessionHash), 'the look at the database sees sessions');
  assert.ok(!stored.includes(sessionId), 'who reads the database is nobody');
  await app.http.inject({ method: 'POST', url: '/api/auth/logout', headers });
  assert.deepEqual(await announced, [sessionHash]);
});

test('logout ends this session and removes its cookie', async () => {
  const person = await createPerson(app.db);
  const answer = await call(person, 'POST', 'logout');
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['set-cookie']), /^sessionId=; Max-Age=0; Path=\//);
  assert.ok(!(await isValid(person)));
});

test('logout-all ends every session of the user, of nobody else, and counts them', async () => {
  const one = await createPerson(app.db);
  const two = await createPerson(app.db, { platformId: one.platformId });
  const other = await createPerson(app.db);
  const answer = await call(one, 'POST', 'logout-all');
  assert.deepEqual(answer.json(), { message: 'Todas as sessões foram encerradas.', sessionsRevoked: 2 });
  assert.deepEqual([await isValid(one), await isValid(two), await isValid(other)], [false, false, true]);
});

test('another process forgets a revoked session at once, without Redis', async () => {
  const second = await createTestApp({ databaseUrl: app.databaseUrl });
  try {
    const person = await createPerson(app.db);
    const other = await createPerson(app.db, { platformId: person.platformId });
    const statusThere = async () =>
      (await second.http.inject({ url: '/api/auth/me', headers: person.headers })).statusCode;
    assert.equal(await statusThere(), 200);
    const announced = new Promise((resolve) => second.deps.announcements.on(SESSIONS_ENDED, resolve));
    await call(other, 'DELETE', `sessions/${person.sessionId}`);
    await announced;
    assert.equal(await statusThere(), 401);
  } finally {
    await second.close();
  }
});

test('a copy made while the session was being revoked does not bring it back', async () => {
  const person = await createPerson(app.db);
  const revoker = await createPerson(app.db, { platformId: person.platformId });
  const held = holdingStore((key) => key.includes(person.sessionHash));
  const second = await createTestApp({ databaseUrl: app.databaseUrl, hotStore: held.store });
  try {
    const statusThere = async () =>
      (await second.http.inject({ url: '/api/auth/me', headers: person.headers })).statusCode;
    const announced = new Promise((resolve) => second.deps.announcements.on(SESSIONS_ENDED, resolve));
    const asked = statusThere();
    // The session was read as valid, and its end is heard of while the copy is under way.
    const key = await held.reached;
    assert.equal((await call(revoker, 'DELETE', `sessions/${person.sessionId}`)).statusCode, 200);
    await announced;
    held.letGo();
    assert.equal(await asked, 401);
    assert.equal(await held.store.get(key), null);
    assert.equal(await statusThere(), 401);
  } finally {
    held.letGo();
    await second.close();
  }
});

/** Holds writes under such a key until they are released. */
function holdingStore(isHeld: (key: string) => boolean) {
  const store = createMemoryStore();
  const { promise: reached, resolve: reach } = Promise.withResolvers<string>();
  const { promise: gone, resolve: letGo } = Promise.withResolvers<void>();
  const set: HotStore['set'] = async (key, value, ttlMs) => {
    if (isHeld(key)) {
      reach(key);
      await gone;
    }
    await store.set(key, value, ttlMs);
  };
  return { store: { ...store, set }, reached, letGo };
}

test('a session id of another form is not even looked up', async () => {
  for (const id of ['', 'x', 'F'.repeat(64), `${'a'.repeat(64)}\n`, "' or 1=1 --"]) {
    assert.equal(await app.auth.sessionStore.find(id, '127.0.0.1'), null, id);
  }
});

test('an address of another region is recorded once and the request goes on', async () => {
  const behindProxy = await createTestApp({ databaseUrl: app.databaseUrl, environment: { TRUST_PROXY: 'true' } });
  try {
    const person = await createPerson(app.db);
    await app.db.query(sql`update sessions set ip = '203.0.113.7' where id = ${person.sessionHash}`);
    const from = async (address: string) =>
      (
        await behindProxy.http.inject({
          url: '/api/auth/me',
          headers: { ...person.headers, 'x-forwarded-for': address },
        })
      ).statusCode;
    assert.equal(await from('203.0.113.7'), 200);
    assert.equal(await from('203.0.200.1'), 200);
    assert.deepEqual(await auditActions(person), []);
    const answers = await Promise.all(['198.51.100.1', '198.51.100.1', '198.51.100.1', '2001:db8::1'].map(from));
    assert.deepEqual(answers, [200, 200, 200, 200]);
    assert.deepEqual(await auditActions(person), ['SUSPICIOUS_IP_CHANGE', 'SUSPICIOUS_IP_CHANGE']);
    const [entry] = await app.db.query<{ metadata: object }>(sql`
      select metadata from audit_entries where user_id = ${person.userId} and ip = '198.51.100.1'`);
    assert.deepEqual(entry?.metadata, {
      sessionId: person.sessionHash,
      originalAddress: '203.0.113.7',
      newAddress: '198.51.100.1',
    });
    const { data } = (await behindProxy.http.inject({ url: '/api/audit/my-logs', headers: person.headers })).json();
    assert.equal(data[0].metadata.sessionId, person.sessionHash, 'the id that GET /auth/sessions shows');
  } finally {
    await behindProxy.close();
  }
});

const askFrom = async (sessionId: string, headers: Record<string, string>) => {
  const answer = await app.http.inject({
    url: '/api/auth/me',
    headers: { authorization: `Bearer ${sessionId}`, ...headers },
  });
  return [answer.statusCode, answer.json().message];
};

test('a session bound to a device refuses another one and stays', async () => {
  const begin = { headers: { 'x-device-id': 'laptop-1' } };
  const sessionId = await createBrowser(app.http).logIn('76561198000000088', begin);
  assert.deepEqual(await askFrom(sessionId, { 'x-device-id': 'phone-2' }), [401, 'Device mismatch']);
  assert.deepEqual((await askFrom(sessionId, { 'x-device-id': 'laptop-1' }))[0], 200);
  assert.deepEqual((await askFrom(sessionId, {}))[0], 200);
  const actions = await app.db.query(sql`select action from audit_entries where action = 'DEVICE_MISMATCH'`);
  assert.equal(actions.length, 1);
});

test('a browser names its device by a cookie of ours, and a link cannot name it in its place', async () => {
  const browser = createBrowser(app.http);
  browser.cookies.set('deviceId', 'laptop-1');
  const bound = await browser.logIn('76561198000000088', { query: '?deviceId=stranger' });
  assert.deepEqual(await askFrom(bound, { 'x-device-id': 'stranger' }), [401, 'Device mismatch']);
  assert.equal((await askFrom(bound, { 'x-device-id': 'laptop-1' }))[0], 200);
  for (const begin of [
    { query: '?deviceId=stranger' },
    { headers: { 'x-device-id': 'not a device' } },
    { headers: { 'x-device-id': 'x'.repeat(129) } },
  ]) {
    const unbound = await createBrowser(app.http).logIn('76561198000000089', begin);
    assert.equal((await askFrom(unbound, { 'x-device-id': 'mine' }))[0], 200, JSON.stringify(begin));
  }
});

test('a flood of another device is one entry an hour with a count, whichever process it meets', async () => {
  const second = await createTestApp({ databaseUrl: app.databaseUrl, clock });
  try {
    const begin = { headers: { 'x-device-id': 'laptop-1' } };
    const owner = createBrowser(app.http);
    const sessionId = await owner.logIn('76561198000000088', begin);
    const from = { ip: '127.0.0.1', deviceId: 'phone-2' };
    const flood = (times: number) =>
      Promise.all(
        Array.from({ length: times }, (_, number) =>
          assert.rejects((number % 2 === 0 ? app : second).auth.identify(sessionId, from), { status: 401 }),
        ),
      );
    const entries = async () => {
      await Promise.all([app.auth.repeats.flush(), second.auth.repeats.flush()]);
      const { data } = JSON.parse((await owner.get('/api/audit/my-logs')).body);
      const mismatches = data.filter(({ action }: { action: string }) => action === 'DEVICE_MISMATCH');
      return mismatches.map(({ metadata }: { metadata: { count: number } }) => metadata.count);
    };
    await flood(200);
    assert.deepEqual(await entries(), [200]);
    await flood(50);
    assert.deepEqual(await entries(), [250]);
    clock.advance(3_600_000);
    await flood(3);
    assert.deepEqual(await entries(), [3, 250]);
  } finally {
    await second.close();
  }
});

test('a session without a device takes any', async () => {
  const person = await createPerson(app.db);
  assert.equal((await call(person, 'GET', 'me', { 'x-device-id': 'anything' })).statusCode, 200);
});

test('losing the hot store loses no session', async () => {
  const person = await createPerson(app.db);
  assert.ok(await isValid(person));
  await app.hotStore.close();
  assert.ok(await isValid(person));
});

test('what has happened until a stop is written by it', async () => {
  const second = await createTestApp({ databaseUrl: app.databaseUrl });
  const person = await createPerson(app.db);
  await app.db.query(
    sql`update sessions set last_activity = now() - interval '1 hour' where id = ${person.sessionHash}`,
  );
  await second.http.inject({ url: '/api/auth/me', headers: person.headers });
  await second.close();
  const [session] = await app.db.query<{ recent: boolean }>(sql`
    select last_activity > now() - interval '1 minute' as recent from sessions where id = ${person.sessionHash}`);
  assert.equal(session?.recent, true);
});
