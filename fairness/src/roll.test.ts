import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../test/any-text.ts';
import { HASH_MAX, HASH_MIN, HASH_PREFIX_LENGTH, MAX_SAFE } from './constants.ts';
import { hmacSha256Hex as hmacByOpenssl } from './node.ts';
import { type BoundedRollInput, rollOf, rollSteps, verifyRoll } from './roll.ts';
import { seedHash } from './seed.ts';

interface RollVector extends Required<BoundedRollInput> {
  serverSeedHash: string;
  message: string;
  hash: string;
  value: number;
  retried: boolean;
  roll: number;
}

const vectors: RollVector[] = JSON.parse(readFileSync(new URL('../vectors/rolls.json', import.meta.url), 'utf8'));

const GREATEST_VALUE = 2 ** 52 - 1;
const input = { serverSeed: 'server', clientSeed: 'client', nonce: 1 };

const anyMax = fc.oneof(fc.integer({ min: 1, max: HASH_MAX }), fc.integer({ min: 1, max: MAX_SAFE }));
const anyInput = fc.record({
  serverSeed: anyText,
  clientSeed: anyText,
  nonce: fc.maxSafeNat(),
  max: anyMax,
});

/** This is the algorithm once more, in arbitrary precision and over another HMAC. */
function modelRoll({ serverSeed, clientSeed, nonce, max }: Required<BoundedRollInput>): number {
  const valueFor = (message: string) => BigInt(`0x${hmacByOpenssl(serverSeed, message).slice(0, 13)}`);
  const maxSafe = (9007199254740991n / BigInt(max)) * BigInt(max);
  const first = valueFor(`${clientSeed}:${nonce}`);
  const value = first >= maxSafe ? valueFor(`${clientSeed}:${nonce}:retry`) : first;
  return Number((value % BigInt(max)) + 1n);
}

test('the constants are the published ones', () => {
  assert.deepEqual([HASH_MAX, HASH_MIN, HASH_PREFIX_LENGTH, MAX_SAFE], [10000000, 1, 13, 9007199254740991]);
  assert.equal(MAX_SAFE, Number.MAX_SAFE_INTEGER);
});

test('every vector made with openssl and bc is met, step by step', () => {
  assert.ok(vectors.length >= 60);
  for (const { serverSeedHash, message, hash, value, retried, roll, ...vector } of vectors) {
    assert.equal(seedHash(vector.serverSeed), serverSeedHash);
    assert.equal(rollOf(vector), roll);
    const steps = rollSteps(vector);
    const { prefix, setAside, maxSafe, ...compared } = steps;
    assert.deepEqual(compared, { message, hash, value, retried, roll, max: vector.max });
    assert.equal(prefix, hash.slice(0, 13));
    assert.equal(setAside === null, !retried);
  }
});

test('the vectors take both branches', () => {
  assert.ok(vectors.some(({ retried }) => retried));
  assert.ok(vectors.some(({ retried, max }) => !retried && max === MAX_SAFE));
});

test('a retry sets the first value aside and is not repeated', () => {
  const max = MAX_SAFE + 1;
  const steps = rollSteps({ ...input, max });
  assert.equal(steps.maxSafe, 0);
  assert.equal(steps.retried, true);
  assert.equal(steps.setAside?.message, 'client:1');
  assert.equal(steps.message, 'client:1:retry');
  assert.ok(steps.value >= steps.maxSafe, 'the second value overflows too, and is used all the same');
  assert.equal(steps.roll, steps.value + 1);
  assert.equal(rollOf({ ...input, max }), steps.roll);
});

test('no max up to 9007199254740991 can lead to a retry', () => {
  const boundaries = [1, 2, 3, HASH_MAX, 2 ** 52 - 1, 2 ** 52, 2 ** 52 + 1, MAX_SAFE - 1, MAX_SAFE];
  for (const max of boundaries) assert.ok(rollSteps({ ...input, max }).maxSafe > GREATEST_VALUE, `max ${max}`);
  fc.assert(fc.property(anyMax, (max) => assert.ok(rollSteps({ ...input, max }).maxSafe > GREATEST_VALUE)));
});

test('rolls equal a model in arbitrary precision, and lie in 1..max', () => {
  const withHuge = fc.record({ huge: fc.boolean(), base: anyInput }).map(({ huge, base }) => {
    return huge ? { ...base, max: base.max + MAX_SAFE + 1 } : base;
  });
  fc.assert(
    fc.property(withHuge, (any) => {
      const roll = rollOf(any);
      assert.equal(roll, modelRoll(any));
      assert.equal(roll, rollSteps(any).roll);
      assert.ok(Number.isSafeInteger(roll) && roll >= HASH_MIN && roll <= any.max);
    }),
    { numRuns: 200 },
  );
});

test('max is 10000000 when left out', () => {
  assert.equal(rollOf(input), rollOf({ ...input, max: HASH_MAX }));
  assert.equal(rollSteps(input).max, HASH_MAX);
});

test('a roll verifies against itself alone', () => {
  const roll = rollOf(input);
  assert.equal(verifyRoll(input, roll), true);
  assert.equal(verifyRoll(input, roll - 1), false);
  assert.equal(verifyRoll({ ...input, nonce: 2 }, roll), false);
});

test('an argument out of range is named', () => {
  for (const max of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => rollOf({ ...input, max }), { name: 'RangeError', message: /^max / });
    assert.throws(() => rollSteps({ ...input, max }), { name: 'RangeError', message: /^max / });
  }
  for (const nonce of [-1, 0.5, MAX_SAFE + 1, Number.NaN]) {
    assert.throws(() => rollOf({ ...input, nonce }), { name: 'RangeError', message: /^nonce / });
    assert.throws(() => rollSteps({ ...input, nonce }), { name: 'RangeError', message: /^nonce / });
  }
});
