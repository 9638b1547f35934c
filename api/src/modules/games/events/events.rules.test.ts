import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Id, toId } from '../../../platform/ids.ts';
import { type EventContents, TICKET_PRICES } from './events.records.ts';
import {
  isPaused,
  itemIdsOf,
  mostPerShot,
  planContents,
  pointsOf,
  shootsOf,
  ticketsOf,
  tierStates,
  timeFaults,
} from './events.rules.ts';

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
      // The test takes as many rolls as there are tickets in a million reais.
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
  // 250 tickets at 10 a real stand for wagers of 25 reais; 3 percent of them are 75 cents.
  assert.equal(mostPerShot({ ticketPrice: 250, ticketsPerReal: 10, edgePercent: '3' }), 75n);
});

test('where wagers earn no tickets nothing is held against them', () => {
  const gifts = { ticketPrice: 250, ticketsPerReal: 0, edgePercent: '3' } as const;
  assert.deepEqual([isPaused({ ...gifts, worthCents: 10n ** 15n }), mostPerShot(gifts)], [false, null]);
});

const [one, two, archived] = [toId<'item'>('1'), toId<'item'>('2'), toId<'item'>('3')];
const usable = new Set([one, two]);
const prize = (itemId: Id<'item'>, hashRangeStart: number, hashRangeEnd: number) => ({
  itemId,
  hashRangeStart,
  hashRangeEnd,
});
const whole = [prize(one, 1, 4), prize(two, 5, 10_000_000)];
const tickets = { type: 'TICKETS' as const, tickets: 1n };
const faultsOf = (contents: Partial<EventContents>) =>
  planContents({ tiers: [], shoots: [], ...contents }, usable).faults.map(
    ({ field, message }) => `${field}: ${message}`,
  );

test('tables that cover every roll once and ascending tiers have no fault', () => {
  const tiers = [
    { pointsRequired: 1n, reward: tickets },
    { pointsRequired: 2n, reward: { type: 'ITEM' as const, item: one } },
  ];
  assert.deepEqual(faultsOf({ tiers, shoots: [{ ticketPrice: 250, prizes: whole.toReversed() }] }), []);
});

test('every fault names its place', () => {
  assert.deepEqual(
    faultsOf({
      tiers: [
        { pointsRequired: 5n, reward: tickets },
        { pointsRequired: 5n, reward: { type: 'ITEM', item: archived } },
      ],
      shoots: [
        { ticketPrice: 250, prizes: whole },
        { ticketPrice: 500, prizes: [prize(one, 1, 4), prize(one, 6, 10_000_000)] },
        { ticketPrice: 250, prizes: [] },
        { ticketPrice: 1000, prizes: [prize(archived, 1, 6), prize(two, 5, 10_000_001)] },
      ],
    }),
    [
      'tiers.1.pointsRequired: must be above the 5 of the tier before it',
      'tiers.1.reward.itemId: there is no item 3, or it is archived',
      'shoots.2.ticketPrice: shots at 250 are given already at shoots.0',
      'shoots.1.prizes.1: item 1 is given already at shoots.1.prizes.0',
      'shoots.1.prizes.1: no range covers 5 to 5',
      'shoots.2.prizes: there are no ranges',
      'shoots.3.prizes.1: more than one range covers 5 to 6',
      'shoots.3.prizes.1: the ranges end at 10000001 instead of 10000000',
      'shoots.3.prizes.0.itemId: there is no item 3, or it is archived',
    ],
  );
});

test('probabilities become ranges in the order given, exactly or scaled', () => {
  const odds = (normalize: boolean, ...units: bigint[]) => ({
    ticketPrice: 250 as const,
    prizes: [two, one].map((itemId, index) => ({ itemId, units: units[index] ?? 0n })),
    normalize,
  });
  const tableOf = (shoot: EventContents['shoots'][number]) =>
    planContents({ tiers: [], shoots: [shoot] }, usable).tables[0]?.prizes;
  assert.deepEqual(tableOf(odds(false, 1n, 9_999_999n)), [prize(two, 1, 1), prize(one, 2, 10_000_000)]);
  assert.deepEqual(tableOf(odds(true, 3n, 1n)), [prize(two, 1, 7_500_000), prize(one, 7_500_001, 10_000_000)]);
  assert.deepEqual(faultsOf({ shoots: [odds(false, 3n, 9_900_000n)] }), [
    'shoots.0.prizes: the probabilities sum to 99.00003 percent instead of 100',
  ]);
});

test('an event ends after it starts', () => {
  assert.deepEqual(timeFaults({ startsAt: new Date(1), endsAt: new Date(2) }), []);
  assert.equal(timeFaults({ startsAt: new Date(2), endsAt: new Date(2) })[0]?.field, 'endsAt');
});

test('the items of an event are told once each', () => {
  const tiers = [{ pointsRequired: 1n, reward: { type: 'ITEM' as const, item: two } }];
  assert.deepEqual(itemIdsOf({ tiers, shoots: [{ ticketPrice: 250, prizes: whole }] }).toSorted(), [one, two]);
});
