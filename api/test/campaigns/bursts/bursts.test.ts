import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runBursts } from './run-bursts.ts';

/** This is the short form of `npm run campaign -- bursts`. */
test('of fifty equal requests at once, every route does as many as may be done', async () => {
  const { faults, bursts, counted } = await runBursts({ rounds: 1, seed: 'test' });
  assert.deepEqual(faults, []);
  assert.ok(bursts > 100 && counted > 30, `${bursts} bursts, ${counted} routes counted`);
});
