import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { boundSeed, type KeptSeed, seedWith, sent } from './kept-seeds.ts';

const shownFrom = (nonce: number, count: number, of = 'server') =>
  Array.from({ length: count }, (_, place) => ({ nonce: nonce + place, serverSeedHash: `${of} ${nonce + place}` }));

const press = (kept: KeptSeed | null, nonce: number, count: number, fresh: string, shown = 15) =>
  sent(kept, shownFrom(nonce, shown), count, fresh);

test('a refused play is sent again with the same seed, and after it was played another one is drawn', () => {
  const first = press(null, 5, 1, 'first');
  assert.equal(first?.seed, 'first');
  assert.equal(press(first, 5, 1, 'second')?.seed, 'first');
  assert.equal(press(first, 6, 1, 'second')?.seed, 'second');
});

test('all hashes of a refused press of several keep its seed until the last of them is revealed', () => {
  const ten = press(null, 5, 10, 'first');
  const one = press(ten, 5, 1, 'second');
  assert.equal(one?.seed, 'first');
  for (let nonce = 6; nonce <= 14; nonce += 1) assert.equal(press(one, nonce, 1, 'second')?.seed, 'first', `${nonce}`);
  assert.equal(press(one, 15, 1, 'second')?.seed, 'second');
});

test('a seed that is known never goes with a hash that was shown after it', () => {
  const first = press(null, 5, 1, 'first', 15);
  assert.equal(boundSeed(first, shownFrom(5, 100))?.most, 15);
  assert.equal(sent(first, shownFrom(5, 100), 16, 'second'), null);
  assert.equal(sent(first, shownFrom(5, 100), 15, 'second')?.seed, 'first');
});

test('a hash that the server has exchanged gets another seed, and ends how far a known one may go', () => {
  const first = press(null, 5, 10, 'first');
  assert.equal(sent(first, shownFrom(5, 15, 'exchanged'), 1, 'second')?.seed, 'second');
  const later = shownFrom(5, 15).map((each) => (each.nonce < 8 ? each : { ...each, serverSeedHash: 'exchanged' }));
  assert.equal(boundSeed(first, later)?.most, 3);
  assert.equal(sent(first, later, 4, 'second'), null);
});

test('where another device has played meanwhile, a failed play keeps its seed for the nonces that it may have been for', () => {
  const failed = { ...(press(null, 5, 2, 'first') as KeptSeed), unplaced: 2 };
  const bound = boundSeed(failed, shownFrom(7, 15));
  assert.deepEqual(bound, { seed: 'first', most: 13 });
  const again = sent(failed, shownFrom(7, 15), 1, 'second');
  assert.deepEqual([again?.seed, again?.lastNonce, again?.unplaced], ['first', 8, 0]);
});

test('whatever is pressed and refused, no hash is ever sent with two seeds, nor one with a seed that is older than it', () => {
  const presses = fc.array(
    fc.record({ count: fc.integer({ min: 1, max: 20 }), shown: fc.constantFrom(15, 100), isPlayed: fc.boolean() }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(presses, (all) => {
      const seedOf = new Map<number, string>();
      const knownWhenShown = new Map<number, number>();
      let [kept, next, furthest]: [KeptSeed | null, number, number] = [null, 1, 0];
      const sentAt = new Map<string, number>();
      for (const [time, { count, shown, isPlayed }] of all.entries()) {
        furthest = Math.max(furthest, next + shown - 1);
        for (let nonce = 1; nonce <= furthest; nonce += 1)
          if (!knownWhenShown.has(nonce)) knownWhenShown.set(nonce, time);
        const after = sent(kept, shownFrom(next, shown), count, `seed ${time}`);
        if (after === null) continue;
        kept = after;
        if (!sentAt.has(after.seed)) sentAt.set(after.seed, time);
        for (let nonce = next; nonce < next + count; nonce += 1) {
          assert.equal(seedOf.get(nonce) ?? after.seed, after.seed, `nonce ${nonce} has two seeds`);
          seedOf.set(nonce, after.seed);
          assert.ok((knownWhenShown.get(nonce) ?? Number.NaN) <= (sentAt.get(after.seed) as number));
        }
        if (isPlayed) next += count;
      }
    }),
  );
});

test('a seed of the player goes in front of fresh randomness, within 128 characters', () => {
  assert.equal(seedWith(null, 'ff'), 'ff');
  assert.equal(seedWith('mine', 'ff'), 'mine:ff');
  const long = seedWith('😀'.repeat(128), 'f'.repeat(32));
  assert.equal([...long].length, 128);
  assert.match(long, /:f{32}$/);
  assert.notEqual(seedWith('mine'), seedWith('mine'));
});
