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
import type { Battle, BattleItem } from '../battles.types.ts';
import type { Drop, Outcome, SeatOutcome } from './rounds.types.ts';

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
