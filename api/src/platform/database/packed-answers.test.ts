import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { packAnswer, unpackAnswer } from './packed-answers.ts';

test('every text comes back byte for byte', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 2_000 }), (text) => {
      assert.equal(unpackAnswer(packAnswer(text)), text);
    }),
  );
  const long = JSON.stringify({ data: Array.from({ length: 20_000 }, (_, index) => ({ id: String(index) })) });
  assert.equal(unpackAnswer(packAnswer(long)), long);
});

test('what an earlier version has packed is read: its words are never changed', () => {
  const packed = Buffer.from(PACKED_BEFORE, 'base64');
  assert.equal(unpackAnswer(packed), '{"statusCode":404,"message":"Não há","code":"NOTHING"}');
  assert.throws(() => unpackAnswer(Buffer.from([200, 1])), /newer version/);
});

test('a short answer takes less than half of its bytes', () => {
  const seed = 'ab'.repeat(32);
  const opening = {
    id: '17',
    logLeaf: { kind: 'CASES', id: '17' },
    nonce: 533,
    roll: 7_654_321,
    serverSeed: seed,
    serverSeedHash: seed,
  };
  const body = JSON.stringify({ openings: [opening], balanceCents: '100', balanceFormatted: 'R$ 1,00' });
  const packed = packAnswer(body);
  assert.equal(unpackAnswer(packed), body);
  assert.ok(packed.length < body.length / 2, `${packed.length} bytes of ${body.length}`);
});

test('the phrases that kept answers name by number are never changed: new ones follow at the end', () => {
  const numbers = Array.from({ length: 120 }, (_, index) => index + 2);
  const bytes = numbers.flatMap((number) => (number > 127 ? [(number & 127) | 128, number >> 7] : [number]));
  const text = unpackAnswer(Buffer.from([1, ...bytes]));
  assert.equal(
    createHash('sha256').update(text).digest('hex'),
    '47f4b3df2f906d97b6032e1919215a7e3f7569e95e17675bfe19f0facaba942a',
  );
  assert.deepEqual(packAnswer(text), Buffer.from([1, ...bytes]));
});

const PACKED_BEFORE = 'AKtGyxImyCna7/DifIWMwwsRWcPPP8TD089dqRYA';
