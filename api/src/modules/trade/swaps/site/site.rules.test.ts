import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Id, toId } from '../../../../platform/ids.ts';
import {
  chooseTargets,
  gainFaultOf,
  isNearCatalogue,
  isWithinTolerance,
  judgeGiven,
  projectIdOf,
  termsOf,
  tradeOutcomeOf,
} from './site.rules.ts';
import type { SwapTarget } from './site.types.ts';

const [ANA, BIA] = [toId<'user'>('1'), toId<'user'>('2')];
const held = (id: string, changes: object = {}) => ({
  id: toId<'inventoryItem'>(id),
  userId: ANA,
  itemId: toId<'item'>('7') as Id<'item'> | null,
  status: 'AVAILABLE' as const,
  restrictedToGames: false,
  details: { name: 'Sand', valueCentsBrl: 500n } as { name: string; valueCentsBrl: bigint } | null,
  ...changes,
});
const ids = (...texts: string[]) => texts.map((text) => toId<'inventoryItem'>(text));

test('what is given is the user’s, available, swappable and known', () => {
  const faultOf = (changes: object) => {
    const judged = judgeGiven(ids('1', '2'), [held('1'), held('2', changes)], ANA);
    return 'fault' in judged ? judged.fault : judged.given.length;
  };
  assert.equal(faultOf({}), 2);
  assert.deepEqual(faultOf({ userId: BIA, status: 'SOLD' }), { kind: 'ITEM_FOREIGN' });
  assert.deepEqual(faultOf({ status: 'SOLD' }), { kind: 'ITEM_UNAVAILABLE', id: '2', status: 'SOLD' });
  for (const status of ['LOCKED', 'IN_SWAP'])
    assert.deepEqual(faultOf({ status }), { kind: 'ITEM_HELD', id: '2', status });
  assert.deepEqual(faultOf({ restrictedToGames: true }), { kind: 'ITEM_RESTRICTED' });
  assert.deepEqual(faultOf({ itemId: null, details: null }), { kind: 'ITEM_WITHOUT_DETAILS' });
  assert.deepEqual(judgeGiven(ids('1', '3'), [held('1')], ANA), { fault: { kind: 'ITEM_ABSENT' } });
});

test('the target may cost a tenth more than what is given, and not a cent above', () => {
  assert.ok(isWithinTolerance(1_100n, 1_000n));
  assert.ok(!isWithinTolerance(1_101n, 1_000n));
  assert.ok(isWithinTolerance(11n, 10n));
  assert.ok(!isWithinTolerance(1n, 0n));
});

/** A coin is a cent. */
const offered = (givenCents: bigint, quotedCoins: number, worthCents = BigInt(quotedCoins)) =>
  termsOf({ givenCents, quotedCoins, worthCents, valueFor: (coins) => BigInt(coins) });

test('who gives more gets the difference, who gives less pays nothing', () => {
  assert.deepEqual(offered(1_500n, 1_000), {
    ...{ givenCents: 1_500n, targetCents: 1_000n, creditCents: 500n, gainCents: 0n },
    ...{ quotedCoins: 1_000, maxCoins: 1_100 },
  });
  assert.deepEqual(offered(1_000n, 1_060), {
    ...{ givenCents: 1_000n, targetCents: 1_060n, creditCents: 0n, gainCents: 60n },
    ...{ quotedCoins: 1_060, maxCoins: 1_100 },
  });
  assert.deepEqual(offered(1_000n, 1_101), {
    fault: { kind: 'TARGET_TOO_DEAR', targetCents: 1_101n, givenCents: 1_000n },
  });
  assert.deepEqual(termsOf({ givenCents: 10n, quotedCoins: 1, worthCents: 0n, valueFor: () => 0n }), {
    fault: { kind: 'TARGET_ABSENT' },
  });
});

