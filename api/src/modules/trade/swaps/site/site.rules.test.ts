import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Id, toId } from '../../../../platform/ids.ts';
import type { SwapTarget } from './site.records.ts';
import { chooseTargets, isNearCatalogue, judgeOffered, priceOfTarget, projectIdOf, termsOf } from './site.rules.ts';

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
    const judged = judgeOffered(ids('1', '2'), [held('1'), held('2', changes)], ANA);
    return 'fault' in judged ? judged.fault : judged.given.length;
  };
  assert.equal(faultOf({}), 2);
  assert.deepEqual(faultOf({ userId: BIA, status: 'SOLD' }), { kind: 'ITEM_FOREIGN' });
  assert.deepEqual(faultOf({ status: 'SOLD' }), { kind: 'ITEM_UNAVAILABLE', id: '2', status: 'SOLD' });
  for (const status of ['LOCKED', 'IN_SWAP'])
    assert.deepEqual(faultOf({ status }), { kind: 'ITEM_HELD', id: '2', status });
  assert.deepEqual(faultOf({ restrictedToGames: true }), { kind: 'ITEM_RESTRICTED' });
  assert.deepEqual(faultOf({ itemId: null, details: null }), { kind: 'ITEM_WITHOUT_DETAILS' });
  assert.deepEqual(judgeOffered(ids('1', '3'), [held('1')], ANA), { fault: { kind: 'ITEM_ABSENT' } });
});

test('a target costs its value in the catalogue, or what the market asks where that is more', () => {
  assert.deepEqual(
    [priceOfTarget(1_000n, 900n), priceOfTarget(1_000n, 1_000n), priceOfTarget(1_000n, 1_001n)],
    [1_000n, 1_000n, 1_001n],
  );
});

const offered = (givenCents: bigint, quotedCoins: number, worthCents = BigInt(quotedCoins), ceilingPercent = 100) =>
  termsOf({ givenCents, quotedCoins, worthCents, ceilingPercent, valueFor: (coins) => BigInt(coins) });

test('a user who gives more gets the difference, and one who gives less is refused', () => {
  assert.deepEqual(offered(1_500n, 1_000), {
    givenCents: 1_500n,
    targetCents: 1_000n,
    creditCents: 500n,
    worthCents: 1_000n,
    overCents: 0n,
    quotedCoins: 1_000,
    maxCoins: 1_000,
  });
  assert.deepEqual(offered(1_500n, 900, 1_200n), {
    givenCents: 1_500n,
    targetCents: 1_200n,
    creditCents: 300n,
    worthCents: 1_200n,
    overCents: 0n,
    quotedCoins: 900,
    maxCoins: 990,
  });
  const tooDear = { kind: 'TARGET_TOO_DEAR', targetCents: 1_001n, givenCents: 1_000n };
  assert.deepEqual(offered(1_000n, 1_001), { fault: tooDear });
  assert.deepEqual(offered(1_000n, 900, 1_001n), { fault: tooDear });
  const worthless = { givenCents: 10n, quotedCoins: 1, worthCents: 5n, ceilingPercent: 100, valueFor: () => 0n };
  assert.deepEqual(termsOf(worthless), { fault: { kind: 'TARGET_ABSENT' } });
});

test('the house pays at most what the user has paid, or the part of the catalogue that is set, and counts what is above', () => {
  const paid = (quotedCoins: number, ceilingPercent: number) => {
    const terms = offered(2_000n, quotedCoins, 1_000n, ceilingPercent);
    return 'maxCoins' in terms ? [terms.targetCents, terms.maxCoins, terms.overCents] : null;
  };
  assert.deepEqual(paid(800, 100), [1_000n, 880, 0n]);
  assert.deepEqual(paid(950, 100), [1_000n, 1_000, 0n]);
  assert.deepEqual(paid(1_000, 100), [1_000n, 1_000, 0n]);
  assert.deepEqual(paid(1_080, 100), [1_080n, 1_080, 80n]);
  assert.deepEqual(paid(1_000, 105), [1_000n, 1_050, 50n]);
  assert.deepEqual(paid(1_000, 150), [1_000n, 1_100, 100n]);
});

const MOST = 1_000_000;
const anyOffer = fc.record({
  givenCents: fc.bigInt({ min: 1n, max: BigInt(MOST) }),
  quotedCoins: fc.integer({ min: 1, max: MOST }),
  worthCents: fc.bigInt({ min: 0n, max: BigInt(MOST) }),
});
const valueFor = (coins: number) => (BigInt(coins) * 653n + 500n) / 1_000n;

test('on any terms a user never owns more than before, and a seller never gets more than the house took', () => {
  fc.assert(
    fc.property(anyOffer, (offer) => {
      const terms = termsOf({ ...offer, valueFor, ceilingPercent: 100 });
      if ('fault' in terms) return;
      assert.ok(terms.worthCents + terms.creditCents <= terms.givenCents);
      assert.ok(terms.maxCoins >= terms.quotedCoins && terms.maxCoins * 10 <= terms.quotedCoins * 11);
      assert.ok(terms.maxCoins === terms.quotedCoins || valueFor(terms.maxCoins) <= terms.targetCents);
      assert.ok(terms.overCents <= terms.targetCents - terms.worthCents);
    }),
  );
});

test('the next coin above the most that is paid would be too much', () => {
  fc.assert(
    fc.property(anyOffer, fc.integer({ min: 100, max: 150 }), (offer, ceilingPercent) => {
      const terms = termsOf({ ...offer, valueFor, ceilingPercent });
      if ('fault' in terms) return;
      const next = terms.maxCoins + 1;
      const isBeyondQuote = next * 10 > terms.quotedCoins * 11;
      const isBeyondCeiling =
        valueFor(next) > terms.targetCents && valueFor(next) > (terms.worthCents * BigInt(ceilingPercent)) / 100n;
      assert.ok(isBeyondQuote || isBeyondCeiling);
    }),
  );
});

test('the marketplace takes the name of any purchase', () => {
  const name = projectIdOf(toId('9223372036854775807'), new Date('2999-12-31T23:59:59.999Z'));
  assert.match(name, /^sw_9223372036854775807_\d+$/);
  assert.ok(name.length <= 50);
});

test('targets are chosen by value and part of the name, and sorted by value', () => {
  const target = (name: string, valueCentsBrl: bigint) => ({ name, valueCentsBrl }) as SwapTarget;
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
