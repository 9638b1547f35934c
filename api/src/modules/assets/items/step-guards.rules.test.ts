import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';
import type { HeldBack, RateReason } from './items.rules.ts';
import {
  affordableRises,
  brokenRateLimit,
  heldBackAfter,
  heldBackPriceAfter,
  isBelieved,
  isPriceTooFar,
  isWithinPercent,
  mayBeBelieved,
  SAME_RATE,
  stepPercent,
} from './step-guards.rules.ts';

const NOW = new Date('2026-11-15T12:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const LIMITS = { tenMinutesPercent: 5, dayPercent: 20 };

test('a step is within so many percent of what was before, up and down', () => {
  assert.deepEqual(
    [105n, 106n, 95n, 94n, 100n].map((to) => isWithinPercent(100n, to, 5)),
    [true, false, true, false, true],
  );
  assert.deepEqual([stepPercent(54_321n, 543_210n), stepPercent(3n, 2n)], [900, 33.33]);
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 30n),
      fc.bigInt(0n, 10n ** 30n),
      fc.integer({ min: 1, max: 1_000 }),
      (from, to, percent) => {
        const low = from * BigInt(100 - percent);
        const high = from * BigInt(100 + percent);
        return isWithinPercent(from, to, percent) === (to * 100n >= low && to * 100n <= high);
      },
    ),
  );
});

const rate = (usdToBrl: string, ms: number | null, reason: RateReason = 'WITHIN_LIMITS') => ({
  usdToBrl,
  reason,
  replacedAt: ms === null ? null : ago(ms),
});

test('the rate in force and those of the last ten minutes limit closely, those of the last day widely', () => {
  const broken = (newRate: string, ...past: [string, number | null][]) =>
    brokenRateLimit(
      newRate,
      past.map(([usdToBrl, ms]) => rate(usdToBrl, ms)),
      LIMITS,
      NOW,
    );
  const far = (from: string, limit: 'TEN_MINUTES' | 'DAY') => ({
    limit,
    from,
    limitPercent: limit === 'DAY' ? LIMITS.dayPercent : LIMITS.tenMinutesPercent,
  });
  assert.equal(broken('5.25', ['5', null]), null);
  assert.deepEqual(broken('5.250000000000000001', ['5', null]), far('5', 'TEN_MINUTES'));
  assert.deepEqual(broken('4.7499', ['5', null]), far('5', 'TEN_MINUTES'));
  assert.deepEqual(broken('5.4', ['5.2', null], ['5', 10 * MINUTE_MS - 1]), far('5', 'TEN_MINUTES'));
  assert.equal(broken('5.4', ['5.2', null], ['5', 10 * MINUTE_MS]), null);
  assert.deepEqual(broken('6.1', ['6', null], ['5', 24 * HOUR_MS - 1]), far('5', 'DAY'));
  assert.deepEqual(broken('3.9', ['4', null], ['5', 24 * HOUR_MS - 1]), far('5', 'DAY'));
  assert.deepEqual(broken('54', ['5', null]), far('5', 'DAY'), 'the wider limit, which time alone does not lift');
  assert.equal(broken('6', ['5', 72 * HOUR_MS]), null);
  assert.deepEqual(broken('6.1', ['5', 72 * HOUR_MS]), far('5', 'DAY'), 'the last one known, however old');
});

test('what was believed after an hour is where small steps begin anew, and what limits a day does not', () => {
  const past = [rate('4.5', null, 'SAID_FOR_AN_HOUR'), rate('5', 0), rate('5.4', 20 * HOUR_MS)];
  assert.equal(brokenRateLimit('4.6', past, LIMITS, NOW), null);
  assert.deepEqual(brokenRateLimit('4.3', past, LIMITS, NOW), { limit: 'DAY', from: '5.4', limitPercent: 20 });
});

test('all rises of a day together are limited, whatever falls between them', () => {
  const upAndDown = [
    rate('5', null),
    rate('5.25', HOUR_MS),
    rate('5', 2 * HOUR_MS),
    rate('5.5', 3 * HOUR_MS),
    rate('5', 4 * HOUR_MS),
  ];
  const broken = (newRate: string) => brokenRateLimit(newRate, upAndDown, LIMITS, NOW);
  // 1.05 and 1.1 are behind it.
  assert.equal(broken('5.19'), null);
  assert.deepEqual(broken('5.2'), { limit: 'RISES', from: '5', limitPercent: 20 });
  assert.equal(broken('4.99'), null);
  const fromFallback = [rate('5', null, 'FALLBACK'), rate('5.9', HOUR_MS)];
  assert.deepEqual(brokenRateLimit('6.1', fromFallback, LIMITS, NOW), { limit: 'RISES', from: '5', limitPercent: 20 });
  assert.equal(brokenRateLimit('5.9', fromFallback, LIMITS, NOW), null);
});

test('whatever a source says for a day, who buys at every bottom and sells at every top gains no more than the limit', () => {
  const steps = fc.array(fc.integer({ min: -300, max: 300 }), { minLength: 50, maxLength: 288 });
  fc.assert(
    fc.property(steps, (sayings) => {
      let past = [rate('5', null, 'FIRST')];
      let gain = 1;
      for (const [place, step] of sayings.entries()) {
        const inForce = past[0]?.usdToBrl ?? '';
        const newRate = (Number(inForce) * (1 + step / 1_000)).toFixed(9);
        const now = new Date(NOW.getTime() + place * 5 * MINUTE_MS);
        if (brokenRateLimit(newRate, past, LIMITS, now) !== null) continue;
        gain *= Math.max(1, Number(newRate) / Number(inForce));
        past = [
          rate(newRate, null),
          ...past.map((one) => (one.replacedAt === null ? { ...one, replacedAt: now } : one)),
        ];
      }
      return gain <= 1.2 + 1e-9;
    }),
  );
});

