import { decideBattle } from '@lisura/fairness';
import type { Battle } from '../../../shared/battles/battle.ts';

export type SeatRoll = Battle['rounds'][number]['rolls'][number];

export interface Standing {
  /** Cents by seat. */
  totals: readonly bigint[];
  potCents: bigint;
  /** The mode compares these cents by team; null where nothing is compared, or not yet. */
  scores: readonly bigint[] | null;
  /** It is null where no single team leads, or the mode does not tell yet. */
  leader: number | null;
}

export const rollsOf = (battle: Pick<Battle, 'rounds'>, seat: number): SeatRoll[] =>
  battle.rounds.flatMap(({ rolls }) => rolls.filter((roll) => roll.seat === seat));

/** Computes the standing after the shown rounds. Terminal has no leader before its last round, Shared none at all. */
export function standingAfter(
  battle: Pick<Battle, 'mode' | 'isTeams' | 'seatCount' | 'cases' | 'rounds'>,
  shown: number,
): Standing {
  const { mode, isTeams, seatCount, cases } = battle;
  if (shown === 0) {
    return { totals: Array.from({ length: seatCount }, () => 0n), potCents: 0n, scores: null, leader: null };
  }
  const values = Array.from({ length: seatCount }, (_, index) =>
    rollsOf(battle, index + 1)
      .slice(0, shown)
      .map(({ valueCents }) => BigInt(valueCents)),
  );
  const { totals, scores, contenders } = decideBattle({ mode, isTeams, values });
  const isTold = mode !== 'TERMINAL' || shown === cases.length;
  const leader = isTold && contenders.length === 1 ? (contenders[0] ?? null) : null;
  return {
    totals,
    potCents: totals.reduce((sum, total) => sum + total, 0n),
    scores: isTold && mode !== 'SHARED' ? scores : null,
    leader,
  };
}

/**
 * Returns the distance to the leader: below it, or above it where the lowest wins; null for the leader and without one.
 */
export function behindOf({ scores, leader }: Standing, team: number): bigint | null {
  if (scores === null || leader === null || team === leader) return null;
  return (scores[team - 1] ?? 0n) - (scores[leader - 1] ?? 0n);
}
