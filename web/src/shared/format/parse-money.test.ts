import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMoney } from './parse-money.ts';

test('sums are read as people of both languages type them', () => {
  for (const [text, cents] of [
    ['50', 5_000n],
    ['50,5', 5_050n],
    ['50.05', 5_005n],
    [' R$ 1.234,56 ', 123_456n],
    ['1,234.56', 123_456n],
    ['1.234', 123_400n],
    ['0', 0n],
  ] as const) {
    assert.equal(parseMoney(text), cents, text);
  }
  for (const text of ['', 'x', '-5', '1,2,3', '1.23,45', '5e3', '12,345,6', '1,', '0,001'])
    assert.equal(parseMoney(text), null, text);
});
