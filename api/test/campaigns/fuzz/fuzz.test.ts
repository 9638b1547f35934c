import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runFuzz } from './run-fuzz.ts';

/** This is the short form of `npm run campaign -- fuzz`. */
test('every request to every route is answered as described, and none is a fault of ours', async () => {
  const { faults, violations, answers } = await runFuzz({ requests: 3_000, seed: 'test' });
  assert.deepEqual(faults, []);
  assert.equal(violations, 0);
  assert.ok((answers['2xx'] ?? 0) > 500 && (answers['4xx'] ?? 0) > 500, JSON.stringify(answers));
});
