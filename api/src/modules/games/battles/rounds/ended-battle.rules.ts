import { type Battle, type BattleRoll, MAX_SEATS } from '../battles.types.ts';
import type { Drop, Ending, Outcome, ShownDrop, WonDrop } from './rounds.types.ts';

/** Each drop with who gets it. What a bot wins stays with the house: it is written, and nothing is given. */
export function wonDrops({ seats }: Pick<Battle, 'seats'>, drops: readonly Drop[], outcome: Outcome): WonDrop[] {
  const winners = new Map<number, number>();
  for (const { seat, drops: won } of outcome.seats) for (const drop of won) winners.set(placeOf(drop), seat);
  const users = new Map(seats.map(({ seat, userId }) => [seat, userId]));
  return drops.map((drop) => {
    const wonBySeat = winners.get(placeOf(drop)) ?? null;
    const winnerId = wonBySeat === null ? null : (users.get(wonBySeat) ?? null);
    return { ...drop, wonBySeat, winnerId, inventoryItemId: winnerId === null ? null : drop.inventoryItemId };
  });
}

/** One number for each seat and round. */
const placeOf = ({ seat, round }: { seat: number; round: number }) => round * (MAX_SEATS + 1) + seat;

/** Of a public battle the most valuable drop of each person who won any, by their seats; of drops alike the first. */
export function shownDropsOf(
  { id: battleId, invitationCode, cases }: Pick<Battle, 'id' | 'invitationCode' | 'cases'>,
  drops: readonly WonDrop[],
): ShownDrop[] {
  if (invitationCode !== null) return [];
  const bestBySeat = new Map<number, ShownDrop>();
  for (const drop of drops.toSorted((one, other) => one.seat - other.seat || one.round - other.round)) {
    const { wonBySeat: seat, winnerId: userId, round, itemId, valueCents, hashRangeStart, hashRangeEnd } = drop;
    const played = cases[round - 1];
    if (seat === null || userId === null || played === undefined) continue;
    const best = bestBySeat.get(seat);
    if (best !== undefined && best.valueCents >= valueCents) continue;
    const { caseId, versionId } = played;
    const chanceWidth = hashRangeEnd - hashRangeStart + 1;
    bestBySeat.set(seat, { battleId, seat, userId, caseId, versionId, itemId, valueCents, chanceWidth });
  }
  return [...bestBySeat.values()].sort((one, other) => one.seat - other.seat);
}

/** A battle as everybody sees it from its end on, without reading again what was just written. */
export function endedBattle(
  { battle, outcome, tieSeed, beacon }: Ending,
  drops: readonly WonDrop[],
  endedAt: Date,
): Battle {
  const { winningTeam, potCents, tie } = outcome;
  const { serverSeedHash, serverSeed } = tieSeed;
  const seats = new Map(outcome.seats.map((seat) => [seat.seat, seat]));
  return {
    ...battle,
    status: 'COMPLETED',
    endedAt,
    winningTeam,
    potCents,
    beacon: battle.beacon && { ...battle.beacon, ...beacon },
    tieBreak: {
      serverSeedHash,
      committedAt: battle.tieBreak.committedAt,
      serverSeed,
      contenders: tie?.contenders ?? null,
      clientSeed: tie?.clientSeed ?? null,
      roll: tie?.roll ?? null,
    },
    seats: battle.seats.map((seat) => {
      const { totalCents = null, isWinner = null, paidCents = null } = seats.get(seat.seat) ?? {};
      return { ...seat, totalCents, isWinner, paidCents };
    }),
    rolls: drops.toSorted((one, other) => one.round - other.round || one.seat - other.seat).map(rollOfDrop),
  };
}

function rollOfDrop(drop: WonDrop): BattleRoll {
  return {
    seat: drop.seat,
    round: drop.round,
    nonce: drop.nonce,
    serverSeed: drop.serverSeed,
    serverSeedHash: drop.serverSeedHash,
    clientSeed: drop.clientSeed,
    clientSeedSource: drop.clientSeedSource,
    roll: drop.roll,
    itemId: drop.itemId,
    itemName: drop.name,
    imageUrl: drop.imageUrl,
    rarity: drop.rarity,
    valueCents: drop.valueCents,
    isFlip: drop.isFlip,
    wonBySeat: drop.wonBySeat,
  };
}
