import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { rollOf } from '../roll.ts';
import { breakTie } from './battle.ts';
import { isFlip, pickFlipItem } from './flip.ts';
import { drawRaffle } from './raffle.ts';
import { pickItem } from './ranges.ts';
import { raffleClientSeed } from './ticket-list.ts';
import { CHANCE_UNITS_PER_PERCENT, isUpgradeWon, upgradeChanceUnits, upgradeThreshold } from './upgrade.ts';

interface Vectors {
  serverSeedA: string;
  serverSeedB: string;
  clientSeed: string;
  tieClientSeed: string;
  openings: { nonce: number; roll: number; item: string; flip: boolean }[];
  upgrades: {
    totalCents: number;
    targetCents: number;
    edgePercent: number;
    nonce: number;
    chanceUnits: number;
    threshold: number;
    roll: number;
    won: boolean;
  }[];
  ties: { sides: number; turn: number; roll: number; winner: number }[];
  raffles: {
    /** Each ticket is `<number>:<user>`, with spaces between them. */
    tickets: string;
    clientSeed: string;
    draws: { count: number; roll: number | null; ticket: string | null }[];
  }[];
}

const vectors: Vectors = JSON.parse(readFileSync(new URL('../../vectors/outcomes.json', import.meta.url), 'utf8'));
const { serverSeedA, serverSeedB, clientSeed, tieClientSeed } = vectors;

// As in make-vectors.sh.
const FLIP_THRESHOLD = 9_900_001;
const ITEMS = [
  { name: 'common', hashRangeStart: 1, hashRangeEnd: 7_000_000 },
  { name: 'uncommon', hashRangeStart: 7_000_001, hashRangeEnd: 9_500_000 },
  { name: 'rare', hashRangeStart: 9_500_001, hashRangeEnd: 9_900_000 },
  { name: 'covert', hashRangeStart: 9_900_001, hashRangeEnd: 9_990_000 },
  { name: 'knife', hashRangeStart: 9_990_001, hashRangeEnd: 10_000_000 },
];

test('openings: the item of each roll, and whether the second wheel turns', () => {
  assert.deepEqual(new Set(vectors.openings.map(({ item }) => item)), new Set(ITEMS.map(({ name }) => name)));
  for (const { nonce, roll, item, flip } of vectors.openings) {
    assert.equal(rollOf({ serverSeed: serverSeedA, clientSeed, nonce }), roll);
    assert.equal(pickItem(ITEMS, roll).name, item);
    assert.equal(isFlip(FLIP_THRESHOLD, roll), flip);
    if (flip) assert.equal(pickFlipItem(ITEMS, FLIP_THRESHOLD, roll).name, item);
  }
});

test('battles: a roll chooses one of the tied players', () => {
  for (const { sides, turn, roll, winner } of vectors.ties) {
    const contenders = Array.from({ length: sides }, (_, side) => side);
    const seeds = { serverSeed: serverSeedA, clientSeed: `${tieClientSeed} ${turn}` };
    assert.deepEqual(breakTie({ contenders, ...seeds }), { roll, team: winner });
  }
});

test('upgrades: chance, threshold and who wins', () => {
  assert.deepEqual(new Set(vectors.upgrades.map(({ won }) => won)), new Set([true, false]));
  for (const { totalCents, targetCents, edgePercent, nonce, chanceUnits, threshold, roll, won } of vectors.upgrades) {
    const edgeUnits = edgePercent * CHANCE_UNITS_PER_PERCENT;
    const stake = { totalCents: BigInt(totalCents), targetCents: BigInt(targetCents), edgeUnits };
    assert.equal(upgradeChanceUnits(stake), chanceUnits);
    assert.equal(upgradeThreshold(chanceUnits), threshold);
    assert.equal(rollOf({ serverSeed: serverSeedB, clientSeed, nonce }), roll);
    assert.equal(isUpgradeWon(chanceUnits, roll), won);
  }
});

test('raffles: the client seed of the tickets, and every draw', () => {
  for (const raffle of vectors.raffles) {
    const tickets = raffle.tickets.split(' ').map((text) => {
      const [ticketNumber = '', userId = ''] = text.split(':');
      return { firstTicket: Number(ticketNumber), count: 1, userId };
    });
    assert.equal(raffleClientSeed(tickets), raffle.clientSeed);
    const prizes = raffle.draws.map((_, displayOrder) => ({
      displayOrder,
      serverSeed: `${serverSeedB}${displayOrder}`,
    }));
    const drawn = drawRaffle({ prizes, clientSeed: raffle.clientSeed, tickets });
    assert.deepEqual(
      drawn.map(({ eligibleTickets: count, roll, winningTicket, winnerId }) => ({
        count,
        roll,
        ticket: winningTicket && `${winningTicket}:${winnerId}`,
      })),
      raffle.draws,
    );
  }
});
