import { type BeaconTimes, decidingRound, publishedAt } from '@lisura/fairness';
import type { Clock } from '../../../platform/clock.ts';
import { DAY_MS } from '../../../platform/durations.ts';

/** Games from before the delay was a part of their terms waited two periods. */
const EARLIER_PERIODS = 2;
/** After so long an administrator should look into it. */
const OVERDUE_PERIODS = 20;
const OVERDUE_MS = 60_000;

/** Games from before delays were kept have none. */
export function roundFor(times: BeaconTimes, fixedAt: Date, delaySeconds: number | null): { round: number; at: Date } {
  const round = decidingRound(times, fixedAt, delaySeconds ?? EARLIER_PERIODS * times.period);
  return { round, at: publishedAt(times, round) };
}

/** Games whose round was due by then and cannot be read are cancelled. */
export const silentSince = (clock: Pick<Clock, 'now'>): Date => new Date(clock.now().getTime() - DAY_MS);

export function isOverdue(times: BeaconTimes, round: number, now: Date): boolean {
  const patienceMs = Math.max(OVERDUE_MS, OVERDUE_PERIODS * times.period * 1000);
  return now.getTime() - publishedAt(times, round).getTime() >= patienceMs;
}
