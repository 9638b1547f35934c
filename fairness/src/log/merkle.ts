import { bytesOfHex } from '../hash/hex.ts';
import { absorb, begin, digestHex, finish } from '../hash/sha256.ts';

// The tree of RFC 6962: what a leaf and a node hash to, and the two proofs, which RFC 9162 writes out (sections 2.1.3.2
// and 2.1.4.2). Hashes are 64 hex characters.

const LEAF = new Uint8Array([0]);
const NODE = new Uint8Array([1]);

/** A first byte of its own keeps anybody from passing a node off as a leaf. */
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

/** Of a tree without leaves: the hash of nothing. */
export const EMPTY_ROOT = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** A tree: how many leaves it has, and the hash that they come to. */
export interface Tree {
  size: number;
  root: string;
}

/** Computes the root of leaves that come one after another, of which it keeps no more than a few hashes. */
export function growingTree(): { add(leafHash: string): void; tree(): Tree } {
  // The roots of whole parts whose sizes are powers of two, the largest first.
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

/** Whether the leaf stands at its place in the tree. */
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

/** Whether the later tree begins with all leaves of the earlier one, in their order. */
export function isExtended(earlier: Tree, later: Tree, proof: readonly string[]): boolean {
  if (!areHashes([earlier.root, later.root, ...proof]) || !isSize(earlier.size) || !isSize(later.size)) return false;
  if (earlier.size > later.size) return false;
  if (earlier.size === later.size) return proof.length === 0 && earlier.root === later.root;
  if (earlier.size === 0) return proof.length === 0 && earlier.root === EMPTY_ROOT;
  return isWalkedTo(earlier, later, proof);
}

/** From the last whole part of the earlier tree, upwards on both sides at once. */
function isWalkedTo(earlier: Tree, later: Tree, proof: readonly string[]): boolean {
  let [place, last] = [BigInt(earlier.size) - 1n, BigInt(later.size) - 1n];
  while (place % 2n === 1n) [place, last] = [place >> 1n, last >> 1n];
  // A size that is a power of two is one whole part: the root itself, which the proof leaves out.
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
