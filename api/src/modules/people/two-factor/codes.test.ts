import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { toId } from '../../../platform/ids.ts';
import { base32, codeOfStep, newRecoveryCodes, otpauthUrl, recoveryCodeHash, stepAt, stepOfCode } from './codes.ts';

const RFC_SECRET = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

test('codes are those of RFC 4226, appendix D', () => {
  const codes = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ');
  assert.deepEqual(
    codes.map((_code, counter) => codeOfStep(RFC_SECRET, counter)),
    codes,
  );
});

test('codes are those of RFC 6238, appendix B, of which apps show the last six digits', () => {
  const vectors: [seconds: number, eightDigits: string][] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ];
  for (const [seconds, eightDigits] of vectors) {
    assert.equal(codeOfStep(RFC_SECRET, stepAt(at(seconds))), eightDigits.slice(2));
  }
});

test('a code is good for the step before its own, for its own, and for the one after', () => {
  const step = 59_000_000;
  const code = codeOfStep(RFC_SECRET, step);
  const startsAt = step * 30;
  const stepsAround = [-31, -30, -1, 0, 29, 30, 59, 60].map((seconds) =>
    stepOfCode(RFC_SECRET, code, at(startsAt + seconds)),
  );
  assert.deepEqual(stepsAround, [null, step, step, step, step, step, step, null]);
});

test('the code of a secret is found at its step, and that of another secret next to never', () => {
  const bytes = () => fc.uint8Array({ minLength: 20, maxLength: 20 }).map((each) => Buffer.from(each));
  fc.assert(
    fc.property(bytes(), fc.integer({ min: 2, max: 2 ** 31 }), fc.constantFrom(-1, 0, 1), (secret, step, drift) => {
      const code = codeOfStep(secret, step + drift);
      assert.match(code, /^[0-9]{6}$/);
      const found = stepOfCode(secret, code, at(step * 30)) as number;
      assert.equal(codeOfStep(secret, found), code);
      assert.ok(found >= step + drift && found <= step + 1, 'the newest that has this code');
    }),
  );
  const strangers = Array.from({ length: 2_000 }, () =>
    stepOfCode(randomBytes(20), codeOfStep(RFC_SECRET, 77), at(77 * 30)),
  );
  // Each has a chance of three in a million: five of 2,000 would be one in 10^13.
  assert.ok(strangers.filter((found) => found !== null).length < 5);
});

test('what has another length is no code, and before 1970 there is none', () => {
  for (const code of ['', '75522', '7552244', '７５５２２４'])
    assert.equal(stepOfCode(RFC_SECRET, code, at(0)), null, code);
  assert.equal(stepOfCode(RFC_SECRET, '755224', at(0)), 0);
});

test('base32 is that of RFC 4648, without its padding', () => {
  const vectors = {
    '': '',
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI',
  };
  for (const [text, encoded] of Object.entries(vectors)) assert.equal(base32(Buffer.from(text)), encoded);
  assert.equal(base32(RFC_SECRET), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
});

test('base32 loses nothing', () => {
  const read = (text: string) => [...text].map((character) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const bits = read(base32(bytes))
        .map((value) => value.toString(2).padStart(5, '0'))
        .join('');
      const back = bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [];
      assert.deepEqual(back, [...bytes]);
      assert.ok(bits.length - 8 * bytes.length < 5);
    }),
  );
});

test('the address names the issuer twice and holds any name', () => {
  assert.equal(
    otpauthUrl(RFC_SECRET, 'Zé: 100% & co/?#'),
    'otpauth://totp/Lisura:Z%C3%A9%3A%20100%25%20%26%20co%2F%3F%23' +
      '?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Lisura&algorithm=SHA1&digits=6&period=30',
  );
});

test('ten codes of 80 bits, none twice', () => {
  const codes = Array.from({ length: 100 }, newRecoveryCodes).flat();
  assert.equal(new Set(codes).size, 1_000);
  for (const code of codes) assert.match(code, /^[A-Z2-7]{16}$/);
});

test('the same code of two users has two hashes', () => {
  const [code] = newRecoveryCodes() as [string];
  assert.deepEqual(recoveryCodeHash(toId('1'), code), recoveryCodeHash(toId('1'), code));
  assert.notDeepEqual(recoveryCodeHash(toId('1'), code), recoveryCodeHash(toId('2'), code));
});
