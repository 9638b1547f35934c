import { bytesOfHex } from '../hash/hex.ts';
import { absorb, begin, digestHex, finish } from '../hash/sha256.ts';

// The tree is that of RFC 6962, with the two proofs of RFC 9162 (sections 2.1.3.2 and 2.1.4.2). Hashes are 64 hex
// characters.

const LEAF = new Uint8Array([0]);
const NODE = new Uint8Array([1]);

/** Different first bytes keep a node from passing as a leaf. */
export function leafHash(text: string): string {
  begin();
  absorb(LEAF);
  absorb(text);
  finish();
  return digestHex();
}

export function nodeHash(left: string, right: string): string {
  begin();
  absorb(NODE);
  absorb(bytesOfHex(left));
  absorb(bytesOfHex(right));
  finish();
  return digestHex();
}

/** A tree without leaves has the hash of nothing. */
export const EMPTY_ROOT = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export interface Tree {
  size: number;
  root: string;
}

/** Computes the root of leaves that come one after another, and keeps only a few hashes. */
export function growingTree(): { add(leafHash: string): void; tree(): Tree } {
  // Each is the root of a whole part whose size is a power of two, the largest first.
  const parts: { root: string; size: number }[] = [];
  let size = 0;
  return {
    add: (leaf) => {
      size += 1;
      let part = { root: leaf, size: 1 };
      for (let last = parts.at(-1); last?.size === part.size; last = parts.at(-1)) {
        parts.pop();
        part = { root: nodeHash(last.root, part.root), size: part.size * 2 };
      }
      parts.push(part);
    },
    tree: () => ({
      size,
      root: size === 0 ? EMPTY_ROOT : parts.map(({ root }) => root).reduceRight((right, left) => nodeHash(left, right)),
    }),
  };
}

export interface Inclusion {
  leafHash: string;
  /** Counted from 0. */
  index: number;
  proof: readonly string[];
}

export function isIncluded({ leafHash: leaf, index, proof }: Inclusion, { size, root }: Tree): boolean {
  if (!areHashes([leaf, root, ...proof]) || !isPlace(index, size)) return false;
  let [place, last, hash] = [BigInt(index), BigInt(size) - 1n, leaf];
  for (const sibling of proof) {
    if (last === 0n) return false;
    if (place % 2n === 1n || place === last) {
      hash = nodeHash(sibling, hash);
      while (place % 2n === 0n && place !== 0n) [place, last] = [place >> 1n, last >> 1n];
    } else hash = nodeHash(hash, sibling);
    [place, last] = [place >> 1n, last >> 1n];
  }
  return last === 0n && hash === root;
}

/** Checks that the later tree begins with all leaves of the earlier one, in their order. */
export function isExtended(earlier: Tree, later: Tree, proof: readonly string[]): boolean {
  if (!areHashes([earlier.root, later.root, ...proof]) || !isSize(earlier.size) || !isSize(later.size)) return false;
  if (earlier.size > later.size) return false;
  if (earlier.size === later.size) return proof.length === 0 && earlier.root === later.root;
  if (earlier.size === 0) return proof.length === 0 && earlier.root === EMPTY_ROOT;
  return isWalkedTo(earlier, later, proof);
}

/** It climbs from the last whole part of the earlier tree on both sides at once. */
function isWalkedTo(earlier: Tree, later: Tree, proof: readonly string[]): boolean {
  let [place, last] = [BigInt(earlier.size) - 1n, BigInt(later.size) - 1n];
  while (place % 2n === 1n) [place, last] = [place >> 1n, last >> 1n];
  // A tree whose size is a power of two is one whole part, and the proof leaves out its root.
  const path = isPowerOfTwo(earlier.size) ? [earlier.root, ...proof] : proof;
  const [first, ...rest] = path;
  if (first === undefined) return false;
  let [old, young] = [first, first];
  for (const sibling of rest) {
    if (last === 0n) return false;
    if (place % 2n === 1n || place === last) {
      old = nodeHash(sibling, old);
      young = nodeHash(sibling, young);
      while (place % 2n === 0n && place !== 0n) [place, last] = [place >> 1n, last >> 1n];
    } else young = nodeHash(young, sibling);
    [place, last] = [place >> 1n, last >> 1n];
  }
  return last === 0n && old === earlier.root && young === later.root;
}

const HASH = /^[0-9a-f]{64}$/;
const areHashes = (texts: readonly string[]) => texts.every((text) => HASH.test(text));
const isSize = (size: number) => Number.isSafeInteger(size) && size >= 0;
const isPlace = (index: number, size: number) => isSize(size) && isSize(index) && index < size;
const isPowerOfTwo = (size: number) => (BigInt(size) & (BigInt(size) - 1n)) === 0n;
