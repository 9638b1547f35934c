import assert from 'node:assert/strict';
import { test } from 'node:test';
import { momentOf, roundsShown, showMs } from './show.ts';

const ROUNDS = 3;

test('the show tells no round before its reels have stopped, and ends after the last', () => {
  const seen = Array.from({ length: 60 }, (_, second) => momentOf(second * 500, ROUNDS, false));
  const known = seen.map(roundsShown);
  assert.deepEqual(known, known.toSorted());
  assert.equal(known[0], 0);
  assert.ok(seen.every(({ phase, round }, index) => phase !== 'spin' || known[index] === round - 1));
  assert.equal(momentOf(showMs(ROUNDS) - 1, ROUNDS, false).phase, 'rest');
  assert.equal(momentOf(showMs(ROUNDS), ROUNDS, false).phase, 'over');
});

test('each phase lasts as long as it says', () => {
  for (let since = 0, phases = 0; ; phases++) {
    const { nextInMs, phase } = momentOf(since, ROUNDS, true);
    if (nextInMs === null) {
      assert.equal(since, showMs(ROUNDS, true));
      assert.equal(phases, 1 + 2 * ROUNDS + 1);
      return;
    }
    assert.equal(momentOf(since + nextInMs - 1, ROUNDS, true).phase, phase);
    since += nextInMs;
  }
});

test('a tie is rolled after the last round', () => {
  assert.equal(momentOf(showMs(ROUNDS), ROUNDS, true).phase, 'tie');
  assert.equal(momentOf(showMs(ROUNDS, true), ROUNDS, true).phase, 'over');
});
