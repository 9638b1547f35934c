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

/** What a seat drew in a round. */
export interface Drop extends DrawnRoll, BattleItem {
  seat: number;
  round: number;
  isFlip: boolean;
  /** For the item, where somebody gets it. */
  inventoryItemId: Id<'inventoryItem'>;
}

export interface SeatOutcome {
  seat: number;
  totalCents: Cents;
  isWinner: boolean;
  /** The drops that it gets. */
  drops: readonly { seat: number; round: number }[];
  paidCents: Cents;
  /** What the drops that it gets are worth, and what it is paid. */
  wonCents: Cents;
}

interface Outcome {
  potCents: Cents;
  /** Null where the pot is shared. */
  winningTeam: number | null;
  /** Null where there was none. */
  tie: {
    contenders: readonly number[];
    roll: number;
    clientSeed: string;
    clientSeedSource: ClientSeedSource;
  } | null;
  seats: readonly SeatOutcome[];
}

/** What a battle came to, and by what. */
export interface Ending {
  battle: Battle;
  outcome: Outcome;
  tieSeed: CommittedSeed;
  /** Null where none decides. */
  beacon: BeaconRound | null;
}

/** A drop as it is written: with who gets it, and as which item where that is a person. */
export interface WonDrop extends Omit<Drop, 'inventoryItemId'> {
  wonBySeat: number | null;
  /** Both null: nobody gets it, or a bot. */
  winnerId: Id<'user'> | null;
  inventoryItemId: Id<'inventoryItem'> | null;
}

/** What everybody is shown of what a person won in a public battle. */
export interface ShownDrop {
  battleId: Id<'battle'>;
  seat: number;
  userId: Id<'user'>;
  caseId: Id<'case'>;
  versionId: Id<'case-version'>;
  itemId: Id<'item'>;
  valueCents: Cents;
  /** Of 10000000: how many rolls give this item. */
  chanceWidth: number;
}

/** The item that a roll draws in a round, and whether the second wheel turned. */
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

/** The client seed of rolls that nobody gave one for: of what is public since the creation, and of what people gave. */
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
  /** By seat and then by round. */
  drops: readonly Pick<Drop, 'seat' | 'round' | 'valueCents' | 'clientSeed'>[];
  tieServerSeed: string;
  /** Null where no beacon decides. */
  beaconRandomness: string | null;
}

/** What a battle comes to once everything is drawn. */
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
  /** By seat and then by round. */
  clientSeeds: readonly (readonly string[])[];
}

function brokenTie(contenders: readonly number[], { clientSeeds, tieServerSeed, beaconRandomness }: TieSeeds) {
  const clientSeed = beaconRandomness ?? tieClientSeed(clientSeeds);
  const clientSeedSource: ClientSeedSource = beaconRandomness === null ? 'DERIVED' : 'BEACON';
  return { ...breakTie({ contenders, serverSeed: tieServerSeed, clientSeed }), clientSeed, clientSeedSource };
}

/** Each drop with who gets it. What a bot wins stays with the house: it is written, and nothing is given. */
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
