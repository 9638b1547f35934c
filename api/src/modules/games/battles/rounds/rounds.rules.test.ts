import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BATTLE_MODES, breakTie, HASH_MAX, tieClientSeed } from '@lisura/fairness';
import fc from 'fast-check';
import { toId } from '../../../../platform/ids.ts';
import { drawnIn, outcomeOf, shownDropsOf, type WonDrop } from './rounds.rules.ts';

/** Drops of seats, each with the values of its rounds. */
const dropsOf = (values: readonly (readonly bigint[])[]) =>
  values.flatMap((ofSeat, seat) =>
    ofSeat.map((valueCents, round) => ({
      seat: seat + 1,
      round: round + 1,
      valueCents,
      clientSeed: `${seat}.${round}`,
    })),
  );

const decided = (mode: (typeof BATTLE_MODES)[number], values: readonly (readonly bigint[])[], isTeams = false) =>
  outcomeOf({ mode, isTeams, drops: dropsOf(values), tieServerSeed: '5e'.repeat(32), beaconRandomness: null });

const VALUES = [
  [50n, 10n],
  [20n, 30n],
];

test('the highest total wins, the lowest where it is crazy, the last round where it is terminal', () => {
  assert.deepEqual(
    (['NORMAL', 'CRAZY', 'TERMINAL'] as const).map((mode) => decided(mode, VALUES).winningTeam),
    [1, 2, 2],
  );
});

test('who wins alone gets every drop, and the others nothing', () => {
  const { seats, potCents, tie } = decided('NORMAL', VALUES);
  assert.deepEqual([potCents, tie], [110n, null]);
  assert.deepEqual(
    seats.map(({ totalCents, isWinner, wonCents, paidCents, drops }) => [
      totalCents,
      isWinner,
      wonCents,
      paidCents,
      drops.length,
    ]),
    [
      [60n, true, 110n, 0n, 4],
      [50n, false, 0n, 0n, 0],
    ],
  );
});

test('in a team each keeps the own drops and gets those opposite', () => {
  const { winningTeam, seats } = decided('NORMAL', [[1n], [2n], [40n], [8n]], true);
  assert.equal(winningTeam, 2);
  assert.deepEqual(
    seats.map(({ isWinner, wonCents }) => [isWinner, wonCents]),
    [
      [false, 0n],
      [false, 0n],
      [true, 41n],
      [true, 10n],
    ],
  );
});

test('a shared pot is paid, and won by everybody', () => {
  const { winningTeam, seats, tie } = decided('SHARED', [[5n], [5n], [1n]]);
  assert.deepEqual([winningTeam, tie], [null, null]);
  assert.deepEqual(
    seats.map(({ isWinner, paidCents, wonCents, drops }) => [isWinner, paidCents, wonCents, drops]),
    [
      [true, 4n, 4n, []],
      [true, 4n, 4n, []],
      [true, 3n, 3n, []],
    ],
  );
});

test('a tie is broken by one more roll, with a seed of all players or of the beacon', () => {
  const values = [[7n], [1n], [7n]];
  const clientSeed = tieClientSeed([['0.0'], ['1.0'], ['2.0']]);
  const { tie, winningTeam } = decided('NORMAL', values);
  const { roll, team } = breakTie({ contenders: [1, 3], serverSeed: '5e'.repeat(32), clientSeed });
  assert.deepEqual([tie, winningTeam], [{ contenders: [1, 3], roll, clientSeed, clientSeedSource: 'DERIVED' }, team]);
  const beaconRandomness = 'ab'.repeat(32);
  const byBeacon = outcomeOf({
    mode: 'NORMAL',
    isTeams: false,
    drops: dropsOf(values),
    tieServerSeed: '5e'.repeat(32),
    beaconRandomness,
  });
  assert.deepEqual([byBeacon.tie?.clientSeed, byBeacon.tie?.clientSeedSource], [beaconRandomness, 'BEACON']);
});

