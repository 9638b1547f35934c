import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FeedWords, feedStatusOf, marketStatusOf, type PolledWords, polledStatusOf } from './mapping.rules.ts';
import type { TrackedStatus } from './tracking.types.ts';

const feed = (words: Partial<FeedWords>) =>
  feedStatusOf({ status: null, stage: null, isReleased: false, done: false, ...words });
const polled = (words: Partial<PolledWords>) =>
  polledStatusOf({ status: null, reason: null, isReleased: false, releaseDate: null, done: false, ...words });

/** Every row alone, and before each row after it that it overrules. */
const FEED_TABLE: [words: Partial<FeedWords>, result: TrackedStatus][] = [
  [{ status: 6 }, 'CANCELLED'],
  [{ status: 6, isReleased: true }, 'CANCELLED'],
  [{ status: 6, stage: 9 }, 'CANCELLED'],
  [{ status: 6, done: true }, 'CANCELLED'],
  [{ isReleased: true }, 'COMPLETED'],
  [{ status: 5 }, 'COMPLETED'],
  [{ status: 0, isReleased: true }, 'COMPLETED'],
  [{ status: 4, isReleased: true }, 'COMPLETED'],
  [{ stage: 9 }, 'COMPLETED'],
  [{ status: 1, stage: 9 }, 'COMPLETED'],
  [{ status: 4, stage: 9 }, 'COMPLETED'],
  [{ done: true }, 'COMPLETED'],
  [{ status: 0, done: true }, 'COMPLETED'],
  [{ status: 3, done: true }, 'COMPLETED'],
  [{ status: 0 }, 'WAITING_SELLER'],
  [{ status: 1, stage: 1 }, 'WAITING_SELLER'],
  [{ status: 2 }, 'TRADE_SENT'],
  [{ status: 3, stage: 3 }, 'TRADE_SENT'],
  [{ status: 4, stage: 4 }, 'TRADE_SENT'],
  [{}, 'PENDING'],
  [{ status: 7 }, 'PENDING'],
  [{ status: -1, stage: 8 }, 'PENDING'],
];

const DATE = '2026-11-23T12:00:00.000Z';
const POLL_TABLE: [words: Partial<PolledWords>, result: TrackedStatus][] = [
  [{ status: 6, reason: 'Trade was canceled' }, 'CANCELLED'],
  [{ status: 6, reason: 'Buyer FAILED to accept' }, 'CANCELLED'],
  [{ status: 6, reason: 'declined' }, 'CANCELLED'],
  [{ status: 6, reason: 'Cancelled', isReleased: true, done: true }, 'CANCELLED'],
  [{ status: 6 }, 'FAILED'],
  [{ status: 6, reason: 'Invalid tradelink' }, 'FAILED'],
  [{ status: 6, isReleased: true }, 'FAILED'],
  [{ status: 6, releaseDate: DATE, done: true }, 'FAILED'],
  [{ isReleased: true }, 'COMPLETED'],
  [{ status: 5 }, 'COMPLETED'],
  [{ status: 5, reason: 'failed' }, 'COMPLETED'],
  [{ status: 0, isReleased: true }, 'COMPLETED'],
  [{ status: 4, releaseDate: DATE }, 'COMPLETED'],
  [{ status: 3, releaseDate: DATE }, 'TRADE_SENT'],
  [{ done: true }, 'COMPLETED'],
  [{ status: 1, done: true }, 'COMPLETED'],
  [{ status: 4, done: true }, 'COMPLETED'],
  [{ status: 2 }, 'TRADE_SENT'],
  [{ status: 3 }, 'TRADE_SENT'],
  [{ status: 4 }, 'TRADE_SENT'],
  [{ status: 0 }, 'WAITING_SELLER'],
  [{ status: 1, reason: 'cancelled' }, 'WAITING_SELLER'],
  [{}, 'PENDING'],
  [{ status: 7, releaseDate: DATE }, 'PENDING'],
];

for (const [words, result] of FEED_TABLE) {
  test(`the feed's ${JSON.stringify(words)} is ${result}`, () => assert.equal(feed(words), result));
}

for (const [words, result] of POLL_TABLE) {
  test(`the poll's ${JSON.stringify(words)} is ${result}`, () => assert.equal(polled(words), result));
}

test('a number that is none of the seven is not stored', () => {
  assert.deepEqual([null, -1, 0, 6, 7, 1.5, Number.NaN].map(marketStatusOf), [null, null, 0, 6, null, null, null]);
});
