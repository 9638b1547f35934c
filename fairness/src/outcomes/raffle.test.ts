import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { rollOf } from '../roll.ts';
import { drawRaffle } from './raffle.ts';
import { raffleClientSeed, type TicketRange, ticketListText } from './ticket-list.ts';

/** These ranges have no gaps and say how many tickets each user bought. */
function rangesOf(purchases: readonly (readonly [userId: string, count: number])[]): TicketRange[] {
  let next = 1;
  return purchases.map(([userId, count]) => {
    const firstTicket = next;
    next += count;
    return { userId, firstTicket, count };
  });
}
const singles = (userIds: readonly string[]) => rangesOf(userIds.map((userId) => [userId, 1] as const));
const prizesOf = (count: number) =>
  Array.from({ length: count }, (_, displayOrder) => ({ displayOrder, serverSeed: `seed of prize ${displayOrder}` }));
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const anyPurchases = fc.array(fc.tuple(fc.constantFrom('1', '2', '3', '4', '5', '6'), fc.integer({ min: 1, max: 6 })), {
  maxLength: 20,
});

/** Draws ticket by ticket, as with slips of paper. */
const slipsOf = (tickets: readonly TicketRange[]) =>
  tickets.flatMap(({ userId, firstTicket, count }) =>
    Array.from({ length: count }, (_, index) => ({ number: firstTicket + index, userId })),
  );

test('the client seed is the SHA-256 of the list of tickets, a line for each, each line ended', () => {
  const tickets = rangesOf([
    ['12', 2],
    ['7', 1],
    ['12', 1],
  ]);
  assert.equal([...ticketListText(tickets)].join(''), '1:12\n2:12\n3:7\n4:12\n');
  assert.equal(raffleClientSeed(tickets), sha256('1:12\n2:12\n3:7\n4:12\n'));
  assert.deepEqual([...ticketListText([])], []);
  assert.equal(raffleClientSeed([]), sha256(''));
});

test('a long list is made in parts and is the same list', () => {
  const tickets = rangesOf([
    ['9007199254740993', 30_000],
    ['7', 5],
  ]);
  const parts = [...ticketListText(tickets)];
  const text = slipsOf(tickets)
    .map(({ number, userId }) => `${number}:${userId}\n`)
    .join('');
  assert.ok(parts.length > 5 && parts.every((part) => part.length < 70_000 && part.endsWith('\n')));
  assert.equal(parts.join(''), text);
  assert.equal(raffleClientSeed(tickets), sha256(text));
});

test('tickets out of order are refused, since the order decides', () => {
  for (const [tickets, named] of [
    [singles(['1', '2']).toReversed(), /^firstTicket must be .* at least 3 here, not 1/],
    [[{ userId: '1', firstTicket: 0, count: 1 }], /^firstTicket /],
    [[{ userId: '1', firstTicket: 1.5, count: 1 }], /^firstTicket /],
    [
      [
        { userId: '1', firstTicket: 1, count: 3 },
        { userId: '2', firstTicket: 3, count: 1 },
      ],
      /^firstTicket must be .* at least 4 here, not 3/,
    ],
    [[{ userId: '1', firstTicket: 1, count: 0 }], /^count /],
  ] as const) {
    const refusal = { name: 'RangeError', message: named };
    assert.throws(() => raffleClientSeed(tickets), refusal);
    assert.throws(() => drawRaffle({ prizes: [], clientSeed: '', tickets }), refusal);
  }
});

test('a prize is drawn with nonce displayOrder + 1 and index roll mod eligible tickets', () => {
  const tickets = singles(['1', '2', '3', '4', '5']);
  const prize = { displayOrder: 6, serverSeed: 'seed' };
  const roll = rollOf({ serverSeed: 'seed', clientSeed: 'client', nonce: 7, max: 5 });
  const winningIndex = roll % 5;
  assert.deepEqual(drawRaffle({ prizes: [prize], clientSeed: 'client', tickets }), [
    {
      prize,
      nonce: 7,
      eligibleTickets: 5,
      roll,
      winningIndex,
      winningTicket: winningIndex + 1,
      winnerId: String(winningIndex + 1),
    },
  ]);
});

