import assert from 'node:assert/strict';
import { test } from 'node:test';
import { circle, pointsOfPath } from './path-points.ts';

function reachOf(path: string): number[] {
  const points = pointsOfPath(path);
  const across = points.map(([x]) => x);
  const along = points.map(([, y]) => y);
  return [Math.min(...across), Math.min(...along), Math.max(...across), Math.max(...along)].map(Math.round);
}

test('a path reaches as far as its lines', () => {
  assert.deepEqual(reachOf('M10 20H50V60L30 80z'), [10, 20, 50, 80]);
  assert.deepEqual(reachOf('m10 20h40v40l-20 20z'), [10, 20, 50, 80]);
  assert.deepEqual(reachOf('M10 10 20 30 40 5'), [10, 5, 40, 30], 'numbers after a move are lines');
  assert.deepEqual(reachOf('M10 10h10zl-5 5'), [5, 10, 20, 15], 'what follows an end begins where the path began');
});

test('a curve reaches less far than what bends it, and goes on as it came', () => {
  assert.deepEqual(reachOf('M0 0Q50 100 100 0'), [0, 0, 100, 48]);
  assert.deepEqual(reachOf('M0 0Q50 100 100 0T200 0'), [0, -48, 200, 48]);
  assert.deepEqual(reachOf(circle(50, 40, 30)), [20, 10, 80, 70]);
});

test('a path with a command that is not measured is refused', () => {
  assert.throws(() => pointsOfPath('M0 0a5 5 0 0 1 10 10'), /nobody measures/);
});
