import { type ReelSpeed, SPIN_MS } from '../play/spin.ts';

/**
 * A battle is decided at once, and its show begins then and takes the same time for everybody, so a late viewer sees
 * the same round as others.
 */
export interface ShowMoment {
  phase: 'before' | 'spin' | 'rest' | 'tie' | 'over';
  /** Rounds are counted from 1; it stays at the last one after the end. */
  round: number;
  elapsedMs: number;
  /** It is null at the end. */
  nextInMs: number | null;
}

const LEAD_MS = 1_800;
const TIE_MS = 3_600;
/** More rounds than this are shown fast. */
const SLOW_ROUNDS = 10;
const REST_MS: Readonly<Record<ReelSpeed, number>> = { normal: 1_500, fast: 900 };

export const speedOf = (rounds: number): ReelSpeed => (rounds > SLOW_ROUNDS ? 'fast' : 'normal');

const roundMs = (rounds: number): number => SPIN_MS[speedOf(rounds)] + REST_MS[speedOf(rounds)];

/** Says how long the show of some rounds takes; a roll that breaks a tie takes extra time. */
export const showMs = (rounds: number, hasTie = false): number =>
  LEAD_MS + rounds * roundMs(rounds) + (hasTie ? TIE_MS : 0);

/** Tells whether the show of a decided battle still runs. Until it is over, no page tells the outcome. */
export const isOnShow = (
  { endedAt, cases }: { endedAt: string | null; cases: readonly unknown[] },
  nowMs: number,
): boolean => endedAt !== null && nowMs - Date.parse(endedAt) < showMs(cases.length, true);

/** Says what is shown `sinceMs` after the battle was decided. */
export function momentOf(sinceMs: number, rounds: number, hasTie: boolean): ShowMoment {
  if (sinceMs < LEAD_MS) {
    const elapsedMs = Math.max(0, sinceMs);
    return { phase: 'before', round: 1, elapsedMs, nextInMs: LEAD_MS - elapsedMs };
  }
  const played = sinceMs - LEAD_MS;
  const index = Math.floor(played / roundMs(rounds));
  if (index < rounds) return roundMoment(played - index * roundMs(rounds), index + 1, rounds);
  const after = played - rounds * roundMs(rounds);
  if (hasTie && after < TIE_MS) return { phase: 'tie', round: rounds, elapsedMs: after, nextInMs: TIE_MS - after };
  return { phase: 'over', round: rounds, elapsedMs: after, nextInMs: null };
}

function roundMoment(inRoundMs: number, round: number, rounds: number): ShowMoment {
  const spin = SPIN_MS[speedOf(rounds)];
  if (inRoundMs < spin) return { phase: 'spin', round, elapsedMs: inRoundMs, nextInMs: spin - inRoundMs };
  return { phase: 'rest', round, elapsedMs: inRoundMs - spin, nextInMs: roundMs(rounds) - inRoundMs };
}

/** Rounds whose result may be known. */
export function roundsShown({ phase, round }: ShowMoment): number {
  return phase === 'before' || phase === 'spin' ? round - 1 : round;
}
