import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { HASH_MAX } from '../constants.ts';
import { rollOf } from '../roll.ts';
import { BATTLE_MODES, battleRoundDrops, battleSides, battleStanding, breakTie, splitEvenly } from './battle.ts';
import { pickItem } from './ranges.ts';

const RANGES = [
  { name: 'common', hashRangeStart: 1, hashRangeEnd: 6_000_000 },
  { name: 'rare', hashRangeStart: 6_000_001, hashRangeEnd: HASH_MAX },
];

const tieRoll = { serverSeed: 'tie', clientSeed: 'battle', nonce: 1 };

test('each seat draws by a roll of its own', () => {
  const seatRolls = [0, 1, 2, 3].map((nonce) => ({ serverSeed: `seat ${nonce}`, clientSeed: 'battle', nonce }));
  const drops = battleRoundDrops(RANGES, seatRolls);
  for (const [seat, { roll, item }] of drops.entries()) {
    assert.equal(roll, rollOf({ serverSeed: `seat ${seat}`, clientSeed: 'battle', nonce: seat }));
    assert.equal(item, pickItem(RANGES, roll));
  }
});

test('seats fight for themselves or in two teams of neighbours', () => {
  assert.deepEqual(battleSides(2, false), [[0], [1]]);
  assert.deepEqual(battleSides(4, false), [[0], [1], [2], [3]]);
  assert.deepEqual(battleSides(4, true), [
    [0, 1],
    [2, 3],
  ]);
  for (const seatCount of [1, 5, 2.5]) assert.throws(() => battleSides(seatCount, false), /^RangeError: seatCount /);
  assert.throws(() => battleSides(3, true), /^RangeError: seatCount /);
});

test('NORMAL is won by the highest total, CRAZY by the lowest, TERMINAL by the last round', () => {
  const battle = {
    sides: battleSides(3, false),
    roundCents: [
      [500n, 100n, 90n],
      [10n, 200n, 205n],
    ],
  };
  const normal = battleStanding({ mode: 'NORMAL', ...battle });
  assert.deepEqual(normal, { scoresCents: [510n, 300n, 295n], winningSides: [0], needsTieRoll: false });
  const crazy = battleStanding({ mode: 'CRAZY', ...battle });
  assert.deepEqual(crazy, { scoresCents: [510n, 300n, 295n], winningSides: [2], needsTieRoll: false });
  const terminal = battleStanding({ mode: 'TERMINAL', ...battle });
  assert.deepEqual(terminal, { scoresCents: [10n, 200n, 205n], winningSides: [2], needsTieRoll: false });
});

test('SHARED is won by everyone, and never tied', () => {
  const shared = battleStanding({ mode: 'SHARED', sides: battleSides(2, false), roundCents: [[5n, 5n]] });
  assert.deepEqual(shared, { scoresCents: [5n, 5n], winningSides: [0, 1], needsTieRoll: false });
});

test('a team scores the sum of its seats', () => {
  const roundCents = [
    [1n, 100n, 60n, 60n],
    [0n, 0n, 1n, 0n],
  ];
  const sides = battleSides(4, true);
  assert.deepEqual(battleStanding({ mode: 'NORMAL', sides, roundCents }).scoresCents, [101n, 121n]);
  assert.deepEqual(battleStanding({ mode: 'NORMAL', sides, roundCents }).winningSides, [1]);
  assert.deepEqual(battleStanding({ mode: 'CRAZY', sides, roundCents }).winningSides, [0]);
  assert.deepEqual(battleStanding({ mode: 'TERMINAL', sides, roundCents }).scoresCents, [0n, 1n]);
});

test('a round that lacks a seat is refused', () => {
  assert.throws(
    () => battleStanding({ mode: 'NORMAL', sides: battleSides(3, false), roundCents: [[1n, 2n]] }),
    RangeError,
  );
});

test('the winners are the sides that no other beats', () => {
  const anyRound = fc.array(fc.bigInt({ min: 0n, max: 3n }), { minLength: 4, maxLength: 4 });
  const anyRounds = fc.array(anyRound, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.constantFrom(...BATTLE_MODES), fc.boolean(), anyRounds, (mode, inTeams, roundCents) => {
      const sides = battleSides(4, inTeams);
      const { scoresCents, winningSides, needsTieRoll } = battleStanding({ mode, sides, roundCents });
      const beats = (one = 0n, other = 0n) => (mode === 'CRAZY' ? one < other : mode !== 'SHARED' && one > other);
      const unbeaten = scoresCents.flatMap((score, side) =>
        scoresCents.some((other) => beats(other, score)) ? [] : [side],
      );
      assert.deepEqual(winningSides, unbeaten);
      assert.equal(needsTieRoll, mode !== 'SHARED' && winningSides.length > 1);
    }),
  );
});

test('one more roll among the tied sides breaks a tie', () => {
  const roll = rollOf({ ...tieRoll, max: 2 });
  assert.deepEqual(breakTie([1, 3], tieRoll), { roll, winningSide: roll === 1 ? 1 : 3 });
  const winners = new Set(
    Array.from({ length: 50 }, (_, nonce) => breakTie([0, 2, 3], { ...tieRoll, nonce }).winningSide),
  );
  assert.deepEqual([...winners].sort(), [0, 2, 3]);
});

test('an even split loses no cent and favours nobody by more than one', () => {
  assert.deepEqual(splitEvenly(1001n, 4), [251n, 250n, 250n, 250n]);
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 1, max: 4 }), (totalCents, parts) => {
      const shares = splitEvenly(totalCents, parts);
      assert.equal(shares.length, parts);
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0n),
        totalCents,
      );
      assert.ok((shares[0] ?? 0n) - (shares.at(-1) ?? 0n) <= 1n);
    }),
  );
});
