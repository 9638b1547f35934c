import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../test/any-text.ts';
import { hexByTable, hexOf } from './hex.ts';
import { absorb, begin, digestHex, finish, sha256Hex } from './sha256.ts';

const CHUNK_BYTES = 4096;

const opensslHex = (input: string | Uint8Array): string => createHash('sha256').update(input).digest('hex');

test('SHA-256 gives the published digests', () => {
  assert.equal(sha256Hex(''), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  assert.equal(sha256Hex('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  assert.equal(
    sha256Hex('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq'),
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
  assert.equal(sha256Hex('a'.repeat(1_000_000)), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
});

test('SHA-256 agrees with OpenSSL at every length up to three blocks', () => {
  for (let length = 0; length <= 3 * 64; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + length) & 0xff);
    assert.equal(sha256Hex(bytes), opensslHex(bytes), `length ${length}`);
  }
});

test('SHA-256 agrees with OpenSSL where a character straddles the end of a chunk', () => {
  for (const character of ['a', 'é', '日', '🎲', '\ud800']) {
    for (let before = CHUNK_BYTES - 70; before <= CHUNK_BYTES + 2; before += 1) {
      const text = 'x'.repeat(before) + character + 'y'.repeat(CHUNK_BYTES);
      assert.equal(sha256Hex(text), opensslHex(text), `${before} bytes before ${JSON.stringify(character)}`);
    }
  }
});

test('SHA-256 agrees with OpenSSL on any text and any bytes', () => {
  fc.assert(fc.property(anyText, (text) => assert.equal(sha256Hex(text), opensslHex(text))));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => assert.equal(sha256Hex(bytes), opensslHex(bytes))),
  );
});

test('input may be absorbed in parts of any size', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 150 }), { maxLength: 8 }), (parts) => {
      begin();
      for (const part of parts) absorb(part);
      finish();
      assert.equal(digestHex(), opensslHex(Buffer.concat(parts)));
    }),
  );
});

test('both ways of writing hex agree', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      assert.equal(hexByTable(bytes), Buffer.from(bytes).toString('hex'));
      assert.equal(hexOf(bytes), hexByTable(bytes));
    }),
  );
});
