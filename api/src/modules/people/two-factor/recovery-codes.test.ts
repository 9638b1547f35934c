import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toId } from '../../../platform/ids.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';

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
