import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TICKET_PRICES } from './events.types.ts';
import { isPaused, mostPerShot } from './shot-returns.rules.ts';

const anyTerms = fc.record({
  ticketPrice: fc.constantFrom(...TICKET_PRICES),
  ticketsPerReal: fc.integer({ min: 1, max: 1_000_000 }),
  edgeUnits: fc.bigInt(0n, 1_000_000n),
});
const percentOf = (units: bigint) => `${units / 10_000n}.${String(units % 10_000n).padStart(4, '0')}`;

test('shots are paused exactly where they give more than the wagers behind them leave', () => {
  fc.assert(
    fc.property(anyTerms, fc.bigInt(0n, 10n ** 17n), ({ edgeUnits, ...terms }, worthCents) => {
      const shot = { ...terms, edgePercent: percentOf(edgeUnits), worthCents };
      // Of as many rolls as there are tickets in a million reais: what they leave, and what all their shots give.
      const leftCents = 10n ** 7n * 100n * 10n ** 6n * edgeUnits * BigInt(terms.ticketPrice);
      const givenCents = worthCents * BigInt(terms.ticketsPerReal) * 10n ** 6n * 1_000_000n;
      assert.equal(isPaused(shot), givenCents > leftCents);
    }),
  );
});

test('the most that a shot may give is told in whole cents, and it may', () => {
  fc.assert(
    fc.property(anyTerms, ({ edgeUnits, ...terms }) => {
      const shot = { ...terms, edgePercent: percentOf(edgeUnits) };
      const most = mostPerShot(shot) ?? assert.fail();
      assert.equal(isPaused({ ...shot, worthCents: most * 10_000_000n }), false);
      assert.equal(isPaused({ ...shot, worthCents: (most + 1n) * 10_000_000n }), true);
    }),
  );
  // 250 tickets at 10 a real are wagers of 25 reais; 3 percent of them are 75 cents.
  assert.equal(mostPerShot({ ticketPrice: 250, ticketsPerReal: 10, edgePercent: '3' }), 75n);
});

test('where wagers earn no tickets nothing is held against them', () => {
  const gifts = { ticketPrice: 250, ticketsPerReal: 0, edgePercent: '3' } as const;
  assert.deepEqual([isPaused({ ...gifts, worthCents: 10n ** 15n }), mostPerShot(gifts)], [false, null]);
});
