import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toId } from '../../../platform/ids.ts';
import type { MarketPrice } from '../marketplace/index.ts';
import { itemNotBought } from './item-withdrawals.messages.ts';
import type { ItemWithdrawal, ItemWithdrawalStatus } from './item-withdrawals.records.ts';
import {
  centsOfCoins,
  chooseListing,
  comparePrices,
  maxCoinsOf,
  maxPayCentsOf,
  stepsOf,
} from './item-withdrawals.rules.ts';
import { progressNotification } from './tracking/tracking.messages.ts';

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

test('every failed condition is named, and the user is sent to the swap if the name is sold', () => {
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

test('a price that could not be looked up is unknown, and the error is named', () => {
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

const minute = (number: number) => new Date(Date.UTC(2026, 10, 15, 12, number));
const fresh = {
  createdAt: minute(0),
  updatedAt: minute(9),
  decidedAt: null,
  boughtAt: null,
  tradeSentAt: null,
  completedAt: null,
  sendUntil: null,
};
type Times = Partial<Record<keyof typeof fresh, Date | null>>;

const shown = (status: ItemWithdrawalStatus, times: Times = {}) =>
  stepsOf({ ...fresh, ...times, status } as Parameters<typeof stepsOf>[0]).map(({ name, state, at, deadline }) =>
    [name, state, at?.getMinutes() ?? '-', deadline?.getMinutes() ?? '-'].join(' '),
  );

test('a withdrawal under review shows that step, and nothing is bought before', () => {
  assert.deepEqual(shown('PENDING_APPROVAL'), [
    'REQUESTED DONE 0 -',
    'REVIEWED NOW - -',
    'BOUGHT LATER - -',
    'SENT LATER - -',
    'ACCEPTED LATER - -',
  ]);
  assert.deepEqual(shown('PENDING', { decidedAt: minute(3) }).slice(1, 3), ['REVIEWED DONE 3 -', 'BOUGHT NOW - -']);
});

test('a finished step has its time, and the present one its deadline', () => {
  const bought = { boughtAt: minute(1), sendUntil: minute(30) };
  const begun = ['REQUESTED DONE 0 -', 'BOUGHT DONE 1 -'];
  assert.deepEqual(shown('WAITING_SELLER', bought), [...begun, 'SENT NOW - 30', 'ACCEPTED LATER - -']);
  const sent = { ...bought, tradeSentAt: minute(4) };
  assert.deepEqual(shown('TRADE_SENT', sent), [...begun, 'SENT DONE 4 -', 'ACCEPTED NOW - -']);
  assert.deepEqual(shown('COMPLETED', { ...sent, completedAt: minute(5) }), [
    ...begun,
    'SENT DONE 4 -',
    'ACCEPTED DONE 5 -',
  ]);
});

test('a step that was not seen is done without a time', () => {
  assert.deepEqual(shown('COMPLETED', { completedAt: minute(5) }).slice(1), [
    'BOUGHT DONE - -',
    'SENT DONE - -',
    'ACCEPTED DONE 5 -',
  ]);
});

test('a failed withdrawal ends with the steps that had happened', () => {
  assert.deepEqual(shown('FAILED'), ['REQUESTED DONE 0 -', 'ENDED FAILED 9 -']);
  const rejected = ['REQUESTED DONE 0 -', 'REVIEWED DONE 3 -', 'ENDED FAILED 9 -'];
  assert.deepEqual(shown('CANCELLED', { decidedAt: minute(3) }), rejected);
  const unsent = ['REQUESTED DONE 0 -', 'BOUGHT DONE 1 -', 'ENDED FAILED 9 -'];
  assert.deepEqual(shown('CANCELLED', { boughtAt: minute(1) }), unsent);
});

const withdrawal = { id: toId('7'), itemName: 'AWP | Asiimov', failureReason: 'Gone' } as ItemWithdrawal;

test('a failure is notified without metadata, in the words from which English pages take item and reason', () => {
  // web/src/shared/texts/notification-words.ts reads these sentences.
  const shared = { type: 'WITHDRAWAL_FAILED', title: 'Falha no saque', en: null, metadata: null };
  assert.deepEqual(itemNotBought(withdrawal, 'Gone'), {
    ...shared,
    message: 'Não foi possível retirar AWP | Asiimov, que está disponível de novo no seu inventário. Motivo: Gone',
  });
  assert.deepEqual(progressNotification({ ...withdrawal, status: 'FAILED' }), {
    ...shared,
    message: 'AWP | Asiimov não foi entregue e está disponível de novo no seu inventário. Motivo: Gone',
  });
});

test('progress is notified in both languages', () => {
  const { message, en } = progressNotification({ ...withdrawal, status: 'COMPLETED' }) ?? assert.fail();
  assert.equal(message, 'AWP | Asiimov foi entregue na sua conta do Steam.');
  assert.deepEqual(en, {
    title: 'Your item was delivered',
    message: 'AWP | Asiimov was delivered to your Steam account.',
  });
});
