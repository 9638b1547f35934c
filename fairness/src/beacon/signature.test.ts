import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { flipBit, QUICKNET_1000, QUICKNET_657413 } from '../../test/quicknet.ts';
import { QUICKNET } from './chain.ts';
import { isSigned } from './signature.ts';

const { publicKey } = QUICKNET;
const { round, signature } = QUICKNET_1000;

test('rounds that quicknet has published are signed by its key', () => {
  for (const published of [QUICKNET_1000, QUICKNET_657413]) assert.equal(isSigned({ publicKey, ...published }), true);
});

test('a signature is that of one round', () => {
  assert.equal(isSigned({ publicKey, round: round + 1, signature }), false);
  assert.equal(isSigned({ publicKey, round, signature: QUICKNET_657413.signature }), false);
});

test('a signature with any bit turned over is refused', () => {
  // Changes one bit in each byte, at every place of a byte, and the three bits that say how the point is written.
  const bits = [0, 1, 2, ...Array.from({ length: 48 }, (_, byte) => byte * 8 + (byte % 8))];
  for (const bit of bits)
    assert.equal(isSigned({ publicKey, round, signature: flipBit(signature, bit) }), false, `${bit}`);
});

test('an empty signature is refused', () => {
  for (const none of [`c0${'00'.repeat(47)}`, '00'.repeat(48), 'ff'.repeat(48), '', 'b4', `${signature}00`]) {
    assert.equal(isSigned({ publicKey, round, signature: none }), false, none);
  }
});

const OWN_SECRET = Buffer.alloc(32, 1);
const ownKey = bls12_381.shortSignatures.getPublicKey(OWN_SECRET).toHex();

function ownSignature(signed: number): string {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(signed));
  const domain = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
  const message = bls12_381.shortSignatures.hash(createHash('sha256').update(number).digest(), domain);
  return bls12_381.shortSignatures.sign(message, OWN_SECRET).toHex();
}

test('another key has not signed it', () => {
  assert.equal(isSigned({ publicKey: ownKey, round, signature }), false);
  assert.equal(isSigned({ publicKey, round, signature: ownSignature(round) }), false);
  assert.equal(isSigned({ publicKey: ownKey, round, signature: ownSignature(round) }), true);
});

/**
 * The field is smaller than the bits of a signature can hold, so nearly a quarter of all signatures could be written in
 * a second way.
 */
test('a signature has one way to be written, or its relay could choose between two hashes', () => {
  const { ORDER } = bls12_381.fields.Fp;
  const hasRoom = (written: string) => (BigInt(`0x${written}`) & ((1n << 381n) - 1n)) + ORDER < 1n << 381n;
  const signed = Array.from({ length: 20 }, (_, index) => index + 1).find((each) => hasRoom(ownSignature(each)));
  assert.ok(signed !== undefined);
  const first = ownSignature(signed);
  const second = (BigInt(`0x${first}`) + ORDER).toString(16);
  assert.equal(isSigned({ publicKey: ownKey, round: signed, signature: first }), true);
  assert.equal(isSigned({ publicKey: ownKey, round: signed, signature: second }), false);
});

test('an invalid key is an error and not an answer', () => {
  assert.throws(() => isSigned({ publicKey: `8${'1'.repeat(191)}`, round, signature }));
});
