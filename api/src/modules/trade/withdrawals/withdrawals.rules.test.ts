import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { MarketPrice } from '../marketplace/index.ts';
import { centsOfCoins, chooseListing, comparePrices, maxCoinsOf, maxPayCentsOf } from './withdrawals.rules.ts';

const listing = (name: string, more: Partial<MarketPrice> = {}): MarketPrice => ({
  name,
  count: 3,
  minCoins: 1_000,
  steamPriceCoins: 1_200,
  imageUrl: 'https://images.example/1.png',
  ...more,
});
const compare = (valueCents: bigint, results: MarketPrice[]) =>
  comparePrices(valueCents, '1.2', { seen: chooseListing('Case', results) });

test('at most the value without the margin is paid, rounded up', () => {
  assert.equal(maxPayCentsOf(120n, '1.2'), 100n);
  assert.equal(maxPayCentsOf(121n, '1.2'), 101n);
  assert.equal(maxPayCentsOf(1n, '1.2'), 1n);
  assert.equal(maxPayCentsOf(0n, '1.2'), 0n);
  assert.equal(maxPayCentsOf(100n, '1'), 100n);
});

test('the ceiling in coins is the last price that counts as no more cents than may be paid', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10_000_000n }), (maxPayCents) => {
      const maxCoins = maxCoinsOf(maxPayCents);
      assert.ok(BigInt(centsOfCoins(maxCoins)) <= maxPayCents);
      assert.ok(BigInt(centsOfCoins(maxCoins + 1)) > maxPayCents);
    }),
  );
});

test('the exact name is taken wherever it stands, or else the first', () => {
  const results = [listing('Case Hardened'), listing('Case')];
  assert.deepEqual(chooseListing('Case', results), { price: results[1], isExactMatch: true, allResults: results });
  assert.equal(chooseListing('case', results)?.isExactMatch, false);
  assert.equal(chooseListing('case', results)?.price, results[0]);
  assert.equal(chooseListing('Case', []), null);
});

test('an item can be withdrawn where its exact name is sold for no more than may be paid', () => {
  const found = compare(120n, [listing('Case')]);
  assert.deepEqual(found, {
    ourPriceCents: 120n,
    maxPayCents: 100n,
    marketMinPriceCents: 100n,
    marginPercent: (1 - 1 / 1.2) * 100,
    marketCount: 3,
    hasStock: true,
    isPriceValid: true,
    canWithdraw: true,
    canSwap: true,
    failedConditions: [],
    reason: 'All conditions are met',
    userMessage: 'Item disponível para saque.',
  });
});

test('what keeps it here is told, each thing, and the user is sent to the swap where the name is sold', () => {
  const swap = 'Item indisponivel para saque. Voce pode trocar no SWAP.';
  const notNow = 'Item indisponivel para saque no momento.';
  const cases: [bigint, MarketPrice[], Partial<ReturnType<typeof compare>>, number, string][] = [
    [119n, [listing('Case', { minCoins: 1_005 })], { isPriceValid: false, canSwap: true }, 1, swap],
    [120n, [listing('Case', { count: 0 })], { hasStock: false, canSwap: true }, 1, swap],
    [120n, [listing('Case 2')], { hasStock: true, isPriceValid: true, canSwap: false }, 1, notNow],
    [1n, [listing('Case 2', { count: 0 })], { hasStock: false, isPriceValid: false, canSwap: false }, 3, notNow],
    [120n, [], { hasStock: false, isPriceValid: false, canSwap: false, marketMinPriceCents: 0n }, 1, notNow],
  ];
  for (const [valueCents, results, expected, faults, userMessage] of cases) {
    const found = compare(valueCents, results);
    assert.partialDeepStrictEqual(found, { canWithdraw: false, userMessage, ...expected });
    assert.equal(found.failedConditions.length, faults, found.reason);
  }
});

test('where the price could not be looked up, nothing is known of it and the error is named', () => {
  assert.deepEqual(comparePrices(120n, '1.2', { error: 'no answer' }), {
    ourPriceCents: 120n,
    maxPayCents: 100n,
    marketMinPriceCents: 0n,
    marginPercent: (1 - 1 / 1.2) * 100,
    marketCount: 0,
    hasStock: false,
    isPriceValid: false,
    canWithdraw: false,
    canSwap: false,
    failedConditions: ['no answer'],
    reason: 'no answer',
    userMessage: 'Item indisponivel para saque no momento.',
  });
});
