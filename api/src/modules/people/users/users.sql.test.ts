import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { explainRead, vacuumWhole } from '../../../../test/support/explained-reads.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { countUsers, listUsers, type UserFilter } from './users.sql.ts';

/** One in 1,000 is banned, and one in 3,000 is an administrator, too. */
const USERS = 12_000;

const app = useApp(createTestApp);
before(async () => {
  await app.db.query(sql`
    insert into users (platform_id, username, status, role)
    select '7656119' || lpad(n::text, 10, '0'), 'Player ' || n || md5(n::text),
      case n % 1000 when 0 then 'BANNED' else 'ACTIVE' end, case n % 3000 when 0 then 'ADMIN' else 'USER' end
    from generate_series(1, ${USERS}::int) n`);
  await vacuumWhole(app.db, 'users');
});

const totals: readonly [UserFilter, number][] = [
  [{}, USERS],
  [{ status: 'ACTIVE' }, 11_988],
  [{ status: 'BANNED' }, 12],
  [{ role: 'USER' }, 11_996],
  [{ role: 'ADMIN' }, 4],
  [{ status: 'BANNED', role: 'USER' }, 8],
  [{ status: 'SUSPENDED' }, 0],
  [{ search: 'PLAYER 1' }, 1 + 10 + 100 + 1_000 + 2_001],
  [{ search: '%' }, 0],
  [{ search: 'r 7' }, 1 + 10 + 100 + 1_000],
  [{ search: '76561190000000007' }, 1],
];

for (const [filter, total] of totals) {
  test(`users of ${JSON.stringify(filter)} are counted to the last`, async () => {
    assert.equal(await countUsers(app.db, filter), total);
  });
}

for (const [filter, index] of [
  [{}, 'users_(?:pkey|status_role|created_at)'],
  [{ status: 'ACTIVE' }, 'users_status_role'],
  [{ status: 'BANNED', role: 'USER' }, 'users_status_role'],
  [{ role: 'ADMIN' }, 'users_status_role'],
  [{ search: 'player 77' }, 'users_username'],
  [{ search: '76561190000000007' }, 'users_username'],
] as const) {
  test(`users of ${JSON.stringify(filter)} are counted by an index`, async () => {
    const plan = (await explainRead(app.db, (db: Db) => countUsers(db, filter))).join('\n');
    assert.match(plan, new RegExp(`using ${index} on users|Bitmap Index Scan on ${index}`), plan);
    assert.doesNotMatch(plan, /Seq Scan/, plan);
  });
}

test('users that a page by number leaves out are passed in an index, without their rows or accounts', async () => {
  const plan = (await explainRead(app.db, (db) => listUsers(db, {}, { limit: 20, offset: 5_000 }))).join('\n');
  assert.match(plan, /Index Only Scan Backward using users_pkey on users \(.*rows=5020/, plan);
  assert.match(plan, /accounts_pkey on accounts \(.*loops=20\)/, plan);
});

test('a search that is too short for the index of names reads the users instead of all of it', async () => {
  const plan = (await explainRead(app.db, (db) => countUsers(db, { search: 'r7' }))).join('\n');
  assert.doesNotMatch(plan, /users_username/, plan);
});