test('what is paid at most is within a tenth of the quote and of what is given, and the next coin is not', () => {
  const valueFor = (coins: number) => (BigInt(coins) * 653n + 500n) / 1_000n;
  for (let quotedCoins = 10; quotedCoins < 4_000; quotedCoins += 37) {
    for (const percent of [91n, 95n, 100n, 130n]) {
      const givenCents = (valueFor(quotedCoins) * percent) / 100n + 1n;
      const terms = termsOf({ givenCents, quotedCoins, valueFor, worthCents: 0n });
      assert.ok('maxCoins' in terms);
      const isAllowed = (coins: number) => coins * 10 <= quotedCoins * 11 && valueFor(coins) * 10n <= givenCents * 11n;
      assert.ok(terms.maxCoins >= quotedCoins && isAllowed(terms.maxCoins) && !isAllowed(terms.maxCoins + 1));
    }
  }
});

test('a gain counts what the platform gives for the target, and has an end each day', () => {
  const gain = (givenCents: bigint, quotedCoins: number, worthCents: bigint) => {
    const terms = offered(givenCents, quotedCoins, worthCents);
    return 'gainCents' in terms ? terms.gainCents : null;
  };
  assert.equal(gain(1_000n, 1_000, 1_200n), 200n);
  assert.equal(gain(1_500n, 1_000, 1_200n), 200n);
  assert.equal(gain(1_000n, 1_000, 900n), 0n);
  assert.equal(gainFaultOf(100n, 900n, 1_000n), null);
  assert.deepEqual(gainFaultOf(101n, 900n, 1_000n), { kind: 'GAIN_TOO_LARGE', gainCents: 101n, leftCents: 100n });
  assert.deepEqual(gainFaultOf(1n, 900n, 0n), { kind: 'GAIN_TOO_LARGE', gainCents: 1n, leftCents: 0n });
  assert.equal(gainFaultOf(0n, 900n, 0n), null);
});

test('the marketplace takes the name of any purchase', () => {
  const name = projectIdOf(toId('9223372036854775807'), new Date('2999-12-31T23:59:59.999Z'));
  assert.match(name, /^sw_9223372036854775807_\d+$/);
  assert.ok(name.length <= 50);
});

test('targets are chosen by value and part of the name, and sorted by value', () => {
  const target = (name: string, valueCents: bigint) => ({ name, valueCents }) as SwapTarget;
  const all = [target('Sand', 300n), target('Asiimov', 900n), target('Dune', 300n), target('Howl', 1_200n)];
  const any = { minValueCents: null, maxValueCents: null, search: '', sortOrder: 'asc' } as const;
  const namesOf = (filter: object) => chooseTargets(all, { ...any, ...filter }).map(({ name }) => name);
  assert.deepEqual(namesOf({}), ['Dune', 'Sand', 'Asiimov', 'Howl']);
  assert.deepEqual(namesOf({ sortOrder: 'desc' }), ['Howl', 'Asiimov', 'Dune', 'Sand']);
  assert.deepEqual(namesOf({ minValueCents: 900n }), ['Asiimov', 'Howl']);
  assert.deepEqual(namesOf({ maxValueCents: 899n, search: 'AN' }), ['Sand']);
});

test('a price is near that of the catalogue from a fifth below to a tenth above it, or by a cent', () => {
  const near = [800, 804, 1_000, 1_100].map((cents) => isNearCatalogue(cents * 10, 1_000n));
  assert.deepEqual(near, [true, true, true, true]);
  assert.deepEqual([isNearCatalogue(7_990, 1_000n), isNearCatalogue(11_010, 1_000n)], [false, false]);
  assert.deepEqual(
    [isNearCatalogue(40, 3n), isNearCatalogue(50, 3n), isNearCatalogue(999_999, 0n)],
    [true, false, true],
  );
});

test('a trade has ended when it is released or came to nothing, and may be taken back until then', () => {
  const outcomeOf = (status: number | null, isReleased = false, isRollback = false) =>
    tradeOutcomeOf({ status, isReleased, isRollback });
  const outcomes = [null, 0, 1, 2, 3, 4, 5, 6].map((status) => outcomeOf(status));
  assert.deepEqual(outcomes, [...Array(6).fill(null), 'DELIVERED', 'CAME_TO_NOTHING']);
  assert.equal(outcomeOf(4, true), 'DELIVERED');
  assert.equal(outcomeOf(6, true), 'CAME_TO_NOTHING');
  assert.equal(outcomeOf(4, true, true), 'CAME_TO_NOTHING');
});
