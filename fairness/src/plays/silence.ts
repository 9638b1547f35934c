import { publishedAt, type SignedRound } from '../beacon/chain.ts';
import { compared } from '../verification.ts';
import { type BeaconTrust, isSignedBy, listOf, NO_LIBRARY, roundOfTerms } from './beacon.ts';
import { beaconRoundFrom, timeFrom } from './game-answer.ts';
import { type GameVerification, gameVerification } from './parts.ts';
import { orNull, readJson, UnreadableJson } from './read-json.ts';

const DAY_MS = 86_400_000;

/** The game was cancelled because its beacon was silent for a day. */
export interface SilencedGame {
  title: string;
  /** Everything else was fixed then. */
  fixedAt: Date;
  cancelledAt: Date;
  beaconDelaySeconds: number | null;
  /** It is null where no source of the beacon was configured. */
  round: number | null;
}

/** Reads the answer of a battle or a raffle; null where it was not cancelled for that reason. */
export function silencedFrom(kind: 'battle' | 'raffle', answer: unknown): SilencedGame | null {
  const game = readJson(answer);
  const fixed = kind === 'battle' ? 'startedAt' : 'closedAt';
  if (game.text('status') !== 'CANCELLED' || game.isNull(fixed)) return null;
  return {
    title: `${kind} ${game.text('id')}: cancelled because its beacon was silent`,
    fixedAt: timeFrom(game, fixed),
    cancelledAt: timeFrom(game, 'cancelledAt'),
    beaconDelaySeconds: orNull(game, 'beaconDelaySeconds', game.integer),
    round: beaconRoundFrom(game),
  };
}

/** Reads the answer of a drand relay to `/public/<round>`. */
export function publishedRoundFrom(answer: unknown): Omit<SignedRound, 'publicKey'> {
  const round = readJson(answer);
  const signature = round.text('signature');
  if (!/^[0-9a-f]{96}$/.test(signature)) throw new UnreadableJson("'signature' must be 96 hex characters");
  return { round: round.integer('round'), signature };
}

export const SILENCE_NOT_PROVEN =
  'Whether the beacon was silent cannot be seen in the answer. Ask a relay, such as ' +
  'https://api.drand.sh/<chain hash>/public/<round>, and give its answer as --round: a round that was published has decided, ' +
  'and the platform may not cancel what it could know.';

/**
 * Tells whether the rules allowed the cancellation. `published` is the answer of a relay on the round, or null where
 * none was asked.
 */
export function verifySilence(
  { title, fixedAt, cancelledAt, beaconDelaySeconds, round }: SilencedGame,
  published: Omit<SignedRound, 'publicKey'> | null,
  { chain, isSigned }: BeaconTrust,
): GameVerification {
  const expected = roundOfTerms(chain, listOf({ beaconDelaySeconds }, fixedAt, null)) ?? round;
  const dueAt = expected === null ? fixedAt : publishedAt(chain, expected);
  const isThere =
    published !== null &&
    published.round === expected &&
    isSigned !== null &&
    isSignedBy(isSigned, { publicKey: chain.publicKey, ...published });
  return gameVerification(
    title,
    [
      {
        title: 'cancellation',
        result: `round ${expected ?? 'unknown'} was due at ${dueAt.toISOString()}`,
        steps: [
          ...(round === null
            ? []
            : [compared('roundOfTerms', 'The round is the one that follows from the terms', round, expected)]),
          compared(
            'cancelledAt',
            'It was cancelled a day after the round was due, or later',
            cancelledAt.getTime() >= dueAt.getTime() + DAY_MS,
            true,
          ),
          compared('published', 'Nobody has a signature of the chain for the round', isThere, false),
        ],
        unchecked: isThere ? [] : [isSigned === null ? NO_LIBRARY : SILENCE_NOT_PROVEN],
      },
    ],
    [],
  );
}
