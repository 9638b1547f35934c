import { openingFrom, verifyOpening } from '@lisura/fairness';
import type { Opening } from '../../../data/generated/api.ts';
import { type CheckedPlay, checkPlay } from '../../../shared/fairness/checked-play.ts';
import type { OpenRequest, ShownVersion } from './types.ts';

/** Recomputes an opening from the hash and the ranges that the page had shown and the seed that it sent. */
export function checkOpening(
  opening: Opening,
  version: Pick<ShownVersion, 'flipThreshold' | 'items'>,
  { hashes, clientSeed }: Pick<OpenRequest, 'hashes' | 'clientSeed'>,
): CheckedPlay {
  const { nonce } = opening;
  const hash = new Map(hashes).get(nonce) ?? null;
  return checkPlay(opening, { nonce, hash, clientSeed }, (committedHash) =>
    verifyOpening(openingFrom(opening), version, committedHash),
  );
}
