import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percentOfChance, upgradeSteps } from '@lisura/fairness';
import fc from 'fast-check';
import type { Id } from '../../../platform/ids.ts';
import { toId } from '../../../platform/ids.ts';
import {
  canonicalEdge,
  type FoundItem,
  type StakeRequest,
  type StoredUpgrade,
  type ValuedItem,
} from './upgrades.records.ts';
import { judgeStake, playedUpgradeOf, statusOf } from './upgrades.rules.ts';

const valued = (valueCents: bigint): ValuedItem => ({
  itemId: toId('1'),
  name: 'Item',
  imageUrl: '',
  rarity: 'COVERT',
  valueCents,
});
const idOf = (index: number): Id<'inventoryItem'> => toId(String(index + 1));
const foundItem = (index: number, more: Partial<FoundItem> = {}): FoundItem => ({
  id: idOf(index),
  isOwn: true,
  isRestricted: false,
  status: 'AVAILABLE',
  item: valued(100n),
  ...more,
});
const requestFor = (items: number, balanceCents = 0n): StakeRequest => ({
  userId: toId('1'),
  inventoryItemIds: Array.from({ length: items }, (_, index) => idOf(index)),
  balanceCents,
  targetItemId: toId('9'),
});

interface Sample {
  values?: readonly bigint[];
  items?: FoundItem[];
  balanceCents?: bigint;
  accountCents?: bigint;
  targetCents?: bigint | null;
  edgePercent?: string;
}

function judge(sample: Sample) {
  const { values = [100n], balanceCents = 0n, accountCents = 0n, targetCents = 1_000n, edgePercent = '10' } = sample;
  const items = sample.items ?? values.map((value, index) => foundItem(index, { item: valued(value) }));
  const target = targetCents === null ? null : valued(targetCents);
  return judgeStake(requestFor(items.length, balanceCents), { found: { items, target }, accountCents, edgePercent });
}
const faultOf = (sample: Sample) => {
  const judged = judge(sample);
  return 'fault' in judged ? judged.fault : null;
};

