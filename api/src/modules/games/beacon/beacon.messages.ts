import type { Tx } from '../../../platform/database/db.ts';
import { type AlertCause, type AlertContent, raiseAlert } from '../../people/alerts/index.ts';
import type { RoundFlaw } from './beacon.records.ts';

export const BEACON_WRONG: AlertCause = { kind: 'BEACON_WRONG', key: 'beacon' };
export const BEACON_LATE: AlertCause = { kind: 'BEACON_LATE', key: 'beacon' };

export function beaconWrong(round: number, flaw: RoundFlaw, reason: string): AlertContent {
  return {
    ...BEACON_WRONG,
    level: 'CRITICAL',
    title: 'Public randomness refused',
    message:
      `${reason}. It was not used, and the games wait on. Check BEACON_URL and BEACON_PUBLIC_KEY, or take ` +
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
      `Round ${round} was due at ${dueAt.toISOString()} and cannot be read. The games that need it wait; nothing else ` +
      'decides in its place, and after a day they are cancelled. Check whether the source of BEACON_URL answers.',
    details: { round, dueAt: dueAt.toISOString() },
  };
}

interface SilentGame {
  game: 'BATTLE' | 'RAFFLE';
  id: string;
  /** Without a configured source the round was never named. */
  round: number | null;
}

/** One alert stands for all games until an administrator ends it, because everybody was paid back. */
export const raiseBeaconSilent = (tx: Tx, details: SilentGame): Promise<void> =>
  raiseAlert(tx, {
    kind: 'BEACON_SILENT',
    key: 'beacon',
    level: 'CRITICAL',
    title: 'Games were cancelled because the public beacon was silent',
    message:
      `The round of ${details.game === 'BATTLE' ? 'battle' : 'raffle'} ${details.id} could not be read for a day. The game ` +
      'was cancelled and everybody was paid back. Anybody can see whether the chain has published the round: if it has, the ' +
      'source of BEACON_URL or the network of this server is at fault.',
    details: { ...details },
  });

/** The list was fixed so late that no head of the public log can be older than the round. */
export const raiseListLate = (
  tx: Tx,
  { id, round, dueAt }: { id: string; round: number; dueAt: Date },
): Promise<void> =>
  raiseAlert(tx, {
    kind: 'RAFFLE_LIST_LATE',
    key: id,
    level: 'WARNING',
    title: 'The list of a raffle was fixed after its round',
    message:
      `The sales of raffle ${id} were over, but the server fixed the list of tickets only after round ${round} was due at ` +
      `${dueAt.toISOString()}. The round decides all the same. The public log cannot prove that the list is older, so that ` +
      'verifiers say NOT CHECKED. Find out why the jobs stood still.',
    details: { raffleId: id, round, dueAt: dueAt.toISOString() },
  });
