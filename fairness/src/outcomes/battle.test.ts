import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { rollOf } from '../roll.ts';
import { BATTLE_MODES, type BattleDrops, breakTie, decideBattle, prizesOf, teamOf, tieClientSeed } from './battle.ts';

const SERVER_SEED = '9f'.repeat(32);

/** Small values make ties frequent. */
const anyBattle: fc.Arbitrary<BattleDrops> = fc
  .record({ seatCount: fc.integer({ min: 2, max: 4 }), rounds: fc.integer({ min: 1, max: 4 }), isTeams: fc.boolean() })
  .chain(({ seatCount, rounds, isTeams }) =>
    fc.record({
      mode: fc.constantFrom(...BATTLE_MODES),
      isTeams: fc.constant(isTeams),
      values: fc.array(
        fc.array(fc.bigInt({ min: 0n, max: 5n }), { minLength: rounds, maxLength: rounds }),
        isTeams ? { minLength: 4, maxLength: 4 } : { minLength: seatCount, maxLength: seatCount },
      ),
    }),
  );

/** This second way to the same result has one line for each drop and no lists of lists. */
const linesOf = ({ isTeams, values }: BattleDrops) =>
  values.flatMap((ofSeat, seatIndex) =>
    ofSeat.map((cents, roundIndex) => {
      const seat = seatIndex + 1;
      const team = isTeams ? (seat <= 2 ? 1 : 2) : seat;
      return { seat, team, round: roundIndex + 1, isLast: roundIndex === ofSeat.length - 1, cents };
    }),
  );
const centsOf = (lines: readonly { cents: bigint }[]) => {
  let sum = 0n;
  for (const { cents } of lines) sum += cents;
  return sum;
};

test('NORMAL is won by the highest total, CRAZY by the lowest, TERMINAL by the last round', () => {
  const battle = {
    isTeams: false,
    values: [
      [500n, 10n],
      [100n, 200n],
      [90n, 205n],
    ],
  };
  const totals = [510n, 300n, 295n];
  assert.deepEqual(decideBattle({ mode: 'NORMAL', ...battle }), { totals, scores: totals, contenders: [1] });
  assert.deepEqual(decideBattle({ mode: 'CRAZY', ...battle }), { totals, scores: totals, contenders: [3] });
  const terminal = { totals, scores: [10n, 200n, 205n], contenders: [3] };
  assert.deepEqual(decideBattle({ mode: 'TERMINAL', ...battle }), terminal);
  assert.deepEqual(decideBattle({ mode: 'SHARED', ...battle }), { totals, scores: totals, contenders: [] });
});

test('a team scores the sum of its seats', () => {
  const values = [
    [1n, 0n],
    [100n, 0n],
    [60n, 1n],
    [60n, 0n],
  ];
  const normal = decideBattle({ mode: 'NORMAL', isTeams: true, values });
  assert.deepEqual([normal.totals, normal.scores, normal.contenders], [[1n, 100n, 61n, 60n], [101n, 121n], [2]]);
  assert.deepEqual(decideBattle({ mode: 'CRAZY', isTeams: true, values }).contenders, [1]);
  assert.deepEqual(decideBattle({ mode: 'TERMINAL', isTeams: true, values }).scores, [0n, 1n]);
});

test('a battle that cannot have been is refused', () => {
  for (const [isTeams, values] of [
    [false, [[1n]]],
    [false, [[1n], [1n], [1n], [1n], [1n]]],
    [true, [[1n], [1n]]],
    [false, [[1n, 2n], [1n]]],
    [false, [[], []]],
  ] as const) {
    const battle = { mode: 'NORMAL', isTeams, values } as const;
    assert.throws(() => decideBattle(battle), /^RangeError: values must be /);
    assert.throws(() => prizesOf({ ...battle, winningTeam: 1 }), /^RangeError: values must be /);
  }
  const values = [[1n], [2n]];
  assert.throws(
    () => prizesOf({ mode: 'NORMAL', isTeams: false, winningTeam: null, values }),
    /^RangeError: winningTeam/,
  );
  assert.throws(() => prizesOf({ mode: 'SHARED', isTeams: false, winningTeam: 1, values }), /^RangeError: winningTeam/);
});

