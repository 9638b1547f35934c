import { hmacSha256Hex } from './hash/hmac-sha256.ts';

const COMMITTABLE_SEED = /^[0-9a-f]{64}$/;

/**
 * Computes the commitment: HMAC-SHA256 keyed with the server seed over an empty message. It is not SHA-256 of the seed.
 */
export function seedHash(serverSeed: string): string {
  return hmacSha256Hex(serverSeed, '');
}

export function verifySeed(serverSeed: string, expectedHash: string): boolean {
  return seedHash(serverSeed) === expectedHash;
}

/**
 * Only such a seed binds the house. HMAC fills a key shorter than 64 bytes with zeros and hashes a longer one, so those
 * have twins: other keys with the same hashes. A key of exactly 64 bytes, none of them zero, is used as it is.
 */
export function isCommittableSeed(serverSeed: string): boolean {
  return COMMITTABLE_SEED.test(serverSeed);
}
