import { createHash } from 'node:crypto';

/** By the definitions of RFC 6962, section 2.1, to the letter, with the hash of node:crypto. */
const split = (count: number) => 2 ** Math.floor(Math.log2(count - 1));
const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest('hex');
const hex = (hash: string) => Buffer.from(hash, 'hex');

export function rootOf(leaves: readonly string[]): string {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return sha256(Buffer.from([0]), Buffer.from(leaves[0] as string));
  const k = split(leaves.length);
  return sha256(Buffer.from([1]), hex(rootOf(leaves.slice(0, k))), hex(rootOf(leaves.slice(k))));
}

export function pathOf(place: number, leaves: readonly string[]): string[] {
  if (leaves.length <= 1) return [];
  const k = split(leaves.length);
  return place < k
    ? [...pathOf(place, leaves.slice(0, k)), rootOf(leaves.slice(k))]
    : [...pathOf(place - k, leaves.slice(k)), rootOf(leaves.slice(0, k))];
}

export function growthOf(size: number, leaves: readonly string[], isWhole = true): string[] {
  if (size === leaves.length) return isWhole ? [] : [rootOf(leaves)];
  const k = split(leaves.length);
  return size <= k
    ? [...growthOf(size, leaves.slice(0, k), isWhole), rootOf(leaves.slice(k))]
    : [...growthOf(size - k, leaves.slice(k), false), rootOf(leaves.slice(0, k))];
}

export const treeOf = (leaves: readonly string[]) => ({ size: leaves.length, root: rootOf(leaves) });