test('nothing is lost and nothing made: what all seats win is the pot', () => {
  const anySeat = fc.array(fc.bigInt({ min: 0n, max: 5n }), { minLength: 3, maxLength: 3 });
  const anyBattle = fc.record({
    mode: fc.constantFrom(...BATTLE_MODES),
    isTeams: fc.boolean(),
    values: fc.array(anySeat, { minLength: 4, maxLength: 4 }),
  });
  fc.assert(
    fc.property(anyBattle, ({ mode, isTeams, values }) => {
      const { seats, potCents, tie, winningTeam } = decided(mode, values, isTeams);
      const sum = (cents: readonly bigint[]) => cents.reduce((all, each) => all + each, 0n);
      assert.equal(sum(seats.map(({ wonCents }) => wonCents)), potCents);
      assert.equal(sum(values.flat()), potCents);
      assert.equal(seats.flatMap(({ drops }) => drops).length, mode === 'SHARED' ? 0 : values.flat().length);
      assert.ok(tie === null || tie.contenders.includes(winningTeam as number));
    }),
  );
});

test('a roll draws from the version of its round', () => {
  const item = (itemId: string, hashRangeStart: number, hashRangeEnd: number) => ({
    itemId: toId<'item'>(itemId),
    name: itemId,
    imageUrl: '',
    rarity: '',
    valueCents: 1n,
    nowCents: 1n,
    hashRangeStart,
    hashRangeEnd,
  });
  const versionOf = (id: string, flipThreshold: number | null, items: ReturnType<typeof item>[]) => ({
    versionId: toId<'case-version'>(id),
    caseId: toId<'case'>(id),
    versionNumber: 1,
    flipThreshold,
    items,
  });
  const played = (round: number, id: string) => ({
    round,
    caseId: toId<'case'>(id),
    caseName: '',
    imageUrl: '',
    versionId: toId<'case-version'>(id),
    versionNumber: 1,
    priceCents: 1n,
  });
  const battle = {
    cases: [played(1, '2'), played(2, '1')],
    versions: [
      versionOf('1', 6, [item('11', 1, 5), item('12', 6, HASH_MAX)]),
      versionOf('2', null, [item('21', 1, HASH_MAX)]),
    ],
  };
  const drawn = (round: number, roll: number) => {
    const { item: found, isFlip } = drawnIn(battle, round, roll);
    return [found.itemId, isFlip];
  };
  assert.deepEqual(
    [drawn(1, 6), drawn(2, 5), drawn(2, 6)],
    [
      ['21', false],
      ['11', false],
      ['12', true],
    ],
  );
  assert.throws(() => drawnIn(battle, 3, 1), RangeError);
});

test('of each person who won the most valuable drop is shown, of drops alike the first; of private battles none is', () => {
  const won = (seat: number, round: number, valueCents: bigint, wonBySeat: number | null, winner: string | null) => {
    const winnerId = winner === null ? null : toId<'user'>(winner);
    const item = { itemId: toId<'item'>(`${seat}${round}`), hashRangeStart: 3, hashRangeEnd: 5 };
    return { ...item, seat, round, valueCents, wonBySeat, winnerId } as WonDrop;
  };
  const battleId = toId<'battle'>('5');
  const cases = ['7', '8'].map((id, index) => ({
    round: index + 1,
    caseId: toId<'case'>(id),
    caseName: '',
    imageUrl: '',
    versionId: toId<'case-version'>(`${id}0`),
    versionNumber: 1,
    priceCents: 1n,
  }));
  const drops = [
    won(2, 1, 9n, 2, '22'),
    won(2, 2, 9n, 2, '22'),
    won(1, 2, 9n, 2, '22'),
    won(1, 1, 3n, 1, '11'),
    won(3, 1, 99n, 3, null),
    won(4, 1, 99n, null, null),
  ];
  assert.deepEqual(shownDropsOf({ id: battleId, invitationCode: null, cases }, drops), [
    { battleId, seat: 1, userId: '11', caseId: '7', versionId: '70', itemId: '11', valueCents: 3n, chanceWidth: 3 },
    { battleId, seat: 2, userId: '22', caseId: '8', versionId: '80', itemId: '12', valueCents: 9n, chanceWidth: 3 },
  ]);
  assert.deepEqual(shownDropsOf({ id: battleId, invitationCode: 'secret', cases }, drops), []);
});