test('an offer is total ÷ target × (1 − edge), rounded down to 4 decimals of a percent, at most 90, and its threshold exact', () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 15n });
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: 1, maxLength: 6 }),
      cents,
      fc.bigInt({ min: 1n, max: 7n * 10n ** 15n }),
      fc.integer({ min: 0, max: 990_000 }),
      (values, balanceCents, targetCents, edgeUnits) => {
        const judged = judge({
          values,
          balanceCents,
          accountCents: balanceCents,
          targetCents,
          edgePercent: percentOfChance(edgeUnits),
        });
        const total = values.reduce((sum, value) => sum + value, balanceCents);
        // The test finds the largest chance that is not above the exact one without a division.
        const exact = total * BigInt(1_000_000 - edgeUnits);
        if (total === 0n) return assert.deepEqual(judged, { fault: { kind: 'NOTHING_STAKED' } });
        if (total >= targetCents) return assert.deepEqual(judged, { fault: { kind: 'NOT_BELOW_TARGET' } });
        if (exact < targetCents) return assert.deepEqual(judged, { fault: { kind: 'CHANCE_TOO_LOW' } });
        assert.ok('offer' in judged);
        const { chanceUnits, successThreshold, itemsValueCents, totalCents } = judged.offer;
        const chance = BigInt(chanceUnits);
        assert.equal(totalCents, total);
        assert.equal(itemsValueCents + balanceCents, total);
        assert.ok(chance >= 1n && chance <= 900_000n && chance * targetCents <= exact);
        assert.ok(chance === 900_000n || (chance + 1n) * targetCents > exact);
        assert.equal(BigInt(successThreshold) * 100n, 1_000_000_000n - chance * 1_000n);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('the first fault in the documents’ order is told', () => {
  const broken = [foundItem(0), foundItem(1, { item: null })];
  assert.deepEqual(faultOf({ items: broken, targetCents: null }), { kind: 'ITEM_WITHOUT_DETAILS' });
  assert.deepEqual(faultOf({ items: [...broken, foundItem(2, { status: 'SOLD' })] }), {
    kind: 'ITEM_UNAVAILABLE',
    id: '3',
    status: 'SOLD',
  });
  assert.deepEqual(faultOf({ items: [foundItem(0, { isOwn: false, status: 'SOLD' })] }), { kind: 'ITEM_FOREIGN' });
  assert.deepEqual(faultOf({ targetCents: null, balanceCents: 1n }), { kind: 'TARGET_ABSENT' });
  assert.deepEqual(faultOf({ values: [0n], balanceCents: 1n }), { kind: 'BALANCE_TOO_LOW' });
  assert.deepEqual(faultOf({ values: [1_000n], balanceCents: 1n }), { kind: 'BALANCE_TOO_LOW' });
  assert.deepEqual(faultOf({ values: [0n] }), { kind: 'NOTHING_STAKED' });
  assert.deepEqual(faultOf({ values: [1_000n] }), { kind: 'NOT_BELOW_TARGET' });
  assert.equal(faultOf({ values: [999n] }), null);
  assert.deepEqual(faultOf({ values: [1n], targetCents: 900_001n }), { kind: 'CHANCE_TOO_LOW' });
  assert.equal(faultOf({ values: [1n], targetCents: 900_000n }), null);
  assert.equal(faultOf({ balanceCents: 5n, accountCents: 5n }), null);
});

test('an item that does not exist is the fault of the first that is asked for and absent', () => {
  const circumstances = { accountCents: 0n, edgePercent: '10' };
  const found = { items: [foundItem(1, { isOwn: false })], target: valued(1_000n) };
  assert.deepEqual(judgeStake(requestFor(2), { found, ...circumstances }), { fault: { kind: 'ITEM_ABSENT' } });
});

test('a roll wins from the threshold on', () => {
  const roll = 6_543_218;
  const enough = Math.ceil((10_000_000 - roll) / 10);
  assert.equal(statusOf(enough, roll), 'WON');
  assert.equal(statusOf(enough - 1, roll), 'LOST');
});

test('the share of the house is from 0 to 99 percent with at most 4 decimals', () => {
  const spellings: [string | number, string][] = [
    [10, '10'],
    ['10.0', '10'],
    [7.5, '7.5'],
    ['0', '0'],
    [99, '99'],
    ['99.0000', '99'],
    [0.0001, '0.0001'],
  ];
  for (const [given, canonical] of spellings) assert.equal(canonicalEdge(given), canonical);
  for (const given of [-1, 99.0001, 100, '1.00001', '010', '', ' 1', '1e1', '.5', '5.', 0.00001, Number.NaN]) {
    assert.throws(() => canonicalEdge(given), RangeError, String(given));
  }
});

test('a record that was changed is found by the step that it breaks', () => {
  const roll = 6_000_000;
  const kept: StoredUpgrade = {
    id: toId('1'),
    userId: toId('1'),
    status: 'WON',
    inputs: [
      { inventoryItemId: idOf(0), item: valued(2_000n) },
      { inventoryItemId: idOf(1), item: valued(2_000n) },
    ],
    target: valued(10_000n),
    itemsValueCents: 4_000n,
    balanceCents: 500n,
    totalCents: 4_500n,
    edgeUnits: 100_000,
    chanceUnits: 405_000,
    successThreshold: 5_950_000,
    nonce: 1,
    serverSeed: 'ab'.repeat(32),
    serverSeedHash: '',
    clientSeedSource: 'REQUEST',
    clientSeed: 'c',
    roll,
    wonInventoryItemId: idOf(2),
    committedAt: new Date(0),
    createdAt: new Date(0),
  };
  const brokenBy = (change: Partial<StoredUpgrade>) =>
    upgradeSteps(playedUpgradeOf({ ...kept, ...change }), roll)
      .filter(({ ok }) => !ok)
      .map(({ name }) => name);
  assert.deepEqual(brokenBy({}), []);
  assert.deepEqual(brokenBy({ totalCents: 4_499n }), ['stake']);
  assert.deepEqual(brokenBy({ chanceUnits: 404_999 }), ['chance']);
  assert.deepEqual(brokenBy({ successThreshold: 5_950_010 }), ['threshold']);
  assert.deepEqual(brokenBy({ status: 'LOST' }), ['outcome']);
  assert.deepEqual(brokenBy({ target: valued(20_000n) }), ['chance', 'threshold', 'outcome']);
  assert.deepEqual(brokenBy({ edgeUnits: 100_001 }), ['chance', 'threshold']);
  assert.deepEqual(brokenBy({ inputs: kept.inputs.slice(1) }), ['stake', 'chance', 'threshold', 'outcome']);
});
