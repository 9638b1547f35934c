import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toId } from '../../../../platform/ids.ts';
import { userStream } from '../streams.ts';
import { gapsIn, joinRuns, valuesOf } from './runs.ts';

const [ana, bia] = [userStream(toId('1')), userStream(toId('2'))];
const run = (stream: typeof ana, firstNonce: number, ...values: string[]) => ({ stream, firstNonce, values });
const range = (firstNonce: number, count: number) => ({ stream: ana, firstNonce, count });

test('of each range what the runs of its stream hold is found, by nonce', () => {
  const runs = [run(bia, 1, 'other'), run(ana, 4, 'd', 'e'), run(ana, 1, 'a', 'b')];
  assert.deepEqual(valuesOf([range(2, 4), range(6, 1), range(1, 1)], runs), [
    ['b', undefined, 'd', 'e'],
    [undefined],
    ['a'],
  ]);
});

test('gaps are what no run of the stream holds, before, between and after', () => {
  const runs = [run(ana, 7, 'g'), run(bia, 2, 'other'), run(ana, 3, 'c', 'd'), run(ana, 12, 'l')];
  assert.deepEqual(gapsIn(range(1, 10), runs), [range(1, 2), range(5, 2), range(8, 3)]);
  assert.deepEqual(gapsIn(range(3, 2), runs), []);
  assert.deepEqual(gapsIn(range(4, 2), runs), [range(5, 1)]);
});

test('whatever runs there are, a range is what they hold and its gaps', () => {
  const runs = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 8 })));
  fc.assert(
    fc.property(runs, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20 }), (shapes, first, count) => {
      const held = shapes.map(([from, length]) => run(ana, from, ...Array<string>(length).fill('x')));
      const gaps = gapsIn(range(first, count), held).flatMap((gap) =>
        Array.from({ length: gap.count }, (_, index) => gap.firstNonce + index),
      );
      const missing = (valuesOf([range(first, count)], held)[0] ?? []).flatMap((value, index) =>
        value === undefined ? [first + index] : [],
      );
      assert.deepEqual(gaps, missing);
    }),
  );
});

test('runs that follow each other are joined, within their stream, and the first says what else is known', () => {
  const joined = joinRuns([
    { ...run(ana, 3, 'c'), asker: 'second' },
    { ...run(bia, 4, 'other'), asker: 'bia' },
    { ...run(ana, 1, 'a', 'b'), asker: 'first' },
    { ...run(ana, 5, 'e'), asker: 'third' },
  ]);
  assert.deepEqual(joined, [
    { ...run(ana, 1, 'a', 'b', 'c'), asker: 'first' },
    { ...run(ana, 5, 'e'), asker: 'third' },
    { ...run(bia, 4, 'other'), asker: 'bia' },
  ]);
});
