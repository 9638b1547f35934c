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

/** What the page shows of a verification, of one roll or of a game of many. */
export interface Verified {
  verdict: Verdict;
  /** One for a single roll; else one for each part of the game. */
  parts: readonly VerifiedPart[];
  /** In English, as the package says them: the page says them by their names. */
  notes: readonly string[];
  /** The line that does the same on one's own machine. */
  command: string;
  /** By which its leaf in the public log is found; null where it is not known whose roll it was. */
  link: VerifyLink | null;
}

/** What is typed of a single roll. */
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
 * What somebody types or pastes, without what comes along when it is copied: spaces, and the points and commas of numbers in
 * either language. A client seed may have all of them.
 */
export function cleaned(name: keyof TypedRoll, text: string): string {
  if (name === 'clientSeed') return text;
  return text.replace(name === 'nonce' || name === 'roll' ? /[\s.,]/g : /[\s.]/g, '');
}

/** What is wrong with each field, before anything is computed. People paste the hash where the seed belongs. */
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

/** What may be wrong with a field where the roll is not what was recorded: without its hash nothing tells a seed from one. */
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

/** As a shell takes it. */
export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A play of one roll, with the browser's own word on its hash beside that of the package. */
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

/** Two implementations that know nothing of each other: the package's in plain code, and that of the browser. */
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
