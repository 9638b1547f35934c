import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Id } from '../../../platform/ids.ts';
import type { FoundSuspicion, KnownSuspicion, OddsSums, SuspectLimits } from './fraud.records.ts';
import { judgeFlow, judgeOdds, judgeSharing, scoresOf, stateOf } from './suspicions.rules.ts';

const userId = '7' as Id<'user'>;
const limits: SuspectLimits = { zScore: 5, minCents: 10_000n, playPercent: 50, sharedUsers: 3 };

interface Outcome {
  cents: number;
  chance: number;
}
type Odds = readonly Outcome[];

function coursesOf(plays: readonly Odds[]): Outcome[] {
  return plays.reduce<Outcome[]>(
    (courses, odds) =>
      courses.flatMap((before) =>
        odds.map(({ cents, chance }) => ({ cents: before.cents + cents, chance: before.chance * chance })),
      ),
    [{ cents: 0, chance: 1 }],
  );
}

const meanOf = (odds: Odds) => odds.reduce((sum, { cents, chance }) => sum + cents * chance, 0);
const varianceOf = (odds: Odds) =>
  odds.reduce((sum, { cents, chance }) => sum + chance * (cents - meanOf(odds)) ** 2, 0);
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

/** The odds are kept as sums. */
const sumsOf = (plays: readonly Odds[], wonCents: number): OddsSums => ({
  plays: plays.length,
  wonCents,
  expectedCents: sumOf(plays.map(meanOf)),
  variance: sumOf(plays.map(varianceOf)),
  largestCents: Math.max(...plays.flat().map(({ cents }) => cents)),
});

