import assert from 'node:assert/strict';
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

const PACKED_BEFORE = 'AKtGyxImyCna7/DifIWMwwsRWcPPP8TD089dqRYA';
