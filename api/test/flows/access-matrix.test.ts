import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../src/platform/database/sql.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { createTestApp } from '../support/app.ts';
import { createAdmin, createPerson, type Person, setStatus } from '../support/people.ts';
import { useApp } from '../support/use-app.ts';

/**
 * Every route of the server is called by every kind of caller, as the server's own description lists them: an added
 * route is in the matrix, and one whose access differs from its description is found.
 */
interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  access: 'public' | 'session' | 'admin';
}

const app = useApp(createTestApp);
let operations: Operation[];
before(async () => {
  const document = (await app.http.inject({ url: '/api/docs-json' })).json() as {
    paths: Record<string, Record<string, { security?: object[]; responses: object }>>;
  };
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [], responses }]) => ({
      method: method.toUpperCase() as Operation['method'],
      url: path.replaceAll(/\{[^}]+\}/g, '1'),
      access: security.length === 0 || !('401' in responses) ? 'public' : ADMIN_PATHS.test(path) ? 'admin' : 'session',
    })),
  );
});

/** Written apart from the routes, after the catalogue of the API. */
const ADMIN_PATHS = /^\/api\/(admin\/|audit\/(verify-chain|entity)|items\/sync|raffle\/\{id\}\/draw)/;

const statusFor = async ({ method, url }: Operation, headers: Record<string, string>) => {
  const payload = method === 'GET' || method === 'DELETE' ? {} : { payload: {} };
  return (await app.http.inject({ method, url, headers, ...payload })).statusCode;
};

async function expectAll(person: Person | null, expected: (operation: Operation, status: number) => boolean) {
  assert.ok(operations.length >= 20);
  for (const operation of operations) {
    const status = await statusFor(operation, person?.headers ?? {});
    assert.ok(
      status < 500 || operation.url.startsWith('/api/health'),
      `${operation.method} ${operation.url}: ${status}`,
    );
    assert.ok(expected(operation, status), `${operation.method} ${operation.url} (${operation.access}): ${status}`);
  }
}

const isRefusal = (status: number) => status === 401 || status === 403;
const isOpen = ({ url }: Operation, status: number) => !isRefusal(status) || url.endsWith('/callback');

test('anonymous callers reach what is public and nothing else', async () => {
  await expectAll(null, (operation, status) =>
    operation.access === 'public' ? isOpen(operation, status) : status === 401,
  );
});

test('an expired session reaches what is public and nothing else', async () => {
  const person = await createPerson(app.db);
  await app.db.query(sql`
    update sessions set created_at = created_at - interval '8 days', expires_at = expires_at - interval '8 days'
    where id = ${person.sessionHash}`);
  await expectAll(person, (operation, status) =>
    operation.access === 'public' ? isOpen(operation, status) : status === 401,
  );
});

test('a banned user reaches what is public and nothing else', async () => {
  const person = await createPerson(app.db);
  await setStatus(app, person.userId, 'BANNED');
  await expectAll(person, (operation, status) =>
    operation.access === 'public' ? isOpen(operation, status) : status === 401,
  );
});

test('a player reaches no administrator’s route', async () => {
  for (const operation of operations) {
    const person = await createPerson(app.db);
    const status = await statusFor(operation, person.headers);
    const right = operation.access === 'admin' ? status === 403 : status !== 401;
    assert.ok(right, `${operation.method} ${operation.url} (${operation.access}): ${status}`);
  }
});

test('an administrator is refused nowhere for want of rights', async () => {
  for (const operation of operations) {
    const admin = await createAdmin(app.db);
    const status = await statusFor(operation, admin.headers);
    const ownRecords = operation.url === '/api/auth/sessions/1';
    assert.ok(!isRefusal(status) || ownRecords || operation.url.endsWith('/callback'), `${operation.url}: ${status}`);
    await app.db.query(sql`delete from sessions where user_id = ${admin.userId}`);
  }
});

test('a cookie from a foreign site changes nothing', async () => {
  const person = await createPerson(app.db);
  const headers = { cookie: `sessionId=${person.sessionId}`, origin: 'https://evil.example' };
  for (const operation of operations) {
    if (operation.access === 'public' || operation.method === 'GET') continue;
    assert.equal(await statusFor(operation, headers), 403, `${operation.method} ${operation.url}`);
  }
  assert.deepEqual(await findViolations(app.db), []);
});