test('a roll equal to the number of eligible tickets selects the first', () => {
  const serverSeed = Array.from({ length: 100 }, (_, index) => `seed ${index}`).find(
    (candidate) => rollOf({ serverSeed: candidate, clientSeed: 'client', nonce: 1, max: 3 }) === 3,
  );
  assert.ok(serverSeed !== undefined);
  const prizes = [{ displayOrder: 0, serverSeed }];
  const [draw] = drawRaffle({ prizes, clientSeed: 'client', tickets: singles(['1', '2', '3']) });
  assert.deepEqual([draw?.roll, draw?.winningIndex, draw?.winningTicket, draw?.winnerId], [3, 0, 1, '1']);
});

test('prizes are drawn in ascending displayOrder, whatever order they come in', () => {
  const tickets = singles(['1', '2', '3', '4']);
  const prizes = prizesOf(3);
  const draws = drawRaffle({ prizes: prizes.toReversed(), clientSeed: 'client', tickets });
  assert.deepEqual(
    draws.map(({ prize }) => prize.displayOrder),
    [0, 1, 2],
  );
  assert.deepEqual(draws, drawRaffle({ prizes, clientSeed: 'client', tickets }));
});

test('two prizes with one displayOrder are refused', () => {
  const prizes = [...prizesOf(2), ...prizesOf(1)];
  assert.throws(() => drawRaffle({ prizes, clientSeed: '', tickets: [] }), { message: /^displayOrder 0 / });
});

test('a prize without an eligible ticket has no roll and no winner', () => {
  const draws = drawRaffle({ prizes: prizesOf(2), clientSeed: 'client', tickets: rangesOf([['1', 2]]) });
  assert.equal(draws[0]?.winnerId, '1');
  assert.deepEqual(draws[1], {
    prize: prizesOf(2)[1],
    nonce: 2,
    eligibleTickets: 0,
    roll: null,
    winningIndex: null,
    winningTicket: null,
    winnerId: null,
  });
});

test('ranges are drawn as the single tickets are', () => {
  fc.assert(
    fc.property(anyPurchases, fc.integer({ min: 0, max: 8 }), fc.string(), (purchases, prizeCount, clientSeed) => {
      const tickets = rangesOf(purchases);
      let slips = slipsOf(tickets);
      const expected = prizesOf(prizeCount).map(({ serverSeed }, order) => {
        const eligibleTickets = slips.length;
        if (eligibleTickets === 0) return [0, null, null, null, null];
        const roll = rollOf({ serverSeed, clientSeed, nonce: order + 1, max: eligibleTickets });
        const index = roll === eligibleTickets ? 0 : roll;
        const won = slips[index];
        slips = slips.filter(({ userId }) => userId !== won?.userId);
        return [eligibleTickets, roll, index, won?.number, won?.userId];
      });
      const draws = drawRaffle({ prizes: prizesOf(prizeCount), clientSeed, tickets });
      assert.deepEqual(
        draws.map(({ eligibleTickets, roll, winningIndex, winningTicket, winnerId }) => [
          eligibleTickets,
          roll,
          winningIndex,
          winningTicket,
          winnerId,
        ]),
        expected,
      );
    }),
  );
});

test('a million purchases and a hundred prizes', () => {
  const tickets = rangesOf(
    Array.from({ length: 1_000_000 }, (_, index) => [String((index * 7919) % 300_007), 1] as const),
  );
  const draws = drawRaffle({ prizes: prizesOf(100), clientSeed: 'client', tickets });
  assert.equal(new Set(draws.map(({ winnerId }) => winnerId)).size, 100);
  const held = new Map<string, number>();
  for (const { userId } of tickets) held.set(userId, (held.get(userId) ?? 0) + 1);
  let left = 1_000_000;
  for (const { eligibleTickets, winningTicket, winnerId } of draws) {
    assert.equal(eligibleTickets, left);
    assert.equal(tickets[(winningTicket ?? 0) - 1]?.userId, winnerId);
    left -= held.get(winnerId ?? '') ?? 0;
  }
});
