import { isCommittableSeed, seedHash } from '../seed.ts';
import { compared, type VerificationStep } from '../verification.ts';

/** Some steps belong together, such as those of one roll among many. */
export interface VerifiedPart {
  title: string;
  result: string;
  steps: VerificationStep[];
  /** These sentences say which parts could not be checked; without them everything was. */
  unchecked?: readonly string[];
}

/** NOT CHECKED means that no fault was found, and that a deciding part was not checked. */
export type Verdict = 'VALID' | 'NOT CHECKED' | 'NOT VALID';

export interface GameVerification {
  title: string;
  verdict: Verdict;
  valid: boolean;
  parts: VerifiedPart[];
  /** These sentences say which parts could not be checked. */
  unchecked: string[];
  /** These plain words say what a valid game does not prove. */
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

/** Unless somebody saved the hashes, one must trust that they were shown before. */
export const savedNotes = (isSaved: boolean): string[] => (isSaved ? [] : [NOT_SAVED_NOTE]);
