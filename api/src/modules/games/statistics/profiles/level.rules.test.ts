import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelOf, playsOfNextLevel } from './level.rules.ts';

test('a level begins with exactly the plays that the one before named', () => {
  assert.equal(levelOf(0), 1);
  for (let level = 1; level < 200; level += 1) {
    const plays = playsOfNextLevel(level);
    assert.deepEqual([levelOf(plays - 1), levelOf(plays)], [level, level + 1]);
  }
});
