import { createHash } from 'node:crypto';

const HASH_BYTES = 32;

/**
 * The root of leaves by the definition of RFC 6962, section 2.1, from the hashes of the leaves alone. It shares nothing with
 * what grows the tree: what is wrong there is not wrong here.
 */
export function rootByDefinition(leafHashes: Buffer): Buffer {
  const count = leafHashes.length / HASH_BYTES;
  if (count === 0) return createHash('sha256').digest();
  if (count === 1) return leafHashes;
  let split = 1;
  while (split * 2 < count) split *= 2;
  const [left, right] = [leafHashes.subarray(0, split * HASH_BYTES), leafHashes.subarray(split * HASH_BYTES)];
  return createHash('sha256')
    .update(Buffer.from([1]))
    .update(rootByDefinition(left))
    .update(rootByDefinition(right))
    .digest();
}
