import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { HeldBack } from './items.types.ts';
import {
  brokenRateLimit,
  heldBackAfter,
  isBelieved,
  isWithinPercent,
  SAME_RATE,
  stepPercent,
} from './step-guards.rules.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
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

test('the rate in force and those of the last ten minutes limit closely, those of the last day widely', () => {
  const broken = (told: string, ...past: [string, number | null][]) =>
    brokenRateLimit(
      told,
      past.map(([usdToBrl, ms]) => ({ usdToBrl, replacedAt: ms === null ? null : ago(ms) })),
      LIMITS,
      NOW,
    );
  assert.equal(broken('5.25', ['5', null]), null);
  assert.deepEqual(broken('5.250000000000000001', ['5', null]), { from: '5', limitPercent: 5 });
  assert.deepEqual(broken('4.7499', ['5', null]), { from: '5', limitPercent: 5 });
  assert.deepEqual(broken('5.4', ['5.2', null], ['5', 10 * MINUTE_MS - 1]), { from: '5', limitPercent: 5 });
  assert.equal(broken('5.4', ['5.2', null], ['5', 10 * MINUTE_MS]), null);
  assert.deepEqual(broken('6.1', ['6', null], ['5', 24 * HOUR_MS - 1]), { from: '5', limitPercent: 20 });
  assert.equal(broken('6.1', ['6', null], ['5', 24 * HOUR_MS]), null);
  assert.equal(broken('6', ['5', 72 * HOUR_MS]), null);
  assert.deepEqual(
    broken('6.1', ['5', 72 * HOUR_MS]),
    { from: '5', limitPercent: 20 },
    'the last one known, however old',
  );
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
  const rate = fc.integer({ min: 500_000, max: 100_000_000 }).map((units) => (units / 1_000_000).toFixed(6));
  const saying = fc.record({
    rate,
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
