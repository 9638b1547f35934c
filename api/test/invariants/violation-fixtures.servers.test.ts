import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { invariants } from '../../src/app/modules.ts';
import { verifyChain } from '../../src/modules/people/audit/index.ts';
import { openDatabase, type Tx, transaction } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import type { TestApp } from '../support/app.ts';
import { TEST_KEYS } from '../support/committed-seeds.ts';
import { type Dump, dumpDatabase } from '../support/dumps.ts';
import { PATIENCE } from '../support/patience.ts';
import { createSoundDatabase, takeDownGuards } from './sound-database.ts';
import { violationFixtures } from './violation-fixtures/index.ts';

/** An invariant is worth something only if it finds a planted violation. */
let app: TestApp;
let dump: Dump | null;
before(async () => {
  app = await createSoundDatabase();
  // With its guards, as one that is live.
  dump = await dumpDatabase(app.databaseUrl);
  await takeDownGuards(app.db);
});
after(async () => {
  await dump?.remove();
  await app?.close();
});

test('in a database in which everything was done everything holds', async () => {
  assert.deepEqual(await findViolations(app.db, { byOwnWays: true, keys: TEST_KEYS }), []);
});

test('a dump that is restored holds all of it, its chain and what is sealed too', async (t) => {
  if (dump === null) return t.skip('there is no pg_dump as new as the server');
  const restored = await dump.restore();
  const db = openDatabase({ patience: PATIENCE, address: restored.url, logger: silentLogger });
  try {
    assert.deepEqual(await findViolations(db, { byOwnWays: true, keys: TEST_KEYS }), []);
    assert.equal((await verifyChain(db, app.deps.checkpoints)).valid, true);
    await assert.rejects(db.query(sql`delete from transfers`), 'the guards are back');
  } finally {
    await db.close();
    await restored.drop();
  }
});

test('for every invariant a violation is planted', () => {
  const sentences = invariants.map(([sentence]) => sentence);
  assert.deepEqual(Object.keys(violationFixtures).sort(), sentences.sort());
});

for (const [invariant, statements] of Object.entries(violationFixtures)) {
  test(`found where it does not hold: ${invariant}`, async () => {
    assert.ok(statements.length > 0);
    for (const statement of statements) {
      assert.deepEqual(
        await violatedAfter((tx) => tx.query(statement), { only: invariant }),
        [invariant],
        statement.sql,
      );
    }
  });
}

/** Returns the broken invariants after `change`, which is undone, of all or of one. */
async function violatedAfter(
  change: (tx: Tx) => Promise<unknown>,
  { only }: { only?: string } = {},
): Promise<string[]> {
  const undone = new Error('undone');
  let violated: string[] = [];
  const planted = transaction(app.db, async (tx) => {
    await change(tx);
    const found = await findViolations(tx, {
      byOwnWays: true,
      keys: TEST_KEYS,
      ...(only === undefined ? {} : { only }),
    });
    violated = found.map(({ invariant }) => invariant);
    throw undone;
  });
  await assert.rejects(planted, undone);
  return violated;
}
