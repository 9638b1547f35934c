import { type RollInput, rollOf } from '../roll.ts';
import { type HashRange, pickItem } from './ranges.ts';

export const BATTLE_MODES = ['NORMAL', 'CRAZY', 'TERMINAL', 'SHARED'] as const;
export type BattleMode = (typeof BATTLE_MODES)[number];

/** Seats are counted from 0. A side is the seats that win together: one seat, or two in a battle of teams. */
export type BattleSide = readonly number[];

export interface SeatDrop<T> {
  roll: number;
  item: T;
}

export interface BattleResults {
  mode: BattleMode;
  sides: readonly BattleSide[];
  /** For each round, the value of what each seat drew. */
  roundCents: readonly (readonly bigint[])[];
}

export interface BattleStanding {
  /** What the mode compares, side by side. */
  scoresCents: bigint[];
  /** The sides that won, or that are tied for it: a tie roll decides among them. In SHARED mode every side. */
  winningSides: number[];
  needsTieRoll: boolean;
}

export interface TieBreak {
  roll: number;
  winningSide: number;
}

/** Each of 2 to 4 seats for itself, or seats 0 and 1 against 2 and 3. */
export function battleSides(seatCount: number, inTeams: boolean): BattleSide[] {
  if (!Number.isInteger(seatCount) || seatCount < 2 || seatCount > 4) {
    throw new RangeError(`seatCount must be an integer from 2 to 4, not ${seatCount}`);
  }
  if (!inTeams) return Array.from({ length: seatCount }, (_, seat) => [seat]);
  if (seatCount !== 4) throw new RangeError(`seatCount must be 4 in a battle of teams, not ${seatCount}`);
  return [
    [0, 1],
    [2, 3],
  ];
}

/** One round: every seat opens the same case with a roll of its own. */
export function battleRoundDrops<T extends HashRange>(
  ranges: readonly T[],
  seatRolls: readonly RollInput[],
): SeatDrop<T>[] {
  return seatRolls.map(({ serverSeed, clientSeed, nonce }) => {
    const roll = rollOf({ serverSeed, clientSeed, nonce });
    return { roll, item: pickItem(ranges, roll) };
  });
}

export function battleStanding({ mode, sides, roundCents }: BattleResults): BattleStanding {
  const countedRounds = mode === 'TERMINAL' ? roundCents.slice(-1) : roundCents;
  const scoresCents = sides.map((side) =>
    sumCents(countedRounds.flatMap((round) => side.map((seat) => at(round, seat)))),
  );
  if (mode === 'SHARED') return { scoresCents, winningSides: [...sides.keys()], needsTieRoll: false };
  const best = scoresCents.reduce(mode === 'CRAZY' ? lesser : greater);
  const winningSides = [...sides.keys()].filter((side) => scoresCents[side] === best);
  return { scoresCents, winningSides, needsTieRoll: winningSides.length > 1 };
}

/** One more roll with max = the number of tied sides, listed in ascending order; the winner is at roll − 1. */
export function breakTie(tiedSides: readonly number[], tieRoll: RollInput): TieBreak {
  const { serverSeed, clientSeed, nonce } = tieRoll;
  const roll = rollOf({ serverSeed, clientSeed, nonce, max: tiedSides.length });
  return { roll, winningSide: at(tiedSides, roll - 1) };
}

/** Cents that do not divide go one each to the first seats, so that the parts always add up to the whole. */
export function splitEvenly(totalCents: bigint, parts: number): bigint[] {
  const share = totalCents / BigInt(parts);
  const left = Number(totalCents % BigInt(parts));
  return Array.from({ length: parts }, (_, index) => (index < left ? share + 1n : share));
}

const sumCents = (cents: readonly bigint[]): bigint => cents.reduce((sum, each) => sum + each, 0n);
const greater = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const lesser = (one: bigint, other: bigint): bigint => (one < other ? one : other);

function at<T>(list: readonly T[], index: number): T {
  const element = list[index];
  if (element === undefined) throw new RangeError(`there is no entry ${index} in a list of ${list.length}`);
  return element;
}
