import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase } from '../../../test/support/databases.ts';
import { standAsPooler } from '../../../test/support/pooler.ts';
import { refuseSharedSessions } from './session-check.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
before(async () => {
  database = await createTestDatabase({ empty: true });
});
after(() => database.drop());

test('PostgreSQL itself keeps sessions', () => refuseSharedSessions(database.url));

test('a pooler that gives each connection a session of its own may stand before it', async () => {
  const pooler = await standAsPooler(database.url, 'session');
  try {
    await refuseSharedSessions(pooler.url);
  } finally {
    await pooler.close();
  }
});

test('one that gives each transaction whichever session is free is refused', async () => {
  const pooler = await standAsPooler(database.url, 'transaction');
  try {
    await assert.rejects(refuseSharedSessions(pooler.url), /a pooler in transaction mode stands before it/);
  } finally {
    await pooler.close();
  }
});
