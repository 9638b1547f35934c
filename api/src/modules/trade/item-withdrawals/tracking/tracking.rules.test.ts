import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS, MINUTE_MS } from '../../../../platform/durations.ts';
import {
  type FeedWords,
  feedStatusOf,
  judge,
  marketStatusOf,
  type PolledWords,
  polledStatusOf,
  type StatusReport,
  type TrackedRecord,
  type TrackedStatus,
} from './tracking.rules.ts';

const feed = (words: Partial<FeedWords>) =>
  feedStatusOf({ status: null, stage: null, isReleased: false, done: false, ...words });
const polled = (words: Partial<PolledWords>) =>
  polledStatusOf({ status: null, reason: null, isReleased: false, releaseDate: null, done: false, ...words });

/** Each row stands alone, and beside each later row that it overrules. */
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

const NOW = new Date('2026-11-16T12:00:00.000Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

const record = (more: Partial<TrackedRecord>): TrackedRecord => ({
  status: 'WAITING_SELLER',
  marketStatus: 0,
  updatedAt: ago(DAY_MS),
  completedAt: null,
  reversedAt: null,
  ...more,
});
const seen = (more: Partial<StatusReport>): StatusReport => ({
  marketId: '1',
  status: 'WAITING_SELLER',
  marketStatus: 0,
  tradeId: null,
  sellerName: null,
  sendUntil: null,
  reason: null,
  isRollback: false,
  source: 'FEED',
  ...more,
});
const verdict = (stored: Partial<TrackedRecord>, told: Partial<StatusReport>) => judge(record(stored), seen(told), NOW);
const completed = (more: Partial<TrackedRecord> = {}) => ({
  status: 'COMPLETED' as const,
  marketStatus: 4,
  completedAt: ago(DAY_MS),
  ...more,
});

test('a change of the status or of the number is a change, and nothing else is', () => {
  assert.deepEqual(verdict({}, {}), { kind: 'KNOWN' });
  assert.deepEqual(verdict({}, { tradeId: '5', sellerName: 'other', reason: 'other' }), { kind: 'KNOWN' });
  assert.deepEqual(verdict({}, { marketStatus: 1 }), { kind: 'CHANGED', status: 'WAITING_SELLER', marketStatus: 1 });
  const sent = { kind: 'CHANGED', status: 'TRADE_SENT', marketStatus: 2 };
  assert.deepEqual(verdict({}, { status: 'TRADE_SENT', marketStatus: 2 }), sent);
  const ended = { kind: 'CHANGED', status: 'FAILED', marketStatus: 6 };
  const sentBefore = { status: 'TRADE_SENT', marketStatus: 4 } as const;
  assert.deepEqual(verdict(sentBefore, { status: 'FAILED', marketStatus: 6, source: 'POLL' }), ended);
});

test('a failure from the feed alone has to be confirmed while the withdrawal is open', () => {
  const told = { status: 'CANCELLED', marketStatus: 6 } as const;
  for (const status of ['PENDING', 'WAITING_SELLER', 'TRADE_SENT'] as const) {
    assert.deepEqual(verdict({ status }, told), { kind: 'UNCONFIRMED' });
    assert.equal(verdict({ status }, { ...told, source: 'POLL' }).kind, 'CHANGED');
  }
  assert.deepEqual(verdict({ status: 'FAILED' }, told), { kind: 'KNOWN' });
});

test('an unknown number leaves the present one', () => {
  const done = { kind: 'CHANGED', status: 'COMPLETED', marketStatus: 3 };
  assert.deepEqual(
    verdict({ status: 'TRADE_SENT', marketStatus: 3 }, { status: 'COMPLETED', marketStatus: null }),
    done,
  );
  assert.deepEqual(verdict({}, { status: 'WAITING_SELLER', marketStatus: null }), { kind: 'KNOWN' });
});

test('nothing goes backwards', () => {
  const sent = { status: 'TRADE_SENT' as const, marketStatus: 4 };
  assert.deepEqual(verdict(sent, { status: 'WAITING_SELLER', marketStatus: 1 }), { kind: 'LATE' });
  assert.deepEqual(verdict(sent, { status: 'PENDING', marketStatus: null, source: 'POLL' }), { kind: 'LATE' });
  assert.deepEqual(verdict(sent, { status: 'TRADE_SENT', marketStatus: 2 }), { kind: 'LATE' });
});

test('a delivery that fails within seven days is reversed, once', () => {
  for (const status of ['CANCELLED', 'FAILED'] as const) {
    const told = { status, marketStatus: 6, source: 'POLL' } as const;
    assert.deepEqual(verdict(completed(), told), { kind: 'REVERSED' });
    assert.deepEqual(verdict(completed(), { ...told, source: 'FEED' }), { kind: 'UNCONFIRMED' });
    assert.deepEqual(verdict(completed({ completedAt: ago(7 * DAY_MS) }), told), { kind: 'REVERSED' });
    assert.deepEqual(verdict(completed({ completedAt: ago(7 * DAY_MS + 1) }), told), { kind: 'CONTRADICTED' });
    assert.deepEqual(verdict(completed({ reversedAt: ago(1) }), told), { kind: 'KNOWN' });
  }
});

test('a rollback is a reversal even if the number does not say so', () => {
  const told = { status: 'TRADE_SENT', marketStatus: 4, isRollback: true, source: 'POLL' } as const;
  assert.deepEqual(verdict(completed(), told), { kind: 'REVERSED' });
  assert.deepEqual(verdict(completed(), { ...told, source: 'FEED' }), { kind: 'UNCONFIRMED' });
  assert.deepEqual(verdict({ status: 'FAILED' }, told), { kind: 'KNOWN' });
});

test('a higher number is a change of a delivery, and late for a reversed one', () => {
  const told = { status: 'COMPLETED' as const, marketStatus: 5 };
  assert.deepEqual(verdict(completed(), told), { kind: 'CHANGED', status: 'COMPLETED', marketStatus: 5 });
  assert.deepEqual(verdict(completed({ marketStatus: 5 }), told), { kind: 'KNOWN' });
  assert.deepEqual(verdict(completed({ marketStatus: 5 }), { ...told, marketStatus: 4 }), { kind: 'LATE' });
  assert.deepEqual(verdict(completed({ reversedAt: ago(1), marketStatus: 6 }), told), { kind: 'LATE' });
});

test('a failed withdrawal contradicts a delivery, but not another name of a failure', () => {
  for (const status of ['CANCELLED', 'FAILED'] as const) {
    const stored = { status, marketStatus: 6 };
    assert.deepEqual(verdict(stored, { status: 'COMPLETED', marketStatus: 5 }), { kind: 'CONTRADICTED' });
    assert.deepEqual(verdict(stored, { status: 'CANCELLED', marketStatus: 6 }), { kind: 'KNOWN' });
    assert.deepEqual(verdict(stored, { status: 'FAILED', marketStatus: 6 }), { kind: 'KNOWN' });
  }
});

test('an open status of an ended withdrawal is late from the feed, and a contradiction from a poll', () => {
  const told = { status: 'TRADE_SENT' as const, marketStatus: 4 };
  for (const stored of [completed(), { status: 'CANCELLED' as const }, { status: 'FAILED' as const }]) {
    assert.deepEqual(verdict(stored, told), { kind: 'LATE' });
    assert.deepEqual(verdict(stored, { ...told, source: 'POLL' }), { kind: 'CONTRADICTED' });
  }
  const justNow = { completedAt: ago(MINUTE_MS), updatedAt: ago(MINUTE_MS) };
  assert.deepEqual(verdict(completed(justNow), { ...told, source: 'POLL' }), { kind: 'LATE' });
  assert.deepEqual(verdict({ status: 'FAILED', ...justNow, completedAt: null }, { ...told, source: 'POLL' }), {
    kind: 'LATE',
  });
});

test('the marketplace does not move a withdrawal that waits for an administrator', () => {
  assert.deepEqual(verdict({ status: 'PENDING_APPROVAL', marketStatus: null }, { status: 'COMPLETED' }), {
    kind: 'LATE',
  });
});

const statusReports = fc.record({
  status: fc.constantFrom('PENDING', 'WAITING_SELLER', 'TRADE_SENT', 'COMPLETED', 'CANCELLED', 'FAILED'),
  marketStatus: fc.option(fc.integer({ min: 0, max: 6 })),
  source: fc.constantFrom('FEED', 'POLL'),
}) as fc.Arbitrary<Pick<StatusReport, 'status' | 'marketStatus' | 'source'>>;
const PLACES = ['PENDING', 'WAITING_SELLER', 'TRADE_SENT', 'COMPLETED', 'CANCELLED', 'FAILED'];

test('in any order of reports a record moves forward and ends once', () => {
  fc.assert(
    fc.property(fc.array(statusReports, { maxLength: 30 }), (told) => {
      let stored = record({ status: 'PENDING', marketStatus: null });
      for (const each of told) {
        const given = seen(each);
        const result = judge(stored, given, NOW);
        if (result.kind !== 'CHANGED') continue;
        const { status, marketStatus } = result;
        if (stored.completedAt !== null) assert.equal(status, 'COMPLETED');
        else assert.ok(PLACES.indexOf(stored.status) < 3 && PLACES.indexOf(status) >= PLACES.indexOf(stored.status));
        if (status === stored.status) assert.ok((marketStatus ?? -1) > (stored.marketStatus ?? -1));
        stored = { ...stored, status, marketStatus, completedAt: status === 'COMPLETED' ? NOW : null };
        assert.notEqual(judge(stored, given, NOW).kind, 'CHANGED', 'the same again is nothing new');
      }
    }),
  );
});
