import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rangeSteps } from './verification.ts';

const drawn = { itemId: '7', name: 'AK-47', hashRangeStart: 11, hashRangeEnd: 20 };

test('the way from a roll to its item tells the range, its width and the item', () => {
  const steps = rangeSteps('version 3 of the case', drawn, { itemId: '7', chanceWidth: 10 });
  assert.deepEqual(
    steps.map(({ name, explanation, computed, expected }) => [name, explanation, computed, expected]),
    [
      ['range', 'The range of version 3 of the case that the roll lies in', '11 to 20', null],
      ['chance', 'The width of that range, in rolls of 10000000', '10', '10'],
      ['item', 'The range is that of AK-47', '7', '7'],
    ],
  );
  assert.ok(steps.every(({ ok }) => ok));
});

test('a recorded chance or item that differs is found by its step', () => {
  const wrong = (recorded: { itemId: string; chanceWidth: number }) =>
    rangeSteps('the table', drawn, recorded)
      .filter(({ ok }) => !ok)
      .map(({ name }) => name);
  assert.deepEqual(wrong({ itemId: '7', chanceWidth: 11 }), ['chance']);
  assert.deepEqual(wrong({ itemId: '8', chanceWidth: 10 }), ['item']);
});
