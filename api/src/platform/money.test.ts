import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  divideCeil,
  divideFloor,
  divideRounded,
  formatBrl,
  formatBrlInEnglish,
  formatUsd,
  multiplyRounded,
  parseCents,
  parseFactor,
} from './money.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const divisor = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).filter((value) => value !== 0n);
const decimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), fc.stringMatching(/^[0-9]{0,18}$/))
  .map(([isNegative, whole, fraction]) => `${isNegative ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`);

test('reais as a person in Brazil writes them, with an ordinary space', () => {
  const expected: [bigint, string][] = [
    [0n, 'R$ 0,00'],
    [5n, 'R$ 0,05'],
    [100_000n, 'R$ 1.000,00'],
    [123_456n, 'R$ 1.234,56'],
    [-100n, '-R$ 1,00'],
    [-1n, '-R$ 0,01'],
    [9_007_199_254_740_993n, 'R$ 90.071.992.547.409,93'],
    [2n ** 63n - 1n, 'R$ 92.233.720.368.547.758,07'],
    [-(2n ** 63n), '-R$ 92.233.720.368.547.758,08'],
  ];
  for (const [cents, text] of expected) assert.equal(formatBrl(cents), text);
});

test('reais for who reads English', () => {
  const said = [7n, 123_456n, -100n, 1_234_567_890n].map(formatBrlInEnglish);
  assert.deepEqual(said, ['R$0.07', 'R$1,234.56', '-R$1.00', 'R$12,345,678.90']);
});

test('dollars as a plain decimal with two digits', () => {
  assert.deepEqual([0n, 7n, 1234n, -5n, -1234n].map(formatUsd), ['0.00', '0.07', '12.34', '-0.05', '-12.34']);
});

test('no digit is lost on the way to a text, for any 64-bit amount', () => {
  fc.assert(
    fc.property(int64, (cents) => {
      assert.match(formatBrl(cents), /^-?R\$ \d{1,3}(\.\d{3})*,\d{2}$/);
      assert.match(formatUsd(cents), /^-?\d+\.\d{2}$/);
      assert.equal(BigInt(formatBrl(cents).replace(/[R$ .,]/g, '')), cents);
      assert.equal(BigInt(formatUsd(cents).replace('.', '')), cents);
    }),
  );
});

test('cents are read from decimal strings within 64 bits and from nothing else', () => {
  fc.assert(fc.property(int64, (cents) => assert.equal(parseCents(cents.toString()), cents)));
  const others = ['', '-', '1.5', '1,5', '1e3', '0x1', ' 1', '1 ', '+1', '1_000', 'NaN', '9223372036854775808'];
  for (const text of [...others, '-9223372036854775809', '1'.repeat(1_000_000)]) {
    assert.throws(() => parseCents(text), RangeError);
  }
});

test('a factor is read exactly', () => {
  assert.deepEqual(parseFactor('1.2'), { units: 12n, scale: 1 });
  assert.deepEqual(parseFactor('5.4321'), { units: 54_321n, scale: 4 });
  assert.deepEqual(parseFactor('-0.10'), { units: -10n, scale: 2 });
  assert.deepEqual(parseFactor('5'), { units: 5n, scale: 0 });
  for (const text of ['', '.5', '5.', '1e2', '1,2', '--1', ' 1', 'Infinity', '1'.repeat(19), `0.${'1'.repeat(19)}`]) {
    assert.throws(() => parseFactor(text), RangeError);
  }
});

test('prices: a half goes up, and 0.1 × 3 is not 0.30000000000000004', () => {
  assert.equal(multiplyRounded(1_005n, parseFactor('1.1')), 1_106n); // 1105.5
  assert.equal(multiplyRounded(1_004n, parseFactor('1.1')), 1_104n); // 1104.4
  assert.equal(multiplyRounded(-1_005n, parseFactor('1.1')), -1_106n);
  assert.equal(multiplyRounded(10n, parseFactor('5.4321')), 54n);
  assert.equal(divideRounded(7n, 2n), 4n);
  assert.equal(divideRounded(-7n, 2n), -4n);
});

test('multiplying is exact rational arithmetic, rounded once', () => {
  fc.assert(
    fc.property(int64, decimal, (cents, text) => {
      const { units, scale } = parseFactor(text);
      const product = cents * units;
      const result = multiplyRounded(cents, { units, scale });
      assertNearest(product, 10n ** BigInt(scale), result);
    }),
  );
});

test('dividing: floor <= exact <= ceil, less than 1 apart, and rounded is the nearest', () => {
  fc.assert(
    fc.property(int64, divisor, (dividend, by) => {
      const [top, bottom] = by < 0n ? [-dividend, -by] : [dividend, by];
      const [floor, ceil] = [divideFloor(dividend, by), divideCeil(dividend, by)];
      assert.ok(floor * bottom <= top && (floor + 1n) * bottom > top);
      assert.ok(ceil * bottom >= top && (ceil - 1n) * bottom < top);
      assertNearest(top, bottom, divideRounded(dividend, by));
    }),
  );
});

test('every small quotient, halves included, rounds as by definition', () => {
  for (let top = -60n; top <= 60n; top += 1n) {
    for (let bottom = -12n; bottom <= 12n; bottom += 1n) {
      if (bottom === 0n) continue;
      const exact = Number(top) / Number(bottom);
      const nearest = Math.sign(exact) * Math.floor(Math.abs(exact) + 0.5);
      assert.equal(divideRounded(top, bottom), BigInt(nearest));
      assert.equal(divideFloor(top, bottom), BigInt(Math.floor(exact)));
      assert.equal(divideCeil(top, bottom), BigInt(Math.ceil(exact)));
    }
  }
});

test('nothing is divided by zero', () => {
  for (const divide of [divideRounded, divideCeil, divideFloor]) assert.throws(() => divide(1n, 0n), RangeError);
});

/** The result is nearest without dividing; a half is rounded away from zero. */
function assertNearest(top: bigint, bottom: bigint, result: bigint): void {
  const distanceTwice = 2n * absolute(result * bottom - top);
  assert.ok(distanceTwice <= bottom);
  if (distanceTwice === bottom) assert.ok(absolute(result * bottom) > absolute(top));
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
