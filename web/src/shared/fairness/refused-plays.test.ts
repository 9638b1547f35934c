import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { seedHash } from '@lisura/fairness';
import { ApiError } from '../../data/api-error.ts';
import { isSeedOf, playSeeded, refusedPlays, revealRefused, USER_STREAM } from './refused-plays.ts';

const SEED = 'ab'.repeat(32);
const shown = [
  { nonce: 5, serverSeedHash: seedHash(SEED) },
  { nonce: 6, serverSeedHash: 'cd'.repeat(32) },
];
const terms = { game: 'UPGRADES', chancePercent: '45' } as const;

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
});

const play = (fresh: string, send: (seed: string) => Promise<string>, userId = '7', count = 1) =>
  playSeeded({ userId, stream: USER_STREAM, terms, shown, count, fresh }, send);
const refusing = (code: 'CHANCE_HAS_FALLEN' | 'OFFLINE') => async () => {
  throw new ApiError({ code, status: code === 'OFFLINE' ? 0 : 409, message: '' });
};

test('what was refused is kept with its hashes, and the same again is counted', async () => {
  await assert.rejects(play('one', refusing('CHANCE_HAS_FALLEN'), '7', 2));
  await assert.rejects(play('two', refusing('CHANCE_HAS_FALLEN'), '7', 2));
  const [only, ...others] = refusedPlays('7');
  assert.deepEqual(others, []);
  assert.deepEqual(
    [only?.code, only?.clientSeed, only?.times, only?.terms, only?.rolls.map(({ nonce }) => nonce)],
    ['CHANCE_HAS_FALLEN', 'one', 2, terms, [5, 6]],
  );
  assert.deepEqual(refusedPlays('8'), []);
});

test('a lost answer keeps the seed as well, and another account has one of its own', async () => {
  await assert.rejects(play('one', refusing('OFFLINE')));
  assert.equal((await play('two', async () => 'played')).clientSeed, 'one');
  assert.equal((await play('three', async () => 'played', '8')).clientSeed, 'three');
  assert.deepEqual(
    refusedPlays('7').map(({ code }) => code),
    ['OFFLINE'],
  );
});

test('a failed play keeps its seed where another device has played meanwhile, because the server may have seen it for the next nonce', async () => {
  await assert.rejects(play('one', refusing('OFFLINE')));
  const later = { userId: '7', stream: USER_STREAM, terms, shown: shown.slice(1), count: 1, fresh: 'two' };
  assert.equal((await playSeeded(later, async () => 'played')).clientSeed, 'one');
});

test('a play of the same nonce reveals what was refused, and a seed that is not of the hash is told apart', async () => {
  await assert.rejects(play('one', refusing('CHANCE_HAS_FALLEN'), '7', 2));
  await revealRefused('7', [
    { serverSeedHash: seedHash(SEED), serverSeed: SEED },
    { serverSeedHash: 'cd'.repeat(32), serverSeed: SEED },
  ]);
  const rolls = refusedPlays('7')[0]?.rolls ?? [];
  assert.deepEqual(rolls.map(isSeedOf), [true, false]);
  assert.ok(rolls.every(({ serverSeed }) => serverSeed === SEED));
});

test('the oldest are forgotten, and a browser that keeps nothing still plays', async () => {
  for (let press = 1; press <= 65; press += 1) {
    const failing = async () => {
      throw new ApiError({ code: `CODE_${press}` as never, status: 409, message: '' });
    };
    await assert.rejects(play('one', failing));
  }
  assert.deepEqual([refusedPlays('7').length, refusedPlays('7')[0]?.code], [60, 'CODE_6']);
  Object.defineProperty(globalThis, 'localStorage', {
    get: () => {
      throw new Error('not allowed');
    },
    configurable: true,
  });
  await assert.rejects(play('one', refusing('OFFLINE'), '9'));
  assert.equal((await play('two', async () => 'played', '9')).clientSeed, 'one');
});
