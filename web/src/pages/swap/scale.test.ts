import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scaleOf } from './scale.ts';

test('the scale has what is given in its middle, and its ceiling is exact to the cent', () => {
  const scale = scaleOf(10_000n, 11_000n, 110);
  assert.deepEqual(
    [scale.sharePercent, scale.share, scale.even, scale.ceiling, scale.isBeyond],
    [110, 75, 50, 75, false],
  );
  assert.equal(scaleOf(10_000n, 11_001n, 110).isBeyond, true);
  assert.deepEqual(
    scale.marks.map(({ label }) => label),
    [80, 90, 100, 110, 120],
  );
});

test('what is far below or beyond stays on the bar', () => {
  assert.equal(scaleOf(10_000n, 100n, 110).share, 0);
  assert.equal(scaleOf(10_000n, 900_000n, 110).share, 100);
  assert.equal(scaleOf(0n, 5n, 110).sharePercent, 0);
});
