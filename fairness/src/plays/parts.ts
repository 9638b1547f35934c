import { isCommittableSeed, seedHash } from '../seed.ts';
import { compared, type VerificationStep } from '../verification.ts';

/** Some steps that belong together, such as those of one roll among many. */
export interface VerifiedPart {
  title: string;
  /** What came out, in a few words. */
  result: string;
  steps: VerificationStep[];
  /** What could not be checked, in sentences; without it everything was. */
  unchecked?: readonly string[];
}

/** NOT CHECKED: nothing is wrong as far as it was checked, and something that decides was not. */
export type Verdict = 'VALID' | 'NOT CHECKED' | 'NOT VALID';

/** What was checked of a game with many rolls. */
export interface GameVerification {
  /** What it is a verification of. */
  title: string;
  verdict: Verdict;
  /** Whether the verdict is VALID. */
  valid: boolean;
  parts: VerifiedPart[];
  /** What could not be checked, in sentences. */
  unchecked: string[];
  /** What it does not prove although it is valid, in plain words. */
  notes: string[];
}

export function gameVerification(
  title: string,
  parts: readonly VerifiedPart[],
  notes: readonly string[],
): GameVerification {
  const unchecked = parts.flatMap((part) => part.unchecked ?? []);
  const verdict = verdictOf(parts, unchecked);
  return { title, verdict, valid: verdict === 'VALID', parts: [...parts], unchecked, notes: [...new Set(notes)] };
}

function verdictOf(parts: readonly VerifiedPart[], unchecked: readonly string[]): Verdict {
  if (parts.some(({ steps }) => steps.some(({ ok }) => !ok))) return 'NOT VALID';
  return unchecked.length > 0 ? 'NOT CHECKED' : 'VALID';
}

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

export const NOT_SAVED_NOTE =
  'Nothing that was saved before the outcome is compared here: the hashes are those that the server tells now. To prove ' +
  'more, save what it answers before, and give it as --before.';

/** What is left to trust of a game of many: that the hashes were shown before, unless somebody saved them. */
export const savedNotes = (isSaved: boolean): string[] => (isSaved ? [] : [NOT_SAVED_NOTE]);
