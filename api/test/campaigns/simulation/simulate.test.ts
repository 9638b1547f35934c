import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHAPTER_STEPS, simulate } from './simulate.ts';

/** This is the short form of `npm run campaign -- simulate`. */
test('five thousand steps of a population agree with the model, whatever fails meanwhile', async (t) => {
  const report = await simulate({ seed: 'test', steps: CHAPTER_STEPS });
  t.diagnostic(JSON.stringify(report));
  assert.ok(report.struck > 100 && report.repeated > 50 && report.refused > 100, JSON.stringify(report));
});
