import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_KEYS, testSeedSeal } from '../../test/support/committed-seeds.ts';
import { createDemoApp } from '../../test/support/demo-app.ts';
import { rollUps } from '../app.ts';
import { systemClock } from '../platform/clock.ts';
import { sql } from '../platform/database/sql.ts';
import { findViolations } from '../verify/find-violations.ts';
import { fillHistory, type HistoryDeps } from './fill-history.ts';

const ASKED = { transfers: 2_000, days: 3, seed: 1 };

test('a history holds everything that must hold, has all kinds of things in it, and is written once', async (t) => {
  const { db } = await createDemoApp(t);
  const told: number[] = [];
  const deps: HistoryDeps = {
    ...{ db, clock: systemClock, seedSeal: testSeedSeal, rollUps, administratorPlatformId: '76561198000000001' },
    onProgress: (done) => void told.push(done),
    signal: new AbortController().signal,
  };
  const startedMs = performance.now();
  const report = await fillHistory(deps, ASKED);
  console.log(report, performance.now() - startedMs);
  assert.deepEqual(await findViolations(db, { byOwnWays: true, keys: TEST_KEYS }), []);
  console.log(performance.now() - startedMs);
  const types = await db.query(sql`select type, count(*)::int, sum(amount_cents)::bigint from transfers group by 1`);
  console.log(types);
});
