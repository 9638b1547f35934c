import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SecondFactorCode } from './index.ts';
import { MAX_WRONG_TRIES, readCode, recoveryCodeText, TRIES_WINDOW_MS, waitMsAfter } from './two-factor.records.ts';

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
