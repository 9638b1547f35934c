import {
  type GameVerification,
  hmacSha256Hex,
  isCommittableSeed,
  type RecordedRoll,
  seedHash,
  type Verdict,
  type Verification,
  type VerificationStep,
  type VerifiedPart,
  verificationOf,
} from '@lisura/fairness';
import { hmacSha256Hex as hmacOfBrowser } from '@lisura/fairness/web-crypto';
import { sentSeedSteps } from '../../shared/fairness/checked-play.ts';
import type { VerifyLink } from '../../shared/fairness/verify-link.ts';

export interface Verified {
  verdict: Verdict;
  /** A single roll has one list, a game has one for each part. */
  parts: readonly VerifiedPart[];
  /** In English, as the package says them: the page says them by their names. */
  notes: readonly string[];
  command: string;
  /** The leaf in the public log is found by it; null where the player of the roll is unknown. */
  link: VerifyLink | null;
}

export interface TypedRoll {
  serverSeed: string;
  hash: string;
  clientSeed: string;
  nonce: string;
  roll: string;
}

type FieldProblem = 'missing' | 'notANumber' | 'notASeed' | 'hashAsSeed' | 'seedAsHash' | 'maybeHash';
export type FieldProblems = Partial<Record<keyof TypedRoll, FieldProblem>>;

/**
 * Removes what copying adds to values: spaces, and the points and commas of numbers in either language. A client seed
 * may have all of them.
 */
export function cleaned(name: keyof TypedRoll, text: string): string {
  if (name === 'clientSeed') return text;
  return text.replace(name === 'nonce' || name === 'roll' ? /[\s.,]/g : /[\s.]/g, '');
}

/** Finds the faults of each field before anything is computed. People paste the hash where the seed belongs. */
export function problemsOf({ serverSeed, hash, nonce, roll }: TypedRoll): FieldProblems {
  const problems: FieldProblems = {};
  const areSwapped = hash !== '' && seedHash(hash) === serverSeed;
  if (areSwapped) problems.hash = 'seedAsHash';
  if (serverSeed === '') problems.serverSeed = 'missing';
  else if (areSwapped || serverSeed === hash) problems.serverSeed = 'hashAsSeed';
  else if (!isCommittableSeed(serverSeed)) problems.serverSeed = 'notASeed';
  for (const [name, value] of Object.entries({ nonce, roll }) as ['nonce' | 'roll', string][]) {
    if (value === '') problems[name] = 'missing';
    else if (!/^\d{1,15}$/.test(value)) problems[name] = 'notANumber';
  }
  return problems;
}

/** Guesses the faulty field where the roll differs from the record: without its hash nothing tells a seed from one. */
export const doubtsOf = ({ hash }: TypedRoll, verdict: Verdict): FieldProblems =>
  verdict === 'NOT VALID' && hash === '' ? { serverSeed: 'maybeHash' } : {};

export async function verifyTypedRoll(typed: TypedRoll): Promise<Verified> {
  const { serverSeed, hash, clientSeed } = typed;
  const recorded: RecordedRoll = {
    serverSeed,
    serverSeedHash: hash === '' ? seedHash(serverSeed) : hash,
    clientSeed,
    clientSeedSource: 'REQUEST',
    nonce: Number(typed.nonce),
    roll: Number(typed.roll),
  };
  const verification = verificationOf(recorded, hash === '' ? null : hash, () => []);
  const options = [`--server-seed=${serverSeed}`, `--client-seed=${quoted(clientSeed)}`, `--nonce=${typed.nonce}`];
  const expected = [`--expected-roll=${typed.roll}`, ...(hash === '' ? [] : [`--hash=${hash}`])];
  const command = `npx @lisura/fairness verify ${[...options, ...expected].join(' ')}`;
  return ofRoll(verification, recorded, { command, link: null });
}

export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Adds the browser's own hash of a play to that of the package. */
export async function ofRoll(
  verification: Verification,
  recorded: RecordedRoll,
  ways: Pick<Verified, 'command' | 'link'>,
  sentSeed: string | null = null,
): Promise<Verified> {
  const computed = await withBrowserStep(verification.steps, recorded);
  const steps = [...computed, ...sentSeedSteps(recorded.clientSeed, sentSeed)];
  const isValid = steps.every(({ ok }) => ok);
  return {
    verdict: isValid ? 'VALID' : 'NOT VALID',
    parts: [{ title: '', result: '', steps }],
    notes: verification.notes,
    ...ways,
  };
}

export const ofGame = (
  { verdict, parts, notes, unchecked }: GameVerification,
  ways: Pick<Verified, 'command' | 'link'>,
): Verified => ({
  verdict,
  parts,
  notes: [...notes, ...unchecked],
  ...ways,
});

/** The package and the browser compute it independently of each other. */
async function withBrowserStep(
  steps: readonly VerificationStep[],
  { serverSeed, clientSeed, nonce }: RecordedRoll,
): Promise<VerificationStep[]> {
  const message = `${clientSeed}:${nonce}`;
  const [computed, expected] = [await hmacOfBrowser(serverSeed, message), hmacSha256Hex(serverSeed, message)];
  const step = { name: 'webCrypto', explanation: '', computed, expected, ok: computed === expected };
  const at = steps.findIndex(({ name }) => name === 'hash') + 1;
  return [...steps.slice(0, at), step, ...steps.slice(at)];
}
