import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toId } from '../../../../platform/ids.ts';
import type { BattleSeat } from '../shown-battle.records.ts';
import { botName, freeSeats } from './lobby.records.ts';

const seatsOf = (...numbers: number[]) =>
  numbers.map(
    (seat): BattleSeat => ({
      seat,
      userId: null,
      username: null,
      avatarUrl: null,
      botName: 'Iara',
      clientSeed: null,
      isAccountSeed: false,
      firstNonce: 1,
      takenAt: new Date(0),
      serverSeedHashes: [],
      totalCents: null,
      isWinner: null,
      paidCents: null,
    }),
  );

test('free seats are those that nobody has, the first first', () => {
  assert.deepEqual(freeSeats({ seatCount: 4, seats: seatsOf(1, 3) }), [2, 4]);
  assert.deepEqual(freeSeats({ seatCount: 2, seats: seatsOf(1, 2) }), []);
});

test('no two bots of a battle have a name in common, whatever its id', () => {
  for (const id of ['1', '7', '8', '9223372036854775807']) {
    const names = [1, 2, 3, 4].map((seat) => botName(toId(id), seat));
    assert.equal(new Set(names).size, 4);
  }
});
