import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineError } from './errors.ts';
import { doTheRest, isRefused, notRefused, orRefused } from './refusals.ts';

const noGood = defineError('NO_GOOD', 400, 'No good', 'For this test.');

test('what a decision throws as an answer is a refusal, and any other error is none', () => {
  const refused = orRefused(() => {
    throw noGood();
  });
  assert.ok(isRefused(refused));
  assert.equal(refused.refused.message, 'No good');
  assert.deepEqual(
    orRefused(() => ({ decided: 7 })),
    { decided: 7 },
  );
  assert.throws(
    () =>
      orRefused(() => {
        throw new TypeError('a mistake');
      }),
    TypeError,
  );
});

test('of a command by itself what came of it is given, and a refusal thrown', () => {
  assert.deepEqual(notRefused({ done: 1 }), { done: 1 });
  assert.throws(() => notRefused({ refused: noGood() }), /No good/);
  assert.throws(() => notRefused(undefined), /every command has an outcome/);
});

test('all that are not refused are done at once, and everything stays in its place', async () => {
  const refused = { refused: noGood() };
  const asked: (readonly { n: number }[])[] = [];
  const done = await doTheRest([{ n: 1 }, refused, { n: 3 }, { n: 4 }], async (rest) => {
    asked.push(rest);
    return rest.map((each) => (each.n === 3 ? { refused: noGood() } : { twice: each.n * 2 }));
  });
  assert.deepEqual(asked, [[{ n: 1 }, { n: 3 }, { n: 4 }]]);
  assert.deepEqual([done[0], done[3]], [{ twice: 2 }, { twice: 8 }]);
  assert.equal(done[1], refused);
  assert.ok(isRefused(done[2] as object));
});

test('where all are refused nothing is done', async () => {
  const refused = { refused: noGood() };
  assert.deepEqual(await doTheRest([refused], () => assert.fail('there is nothing to do')), [refused]);
});
