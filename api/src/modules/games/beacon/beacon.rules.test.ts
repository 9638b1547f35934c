import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publishedAt, QUICKNET } from '@lisura/fairness';
import fc from 'fast-check';
import { isOverdue, roundFor } from './beacon.rules.ts';

const secondsAfterGenesis = (seconds: number) => new Date((QUICKNET.genesis + seconds) * 1000);

test('rounds are published from the genesis on', () => {
  assert.deepEqual(publishedAt(QUICKNET, 1), new Date('2023-08-23T15:09:27Z'));
  assert.deepEqual(publishedAt(QUICKNET, 1000), new Date('2023-08-23T15:59:24Z'));
});

test('the round of a list is the first that is published after the delay, to the millisecond', () => {
  const at = secondsAfterGenesis(30);
  assert.deepEqual(roundFor(QUICKNET, at, 30), { round: 21, at: secondsAfterGenesis(60) });
  assert.equal(roundFor(QUICKNET, new Date(at.getTime() - 1), 30).round, 21);
  assert.equal(roundFor(QUICKNET, new Date(at.getTime() + 1), 30).round, 22);
  assert.equal(roundFor(QUICKNET, at, 31).round, 22);
});

test('a game without a delay waits for two periods, as it did when it was created', () => {
  assert.deepEqual(roundFor(QUICKNET, secondsAfterGenesis(30), null), { round: 13, at: secondsAfterGenesis(36) });
});

test('before the genesis it is the first round of all', () => {
  assert.equal(roundFor(QUICKNET, new Date(0), 30).round, 1);
});

test('it is never nearer than the delay, and no earlier round would do', () => {
  const moments = fc.integer({ min: 0, max: 4e12 });
  const delays = fc.integer({ min: 1, max: 3600 });
  const chains = fc.record({ genesis: fc.integer({ min: 1, max: 4e9 }), period: fc.integer({ min: 1, max: 3600 }) });
  fc.assert(
    fc.property(chains, moments, delays, (times, atMs, delaySeconds) => {
      const { round, at } = roundFor(times, new Date(atMs), delaySeconds);
      const earliestMs = atMs + delaySeconds * 1000;
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
