import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUICKNET } from '@lisura/fairness';
import { flipBit, QUICKNET_1000, QUICKNET_657413 } from '../../../../../fairness/test/quicknet.ts';
import { createSignatureChecker } from './signature-checker.ts';

const { publicKey } = QUICKNET;

test('each of many at once gets its own answer', async () => {
  const isSigned = createSignatureChecker();
  const wrong = { ...QUICKNET_1000, signature: flipBit(QUICKNET_1000.signature, 383) };
  const asked = [QUICKNET_1000, wrong, QUICKNET_657413, wrong, wrong, QUICKNET_1000];
  const answers = await Promise.all(asked.map((each) => isSigned({ publicKey, ...each })));
  assert.deepEqual(answers, [true, false, true, false, false, true]);
});

test('a thread that fails takes along who waits for it, and nobody after', async () => {
  const isSigned = createSignatureChecker();
  const noKey = `8${'1'.repeat(191)}`;
  const answers = await Promise.allSettled([
    isSigned({ publicKey, ...QUICKNET_1000 }),
    isSigned({ publicKey: noKey, ...QUICKNET_1000 }),
    isSigned({ publicKey, ...QUICKNET_1000 }),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  );
  assert.equal(await isSigned({ publicKey, ...QUICKNET_657413 }), true);
});

test('the process does not wait while a signature is checked', async () => {
  const checking = createSignatureChecker()({ publicKey, ...QUICKNET_1000 }).then(() => 'checked');
  let turns = 0;
  const turn = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
    return 'turned';
  };
  while ((await Promise.race([checking, turn()])) !== 'checked');
  assert.ok(turns > 10, `${turns} turns`);
});
