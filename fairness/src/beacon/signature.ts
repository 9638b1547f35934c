import { bls12_381 } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { SignedRound } from './chain.ts';

// Only this module needs a library; the rest of the package has no dependency.

const { G2, shortSignatures } = bls12_381;
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

/**
 * Checks the signature by drand's scheme `bls-unchained-g1-rfc9380`. There is one such signature and one way to write
 * it, so that not even the owner of the key can choose between two.
 */
export function isSigned({ publicKey, round, signature }: SignedRound): boolean {
  const key = G2.Point.fromHex(publicKey);
  const message = shortSignatures.hash(messageOf(round), DOMAIN);
  try {
    return shortSignatures.verify(shortSignatures.Signature.fromHex(signature), message, key);
  } catch {
    // The bytes are no point of the group, or are not written in the one way.
    return false;
  }
}

function messageOf(round: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round));
  return sha256(bytes);
}
