import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { createPerson, type Person } from '../../../../test/support/people.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { sql } from '../../../platform/database/sql.ts';

const app = useApp(createTestApp);
let person: Person;
before(async () => {
  person = await createPerson(app.db);
});

const call = (method: 'GET' | 'PATCH' | 'PUT', url: string, payload?: object, who = person) =>
  app.http.inject({ method, url: `/api/user/${url}`, headers: who.headers, ...(payload ? { payload } : {}) });
const ownTradeUrl = ({ platformId }: Person) =>
  `https://steamcommunity.com/tradeoffer/new/?partner=${BigInt(platformId) - 76_561_197_960_265_728n}&token=aB3_-x9Z`;

test('the profile tells what the platform keeps of the caller', async () => {
  const { createdAt, lastActiveAt, ...profile } = (await call('GET', 'profile')).json();
  assert.deepEqual(profile, {
    id: person.userId,
    platformId: person.platformId,
    username: `Player ${person.platformId.slice(-4)}`,
    avatarUrl: null,
    role: 'USER',
    status: 'ACTIVE',
    tradeUrl: null,
    tradeUrlCheck: 'UNCONFIRMED',
    tradeUrlCheckedAt: null,
    clientSeed: null,
    nonce: 0,
  });
  for (const time of [createdAt, lastActiveAt]) assert.match(time, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
});

test('the caller is told the nonce of their last roll, as the next play goes on from it', async () => {
  const played = await createPerson(app.db);
  await app.db.query(sql`update accounts set nonce = 41 where user_id = ${played.userId}`);
  for (const url of ['/api/auth/me', '/api/user/profile']) {
    assert.equal((await app.http.inject({ url, headers: played.headers })).json().nonce, 41, url);
  }
  const commitments = await app.http.inject({ url: '/api/provably-fair/commitments', headers: played.headers });
  assert.equal(commitments.json().nextNonce, 42);
});

test('a new user has an account with nothing in it', async () => {
  assert.deepEqual((await call('GET', 'balance')).json(), { balanceCents: '0', balanceFormatted: 'R$ 0,00' });
});

test('the balance is exact and written the Brazilian way, each caller their own', async () => {
  const rich = await createPerson(app.db);
  await app.db.query(sql`update accounts set balance_cents = 9007199254740993 where user_id = ${rich.userId}`);
  const [own, others] = await Promise.all([call('GET', 'balance', undefined, rich), call('GET', 'balance')]);
  assert.deepEqual(own.json(), { balanceCents: '9007199254740993', balanceFormatted: 'R$ 90.071.992.547.409,93' });
  assert.equal(others.json().balanceCents, '0');
});

test('a balance below zero cannot be stored', async () => {
  await assert.rejects(
    app.db.query(sql`update accounts set balance_cents = -1 where user_id = ${person.userId}`),
    /Insufficient balance/,
  );
});

test('the own trade URL is kept, and the trail says that it changed without telling it', async () => {
  const tradeUrl = ownTradeUrl(person);
  assert.deepEqual((await call('PATCH', 'trade-url', { tradeUrl })).json(), { tradeUrl });
  assert.equal((await call('GET', 'profile')).json().tradeUrl, tradeUrl);
  const entries = await app.db.query<{ metadata: object }>(
    sql`select metadata from audit_entries where action = 'TRADE_URL_CHANGED' and user_id = ${person.userId}`,
  );
  assert.deepEqual(entries, [{ metadata: {} }]);
});

test('a trade URL of another form or account is refused with its field', async () => {
  const other = await createPerson(app.db);
  for (const tradeUrl of ['nonsense', ownTradeUrl(other), `${ownTradeUrl(person)}&x=1`, '']) {
    const answer = await call('PATCH', 'trade-url', { tradeUrl });
    assert.equal(answer.statusCode, 400, tradeUrl);
    assert.equal(answer.json().errors[0].field, 'tradeUrl');
  }
});

test('the client seed is set and cleared', async () => {
  assert.deepEqual((await call('PUT', 'client-seed', { clientSeed: 'minha sorte' })).json(), {
    clientSeed: 'minha sorte',
  });
  assert.equal((await call('GET', 'profile')).json().clientSeed, 'minha sorte');
  assert.deepEqual((await call('PUT', 'client-seed', { clientSeed: null })).json(), { clientSeed: null });
  assert.equal((await call('GET', 'profile')).json().clientSeed, null);
});

test('a client seed that is empty, too long or not printable is refused with its field', async () => {
  for (const clientSeed of ['', 'x'.repeat(129), 'a\nb', 'a\u0000b', 5, undefined]) {
    const answer = await call('PUT', 'client-seed', { clientSeed });
    assert.equal(answer.statusCode, 400, String(clientSeed));
    assert.equal(answer.json().errors[0].field, 'clientSeed');
  }
});

test('fields that are not the caller’s to set are ignored', async () => {
  await call('PUT', 'client-seed', {
    clientSeed: 'x',
    role: 'ADMIN',
    status: 'BANNED',
    balanceCents: '999',
    userId: '1',
  });
  const { role, status } = (await call('GET', 'profile')).json();
  assert.deepEqual([role, status], ['USER', 'ACTIVE']);
  assert.equal((await call('GET', 'balance')).json().balanceCents, '0');
});
