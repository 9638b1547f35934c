import assert from 'node:assert/strict';
import { test } from 'node:test';
import { releaseStartMemory } from './release-start-memory.ts';

/** Makes some tens of MiB of garbage. */
function makeGarbage(): number {
  const garbage = Array.from({ length: 400_000 }, (_, index) => ({ index, text: `garbage ${index}` }));
  return garbage.length;
}

test('what was needed once is given back, and programs find no way to do it again', () => {
  makeGarbage();
  const { heapTotal } = process.memoryUsage();
  releaseStartMemory();
  const given = heapTotal - process.memoryUsage().heapTotal;
  assert.ok(given > 16 * 1024 * 1024, `${given} bytes were given back`);
  assert.equal('gc' in globalThis, false);
});
