import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  INVENTORY_STATUSES,
  type InventoryItem,
  type InventoryStatus,
  isMove,
  LEGAL_STEPS,
  stayCodeOf,
} from './inventory.rules.ts';

test('the steps are those of the documents, and no others', () => {
  const steps = Object.entries(LEGAL_STEPS).flatMap(([from, ends]) => ends.map((to) => `${from} → ${to}`));
  assert.deepEqual(steps.sort(), [
    'AVAILABLE → IN_SWAP',
    'AVAILABLE → LOCKED',
    'AVAILABLE → SOLD',
    'IN_SWAP → AVAILABLE',
    'IN_SWAP → SOLD',
    'LOCKED → AVAILABLE',
    'LOCKED → USED_IN_UPGRADE',
    'LOCKED → WITHDRAWN',
  ]);
});

test('a move is every step but the sale', () => {
  const moves = (from: InventoryStatus) => INVENTORY_STATUSES.filter((to) => isMove(from, to));
  assert.deepEqual(moves('AVAILABLE'), ['LOCKED', 'IN_SWAP']);
  assert.deepEqual(moves('IN_SWAP'), ['AVAILABLE', 'SOLD']);
  for (const end of ['SOLD', 'WITHDRAWN', 'USED_IN_UPGRADE', 'USED_IN_BATTLE'] as const)
    assert.deepEqual(moves(end), []);
});

test('an item says what keeps it here, in the order in which a withdrawal is refused', () => {
  const details = {} as NonNullable<InventoryItem['details']>;
  const stays = (status: InventoryStatus, more: Partial<InventoryItem> = {}) =>
    stayCodeOf({ status, restrictedToGames: false, details, ...more });
  assert.equal(stays('AVAILABLE'), null);
  assert.equal(stays('AVAILABLE', { details: null }), 'NOT_IN_CATALOGUE');
  assert.equal(stays('LOCKED', { restrictedToGames: true }), 'RESTRICTED_TO_GAMES');
  assert.equal(stays('LOCKED', { details: null }), 'LOCKED');
  assert.equal(stays('IN_SWAP'), 'IN_SWAP');
  for (const end of ['SOLD', 'WITHDRAWN', 'USED_IN_UPGRADE', 'USED_IN_BATTLE'] as const)
    assert.equal(stays(end), 'GONE');
});
