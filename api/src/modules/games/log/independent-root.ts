import { createHash } from 'node:crypto';

const HASH_BYTES = 32;

/** RFC 6962, section 2.1, defines this. It shares no code with the growing tree, so it does not repeat its faults. */
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
