import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Day } from '../../../platform/days.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import {
  changed,
  type ExclusionKind,
  exclusionEnd,
  type LimitCents,
  lengthened,
  limitsPlay,
  PERIODS,
  type Period,
  type PlayCounts,
  type PlayerLimit,
  periodAt,
  settled,
  stakeFault,
  stakeRoom,
  usedOf,
} from './limits.rules.ts';

const noon = new Date('2026-11-15T15:00:00.000Z');
const after = (hours: number) => new Date(noon.getTime() + hours * HOUR_MS);
const limitOf = (limitCents: LimitCents, next: PlayerLimit['next'] = null): PlayerLimit => ({
  kind: 'WAGER',
  period: 'DAY',
  limitCents,
  next,
});

/** Every run has the same numbers. */
function createDice(start: number) {
  let state = start;
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

test('periods are days, weeks from Monday and months of São Paulo', () => {
  // Two in the morning in UTC is still the day before, and a Sunday.
  const night = new Date('2026-11-16T02:00:00.000Z');
  const spanOf = (period: Parameters<typeof periodAt>[0]) => {
    const { first, startsAt, endsAt } = periodAt(period, night);
    return [first, startsAt.toISOString(), endsAt.toISOString()];
  };
  assert.deepEqual(spanOf('DAY'), ['2026-11-15', '2026-11-15T03:00:00.000Z', '2026-11-16T03:00:00.000Z']);
  assert.deepEqual(spanOf('WEEK'), ['2026-11-09', '2026-11-09T03:00:00.000Z', '2026-11-16T03:00:00.000Z']);
  assert.deepEqual(spanOf('MONTH'), ['2026-11-01', '2026-11-01T03:00:00.000Z', '2026-12-01T03:00:00.000Z']);
});

test('a lower limit counts at once, a higher one or none 24 hours later', () => {
  assert.deepEqual(changed(limitOf(null), 100n, noon), limitOf(100n));
  assert.deepEqual(changed(limitOf(100n), 50n, noon), limitOf(50n));
  const raised = changed(limitOf(100n), 200n, noon);
  assert.deepEqual(raised, limitOf(100n, { limitCents: 200n, from: after(24) }));
  assert.equal(settled(raised, after(23.99)).limitCents, 100n);
  assert.deepEqual(settled(raised, after(24)), limitOf(200n));
  assert.deepEqual(changed(limitOf(100n), null, noon).next, { limitCents: null, from: after(24) });
});

test('asking again for what waits does not begin the wait anew, and anything else does', () => {
  const raised = changed(limitOf(100n), 200n, noon);
  assert.deepEqual(changed(raised, 200n, after(5)), raised);
  assert.deepEqual(changed(raised, 150n, after(5)).next, { limitCents: 150n, from: after(29) });
  assert.deepEqual(changed(raised, 100n, after(5)), limitOf(100n), 'the same as now takes the raise back');
});

test('whatever is asked and when, a limit rises only to what was asked for a day before, and falls at once', () => {
  const isAbove = (one: LimitCents, other: LimitCents) => other !== null && (one === null || one > other);
  for (let run = 0; run < 200; run += 1) {
    const roll = createDice(run + 1);
    const asked: { hour: number; limitCents: LimitCents }[] = [];
    let limit = limitOf(null);
    let former: LimitCents = null;
    for (let hour = 0; hour < 200; hour += 1) {
      const counted = settled(limit, after(hour)).limitCents;
      if (isAbove(counted, former)) {
        assert.ok(asked.some((each) => each.limitCents === counted && each.hour <= hour - 24));
      }
      former = counted;
      if (roll(8) > 0) continue;
      const limitCents = roll(5) === 0 ? null : BigInt(roll(6) * 100);
      limit = changed(limit, limitCents, after(hour));
      asked.push({ hour, limitCents });
      former = settled(limit, after(hour)).limitCents;
      assert.equal(former, isAbove(limitCents, counted) ? counted : limitCents);
    }
  }
});

const countsOf = (first: string, wageredCents: bigint, lostCents: bigint): PlayCounts => {
  const counted = { wageredCents, lostCents };
  return {
    DAY: { first: first as Day, ...counted },
    WEEK: { first: '2026-11-09' as Day, ...counted },
    MONTH: { first: '2026-11-01' as Day, ...counted },
  };
};

const KINDS_AND_PERIODS = (['WAGER', 'LOSS'] as const).flatMap((kind) => PERIODS.map((period) => ({ kind, period })));

/** The model adds up each period anew whenever it is asked. */
function createNaiveCounts() {
  const plays: { at: Date; wageredCents: bigint; lostCents: bigint }[] = [];
  const sumOf = (period: Period) => {
    const { first, startsAt } = periodAt(period, plays.at(-1)?.at ?? noon);
    const own = plays.filter(({ at }) => at >= startsAt);
    const sum = (pick: (play: (typeof plays)[0]) => bigint) => own.reduce((total, play) => total + pick(play), 0n);
    return { first, wageredCents: sum((play) => play.wageredCents), lostCents: sum((play) => play.lostCents) };
  };
  return {
    play: (at: Date, wageredCents: bigint, wonCents: bigint) =>
      void plays.push({ at, wageredCents, lostCents: wageredCents - wonCents }),
    counts: (): PlayCounts => ({ DAY: sumOf('DAY'), WEEK: sumOf('WEEK'), MONTH: sumOf('MONTH') }),
  };
}

test('what is used is of the period that runs', () => {
  assert.equal(usedOf(countsOf('2026-11-15', 70n, 30n), 'WAGER', 'DAY', noon), 70n);
  assert.equal(usedOf(countsOf('2026-11-15', 70n, 30n), 'LOSS', 'DAY', noon), 30n);
  assert.equal(usedOf(countsOf('2026-11-14', 70n, 30n), 'WAGER', 'DAY', noon), 0n);
  assert.equal(usedOf(countsOf('2026-11-16', 70n, 30n), 'WAGER', 'DAY', noon), 70n, 'a clock that is behind');
  assert.equal(usedOf(null, 'WAGER', 'DAY', noon), null);
});

test('a stake is refused where it would pass a limit, and the refusal says what is left', () => {
  const counts = countsOf('2026-11-15', 70n, -30n);
  const faultOf = (limit: PlayerLimit, stake: bigint) => stakeFault({ limits: [limit], counts }, stake, noon);
  assert.equal(faultOf(limitOf(100n), 30n), null);
  assert.deepEqual(faultOf(limitOf(100n), 31n), {
    kind: 'WAGER',
    period: 'DAY',
    limitCents: 100n,
    leftCents: 30n,
    endsAt: new Date('2026-11-16T03:00:00.000Z'),
  });
  assert.equal(faultOf(limitOf(50n), 1n)?.leftCents, 0n);
  assert.equal(faultOf(limitOf(null), 10n ** 15n), null);
  const loss = { ...limitOf(100n), kind: 'LOSS' as const };
  assert.equal(faultOf(loss, 130n), null, 'what was won may be lost again');
  assert.equal(faultOf(loss, 131n)?.kind, 'LOSS');
  assert.equal(faultOf({ ...limitOf(0n), kind: 'DEPOSIT' }, 1n), null);
});

test('of several limits that a stake would pass the one that lasts longest is told', () => {
  const limits = (['WEEK', 'MONTH', 'DAY'] as const).map((period) => ({ ...limitOf(10n), period }));
  assert.equal(stakeFault({ limits, counts: null }, 11n, noon)?.period, 'MONTH');
});

test('what may be staked without a look at the limits is allowed by them, whatever happens meanwhile', () => {
  const dice = createDice(7);
  const cents = (sides: number) => BigInt(dice(sides));
  let staked = 0;
  for (let trial = 0; trial < 300; trial += 1) {
    const limits = KINDS_AND_PERIODS.filter(() => dice(3) === 0).map((each): PlayerLimit => {
      const limitCents = cents(400);
      const next = dice(2) === 0 ? null : { limitCents: limitCents + cents(300) + 1n, from: after(dice(60) - 12) };
      return { ...each, limitCents, next };
    });
    const model = createNaiveCounts();
    let [now, roomCents] = [noon, 0n];
    for (let step = 0; step < 40; step += 1) {
      const stakeCents = cents(60) + 1n;
      const isAllowed = stakeFault({ limits, counts: model.counts() }, stakeCents, now) === null;
      if (stakeCents <= roomCents) {
        assert.ok(isAllowed, `trial ${trial}, step ${step}: ${stakeCents} of ${roomCents}`);
        staked += limits.length > 0 ? 1 : 0;
      } else if (isAllowed) {
        const found = stakeRoom({ limits, counts: model.counts() }, now);
        roomCents = found > stakeCents ? found : stakeCents;
      }
      if (isAllowed) {
        roomCents -= stakeCents;
        model.play(now, stakeCents, dice(3) === 0 ? cents(300) : 0n);
      }
      if (dice(4) === 0) now = new Date(now.getTime() + dice(40) * HOUR_MS);
    }
  }
  assert.ok(staked > 1_000, 'most of them without a look');
});

test('what may be staked is what the tightest limit leaves, and never more than the limit itself', () => {
  const roomOf = (limits: PlayerLimit[], wagered: bigint, lost: bigint) =>
    stakeRoom({ limits, counts: countsOf('2026-11-15', wagered, lost) }, noon);
  const loss = { ...limitOf(100n), kind: 'LOSS' as const };
  assert.equal(roomOf([limitOf(100n)], 70n, 0n), 30n);
  assert.equal(roomOf([limitOf(100n), loss], 20n, 90n), 10n);
  assert.equal(roomOf([limitOf(100n)], 170n, 0n), 0n);
  assert.equal(roomOf([loss], 0n, -500n), 100n, 'tomorrow nothing of it is won');
  assert.equal(roomOf([{ ...limitOf(1n), kind: 'DEPOSIT' }, limitOf(null)], 0n, 0n), 10n ** 15n);
});

test('plays are counted while there is a limit of stakes or losses', () => {
  const removed = changed(limitOf(100n), null, noon);
  assert.deepEqual(
    [
      limitsPlay([], noon),
      limitsPlay([limitOf(0n)], noon),
      limitsPlay([removed], after(23)),
      limitsPlay([removed], after(24)),
    ],
    [false, true, true, false],
  );
  assert.equal(limitsPlay([{ ...limitOf(1n), kind: 'DEPOSIT' }], noon), false);
});

test('a bar is only ever lengthened, whatever is asked', () => {
  const kinds: ExclusionKind[] = ['PAUSE', 'EXCLUSION'];
  const roll = createDice(7);
  let bar = null as { kind: ExclusionKind; until: Date } | null;
  for (let step = 0; step < 500; step += 1) {
    const asked = { kind: kinds[roll(2)] as ExclusionKind, until: after(1 + roll(1_000) + step) };
    const longer = lengthened(bar, asked, noon);
    if (bar !== null && longer !== null) {
      assert.ok(longer.until >= bar.until);
      assert.ok(bar.kind === 'PAUSE' || longer.kind === 'EXCLUSION');
      assert.ok(longer.until > bar.until || longer.kind !== bar.kind);
    }
    assert.ok(((longer ?? bar)?.until.getTime() as number) >= asked.until.getTime());
    bar = longer ?? bar;
  }
  assert.deepEqual(lengthened({ kind: 'EXCLUSION', until: noon }, { kind: 'PAUSE', until: after(1) }, noon), {
    kind: 'PAUSE',
    until: after(1),
  });
});

test('a pause ends after whole days, an exclusion with the day after so many months', () => {
  assert.deepEqual(exclusionEnd({ kind: 'PAUSE', days: 2, months: 6 }, noon), after(48));
  const end = exclusionEnd({ kind: 'EXCLUSION', days: 1, months: 3 }, noon);
  assert.equal(end.toISOString(), '2027-02-16T03:00:00.000Z');
});
