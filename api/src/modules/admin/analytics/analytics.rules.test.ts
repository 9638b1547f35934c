import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { percentOf, type ReturnSums, rtpInterval } from './analytics.rules.ts';

interface Play {
  wagered: number;
  won: number;
}

function sumsOf(plays: readonly Play[], scale = 1n): ReturnSums {
  const sum = (of: (play: Play) => number) => plays.reduce((total, play) => total + BigInt(of(play)), 0n);
  return {
    plays: plays.length,
    wageredCents: scale * sum(({ wagered }) => wagered),
    wonCents: scale * sum(({ won }) => won),
    wageredSquares: scale * scale * sum(({ wagered }) => wagered * wagered),
    wonSquares: scale * scale * sum(({ won }) => won * won),
    wageredWon: scale * scale * sum(({ wagered, won }) => wagered * won),
  };
}

const anyPlays = fc.array(fc.record({ wagered: fc.integer({ min: 1, max: 10_000 }), won: fc.nat(50_000) }), {
  minLength: 2,
  maxLength: 50,
});

test('the interval is that of the returns one by one', () => {
  fc.assert(
    fc.property(anyPlays, (plays) => {
      const wagered = plays.reduce((sum, play) => sum + play.wagered, 0);
      const rtp = plays.reduce((sum, play) => sum + play.won, 0) / wagered;
      const spread = plays.reduce((sum, play) => sum + (play.won - rtp * play.wagered) ** 2, 0) / (plays.length - 1);
      const half = (1.959963984540054 * Math.sqrt(spread * plays.length)) / wagered;
      const interval = rtpInterval(sumsOf(plays));
      assert.ok(interval !== null);
      assert.ok(Math.abs(interval.low - 100 * Math.max(rtp - half, 0)) < 0.001);
      assert.ok(Math.abs(interval.high - 100 * (rtp + half)) < 0.001 + interval.high * 1e-9);
    }),
  );
});

test('it does not depend on the unit, however large the sums', () => {
  fc.assert(
    fc.property(anyPlays, (plays) => {
      assert.deepEqual(rtpInterval(sumsOf(plays, 10n ** 12n)), rtpInterval(sumsOf(plays)));
    }),
  );
});

test('a constant return has no spread, and one play has no interval', () => {
  assert.deepEqual(rtpInterval(sumsOf(Array(9).fill({ wagered: 100, won: 90 }))), { low: 90, high: 90 });
  assert.equal(rtpInterval(sumsOf([{ wagered: 100, won: 90 }])), null);
  assert.equal(rtpInterval(sumsOf([])), null);
});

test('a percentage is exact up to its fourth decimal', () => {
  assert.deepEqual(
    [percentOf(2n, 3n), percentOf(-1n, 3n), percentOf(0n, 5n), percentOf(1n, 0n)],
    [66.6667, -33.3333, 0, null],
  );
  assert.equal(percentOf(9_007_199_254_740_993n, 9_007_199_254_740_993n), 100);
});
