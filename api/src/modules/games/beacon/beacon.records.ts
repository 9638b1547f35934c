import { type BeaconChain, type BeaconTimes, decidingRound, publishedAt } from '@lisura/fairness';
import { Type } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { orNull, part, type Static, string, time } from '../../../platform/record.ts';
import { defineSetting } from '../../../platform/settings/settings.ts';

/** The signature of such a round was checked. All texts are lower-case hex. */
export interface BeaconRound {
  round: number;
  /** It is the SHA-256 of the signature. */
  randomness: string;
  signature: string;
  chain: BeaconChain;
}

/** Nobody knows public randomness before its time, and everybody can check it afterwards. */
export interface Beacon {
  /** The round that decides a game follows from the moment at which everything else was fixed. */
  roundFor(fixedAt: Date, delaySeconds: number | null): { round: number; at: Date };
  /**
   * Returns null while the round is not published. It throws if the source is silent or not to be believed. In both
   * cases nothing is decided: ask again later, and never within a transaction.
   */
  read(round: number): Promise<BeaconRound | null>;
}

export interface BeaconSource extends BeaconTimes {
  /** The address ends with the hash of the chain; the key is in hex. Both are read once, when first needed. */
  source(): Promise<{ url: string; publicKey: string }>;
}

export type RoundFlaw = 'ROUND' | 'RANDOMNESS' | 'SIGNATURE';

const Chain = Type.Object({
  hash: Type.String({ description: 'Hash that names the chain' }),
  publicKey: Type.String({ description: 'That its rounds are signed with, a point of G2 of BLS12-381' }),
  genesis: Type.Integer({ description: 'When its first round was published, in seconds since 1970' }),
  period: Type.Integer({ description: 'Seconds from one round to the next' }),
});

/** Games keep and show a round like this from the moment that it is named. */
export const BeaconRecord = Type.Object({
  round: Type.Integer({
    description: 'The round of the public beacon: it follows from when everything else was fixed, and from the delay',
  }),
  dueAt: orNull(time('When'), 'When it is published; null where that was not kept'),
  randomness: orNull(
    Type.Unsafe<string>({ type: 'string', pattern: '^[0-9a-f]{64}$' }),
    'The client seed of every roll; null until the end',
  ),
  signature: orNull(
    string('A signature', ''),
    'The signature that its randomness is the SHA-256 of; null until the end',
  ),
  chain: orNull(part(Chain, 'A chain'), 'Whose round it is; null until the end, and where that was not kept'),
});
export type NamedRound = Static<typeof BeaconRecord>;

export const BeaconDelayField = orNull(
  Type.Unsafe<number>({ type: 'integer', minimum: 1, examples: [30] }),
  'The public beacon that decides, if one does: its round is the first that is published at least so many seconds ' +
    'after the last seat is taken, or the sales are closed. Null without a beacon, and in games from before this was a ' +
    'part of the terms',
  null,
);

/**
 * The public log signs a head about every five seconds, and a busy database may delay it by one more turn. With a
 * shorter delay no head with the list might be older than the round.
 */
const MIN_SECONDS = 15;
const MAX_SECONDS = 3_600;

export const beaconDelaySetting = defineSetting({
  key: 'beaconDelaySeconds',
  description:
    'Least number of seconds between the close of a list (the last seat of a battle, the end of the sales of a ' +
    'raffle) and the round of the public beacon that decides. It becomes a part of the terms of games that are ' +
    'created from then on.',
  schema: Type.Integer({ minimum: MIN_SECONDS, maximum: MAX_SECONDS }),
  default: 30,
  weakenedBy: 'LOWERED',
});

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
