import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { toId } from '../../../platform/ids.ts';
import { SecondFactorCode } from './index.ts';
import {
  base32,
  codeOfStep,
  MAX_WRONG_TRIES,
  newRecoveryCodes,
  otpauthUrl,
  readCode,
  recoveryCodeHash,
  recoveryCodeText,
  stepAt,
  stepOfCode,
  TRIES_WINDOW_MS,
  waitMsAfter,
} from './two-factor.records.ts';

test('a code is read as people type it', () => {
  for (const text of ['492039', '492 039', ' 492-039 ']) {
    assert.deepEqual(readCode(text), { kind: 'APP', digits: '492039' });
  }
  for (const text of ['K5QX3MZ27RTAWB4E', 'k5qx-3mz2-7rta-wb4e', 'K5QX 3MZ2 7RTA WB4E']) {
    assert.deepEqual(readCode(text), { kind: 'RECOVERY', code: 'K5QX3MZ27RTAWB4E' });
  }
  // Sixteen digits are a recovery code without letters.
  assert.equal(readCode('2345672345672345')?.kind, 'RECOVERY');
});

test('what is no code is none', () => {
  const texts = [
    '',
    '12345',
    '1234567',
    '４９２０３９',
    '49203a',
    '492039\n',
    'K5QX3MZ27RTAWB4',
    'K5QX3MZ27RTAWB40',
    'ıııııııııııııııı',
  ];
  for (const text of texts) assert.equal(readCode(text), null, JSON.stringify(text));
});

test('a recovery code is shown in groups that are read back', () => {
  assert.equal(recoveryCodeText('K5QX3MZ27RTAWB4E'), 'K5QX-3MZ2-7RTA-WB4E');
  assert.deepEqual(readCode(recoveryCodeText('K5QX3MZ27RTAWB4E')), { kind: 'RECOVERY', code: 'K5QX3MZ27RTAWB4E' });
});

const NOW = new Date('2026-11-15T12:00:00.000Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

test('the wait ends when the first of five wrong tries is 15 minutes old', () => {
  const triedAt = [800_000, 60_000, 50_000, 40_000, 30_000].map(ago);
  assert.equal(waitMsAfter({ triedAt, acceptedAt: [] }, NOW), TRIES_WINDOW_MS - 800_000);
  assert.equal(waitMsAfter({ triedAt: triedAt.slice(1), acceptedAt: [] }, NOW), 0);
  assert.equal(waitMsAfter({ triedAt: [ago(TRIES_WINDOW_MS), ...triedAt.slice(1)], acceptedAt: [] }, NOW), 0);
});

test('a right one is not waited for, nor one of several at the same moment', () => {
  const wrong = [700_000, 60_000, 50_000, 40_000, 30_000].map(ago);
  const right = ago(890_000);
  assert.equal(waitMsAfter({ triedAt: [right, ...wrong], acceptedAt: [right] }, NOW), TRIES_WINDOW_MS - 700_000);
  const atOnce = Array.from({ length: 6 }, () => ago(1_000));
  assert.equal(waitMsAfter({ triedAt: atOnce, acceptedAt: [ago(1_000)] }, NOW), TRIES_WINDOW_MS - 1_000);
  assert.equal(waitMsAfter({ triedAt: atOnce, acceptedAt: [ago(1_000), ago(1_000)] }, NOW), 0);
});

test('after the wait, and not before it, there is room', () => {
  const ages = fc.array(fc.integer({ min: 0, max: TRIES_WINDOW_MS - 1 }), { maxLength: 12 });
  const wrongAt = (triedAt: readonly Date[], moment: number) =>
    triedAt.filter((tried) => tried.getTime() > moment - TRIES_WINDOW_MS).length;
  fc.assert(
    fc.property(ages, (ms) => {
      const triedAt = ms.map(ago);
      const wait = waitMsAfter({ triedAt, acceptedAt: [] }, NOW);
      assert.ok(wrongAt(triedAt, NOW.getTime() + wait) < MAX_WRONG_TRIES);
      if (wait > 0) assert.ok(wrongAt(triedAt, NOW.getTime() + wait - 1) >= MAX_WRONG_TRIES);
    }),
  );
});

const matches = (text: string) => new RegExp((SecondFactorCode as { pattern?: string }).pattern ?? '', 'u').test(text);

test('what a body may hold is what is read as a code', () => {
  const digits = fc.array(fc.constantFrom(...'0123456789 -'), { maxLength: 10 });
  const letters = fc.array(fc.constantFrom(...'AZaz2701ı\n -'), { minLength: 14, maxLength: 22 });
  const clean = fc.array(fc.constantFrom(...'AZaz27 -'), { minLength: 14, maxLength: 22 });
  const text = fc.oneof(digits, letters, clean).map((characters) => characters.join(''));
  let codes = 0;
  fc.assert(
    fc.property(text, (given) => {
      codes += readCode(given) === null ? 0 : 1;
      assert.equal(matches(given), readCode(given) !== null);
    }),
    { numRuns: 3_000 },
  );
  assert.ok(codes > 50, 'both kinds were among them');
});

test('a text that is nearly a code for very long is looked at once', () => {
  const before = process.cpuUsage();
  for (const piece of ['1 ', ' -', 'A-']) assert.ok(!matches(piece.repeat(30_000)));
  // Processor time leaves out other work of the machine.
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 2_000_000);
});

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
