import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permissionsOf, reachedOf } from './visitor.records.ts';

const player = { role: 'USER', isBarred: false, isSuspended: false, canDeposit: true } as const;

test('what a page may offer follows from what stands in the way', () => {
  assert.deepEqual(permissionsOf(player), ['PLAY', 'DEPOSIT', 'WITHDRAW']);
  assert.deepEqual(permissionsOf({ ...player, isBarred: true }), ['WITHDRAW']);
  assert.deepEqual(permissionsOf({ ...player, isSuspended: true }), ['PLAY', 'DEPOSIT']);
  assert.deepEqual(permissionsOf({ ...player, canDeposit: false }), ['PLAY', 'WITHDRAW']);
  assert.deepEqual(permissionsOf({ ...player, role: 'ADMIN' }), ['PLAY', 'DEPOSIT', 'WITHDRAW', 'ADMINISTER']);
});

test('a limit is reached when nothing is left of it', () => {
  const limit = { kind: 'WAGER', period: 'DAY', next: null, endsAt: new Date() } as const;
  const reached = (limitCents: bigint | null, usedCents: bigint | null) =>
    reachedOf([{ ...limit, limitCents, usedCents }]).length === 1;
  assert.ok(!reached(100n, 99n));
  assert.ok(reached(100n, 100n));
  assert.ok(reached(0n, null), 'a limit of nothing');
  assert.ok(!reached(null, 10n), 'no limit');
  assert.ok(!reached(100n, -5n), 'who has won');
});
