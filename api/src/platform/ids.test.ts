import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ID_PATTERN, INT64_MAX, isId, toId } from './ids.ts';

test('1 to 19 digits within 64 bits are an id', () => {
  for (const text of ['0', '1', '007', '76561198000000001', '9223372036854775807']) assert.ok(isId(text), text);
});

test('anything else is none', () => {
  const others = ['', '-1', '+1', '1.0', '1e3', '0x10', ' 1', '1 ', '1\n', '١', 'abc', '9223372036854775808'];
  for (const text of [...others, '0'.repeat(20), '9'.repeat(19)]) {
    assert.ok(!isId(text), text);
    assert.throws(() => toId(text), RangeError);
  }
});

test('numbers are taken only where a number is exact', () => {
  assert.equal(toId(42), '42');
  for (const value of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
    assert.throws(() => toId(value), RangeError);
  }
});

test('every 64-bit number has one spelling, whatever zeros stand before it', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: INT64_MAX }), fc.nat({ max: 19 }), (value, zeros) => {
      assert.equal(toId(value), value.toString());
      const padded = value.toString().padStart(Math.min(19, value.toString().length + zeros), '0');
      assert.equal(toId(padded), value.toString());
      assert.match(padded, new RegExp(ID_PATTERN));
    }),
  );
});

test('isId is true exactly where the number fits', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n * INT64_MAX }), (value) => {
      assert.equal(isId(value.toString()), value <= INT64_MAX);
    }),
  );
});

test('no text makes it throw anything but a RangeError', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      if (isId(text)) assert.equal(BigInt(toId(text)), BigInt(text));
      else assert.throws(() => toId(text), RangeError);
    }),
  );
});
