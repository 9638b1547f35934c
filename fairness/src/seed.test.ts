import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import { isCommittableSeed, seedHash, verifySeed } from './seed.ts';

const SEED = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

test('the commitment is HMAC with an empty message, not SHA-256 of the seed', () => {
  assert.equal(seedHash(SEED), createHmac('sha256', SEED).update('').digest('hex'));
  assert.notEqual(seedHash(SEED), createHash('sha256').update(SEED).digest('hex'));
});

test('a seed verifies against its own hash alone', () => {
  assert.equal(verifySeed(SEED, seedHash(SEED)), true);
  assert.equal(verifySeed(SEED, seedHash(SEED).toUpperCase()), false);
  assert.equal(verifySeed(SEED, ''), false);
  assert.equal(verifySeed(`${SEED.slice(0, -1)}9`, seedHash(SEED)), false);
});

test('a short seed has a twin, and neither of the two may be committed to', () => {
  const short = SEED.slice(0, 63);
  const twin = `${short}\0`;
  assert.equal(seedHash(short), seedHash(twin));
  assert.equal(isCommittableSeed(short), false);
  assert.equal(isCommittableSeed(twin), false);
});

test('exactly 64 lower-case hex characters may be committed to', () => {
  assert.equal(isCommittableSeed(SEED), true);
  for (const seed of ['', `${SEED}0`, SEED.toUpperCase(), `${SEED}\n`, `g${SEED.slice(1)}`]) {
    assert.equal(isCommittableSeed(seed), false, JSON.stringify(seed));
  }
});