test('totals, scores and who stands first, held against a count of single drops', () => {
  fc.assert(
    fc.property(anyBattle, (battle) => {
      const lines = linesOf(battle);
      const teams = [...new Set(lines.map(({ team }) => team))];
      const scoreOf = (ofTeam: number) =>
        centsOf(lines.filter(({ team, isLast }) => team === ofTeam && (isLast || battle.mode !== 'TERMINAL')));
      const beats = (one: number, other: number) =>
        battle.mode === 'CRAZY' ? scoreOf(one) < scoreOf(other) : scoreOf(one) > scoreOf(other);
      assert.deepEqual(decideBattle(battle), {
        totals: battle.values.map((_, index) => centsOf(lines.filter(({ seat }) => seat === index + 1))),
        scores: teams.map(scoreOf),
        contenders: battle.mode === 'SHARED' ? [] : teams.filter((team) => !teams.some((other) => beats(other, team))),
      });
      for (const { seat, team } of lines) assert.equal(teamOf(seat, battle.isTeams), team);
    }),
  );
});

test('one more roll among the tied breaks a tie, and a roll of their number selects the first', () => {
  const winners = new Set<number>();
  for (let turn = 0; turn < 50; turn += 1) {
    const clientSeed = `turn ${turn}`;
    const roll = rollOf({ serverSeed: SERVER_SEED, clientSeed, nonce: 1, max: 3 });
    const team = { 1: 3, 2: 4, 3: 1 }[roll];
    assert.deepEqual(breakTie({ contenders: [1, 3, 4], serverSeed: SERVER_SEED, clientSeed }), { roll, team });
    winners.add(team ?? 0);
  }
  assert.deepEqual([...winners].sort(), [1, 3, 4]);
});

test('the client seed of a tie has every client seed in it, by seat and then by round', () => {
  const expected = createHash('sha256').update('a1\na2\nb1\nb2').digest('hex');
  assert.equal(
    tieClientSeed([
      ['a1', 'a2'],
      ['b1', 'b2'],
    ]),
    expected,
  );
});

test('a single winner gets everything', () => {
  const values = [
    [1n, 2n],
    [3n, 4n],
  ];
  assert.deepEqual(prizesOf({ mode: 'CRAZY', isTeams: false, winningTeam: 2, values }), [
    { seat: 1, drops: [], paidCents: 0n },
    {
      seat: 2,
      drops: [
        { seat: 1, round: 1 },
        { seat: 1, round: 2 },
        { seat: 2, round: 1 },
        { seat: 2, round: 2 },
      ],
      paidCents: 0n,
    },
  ]);
});

test('a winner in a team gets the own drops and those of the opponent opposite', () => {
  const values = [[1n], [2n], [3n], [4n]];
  const seatsWonWhen = (winningTeam: number) =>
    prizesOf({ mode: 'NORMAL', isTeams: true, winningTeam, values }).map(({ drops }) => drops.map(({ seat }) => seat));
  assert.deepEqual(seatsWonWhen(1), [[1, 3], [2, 4], [], []]);
  assert.deepEqual(seatsWonWhen(2), [[], [], [1, 3], [2, 4]]);
});

test('a shared pot is split evenly, the last cents one each from seat 1 on', () => {
  const paidOf = (values: bigint[][], isTeams = false) =>
    prizesOf({ mode: 'SHARED', isTeams, winningTeam: null, values }).map(({ drops, paidCents }) => {
      assert.deepEqual(drops, []);
      return paidCents;
    });
  assert.deepEqual(paidOf([[1000n], [0n], [0n], [2n]], true), [251n, 251n, 250n, 250n]);
  assert.deepEqual(paidOf([[0n], [1n]]), [1n, 0n]);
  assert.deepEqual(
    paidOf([
      [1n, 1n],
      [1n, 1n],
      [0n, 1n],
    ]),
    [2n, 2n, 1n],
  );
});

test('every drop is given once to a winner, or every cent is paid to somebody', () => {
  fc.assert(
    fc.property(anyBattle, fc.nat(3), (battle, choice) => {
      const lines = linesOf(battle);
      const teams = [...new Set(lines.map(({ team }) => team))];
      const winningTeam = battle.mode === 'SHARED' ? null : (teams[choice % teams.length] ?? 1);
      const prizes = prizesOf({ ...battle, winningTeam });
      const given = prizes.flatMap(({ drops }) => drops).map(({ seat, round }) => `${seat}.${round}`);
      const all = lines.map(({ seat, round }) => `${seat}.${round}`);
      assert.deepEqual(given.sort(), winningTeam === null ? [] : all.sort());
      for (const { seat, drops } of prizes)
        assert.equal(drops.length > 0, lines.find((line) => line.seat === seat)?.team === winningTeam);
      const paid = prizes.map(({ paidCents }) => paidCents);
      assert.equal(centsOf(paid.map((cents) => ({ cents }))), winningTeam === null ? centsOf(lines) : 0n);
      const [first = 0n, last = 0n] = [paid[0], paid.at(-1)];
      assert.ok(first - last <= 1n && paid.every((cents, index) => index === 0 || cents <= (paid[index - 1] ?? 0n)));
    }),
  );
});
