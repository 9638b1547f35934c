import type { AlertCause, AlertContent } from '../../people/alerts/index.ts';
import type { RoundFlaw } from './beacon.types.ts';

export const BEACON_WRONG: AlertCause = { kind: 'BEACON_WRONG', key: 'beacon' };
export const BEACON_LATE: AlertCause = { kind: 'BEACON_LATE', key: 'beacon' };

export function beaconWrong(round: number, flaw: RoundFlaw, reason: string): AlertContent {
  return {
    ...BEACON_WRONG,
    level: 'CRITICAL',
    title: 'Public randomness refused',
    message:
      `${reason}. It was not used: what waits for the round waits on. Check BEACON_URL and BEACON_PUBLIC_KEY, or take ` +
      'another source of the same chain.',
    details: { round, flaw },
  };
}

export function beaconLate(round: number, dueAt: Date): AlertContent {
  return {
    ...BEACON_LATE,
    level: 'WARNING',
    title: 'Public randomness is late',
    message:
      `Round ${round} was due at ${dueAt.toISOString()} and cannot be had. What waits for it waits on; nothing else ` +
      'decides in its place. Check whether the source of BEACON_URL answers.',
    details: { round, dueAt: dueAt.toISOString() },
  };
}
