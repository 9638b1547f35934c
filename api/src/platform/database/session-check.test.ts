import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase } from '../../../test/support/databases.ts';
import { type PoolerMode, standAsPooler } from '../../../test/support/pooler.ts';
import { refusePooler } from './session-check.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
before(async () => {
  database = await createTestDatabase({ empty: true });
});
after(() => database.drop());

async function behindPooler(mode: PoolerMode): Promise<void> {
  const pooler = await standAsPooler(database.url, mode);
  try {
    await refusePooler(pooler.url);
  } finally {
    await pooler.close();
  }
}

test('PostgreSQL itself keeps sessions', () => refusePooler(database.url));

test('a pooler that gives each connection a session of its own, with its limits, may stand before it', () =>
  behindPooler('session'));

test('one that gives each transaction whichever session is free is refused', () =>
  assert.rejects(
    behindPooler('transaction'),
    /a pooler in transaction mode stands before it, .* connect to PostgreSQL itself/,
  ));

test('one that forgets the limits of a session is refused', () =>
  assert.rejects(
    behindPooler('session without limits'),
    /does not pass on the limits .* connect to PostgreSQL itself/,
  ));
