import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rollOf, seedHash } from '@lisura/fairness';
import type { CaseItem, Opening } from '../../../data/generated/api.ts';
import { checkOpening } from './check.ts';

const serverSeed = '5e'.repeat(32);
const clientSeed = 'made in the browser';
const item = (itemId: string, hashRangeStart: number, hashRangeEnd: number) =>
  ({ itemId, name: itemId, hashRangeStart, hashRangeEnd }) as CaseItem;
const version = { flipThreshold: null, items: [item('low', 1, 5_000_000), item('high', 5_000_001, 10_000_000)] };
const roll = rollOf({ serverSeed, clientSeed, nonce: 7 });
const opening = {
  caseId: '1',
  versionNumber: 1,
  nonce: 7,
  roll,
  serverSeed,
  serverSeedHash: seedHash(serverSeed),
  clientSeed,
  clientSeedSource: 'REQUEST',
  isFlip: false,
  chancePercent: '50',
  item: { id: roll <= 5_000_000 ? 'low' : 'high' },
} as Opening;
const request = { hashes: [[7, seedHash(serverSeed)]], clientSeed } as const;

const wrongSteps = (...args: Parameters<typeof checkOpening>) =>
  checkOpening(...args).steps.flatMap(({ ok, name }) => (ok ? [] : [name]));

test('an opening is right by what the page had shown', () => {
  const check = checkOpening(opening, version, request);
  assert.deepEqual([check.isValid, check.committedHash], [true, seedHash(serverSeed)]);
});

test('another hash than the one shown, another client seed, another item are seen', () => {
  assert.deepEqual(wrongSteps(opening, version, { ...request, hashes: [[7, 'ab'.repeat(32)]] }), ['commitment']);
  assert.deepEqual(wrongSteps(opening, version, { ...request, clientSeed: 'what was sent' }), ['sentSeed']);
  const swapped = { ...opening.item, id: opening.item.id === 'low' ? 'high' : 'low' };
  assert.deepEqual(wrongSteps({ ...opening, item: swapped }, version, request), ['item']);
});

test('a roll whose hash was not shown here says so', () => {
  const check = checkOpening(opening, version, { ...request, hashes: [] });
  assert.deepEqual([check.isValid, check.committedHash], [true, null]);
});
