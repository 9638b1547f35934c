import { openingFrom, type Verification, type VerificationStep, verifyOpening } from '@lisura/fairness';
import type { Opening } from '../../../data/generated/api.ts';
import type { OpenRequest, ShownVersion } from './types.ts';

export interface Check extends Verification {
  /** Whether this page had shown the hash of this roll before the button was pressed. */
  wasShownBefore: boolean;
}

/**
 * Computes an opening anew in this browser, by what the page had shown before the press: the hash, the ranges, and the
 * client seed that it sent. What the answer says of these itself would prove nothing.
 */
export function checkOpening(
  opening: Opening,
  version: Pick<ShownVersion, 'flipThreshold' | 'items'>,
  request: Pick<OpenRequest, 'hashes' | 'clientSeed'>,
): Check {
  const hash = new Map(request.hashes).get(opening.nonce) ?? null;
  const { steps, notes } = verifyOpening(openingFrom(opening), version, hash);
  const all = request.clientSeed === null ? steps : [...steps, clientSeedStep(opening, request.clientSeed)];
  return { valid: all.every(({ ok }) => ok), steps: all, notes, wasShownBefore: hash !== null };
}

const clientSeedStep = ({ clientSeed }: Opening, sent: string): VerificationStep => ({
  name: 'clientSeed',
  explanation: 'The client seed is the one that this browser sent',
  computed: clientSeed,
  expected: sent,
  ok: clientSeed === sent,
});
