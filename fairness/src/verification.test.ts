import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableSteps } from './verification.ts';

const drawn = { itemId: '7', name: 'AK-47', hashRangeStart: 11, hashRangeEnd: 20 };
const others = [
  { itemId: '8', name: 'AWP', hashRangeStart: 1, hashRangeEnd: 10 },
  { itemId: '9', name: 'M4A4', hashRangeStart: 21, hashRangeEnd: 10_000_000 },
];
const stepsFor = (recorded: { itemId: string; chanceWidth: number }, items = [drawn, ...others]) =>
  tableSteps('version 3 of the case', items, 15, recorded);

test('the explanation of a roll tells the range, its width and the item', () => {
  const steps = stepsFor({ itemId: '7', chanceWidth: 10 });
  assert.deepEqual(
    steps.map(({ name, explanation, computed, expected }) => [name, explanation, computed, expected]),
    [
      [
        'ranges',
        'The ranges of version 3 of the case cover the rolls from 1 to 10000000, each of them once',
        'each once',
        'each once',
      ],
      ['range', 'The range of version 3 of the case that the roll lies in', '11 to 20', null],
      ['chance', 'The width of that range, in rolls of 10000000', '10', '10'],
      ['item', 'The range is that of AK-47', '7', '7'],
    ],
  );
  assert.ok(steps.every(({ ok }) => ok));
});

test('a recorded chance or item that differs is found by its step', () => {
  const wrong = (recorded: { itemId: string; chanceWidth: number }) =>
    stepsFor(recorded)
      .filter(({ ok }) => !ok)
      .map(({ name }) => name);
  assert.deepEqual(wrong({ itemId: '7', chanceWidth: 11 }), ['chance']);
  assert.deepEqual(wrong({ itemId: '8', chanceWidth: 10 }), ['item']);
});

test('a table that leaves out a roll or has one twice decides nothing', () => {
  const recorded = { itemId: '7', chanceWidth: 10 };
  for (const [items, fault] of [
    [others, /11/],
    [[drawn, ...others, { ...drawn, itemId: '10' }], /11/],
    [[], /no ranges/],
  ] as const) {
    const [step, ...more] = stepsFor(recorded, [...items]);
    assert.deepEqual([step?.name, step?.ok, more], ['ranges', false, []]);
    assert.match(step?.computed ?? '', fault);
  }
});
