import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HASH_MAX } from '@lisura/fairness';
import fc from 'fast-check';
import { canonicalRtpLimit, caseWorth, isPaused, theoreticalRtp } from './cases.records.ts';

test('the theoretical RTP is exact and rounded once, a half up', () => {
  const half = (valueCentsBrl: bigint, start: number, end: number) => ({
    hashRangeStart: start,
    hashRangeEnd: end,
    valueCentsBrl,
  });
  assert.equal(theoreticalRtp(caseWorth([half(900n, 1, HASH_MAX)]), 1_000n), '90.0000');
  assert.equal(theoreticalRtp(caseWorth([half(0n, 1, 5_000_000), half(1n, 5_000_001, HASH_MAX)]), 3n), '16.6667');
  // 5 rolls that pay one cent at a price of one cent are 0.00005 percent.
  assert.equal(theoreticalRtp(caseWorth([half(1n, 1, 5), half(0n, 6, HASH_MAX)]), 1n), '0.0001');
  assert.equal(theoreticalRtp(caseWorth([half(1n, 1, 4), half(0n, 5, HASH_MAX)]), 1n), '0.0000');
  assert.equal(theoreticalRtp(caseWorth([half(9_007_199_254_740_993n, 1, HASH_MAX)]), 1n), '900719925474099300.0000');
});

const anyLimitUnits = fc.bigInt(0n, 1_000_000n);
const limitOf = (units: bigint) => canonicalRtpLimit(`${units / 10_000n}.${String(units % 10_000n).padStart(4, '0')}`);
const anyPrice = fc.bigInt(1n, 999_999_999_999n);

test('a case is paused from the first cent of its ten million rolls above the limit on, and not before', () => {
  fc.assert(
    fc.property(anyPrice, anyLimitUnits, (priceCents, units) => {
      // All rolls together may give at most price × 10000000 × units ÷ 1000000.
      const mostCents = priceCents * 10n * units;
      const paused = (worthCents: bigint) => isPaused({ worthCents, priceCents, maxRtpPercent: limitOf(units) });
      assert.deepEqual([paused(mostCents - 1n), paused(mostCents), paused(mostCents + 1n)], [false, false, true]);
    }),
  );
});

test('what is paid back of a case that is not paused is within the limit, roll for roll', () => {
  const anyWidths = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(
      anyWidths,
      fc.infiniteStream(fc.bigInt(0n, 10n ** 15n)),
      anyPrice,
      anyLimitUnits,
      (weights, values, priceCents, units) => {
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        let end = 0;
        const items = weights.map((weight, index) => {
          const hashRangeStart = end + 1;
          end = index === weights.length - 1 ? HASH_MAX : end + Math.floor((HASH_MAX * weight) / total);
          return { hashRangeStart, hashRangeEnd: end, valueCentsBrl: values.next().value as bigint };
        });
        // The loss is computed in another way: from the gain of each roll, in millionths of a cent.
        const lossUnits = items.reduce(
          (sum, { hashRangeStart, hashRangeEnd, valueCentsBrl }) =>
            sum + BigInt(hashRangeEnd - hashRangeStart + 1) * (priceCents * units - valueCentsBrl * 1_000_000n),
          0n,
        );
        const paused = isPaused({ worthCents: caseWorth(items), priceCents, maxRtpPercent: limitOf(units) });
        assert.equal(paused, lossUnits < 0n);
      },
    ),
  );
});

test('a dearer case pauses no sooner, a dearer item no later, and a case without contents never', () => {
  fc.assert(
    fc.property(anyPrice, anyPrice, fc.bigInt(0n, 10n ** 22n), anyLimitUnits, (priceCents, more, worthCents, units) => {
      const maxRtpPercent = limitOf(units);
      const now = isPaused({ worthCents, priceCents, maxRtpPercent });
      if (!now) assert.equal(isPaused({ worthCents, priceCents: priceCents + more, maxRtpPercent }), false);
      if (now) assert.equal(isPaused({ worthCents: worthCents + more, priceCents, maxRtpPercent }), true);
      assert.equal(isPaused({ worthCents: null, priceCents, maxRtpPercent }), false);
    }),
  );
});

test('a limit is a percentage from 0 to 100 and has one spelling', () => {
  const spelt: [string | number, string][] = [
    ['97', '97'],
    [97.5, '97.5'],
    ['100.0000', '100'],
    ['0.5000', '0.5'],
    [0, '0'],
  ];
  for (const [given, limit] of spelt) assert.equal(canonicalRtpLimit(given), limit);
  for (const given of ['100.0001', 101, -1, '', '097', '1.23456', '1e1', ' 5', Number.NaN]) {
    assert.throws(() => canonicalRtpLimit(given), RangeError, String(given));
  }
});
