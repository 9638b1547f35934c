import { publishedAt } from '@lisura/fairness';
import type { BeaconTimes } from './beacon.types.ts';

/**
 * Periods between a moment and the round that is named at it. One would do if all clocks were right; the other is for a
 * clock of ours that is a little behind the beacon's.
 */
const MARGIN_PERIODS = 2;
/** A round that is not there by then is one that a person should look for. */
const OVERDUE_PERIODS = 20;
const OVERDUE_MS = 60_000;

/** The first round that is published at least the margin after a moment. */
export function roundAfter(times: BeaconTimes, at: Date): { round: number; at: Date } {
  const earliestMs = at.getTime() + MARGIN_PERIODS * times.period * 1000;
  const periods = Math.ceil((earliestMs - times.genesis * 1000) / (times.period * 1000));
  const round = Math.max(1, periods + 1);
  return { round, at: publishedAt(times, round) };
}

export function isOverdue(times: BeaconTimes, round: number, now: Date): boolean {
  const patienceMs = Math.max(OVERDUE_MS, OVERDUE_PERIODS * times.period * 1000);
  return now.getTime() - publishedAt(times, round).getTime() >= patienceMs;
}
