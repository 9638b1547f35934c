import type { Verification, VerificationStep } from '@lisura/fairness';

/** What a page knew before the press: the server's hash for a nonce, and the seed that this browser sent. */
export interface ShownBefore {
  nonce: number;
  /** Null where none was shown for this nonce. */
  hash: string | null;
  clientSeed: string | null;
}

export interface CheckedPlay {
  isValid: boolean;
  steps: readonly VerificationStep[];
  /** The hash that was shown for this very roll; null where another roll was next by then. */
  committedHash: string | null;
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
  const sent = before?.clientSeed ?? null;
  if (sent !== null) {
    const ok = sent === play.clientSeed;
    steps.push({ name: 'sentSeed', explanation: '', computed: play.clientSeed, expected: sent, ok });
  }
  return { isValid: steps.every(({ ok }) => ok), steps, committedHash };
}