const anyOdds = fc
  .array(fc.record({ cents: fc.integer({ min: 0, max: 100_000 }), width: fc.integer({ min: 1, max: 1_000 }) }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((lines): Odds => {
    const whole = sumOf(lines.map(({ width }) => width));
    return lines.map(({ cents, width }) => ({ cents, chance: width / whole }));
  });
const anyPlays = fc.array(anyOdds, { minLength: 1, maxLength: 6 });

test('over all courses that plays can take the z-score is 0 on average and spreads by 1', () => {
  fc.assert(
    fc.property(anyPlays, (plays) => {
      fc.pre(sumsOf(plays, 0).variance > 1);
      const scored = coursesOf(plays).map(({ cents, chance }) => ({
        chance,
        score: scoresOf(sumsOf(plays, cents)).zScore,
      }));
      const mean = sumOf(scored.map(({ score, chance }) => score * chance));
      const spread = sumOf(scored.map(({ score, chance }) => score * score * chance));
      assert.ok(Math.abs(mean) < 0.01, `${mean}`);
      assert.ok(Math.abs(spread - 1) < 0.02, `${spread}`);
    }),
  );
});

test('no cautious score is reached more often than it says, however rare and large the wins are', () => {
  fc.assert(
    fc.property(anyPlays, fc.double({ min: 0.1, max: 6, noNaN: true }), (plays, score) => {
      const reached = coursesOf(plays).filter(
        ({ cents }) => scoresOf(sumsOf(plays, cents)).cautiousScore >= score + 0.005,
      );
      assert.ok(sumOf(reached.map(({ chance }) => chance)) <= Math.exp(-(score ** 2) / 2));
    }),
  );
});

test('a cautious score is no higher than the plain one, and the same where single wins hardly count', () => {
  fc.assert(
    fc.property(anyPlays, fc.integer({ min: 0, max: 600_000 }), (plays, wonCents) => {
      fc.pre(sumsOf(plays, 0).variance > 1);
      const { zScore, cautiousScore } = scoresOf(sumsOf(plays, wonCents));
      assert.ok(cautiousScore <= Math.max(zScore, 0));
    }),
  );
  const many = { plays: 1e6, wonCents: 1_006_000, expectedCents: 1e6, variance: 1e6, largestCents: 2 };
  assert.deepEqual(scoresOf(many), { zScore: 6, cautiousScore: 5.99 });
});

test('a single lucky win is nothing to wonder at, and many in a row are', () => {
  const jackpot: Odds = [
    { cents: 500_000, chance: 0.001 },
    { cents: 0, chance: 0.999 },
  ];
  const after = (plays: number, wins: number) => ({ ...sumsOf(Array(plays).fill(jackpot), wins * 500_000), userId });
  assert.ok(scoresOf(after(1, 1)).zScore > 30);
  assert.equal(judgeOdds(after(1, 1), limits), null);
  assert.equal(judgeOdds(after(100, 2), limits), null);
  const found = judgeOdds(after(100, 10), limits);
  assert.equal(found?.weight, 4_950_000n);
  assert.deepEqual(found?.figures, {
    plays: 100,
    wonCents: '5000000',
    expectedCents: '50000',
    zScore: 31.32,
    cautiousScore: 5.37,
  });
  assert.equal(judgeOdds(after(100, 10), { ...limits, zScore: 5.38 }), null);
  assert.equal(judgeOdds(after(100, 10), { ...limits, minCents: 4_950_001n }), null);
});

test('a certain outcome has no score', () => {
  const sure: Odds = [{ cents: 700, chance: 1 }];
  assert.deepEqual(scoresOf(sumsOf([sure, sure], 1_400)), { zScore: 0, cautiousScore: 0 });
});

test('money that came in and went out again counts as far as it did both, and half of it played is play', () => {
  const flow = (deposited: bigint, withdrawn: bigint, wagered: bigint) =>
    judgeFlow({ userId, depositedCents: deposited, withdrawnCents: withdrawn, wageredCents: wagered }, limits);
  assert.deepEqual(flow(50_000n, 20_000n, 9_999n), {
    userId,
    reason: 'DEPOSIT_WITHDRAW_WITHOUT_PLAY',
    weight: 20_000n,
    figures: { depositedCents: '50000', withdrawnCents: '20000', wageredCents: '9999' },
  });
  assert.equal(flow(20_000n, 50_000n, 0n)?.weight, 20_000n);
  assert.equal(flow(50_000n, 20_000n, 10_000n), null);
  assert.equal(flow(9_999n, 20_000n, 0n), null);
  assert.equal(
    judgeFlow({ userId, depositedCents: 1n, withdrawnCents: 1n, wageredCents: 0n }, { ...limits, playPercent: 0 }),
    null,
  );
});

test('an address is shared from some others on, or never', () => {
  assert.deepEqual(judgeSharing({ userId, otherUsers: 3 }, limits), {
    userId,
    reason: 'SHARED_ADDRESS',
    weight: 3n,
    figures: { otherUsers: 3 },
  });
  assert.equal(judgeSharing({ userId, otherUsers: 2 }, limits), null);
  assert.equal(judgeSharing({ userId, otherUsers: 1_000 }, { ...limits, sharedUsers: 0 }), null);
});

test('a review holds until the suspicion weighs half as much again, or is all new', () => {
  const now = new Date('2026-11-15T12:00:00Z');
  const found = (weight: bigint): FoundSuspicion => ({ userId, reason: 'SHARED_ADDRESS', weight, figures: {} });
  const known = (reviewedWeight: bigint | null, lastFoundAt = now): KnownSuspicion => ({
    userId,
    reason: 'SHARED_ADDRESS',
    lastFoundAt,
    reviewedWeight,
  });
  assert.equal(stateOf(found(1n), undefined, now), 'OPEN');
  assert.equal(stateOf(found(1n), known(null), now), 'OPEN');
  assert.equal(stateOf(found(14n), known(10n), now), 'REVIEWED');
  assert.equal(stateOf(found(15n), known(10n), now), 'OPEN');
  assert.equal(stateOf(found(10n), known(10n, new Date('2026-10-16T12:00:00Z')), now), 'REVIEWED');
  assert.equal(stateOf(found(10n), known(10n, new Date('2026-10-15T12:00:00Z')), now), 'OPEN');
});
