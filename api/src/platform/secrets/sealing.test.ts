import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeal } from './sealing.ts';

const [A, B] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const SECRET = Buffer.from('5e'.repeat(32), 'hex');
const sealOf = (current: Buffer, former: Buffer[] = [], purpose = 'test') => createSeal({ current, former }, purpose);

test('what is sealed opens in its place, and is never the same bytes twice', () => {
  const seal = sealOf(A);
  const [first, second] = [seal.seal(SECRET, 'here 1'), seal.seal(SECRET, 'here 1')];
  assert.deepEqual([seal.open(first, 'here 1'), seal.open(second, 'here 1')], [SECRET, SECRET]);
  const many = Array.from({ length: 600 }, () => seal.seal(SECRET, 'here 1').bytes.subarray(0, 12).toString('hex'));
  assert.equal(new Set(many).size, many.length);
  assert.ok(!first.bytes.includes(SECRET));
});

test('moved to another place, or changed in any byte, it does not open', () => {
  const seal = sealOf(A);
  const { keyId, bytes } = seal.seal(SECRET, 'here 1');
  assert.throws(() => seal.open({ keyId, bytes }, 'here 11'), /here 11 does not open/);
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = (bytes[index] as number) ^ 1;
    assert.throws(() => seal.open({ keyId, bytes: changed }, 'here 1'), /does not open/, `byte ${index}`);
  }
  for (const cut of [0, 1, 12, 27, 59]) {
    assert.throws(
      () => seal.open({ keyId, bytes: bytes.subarray(0, cut) }, 'here 1'),
      /does not open/,
      `cut to ${cut}`,
    );
  }
});

test('former keys open and only the current one seals', () => {
  const old = sealOf(A).seal(SECRET, 'here');
  const rotated = sealOf(B, [A]);
  assert.deepEqual(rotated.open(old, 'here'), SECRET);
  assert.equal(rotated.seal(SECRET, 'here').keyId, sealOf(B).keyId);
  assert.deepEqual([...rotated.knownKeyIds], [sealOf(B).keyId, sealOf(A).keyId]);
});

test('a key that is not known is named by its id alone', () => {
  const { keyId, bytes } = sealOf(A).seal(SECRET, 'here');
  assert.match(keyId, /^[0-9a-f]{16}$/);
  assert.throws(() => sealOf(B).open({ keyId, bytes }, 'here'), new RegExp(`a key that is not known: ${keyId}$`));
});

test('purposes have keys and ids of their own', () => {
  const [one, other] = [sealOf(A), sealOf(A, [], 'other')];
  assert.notEqual(one.keyId, other.keyId);
  assert.throws(() => other.open({ ...one.seal(SECRET, 'here'), keyId: other.keyId }, 'here'), /does not open/);
});
