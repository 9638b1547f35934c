import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../test/any-text.ts';
import { hmacSha256Hex as hmacByOpenssl } from '../node.ts';
import { hmacSha256Hex as hmacByWebCrypto } from '../web-crypto.ts';
import { hmacSha256First52Bits, hmacSha256Hex } from './hmac-sha256.ts';

interface PublishedCase {
  case: number;
  keyHex: string;
  messageHex: string;
  hmacHex: string;
}

const published: { cases: PublishedCase[] } = JSON.parse(
  readFileSync(new URL('../../vectors/rfc4231.json', import.meta.url), 'utf8'),
);

for (const { case: number, keyHex, messageHex, hmacHex } of published.cases) {
  test(`RFC 4231 case ${number}`, () => {
    const key = Buffer.from(keyHex, 'hex');
    const message = Buffer.from(messageHex, 'hex');
    assert.equal(hmacSha256Hex(key, message).slice(0, hmacHex.length), hmacHex);
    assert.equal(hmacByOpenssl(key, message).slice(0, hmacHex.length), hmacHex);
  });
}

test('all three implementations agree on any key and message', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (key, message) => {
      const expected = hmacByOpenssl(key, message);
      assert.equal(hmacSha256Hex(key, message), expected);
      assert.equal(await hmacByWebCrypto(key, message), expected);
    }),
    { numRuns: 300 },
  );
});

test('all three implementations agree on keys of every length from 0 to 200 bytes', async () => {
  for (let length = 0; length <= 200; length += 1) {
    const key = 'k'.repeat(length);
    const expected = hmacByOpenssl(key, 'message');
    assert.equal(hmacSha256Hex(key, 'message'), expected, `length ${length}`);
    assert.equal(await hmacByWebCrypto(key, 'message'), expected, `length ${length}`);
  }
});

test('a key just over one block counts as long even if its last character is what does not fit', () => {
  for (const character of ['a', 'é', '日', '🎲']) {
    for (let before = 59; before <= 65; before += 1) {
      const key = 'k'.repeat(before) + character;
      assert.equal(hmacSha256Hex(key, ''), hmacByOpenssl(key, ''), `${before} bytes before ${character}`);
    }
  }
});

test('a lone surrogate is hashed as U+FFFD', () => {
  for (const lone of ['\ud800', '\udc00', 'a\udbffb', '\udc00\ud800']) {
    const replaced = lone.replaceAll(/[\ud800-\udfff]/g, '\ufffd');
    assert.equal(hmacSha256Hex('key', lone), hmacSha256Hex('key', replaced));
    assert.equal(hmacSha256Hex(lone, 'message'), hmacSha256Hex(replaced, 'message'));
  }
});

test('earlier hashes do not change a hash', () => {
  const call = fc.tuple(
    fc.constantFrom('a', 'b', 'k'.repeat(64), 'k'.repeat(65), Uint8Array.of(97), Uint8Array.of(98, 99)),
    anyText,
  );
  fc.assert(
    fc.property(fc.array(call), (calls) => {
      for (const [key, message] of calls) assert.equal(hmacSha256Hex(key, message), hmacByOpenssl(key, message));
    }),
  );
});

test('a key of bytes that its owner changes is read again', () => {
  const key = Uint8Array.of(1, 2, 3);
  const before = hmacSha256Hex(key, 'message');
  key[0] = 9;
  assert.notEqual(hmacSha256Hex(key, 'message'), before);
  assert.equal(hmacSha256Hex(key, 'message'), hmacByOpenssl(key, 'message'));
});

test('the first 52 bits are the first 13 hex characters', () => {
  fc.assert(
    fc.property(anyText, anyText, (key, message) => {
      assert.equal(hmacSha256First52Bits(key, message), Number.parseInt(hmacByOpenssl(key, message).slice(0, 13), 16));
    }),
  );
});
