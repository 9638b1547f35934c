import {
  type BattleMode,
  breakTie,
  type ClientSeedSource,
  decideBattle,
  derivedBattleSeed,
  isFlip,
  pickItem,
  prizesOf,
  tieClientSeed,
} from '@lisura/fairness';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { BeaconRound } from '../../beacon/index.ts';
import type { CommittedSeed, DrawnRoll } from '../../rolls/index.ts';
import type { Battle, BattleItem } from '../shown-battle.records.ts';

export interface Drop extends DrawnRoll, BattleItem {
  seat: number;
  round: number;
  isFlip: boolean;
  /** The item takes this id if somebody gets it. */
  inventoryItemId: Id<'inventoryItem'>;
}

export interface SeatOutcome {
  seat: number;
  totalCents: Cents;
  isWinner: boolean;
  drops: readonly { seat: number; round: number }[];
  paidCents: Cents;
  /** The sum has the worth of its drops and its payment. */
  wonCents: Cents;
}

interface Outcome {
  potCents: Cents;
  /** A shared pot has no winning team. */
  winningTeam: number | null;
  tie: {
    contenders: readonly number[];
    roll: number;
    clientSeed: string;
    clientSeedSource: ClientSeedSource;
  } | null;
  seats: readonly SeatOutcome[];
}

export interface Ending {
  battle: Battle;
  outcome: Outcome;
  tieSeed: CommittedSeed;
  beacon: BeaconRound | null;
}

export interface WonDrop extends Omit<Drop, 'inventoryItemId'> {
  wonBySeat: number | null;
  /** Both are null if nobody or a bot gets the drop. */
  winnerId: Id<'user'> | null;
  inventoryItemId: Id<'inventoryItem'> | null;
}

export interface ShownDrop {
  battleId: Id<'battle'>;
  seat: number;
  userId: Id<'user'>;
  caseId: Id<'case'>;
  versionId: Id<'case-version'>;
  itemId: Id<'item'>;
  valueCents: Cents;
  /** So many of 10000000 rolls give this item. */
  chanceWidth: number;
}

export function drawnIn(
  { cases, versions }: Pick<Battle, 'cases' | 'versions'>,
  round: number,
  roll: number,
): { item: BattleItem; isFlip: boolean } {
  const versionId = cases[round - 1]?.versionId;
  const version = versions.find((each) => each.versionId === versionId);
  if (version === undefined) throw new RangeError(`there is no round ${round}`);
  return { item: pickItem(version.items, roll), isFlip: isFlip(version.flipThreshold, roll) };
}

/**
 * Rolls without a client seed use one that follows from the public commitments and from the seeds that players gave.
 */
export function derivedSeedOf({ seats, botSeats, tieBreak }: Pick<Battle, 'seats' | 'botSeats' | 'tieBreak'>): string {
  const ofBots = new Map(botSeats?.map(({ seat, serverSeedHashes }) => [seat, serverSeedHashes]));
  const fixed = seats
    .toSorted((one, other) => one.seat - other.seat)
    .map(({ seat, serverSeedHashes, clientSeed }) => ({
      hashes: seat === 1 ? serverSeedHashes : (ofBots.get(seat) ?? []),
      clientSeed,
    }));
  return derivedBattleSeed(tieBreak.serverSeedHash, fixed);
}

interface PlayedRounds {
  mode: BattleMode;
  isTeams: boolean;
  /** Both lists are ordered by seat and then by round. */
  drops: readonly Pick<Drop, 'seat' | 'round' | 'valueCents' | 'clientSeed'>[];
  tieServerSeed: string;
  beaconRandomness: string | null;
}

export function outcomeOf({ mode, isTeams, drops, tieServerSeed, beaconRandomness }: PlayedRounds): Outcome {
  const bySeat = Map.groupBy(drops, ({ seat }) => seat);
  const ofSeats = [...bySeat.keys()].sort().map((seat) => bySeat.get(seat) ?? []);
  const values = ofSeats.map((own) => own.map(({ valueCents }) => valueCents));
  const { totals, contenders } = decideBattle({ mode, isTeams, values });
  const clientSeeds = ofSeats.map((own) => own.map(({ clientSeed }) => clientSeed));
  const tie = contenders.length > 1 ? brokenTie(contenders, { clientSeeds, tieServerSeed, beaconRandomness }) : null;
  const winningTeam = tie?.team ?? contenders[0] ?? null;
  const prizes = prizesOf({ mode, isTeams, winningTeam, values });
  const seats = prizes.map(({ seat, drops: won, paidCents }): SeatOutcome => {
    const worth = won.reduce((sum, drop) => sum + (values[drop.seat - 1]?.[drop.round - 1] ?? 0n), 0n);
    return {
      seat,
      totalCents: totals[seat - 1] ?? 0n,
      isWinner: mode === 'SHARED' || won.length > 0,
      drops: won,
      paidCents,
      wonCents: worth + paidCents,
    };
  });
  return {
    potCents: totals.reduce((sum, total) => sum + total, 0n),
    winningTeam,
    tie: tie && { contenders, roll: tie.roll, clientSeed: tie.clientSeed, clientSeedSource: tie.clientSeedSource },
    seats,
  };
}

interface TieSeeds extends Pick<PlayedRounds, 'tieServerSeed' | 'beaconRandomness'> {
  /** Both lists are ordered by seat and then by round. */
  clientSeeds: readonly (readonly string[])[];
}

function brokenTie(contenders: readonly number[], { clientSeeds, tieServerSeed, beaconRandomness }: TieSeeds) {
  const clientSeed = beaconRandomness ?? tieClientSeed(clientSeeds);
  const clientSeedSource: ClientSeedSource = beaconRandomness === null ? 'DERIVED' : 'BEACON';
  return { ...breakTie({ contenders, serverSeed: tieServerSeed, clientSeed }), clientSeed, clientSeedSource };
}

/** The winnings of bots are written, but stay with the house. */
export function wonDrops({ seats }: Pick<Battle, 'seats'>, drops: readonly Drop[], outcome: Outcome): WonDrop[] {
  const winners = new Map<string, number>();
  for (const { seat, drops: won } of outcome.seats) for (const drop of won) winners.set(placeOf(drop), seat);
  const users = new Map(seats.map(({ seat, userId }) => [seat, userId]));
  return drops.map((drop) => {
    const wonBySeat = winners.get(placeOf(drop)) ?? null;
    const winnerId = wonBySeat === null ? null : (users.get(wonBySeat) ?? null);
    return { ...drop, wonBySeat, winnerId, inventoryItemId: winnerId === null ? null : drop.inventoryItemId };
  });
}

const placeOf = ({ seat, round }: { seat: number; round: number }) => `${seat}.${round}`;

/** Returns the most valuable drop of each person who won any in a public battle; of equal ones the first. */
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

/** Shows the ended battle without reading again what was just written. */
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
      contenders: tie?.contenders.slice() ?? null,
      clientSeed: tie?.clientSeed ?? null,
      roll: tie?.roll ?? null,
    },
    seats: battle.seats.map((seat) => {
      const { totalCents = null, isWinner = null, paidCents = null } = seats.get(seat.seat) ?? {};
      return { ...seat, totalCents, isWinner, paidCents };
    }),
    rolls: drops
      .toSorted((one, other) => one.round - other.round || one.seat - other.seat)
      .map(({ name: itemName, ...drop }) => ({ ...drop, itemName })),
  };
}
