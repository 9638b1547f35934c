import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Id, toId } from '../../../../platform/ids.ts';
import type { EventContents } from '../events.types.ts';
import { itemIdsOf, planContents, timeFaults } from './event-contents.rules.ts';

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
