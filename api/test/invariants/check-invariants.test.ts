import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from '../../src/platform/sql.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createPerson } from '../support/people.ts';
import { findViolations } from './check-invariants.ts';

/** A checker that finds nothing is worth something only if it finds what is there. */
let app: TestApp;
before(async () => {
  app = await createTestApp();
});
after(() => app.close());

const violated = async () => (await findViolations(app.db)).map(({ invariant }) => invariant);

test('a sound database has no violation', async () => {
  await createPerson(app.db);
  assert.deepEqual(await violated(), []);
});

test('each broken invariant is found', async () => {
  const person = await createPerson(app.db);
  for (let session = 0; session < 5; session += 1) await createPerson(app.db, { platformId: person.platformId });
  assert.deepEqual(await violated(), ['a user has at most 5 sessions']);
  await app.db.query(sql`update users set status = 'BANNED' where id = ${person.userId}`);
  await app.db.query(
    sql`update sessions set expires_at = expires_at + interval '1 day' where id = ${person.sessionId}`,
  );
  await app.db.query(sql`update sessions set platform_id = 'x' where id = ${person.sessionId}`);
  await app.db.query(sql`delete from accounts where user_id = ${person.userId}`);
  assert.deepEqual(await violated(), [
    'a user has at most 5 sessions',
    'a session lives seven days',
    'who is banned or suspended has no session',
    'a session belongs to the account of its user',
    'every user has an account',
  ]);
});
