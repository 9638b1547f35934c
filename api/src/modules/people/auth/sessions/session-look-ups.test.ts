import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { createTestApp, type TestApp } from '../../../../../test/support/app.ts';
import { explainRead, vacuumWhole } from '../../../../../test/support/explained-reads.ts';
import { createPerson } from '../../../../../test/support/people.ts';
import { fixedClock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { createMemoryStore } from '../../../../platform/hot-store/hot-store.ts';
import { findSession } from './sessions.sql.ts';

const LIMIT = 20;

let app: TestApp;
let clock: ReturnType<typeof fixedClock>;
let lookUps = 0;
beforeEach(async () => {
  clock = fixedClock(new Date());
  app = await createTestApp({
    clock,
    hotStore: createMemoryStore({ clock }),
    environment: { RATE_LIMIT_GLOBAL: String(LIMIT), TRUST_PROXY: 'true' },
  });
  lookUps = 0;
  const query: Db['query'] = app.db.query;
  app.db.query = (statement) => {
    if (statement.text.includes('from sessions where id =')) lookUps += 1;
    return query(statement);
  };
});
afterEach(() => app.close());

const ask = async (sessionId: string, address = '203.0.113.7') => {
  const headers = { authorization: `Bearer ${sessionId}`, 'x-forwarded-for': address };
  return (await app.http.inject({ url: '/api/user/profile', headers })).statusCode;
};
const madeUp = () => randomBytes(32).toString('hex');
const guess = (times: number, address?: string) =>
  Promise.all(Array.from({ length: times }, () => ask(madeUp(), address)));

test('who makes session ids up is refused before they are looked for', async () => {
  const answers = await guess(400);
  assert.ok(lookUps >= LIMIT && lookUps <= LIMIT + 10, `${lookUps} look-ups`);
  assert.equal(answers.filter((status) => status === 429).length, 400 - LIMIT);
  lookUps = 0;
  await guess(50);
  assert.equal(lookUps, 0);
  await guess(1, '198.51.100.9');
  assert.equal(lookUps, 1, 'another address is not concerned');
  clock.advance(60_000);
  await guess(1);
  assert.equal(lookUps, 2, 'a minute later it may try again');
});

test('who is logged in at the address of a guesser stays so', async () => {
  const person = await createPerson(app.db);
  assert.notEqual(await ask(person.sessionId), 401);
  await guess(100);
  assert.notEqual(await ask(person.sessionId), 429);
  assert.notEqual(await ask(person.sessionId), 401);
});

test('sessions that exist do not count, however many of one address are looked up at once', async () => {
  const people = await Promise.all(Array.from({ length: 3 * LIMIT }, () => createPerson(app.db)));
  const answers = await Promise.all(people.map(({ sessionId }) => ask(sessionId)));
  assert.deepEqual(
    answers.filter((status) => status === 401 || status === 429),
    [],
  );
  assert.ok(lookUps >= people.length);
});

test('a session is looked up by the index of its id', async () => {
  const { userId, sessionId } = await createPerson(app.db);
  await app.db.query(sql`
    insert into sessions (id, user_id, platform_id, ip, user_agent)
    select encode(sha256(n::text::bytea), 'hex'), ${userId}, 'x', '127.0.0.1', 'test' from generate_series(1, 3000) n`);
  await vacuumWhole(app.db, 'sessions');
  const plan = await explainRead(app.db, (db) => findSession(db, sessionId));
  assert.match(plan.join('\n'), /Index Scan using sessions_pkey/);
  assert.doesNotMatch(plan.join('\n'), /Seq Scan/);
});
