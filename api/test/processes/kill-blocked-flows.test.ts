import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../src/platform/database/db.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import { createTestDatabase } from '../support/databases.ts';
import { createFlowProcesses } from '../support/kills/flow-processes.ts';
import { killAtEach, momentsOf, runUndisturbed } from '../support/kills/run-until.ts';
import type { SharedLockFlow } from '../support/kills/shared-lock-flows.ts';
import { PATIENCE } from '../support/patience.ts';

test('flows that lock the same are killed one after the other, each at its own moment', async () => {
  const processes = createFlowProcesses<SharedLockFlow>('sharedLock');
  const database = await createTestDatabase();
  const db = openDatabase({ patience: PATIENCE, address: database.url, logger: silentLogger });
  const scene = { databaseUrl: database.url, db, processes };
  const flow = { lock: 1 };
  try {
    const statements = await runUndisturbed(scene, flow);
    const moments = momentsOf(statements);
    const killed: string[] = [];
    const blocked = new Set<string>();
    for await (const group of killAtEach(scene, moments, async () => ({ flow }))) {
      const underTheLock = group.filter(({ sent }) => sent?.some((text) => text.includes('under the lock')));
      const holding = underTheLock.filter(({ moment }) => moment.when !== 'after');
      assert.ok(holding.length <= 1, 'one has the lock');
      for (const { moment, sent } of group) {
        if (sent === null) blocked.add(moment.where);
        else {
          assert.deepEqual(sent, statements.slice(0, moment.statement), moment.where);
          killed.push(moment.where);
        }
      }
    }
    assert.deepEqual(killed.toSorted(), moments.map(({ where }) => where).toSorted(), 'once at every moment');
    // Three stand where they have the lock: the first kill meets one of them, and the last one the third.
    assert.ok(blocked.size >= 2, `${blocked.size} were blocked`);
  } finally {
    await processes.close();
    await db.close();
    await database.drop();
  }
});
