import { sha256Hex } from '../hash/sha256.ts';
import { isCommittableSeed, seedHash } from '../seed.ts';
import { compared, type VerificationStep } from '../verification.ts';
import type { BeaconRound } from './game-answer.ts';

/** Some steps that belong together, such as those of one roll among many. */
export interface VerifiedPart {
  title: string;
  /** What came out, in a few words. */
  result: string;
  steps: VerificationStep[];
}

/** What was checked of a game with many rolls. */
export interface GameVerification {
  /** What it is a verification of. */
  title: string;
  valid: boolean;
  parts: VerifiedPart[];
  /** What it does not prove although it is valid, in plain words. */
  notes: string[];
}

export const gameVerification = (
  title: string,
  parts: readonly VerifiedPart[],
  notes: readonly string[],
): GameVerification => ({
  title,
  valid: parts.every(({ steps }) => steps.every(({ ok }) => ok)),
  parts: [...parts],
  notes: [...new Set(notes)],
});

/** A revealed seed, and the hash that was shown of it. */
export const revealedSteps = (serverSeed: string, serverSeedHash: string): VerificationStep[] => [
  compared(
    'serverSeed',
    'The server seed is 64 lower-case hex characters: of others there may be a second one with the same hash',
    isCommittableSeed(serverSeed),
    true,
  ),
  compared(
    'serverSeedHash',
    'HMAC-SHA256 keyed with the server seed over an empty message is the hash that was shown',
    seedHash(serverSeed),
    serverSeedHash,
  ),
];

const NOT_SAVED_NOTE =
  'Nothing that was saved before the outcome is compared here: the hashes are those that the server tells now. To prove ' +
  'more, save what it answers before, and give it as --before.';

/** What is left to trust of a game of many: that the hashes were shown before, unless somebody saved them. */
export const savedNotes = (isSaved: boolean): string[] => (isSaved ? [] : [NOT_SAVED_NOTE]);

/** The signature itself can be checked by whoever has the beacon's public key; here it is what the randomness is of. */
export const beaconParts = (beacon: BeaconRound | null): VerifiedPart[] =>
  beacon === null
    ? []
    : [
        {
          title: 'beacon',
          result: `round ${beacon.round} gave ${beacon.randomness}`,
          steps: [
            compared(
              'randomness',
              'SHA-256 of the signature of the round is its randomness',
              randomnessOf(beacon.signature),
              beacon.randomness,
            ),
          ],
        },
      ];

function randomnessOf(signature: string): string {
  if (!/^([0-9a-f]{2})+$/.test(signature)) return 'none, since the signature is not in hex';
  return sha256Hex(Uint8Array.from(signature.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)));
}

/** The round that was used is the one that had been named, where it had been when `named` was saved. */
export const beaconRoundSteps = (used: number | null, named: number | null): VerificationStep[] =>
  named === null ? [] : [compared('round', 'The round of the beacon is the one named before', used, named)];
