import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publishedAt, QUICKNET } from '@lisura/fairness';
import fc from 'fast-check';
import { isOverdue, roundAfter } from './beacon.rules.ts';

const secondsAfterGenesis = (seconds: number) => new Date((QUICKNET.genesis + seconds) * 1000);

test('rounds are published from the genesis on', () => {
  assert.deepEqual(publishedAt(QUICKNET, 1), new Date('2023-08-23T15:09:27Z'));
  assert.deepEqual(publishedAt(QUICKNET, 1000), new Date('2023-08-23T15:59:24Z'));
});

test('the round after a moment is the first that comes two periods later, to the millisecond', () => {
  const at = secondsAfterGenesis(30);
  assert.deepEqual(roundAfter(QUICKNET, at), { round: 13, at: secondsAfterGenesis(36) });
  assert.equal(roundAfter(QUICKNET, new Date(at.getTime() - 1)).round, 13);
  assert.equal(roundAfter(QUICKNET, new Date(at.getTime() + 1)).round, 14);
  assert.equal(roundAfter(QUICKNET, new Date(at.getTime() - 3_000)).round, 12);
});

test('before the genesis it is the first round of all', () => {
  assert.equal(roundAfter(QUICKNET, new Date(0)).round, 1);
});

test('it is never nearer than the margin, and never a round later than it must be', () => {
  const moments = fc.integer({ min: 0, max: 4e12 });
  const chains = fc.record({ genesis: fc.integer({ min: 1, max: 4e9 }), period: fc.integer({ min: 1, max: 3600 }) });
  fc.assert(
    fc.property(chains, moments, (times, atMs) => {
      const { round, at } = roundAfter(times, new Date(atMs));
      const earliestMs = atMs + 2 * times.period * 1000;
      assert.deepEqual(at, publishedAt(times, round));
      assert.ok(at.getTime() >= earliestMs);
      assert.ok(round === 1 || publishedAt(times, round - 1).getTime() < earliestMs);
    }),
  );
});

test('a round is overdue after a minute, or after twenty periods where those are longer', () => {
  const due = publishedAt(QUICKNET, 5).getTime();
  assert.equal(isOverdue(QUICKNET, 5, new Date(due + 59_999)), false);
  assert.equal(isOverdue(QUICKNET, 5, new Date(due + 60_000)), true);
  const slow = { genesis: 0, period: 30 };
  assert.equal(isOverdue(slow, 1, new Date(599_999)), false);
  assert.equal(isOverdue(slow, 1, new Date(600_000)), true);
});
