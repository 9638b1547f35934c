import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timePlayed } from './time-played.ts';

const words = {
  minutes: (minutes: string) => `${minutes} min`,
  hours: (hours: string, minutes: string) => `${hours} h ${minutes} min`,
  days: (days: string, hours: string) => `${days} d ${hours} h`,
};

test('a time is said in its two largest units', () => {
  const said = (minutes: number) => timePlayed(minutes * 60_000, words);
  assert.deepEqual([0, 59, 60, 185, 24 * 60, 3 * 24 * 60 + 125].map(said), [
    '0 min',
    '59 min',
    '1 h 0 min',
    '3 h 5 min',
    '1 d 0 h',
    '3 d 2 h',
  ]);
  assert.equal(timePlayed(-5, words), '0 min');
});
