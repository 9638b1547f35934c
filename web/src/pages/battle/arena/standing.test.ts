import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Battle } from '../../../shared/battles/battle.ts';
import { behindOf, type SeatRoll, standingAfter } from './standing.ts';

/** Cents of seat 1 and seat 2, round by round. */
const DRAWN = [
  ['100', '200'],
  ['300', '200'],
  ['50', '900'],
];

const battleOf = (mode: Battle['mode']) => ({
  mode,
  isTeams: false,
  seatCount: 2,
  cases: DRAWN.map((_, index) => ({ round: index + 1 })) as Battle['cases'],
  rounds: DRAWN.map((values, index) => ({
    round: index + 1,
    rolls: values.map((valueCents, seat) => ({ seat: seat + 1, valueCents }) as SeatRoll),
  })),
});

const leaders = (mode: Battle['mode']) => [0, 1, 2, 3].map((shown) => standingAfter(battleOf(mode), shown).leader);

test('a seat leads by what is shown, and nobody while two are even', () => {
  assert.deepEqual(leaders('NORMAL'), [null, 2, null, 2]);
  assert.deepEqual(leaders('CRAZY'), [null, 1, null, 1]);
});

test('Terminal tells no leader before its last round, and Shared has none', () => {
  assert.deepEqual(leaders('TERMINAL'), [null, null, null, 2]);
  assert.deepEqual(leaders('SHARED'), [null, null, null, null]);
});

test('totals count the rounds that are shown, and no other', () => {
  assert.deepEqual(standingAfter(battleOf('NORMAL'), 2).totals, [400n, 400n]);
  assert.equal(standingAfter(battleOf('NORMAL'), 1).potCents, 300n);
});

test('a seat sees how far it is from who leads, by what the mode compares', () => {
  const behind = (mode: Battle['mode'], shown: number) =>
    [1, 2].map((team) => behindOf(standingAfter(battleOf(mode), shown), team));
  assert.deepEqual(behind('NORMAL', 1), [-100n, null]);
  assert.deepEqual(behind('NORMAL', 2), [null, null]);
  assert.deepEqual(behind('CRAZY', 1), [null, 100n]);
  assert.deepEqual(behind('TERMINAL', 2), [null, null]);
  assert.deepEqual(behind('TERMINAL', 3), [-850n, null]);
  assert.deepEqual(behind('SHARED', 3), [null, null]);
});