test('time alone makes a rate believed that is a little lower, never a higher one or one far away', () => {
  const believed = (newRate: string, inForce: string) => {
    const broken = brokenRateLimit(newRate, [rate(inForce, null)], LIMITS, NOW);
    return broken !== null && mayBeBelieved(broken, newRate, inForce);
  };
  assert.deepEqual(
    [believed('4.5', '5'), believed('5.5', '5'), believed('3.9', '5'), believed('54', '5')],
    [true, false, false, false],
  );
});

const PRICE = { inForce: 100n, lowest: 100n, highest: 100n, isOwned: true };
const PRICE_LIMITS = { stepPercent: 50, dayPercent: 60 };
const isFar = (newPrice: bigint, more: object = {}) => isPriceTooFar({ ...PRICE, newPrice, ...more }, PRICE_LIMITS);

test('a price is held against the one in force and against those of the last day', () => {
  assert.deepEqual(
    [50n, 49n, 150n, 151n].map((newPrice) => isFar(newPrice)),
    [false, true, false, true],
  );
  assert.deepEqual(
    [144n, 145n].map((newPrice) => isFar(newPrice, { lowest: 90n })),
    [false, true],
  );
  assert.deepEqual(
    [80n, 79n].map((newPrice) => isFar(newPrice, { highest: 200n })),
    [false, true],
  );
});

test('a first price is no step unless users own the item, and zero is no price', () => {
  const none = { inForce: 0n, lowest: 0n, highest: 0n };
  assert.deepEqual([isFar(7n, none), isFar(7n, { ...none, isOwned: false }), isFar(0n, none)], [true, false, false]);
  assert.equal(isFar(0n), true);
});

test('time alone makes a lower price believed, never a higher one, nor zero', () => {
  const held = (newPrice: bigint) => ({
    value: newPrice,
    firstValue: newPrice,
    firstSaidAt: ago(HOUR_MS),
    lastSaidAt: ago(HOUR_MS),
  });
  const isTaken = (newPrice: bigint, more: object = {}) =>
    heldBackPriceAfter({ ...PRICE, newPrice, isMadeUp: false, held: held(newPrice), ...more }, PRICE_LIMITS, NOW) ===
    null;
  assert.deepEqual(
    [isTaken(1n), isTaken(151n), isTaken(0n), isTaken(145n, { lowest: 90n })],
    [true, false, false, false],
  );
});

test('of rises that do not all fit the smallest are taken', () => {
  const rises = [30n, 5n, 40n, 10n].map((raisedCents) => ({ name: `${raisedCents}`, raisedCents }));
  const taken = (left: bigint) => {
    const { names, sum } = affordableRises(rises, left);
    return [[...names], sum];
  };
  assert.deepEqual(taken(50n), [['5', '10', '30'], 45n]);
  assert.deepEqual(taken(4n), [[], 0n]);
  assert.deepEqual(taken(-1n), [[], 0n]);
});

test('what is said again is the same for longer; another thing, or a long silence, begins anew', () => {
  const held = { value: '54', firstValue: '54', firstSaidAt: ago(50 * MINUTE_MS), lastSaidAt: ago(MINUTE_MS) };
  assert.deepEqual(heldBackAfter(held, '54.5', SAME_RATE, NOW), { ...held, value: '54.5', lastSaidAt: NOW });
  const anew = (value: string) => ({ value, firstValue: value, firstSaidAt: NOW, lastSaidAt: NOW });
  assert.deepEqual(heldBackAfter(held, '54.6', SAME_RATE, NOW), anew('54.6'));
  assert.deepEqual(heldBackAfter(null, '54', SAME_RATE, NOW), anew('54'));
  const drifted = { ...held, value: '54.4' };
  assert.deepEqual(
    heldBackAfter(drifted, '54.7', SAME_RATE, NOW),
    anew('54.7'),
    'as near as that to what was said first',
  );
  const forgotten = { ...held, lastSaidAt: ago(20 * MINUTE_MS + 1) };
  assert.deepEqual(heldBackAfter(forgotten, '54', SAME_RATE, NOW), anew('54'));
});

test('a source is believed once it has said about the same for an hour, and never by drifting', () => {
  const anyRate = fc.integer({ min: 500_000, max: 100_000_000 }).map((units) => (units / 1_000_000).toFixed(6));
  const saying = fc.record({
    rate: anyRate,
    minutes: fc.integer({ min: 1, max: 30 }),
    repeats: fc.integer({ min: 1, max: 30 }),
  });
  fc.assert(
    fc.property(fc.array(saying, { minLength: 1, maxLength: 20 }), (sayings) => {
      let held: HeldBack<string> | null = null;
      const said: { value: number; atMs: number }[] = [];
      let atMs = 0;
      for (const { rate: value, minutes, repeats } of sayings) {
        for (let each = 0; each < repeats; each += 1) {
          atMs += minutes * MINUTE_MS;
          const now = new Date(atMs);
          held = heldBackAfter(held, value, SAME_RATE, now);
          said.push({ value: Number(value), atMs });
          if (!isBelieved(held, now)) continue;
          const firstMs = held.firstSaidAt.getTime();
          const lastHour = said.filter((one) => one.atMs >= firstMs);
          const first = lastHour[0]?.value ?? 0;
          assert.ok(atMs - firstMs >= HOUR_MS);
          assert.ok(lastHour.every((one) => Math.abs(one.value - first) <= first * 0.010_000_1));
        }
      }
    }),
  );
});
