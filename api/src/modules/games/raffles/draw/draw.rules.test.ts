import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { expectedRoll } from '../../../../../test/support/independent-rolls.ts';
import { drawPrizes, type PrizeSeed, type SoldTickets } from './draw.rules.ts';

type Range = [owner: number, count: number];

const soldOf = (ranges: readonly Range[]): SoldTickets => ({
  owners: Float64Array.from(ranges, ([owner]) => owner),
  counts: Int32Array.from(ranges, ([, count]) => count),
});

/** The rule word for word, with a list of all tickets. */
function drawNaively(prizes: readonly PrizeSeed[], clientSeed: string, ranges: readonly Range[]) {
  let eligible = ranges
    .flatMap(([owner, count]) => Array<number>(count).fill(owner))
    .map((owner, index) => ({ owner, number: index + 1 }));
  return [...prizes]
    .sort((one, other) => one.displayOrder - other.displayOrder)
    .map(({ displayOrder, serverSeed }) => {
      const eligibleTickets = eligible.length;
      const nothing = { roll: null, winningIndex: null, winningTicket: null, winner: null };
      if (eligibleTickets === 0) return { displayOrder, eligibleTickets, ...nothing };
      const roll = expectedRoll(serverSeed, clientSeed, displayOrder + 1, eligibleTickets);
      const ticket = eligible[roll % eligibleTickets] ?? assert.fail();
      eligible = eligible.filter(({ owner }) => owner !== ticket.owner);
      return {
        displayOrder,
        eligibleTickets,
        roll,
        winningIndex: roll % eligibleTickets,
        winningTicket: ticket.number,
        winner: ticket.owner,
      };
    });
}

const seed = fc.stringMatching(/^[0-9a-f]{64}$/);
const anyPrizes = fc.uniqueArray(fc.record({ displayOrder: fc.nat(500), serverSeed: seed }), {
  minLength: 1,
  maxLength: 12,
  selector: ({ displayOrder }) => displayOrder,
});
const anyRanges = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 7 })), { maxLength: 15 });

test('a draw over purchases is the draw over a list of all tickets', () => {
  fc.assert(
    fc.property(anyPrizes, seed, anyRanges, (prizes, clientSeed, ranges) => {
      const sold = soldOf(ranges);
      assert.deepEqual(drawPrizes(prizes, clientSeed, sold), drawNaively(prizes, clientSeed, ranges));
      assert.deepEqual(sold, soldOf(ranges), 'what was sold is not changed');
    }),
  );
});

test('every winner wins once, and prizes that are left when all have won stay with the house', () => {
  const prizes = Array.from({ length: 5 }, (_, displayOrder) => ({ displayOrder, serverSeed: '5e'.repeat(32) }));
  const drawn = drawPrizes(
    prizes,
    'c',
    soldOf([
      [7, 2],
      [9, 1],
      [7, 3],
      [4, 4],
    ]),
  );
  assert.deepEqual(
    drawn
      .slice(0, 3)
      .map(({ winner }) => winner)
      .sort(),
    [4, 7, 9],
  );
  assert.deepEqual(
    drawn.slice(3).map(({ eligibleTickets, roll, winner }) => [eligibleTickets, roll, winner]),
    [
      [0, null, null],
      [0, null, null],
    ],
  );
});

test('a roll of as many as there are selects the first ticket', () => {
  const [drawn] = drawPrizes([{ displayOrder: 0, serverSeed: '5e'.repeat(32) }], 'c', soldOf([[7, 1]]));
  assert.deepEqual(drawn, {
    displayOrder: 0,
    eligibleTickets: 1,
    roll: 1,
    winningIndex: 0,
    winningTicket: 1,
    winner: 7,
  });
});

test('a hundred prizes are drawn among a million purchases', () => {
  const prizes = Array.from({ length: 100 }, (_, displayOrder) => ({
    displayOrder,
    serverSeed: displayOrder.toString(16).padStart(64, '0'),
  }));
  const owners = Float64Array.from({ length: 1_000_000 }, (_, index) => (index * 7_919) % 300_000);
  const drawn = drawPrizes(prizes, 'c', { owners, counts: new Int32Array(1_000_000).fill(1) });
  const winners = drawn.map(({ winner }) => winner);
  assert.equal(new Set(winners).size, 100);
  for (const { winner, winningTicket } of drawn) assert.equal(owners[(winningTicket ?? 0) - 1], winner);
});
