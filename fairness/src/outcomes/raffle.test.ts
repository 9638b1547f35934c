import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { rollOf } from '../roll.ts';
import { drawRaffle, raffleClientSeed, ticketListText } from './raffle.ts';

const ticketsOf = (userIds: readonly string[]) => userIds.map((userId, index) => ({ ticketNumber: index + 1, userId }));

const prizesOf = (count: number) =>
  Array.from({ length: count }, (_, displayOrder) => ({ displayOrder, serverSeed: `seed of prize ${displayOrder}` }));

test('the client seed is the SHA-256 of the ticket list, a line for each ticket', () => {
  const tickets = ticketsOf(['12', '7', '12']);
  assert.equal(ticketListText(tickets), '1:12\n2:7\n3:12');
  assert.equal(raffleClientSeed(tickets), createHash('sha256').update('1:12\n2:7\n3:12').digest('hex'));
  assert.equal(raffleClientSeed([]), createHash('sha256').update('').digest('hex'));
});

test('tickets out of order are refused, since the order decides', () => {
  const [first, second] = ticketsOf(['1', '2']);
  assert.ok(first !== undefined && second !== undefined);
  assert.throws(() => raffleClientSeed([second, first]), { name: 'RangeError', message: /^ticketNumber 1 / });
  assert.throws(() => raffleClientSeed([first, first]), { name: 'RangeError', message: /^ticketNumber 1 / });
  assert.throws(() => drawRaffle({ prizes: [], clientSeed: '', tickets: [second, first] }), RangeError);
});

test('a prize is drawn with nonce displayOrder + 1 and index roll mod count', () => {
  const tickets = ticketsOf(['1', '2', '3', '4', '5']);
  const [draw] = drawRaffle({ prizes: [{ displayOrder: 6, serverSeed: 'seed' }], clientSeed: 'client', tickets });
  const roll = rollOf({ serverSeed: 'seed', clientSeed: 'client', nonce: 7, max: 5 });
  assert.ok(draw !== undefined);
  assert.equal(draw.nonce, 7);
  assert.equal(draw.roll, roll);
  assert.equal(draw.winningIndex, roll % 5);
  assert.equal(draw.winningTicket, tickets[roll % 5]);
});

test('a roll equal to the count selects the first ticket', () => {
  const tickets = ticketsOf(['1', '2', '3']);
  const serverSeed = Array.from({ length: 100 }, (_, index) => `seed ${index}`).find(
    (candidate) => rollOf({ serverSeed: candidate, clientSeed: 'client', nonce: 1, max: 3 }) === 3,
  );
  assert.ok(serverSeed !== undefined);
  const [draw] = drawRaffle({ prizes: [{ displayOrder: 0, serverSeed }], clientSeed: 'client', tickets });
  assert.deepEqual([draw?.roll, draw?.winningIndex, draw?.winningTicket?.userId], [3, 0, '1']);
});

test('prizes are drawn in ascending displayOrder, whatever order they come in', () => {
  const tickets = ticketsOf(['1', '2', '3', '4']);
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

test('a prize without an eligible ticket has no winner', () => {
  const draws = drawRaffle({ prizes: prizesOf(2), clientSeed: 'client', tickets: ticketsOf(['1', '1']) });
  assert.equal(draws[0]?.winningTicket?.userId, '1');
  assert.deepEqual(draws[1], {
    prize: prizesOf(2)[1],
    nonce: 2,
    eligibleTicketCount: 0,
    roll: null,
    winningIndex: null,
    winningTicket: null,
  });
});

test('whoever wins leaves with all tickets, so winners are distinct and as many as can be', () => {
  const anyOwners = fc.array(fc.constantFrom('1', '2', '3', '4', '5'), { maxLength: 30 });
  fc.assert(
    fc.property(anyOwners, fc.integer({ min: 0, max: 8 }), fc.string(), (owners, prizeCount, clientSeed) => {
      const tickets = ticketsOf(owners);
      const draws = drawRaffle({ prizes: prizesOf(prizeCount), clientSeed, tickets });
      const winners = draws.flatMap(({ winningTicket }) => winningTicket?.userId ?? []);
      assert.equal(new Set(winners).size, winners.length);
      assert.equal(winners.length, Math.min(prizeCount, new Set(owners).size));
      for (const [index, draw] of draws.entries()) {
        const left = tickets.filter(({ userId }) => !winners.slice(0, index).includes(userId));
        assert.equal(draw.eligibleTicketCount, left.length);
        assert.equal(draw.winningTicket, draw.winningIndex === null ? null : left[draw.winningIndex]);
      }
    }),
  );
});
