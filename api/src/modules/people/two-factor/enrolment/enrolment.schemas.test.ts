import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SecondFactorCode } from '../index.ts';
import { readCode } from '../two-factor.rules.ts';

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
  // Of the processor's time: what others do on the machine is not counted.
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 2_000_000);
});
