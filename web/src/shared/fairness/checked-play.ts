import type { Verification, VerificationStep } from '@lisura/fairness';

/** The page knew these before the press: the server's hash for a nonce, and the seed that this browser sent. */
export interface ShownBefore {
  nonce: number;
  /** It is null where none was shown for this nonce. */
  hash: string | null;
  clientSeed: string | null;
}

export interface CheckedPlay {
  isValid: boolean;
  steps: readonly VerificationStep[];
  /** It is the hash that was shown for this roll; null where another roll came first. */
  committedHash: string | null;
  /** It is null where the browser did not keep it. */
  sentSeed: string | null;
}

/**
 * A play computed anew in this browser, against what the page had shown before the press: what the answer says of the hash
 * and the client seed itself would prove nothing.
 */
export function checkPlay(
  play: { nonce: number; clientSeed: string },
  before: ShownBefore | null,
  verify: (committedHash: string | null) => Verification,
): CheckedPlay {
  const committedHash = before !== null && before.nonce === play.nonce ? before.hash : null;
  const steps = [...verify(committedHash).steps];
  const sentSeed = before?.clientSeed ?? null;
  steps.push(...sentSeedSteps(play.clientSeed, sentSeed));
  return { isValid: steps.every(({ ok }) => ok), steps, committedHash, sentSeed };
}

/** The client seed of the result is the one that was sent; nothing where it is not known which that was. */
export const sentSeedSteps = (clientSeed: string, sent: string | null): VerificationStep[] =>
  sent === null
    ? []
    : [{ name: 'sentSeed', explanation: '', computed: clientSeed, expected: sent, ok: clientSeed === sent }];
