import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toId } from '../../../platform/ids.ts';
import { pointsOf, shootsOf, ticketsOf, tierStates } from './events.rules.ts';

const anyCents = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
const anyRate = fc.integer({ min: 0, max: 1_000_000 });
const rates = (perReal: number) => ({ pointsPerReal: perReal, ticketsPerReal: perReal });

test('points are the most whole ones that the wagers have earned, exact beyond 64 bits', () => {
  fc.assert(
    fc.property(anyCents, anyRate, (wageredCents, perReal) => {
      const points = pointsOf({ wageredCents }, rates(perReal));
      const earnedHundredths = wageredCents * BigInt(perReal);
      assert.ok(points * 100n <= earnedHundredths && earnedHundredths < (points + 1n) * 100n);
    }),
  );
});

test('more wagers never take a point or a ticket away', () => {
  fc.assert(
    fc.property(anyCents, anyCents, anyRate, (one, other, perReal) => {
      const [before, after] = [one, one + other].map((wageredCents) => pointsOf({ wageredCents }, rates(perReal)));
      assert.ok(before !== undefined && after !== undefined && after >= before);
    }),
  );
});

test('tickets are what was earned and given less what was spent', () => {
  fc.assert(
    fc.property(anyCents, anyRate, anyCents, anyCents, (wageredCents, perReal, ticketsGiven, ticketsSpent) => {
      const tickets = ticketsOf({ wageredCents, ticketsGiven, ticketsSpent }, rates(perReal));
      assert.equal(tickets + ticketsSpent - ticketsGiven, pointsOf({ wageredCents }, rates(perReal)));
    }),
  );
});

test('nothing is lost to rounding: cents that earn no point by themselves earn it together', () => {
  assert.equal(pointsOf({ wageredCents: 99n }, rates(1)), 0n);
  assert.equal(pointsOf({ wageredCents: 99n + 1n }, rates(1)), 1n);
  assert.equal(pointsOf({ wageredCents: 12_345n }, rates(7)), 864n);
});

test('a tier is claimable from its points on, once, and only while claims are open', () => {
  const tier = {
    id: toId<'event-tier'>('1'),
    number: 1,
    pointsRequired: 10n,
    reward: { type: 'TICKETS' as const, tickets: 1n },
  };
  const stateOf = (points: bigint, { isClaimable = true, claimed = false } = {}) =>
    tierStates({ tiers: [tier], isClaimable }, points, new Set(claimed ? [tier.id] : []))[0];
  assert.deepEqual(stateOf(10n), { tier, claimed: false, claimable: true });
  assert.equal(stateOf(9n)?.claimable, false);
  assert.equal(stateOf(10n, { isClaimable: false })?.claimable, false);
  assert.deepEqual(stateOf(10n, { claimed: true }), { tier, claimed: true, claimable: false });
});

test('prizes are sorted into tables by price, and within them by range', () => {
  const item = { itemId: toId<'item'>('1'), name: 'a', imageUrl: '', rarity: 'COVERT', valueCents: 1n };
  const prize = (ticketPrice: 250 | 500, hashRangeStart: number) => ({
    ticketPrice,
    item,
    hashRangeStart,
    hashRangeEnd: hashRangeStart,
  });
  assert.deepEqual(
    shootsOf([prize(500, 2), prize(250, 2), prize(250, 1)]).map(({ ticketPrice, prizes }) => [
      ticketPrice,
      prizes.map(({ hashRangeStart }) => hashRangeStart),
    ]),
    [
      [250, [1, 2]],
      [500, [2]],
    ],
  );
});
