import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedHash } from '@lisura/fairness';
import { cleaned, doubtsOf, problemsOf, verifyTypedRoll } from './verified.ts';

const seed = 'ab'.repeat(32);
const hash = seedHash(seed);
const typed = { serverSeed: seed, hash, clientSeed: 'mine', nonce: '1', roll: '1' };

test('a hash in the place of the seed is noticed, also where the two are swapped', () => {
  assert.deepEqual(problemsOf(typed), {});
  assert.deepEqual(problemsOf({ ...typed, hash: '' }), {});
  assert.deepEqual(problemsOf({ ...typed, serverSeed: hash }), { serverSeed: 'hashAsSeed' });
  assert.deepEqual(problemsOf({ ...typed, serverSeed: hash, hash: seed }), {
    serverSeed: 'hashAsSeed',
    hash: 'seedAsHash',
  });
});

test('where a roll is wrong and no hash is given, the seed may be one', async () => {
  const { verdict } = await verifyTypedRoll({ ...typed, serverSeed: hash, hash: '' });
  assert.equal(verdict, 'NOT VALID');
  assert.deepEqual(doubtsOf({ ...typed, hash: '' }, verdict), { serverSeed: 'maybeHash' });
  assert.deepEqual(doubtsOf(typed, verdict), {});
  assert.deepEqual(doubtsOf({ ...typed, hash: '' }, 'VALID'), {});
});

test('numbers may be pasted as either language writes them, and a client seed is left as it is', () => {
  assert.equal(cleaned('roll', ' 1,234,567\n'), '1234567');
  assert.equal(cleaned('roll', '1.234.567'), '1234567');
  assert.equal(cleaned('nonce', '1,024'), '1024');
  assert.equal(cleaned('hash', ` ${hash} `), hash);
  assert.equal(cleaned('clientSeed', 'a, b.c'), 'a, b.c');
});
