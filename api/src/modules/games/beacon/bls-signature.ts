import { hash } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';

const { G2, shortSignatures } = bls12_381;
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

export interface SignedRound {
  /** Of G2, compressed, in hex. */
  publicKey: string;
  round: number;
  /** Of G1, compressed, in hex. */
  signature: string;
}

/**
 * Whether the key has signed the round, by drand's scheme `bls-unchained-g1-rfc9380`. There is one such signature and
 * one way to write it, so that nobody, not even who holds the key, can choose between two.
 */
export function isSigned({ publicKey, round, signature }: SignedRound): boolean {
  const key = G2.Point.fromHex(publicKey);
  const message = shortSignatures.hash(messageOf(round), DOMAIN);
  try {
    return shortSignatures.verify(shortSignatures.Signature.fromHex(signature), message, key);
  } catch {
    // It is no point of the group, or not written in the one way.
    return false;
  }
}

function messageOf(round: number): Buffer {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(round));
  return hash('sha256', number, 'buffer');
}
