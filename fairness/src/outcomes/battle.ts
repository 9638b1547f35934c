import { sha256Hex } from '../hash/sha256.ts';
import { remainderRoll } from '../roll.ts';

export const BATTLE_MODES = ['NORMAL', 'CRAZY', 'TERMINAL', 'SHARED'] as const;
export type BattleMode = (typeof BATTLE_MODES)[number];

/** Seats, teams and rounds are counted from 1 everywhere but in the indexes of these lists. */
export interface BattleDrops {
  mode: BattleMode;
  /** Seats 1 and 2 play against 3 and 4 where there are four. Otherwise each seat is a team of the same number. */
  isTeams: boolean;
  /** `values[seat - 1][round - 1]` holds the cents that a seat drew in a round. */
  values: readonly (readonly bigint[])[];
}

export interface BattleStanding {
  totals: bigint[];
  scores: bigint[];
  /** One leading team has won, several are tied, and there is none where the pot is shared. */
  contenders: number[];
}

/** Throws where the number of seats is wrong or seats did not play the same rounds. */
export function decideBattle({ mode, isTeams, values }: BattleDrops): BattleStanding {
  checkDrops({ isTeams, values });
  const totals = values.map(sumOf);
  const counted = mode === 'TERMINAL' ? values.map((ofRounds) => sumOf(ofRounds.slice(-1))) : totals;
  const scores = isTeams ? [sumOf(counted.slice(0, 2)), sumOf(counted.slice(2))] : counted;
  return { totals, scores: [...scores], contenders: mode === 'SHARED' ? [] : firstOf(scores, mode) };
}

export interface TieBreak {
  roll: number;
  team: number;
}

/** The roll that breaks a tie has a server seed of its own, which is why this nonce is free. */
export const TIE_NONCE = 1;

/** Rolls once more by the rule of raffles: the remainder is the place among the contenders, counted from 0. */
export function breakTie({
  contenders,
  serverSeed,
  clientSeed,
}: {
  contenders: readonly number[];
  serverSeed: string;
  clientSeed: string;
}): TieBreak {
  const { roll, index } = remainderRoll({ serverSeed, clientSeed, nonce: TIE_NONCE, max: contenders.length });
  return { roll, team: contenders[index] as number };
}

/**
 * Returns the client seed of the roll that breaks a tie: SHA-256 of the client seeds of all other rolls, by seat and
 * then by round (`clientSeeds[seat - 1][round - 1]`), with a line feed between two. Every player has a part in it.
 */
export const tieClientSeed = (clientSeeds: readonly (readonly string[])[]): string =>
  sha256Hex(clientSeeds.flat().join('\n'));

export interface BattleDrop {
  seat: number;
  round: number;
}

export interface SeatPrize {
  seat: number;
  /** The seat keeps these draws, by seat and then by round. */
  drops: BattleDrop[];
  /** The seat is paid its share of the pot instead of items. */
  paidCents: bigint;
}

/**
 * Computes what each seat gets. A single winner gets every drop. A winner in a team gets the own drops and those of the
 * opposite opponent (1 and 3, 2 and 4), which favours neither before the rolls. A shared pot is split evenly among all
 * seats, and nobody gets an item; only then `winningTeam` is null.
 */
export function prizesOf({
  mode,
  isTeams,
  winningTeam,
  values,
}: BattleDrops & { winningTeam: number | null }): SeatPrize[] {
  checkDrops({ isTeams, values });
  if ((winningTeam === null) !== (mode === 'SHARED')) {
    throw new RangeError(`winningTeam must ${mode === 'SHARED' ? '' : 'not '}be null in mode ${mode}`);
  }
  const shares = splitEvenly(mode === 'SHARED' ? sumOf(values.map(sumOf)) : 0n, values.length);
  return values.map((_, index) => {
    const seat = index + 1;
    const ownersOfDrops = teamOf(seat, isTeams) === winningTeam ? seatsWonBy(seat, { isTeams, values }) : [];
    return {
      seat,
      drops: ownersOfDrops.flatMap((owner) => dropsOf(owner, values)),
      paidCents: shares[index] as bigint,
    };
  });
}

export const teamOf = (seat: number, isTeams: boolean): number => (isTeams ? Math.ceil(seat / 2) : seat);

/** A winner gets the drops of these seats. */
function seatsWonBy(seat: number, { isTeams, values }: Pick<BattleDrops, 'isTeams' | 'values'>): number[] {
  if (!isTeams) return values.map((_, index) => index + 1);
  return seat > 2 ? [seat - 2, seat] : [seat, seat + 2];
}

const dropsOf = (seat: number, values: BattleDrops['values']): BattleDrop[] =>
  (values[seat - 1] ?? []).map((_, index) => ({ seat, round: index + 1 }));

/** The first seats get the cents that do not divide, so that the parts add up to the whole. */
function splitEvenly(totalCents: bigint, parts: number): bigint[] {
  const share = totalCents / BigInt(parts);
  const left = Number(totalCents % BigInt(parts));
  return Array.from({ length: parts }, (_, index) => (index < left ? share + 1n : share));
}

function firstOf(scores: readonly bigint[], mode: BattleMode): number[] {
  const best = scores.reduce((one, other) => ((mode === 'CRAZY' ? other < one : other > one) ? other : one));
  return scores.flatMap((score, index) => (score === best ? [index + 1] : []));
}

function checkDrops({ isTeams, values }: Pick<BattleDrops, 'isTeams' | 'values'>): void {
  const seatCount = values.length;
  if (isTeams ? seatCount !== 4 : seatCount < 2 || seatCount > 4) {
    throw new RangeError(`values must be of ${isTeams ? '4 seats in teams' : '2 to 4 seats'}, not of ${seatCount}`);
  }
  const rounds = values[0]?.length ?? 0;
  if (rounds === 0 || values.some((ofSeat) => ofSeat.length !== rounds)) {
    throw new RangeError('values must be of the same rounds for every seat, and of at least one');
  }
}

export const sumOf = (cents: readonly bigint[]): bigint => cents.reduce((sum, each) => sum + each, 0n);
