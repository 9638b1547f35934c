import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playChapters } from './chapters.ts';
import type { SimulationReport } from './simulate.ts';

const STEPS = 100;

test('a seed that is played twice, in two threads side by side, comes to the same', async () => {
  const reports: SimulationReport[] = [];
  let done = 0;
  const fault = await playChapters({
    chapters: [
      { seed: 'twice', steps: STEPS },
      { seed: 'twice', steps: STEPS },
    ],
    onReport: (report) => reports.push(report),
    onProgress: (count) => {
      done = count;
    },
  });
  assert.equal(fault, null);
  assert.equal(done, 2 * STEPS);
  assert.equal(reports.length, 2);
  assert.deepEqual(reports[0], reports[1]);
});
