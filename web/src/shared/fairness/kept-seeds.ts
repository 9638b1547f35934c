import { ApiError } from '../../data/api-error.ts';
import type { Commitment } from '../../data/generated/api.ts';
import { newClientSeed } from './client-seed.ts';
import { readKept, underLock, writeKept } from './kept-values.ts';

// One client seed belongs to all hashes that it was sent for, until the last of them is revealed. A server that has the
// seed can compute the outcome: if a refused play were sent again with another seed, the server could choose between
// the two. The seed is never sent for hashes that were shown after it was drawn, because the server could choose those
// to suit it.

/** The seed of one stream of rolls, in an account and browser. */
export interface KeptSeed {
  seed: string;
  firstNonce: number;
  /** These were shown when the seed was drawn. */
  hashes: readonly string[];
  /** The seed was sent for nonces up to this one. */
  lastNonce: number;
  /**
   * It counts the nonces of the largest failed play whose nonces are not known, because another tab or device may have
   * played meanwhile. Such a play took none beyond those that are next now.
   */
  unplaced: number;
}

/** It limits the nonces of one seed: a larger play would need hashes that were shown after the seed was known. */
const NO_BOUND = Number.POSITIVE_INFINITY;

interface BoundSeed {
  seed: string;
  /** The seed may be sent for this many nonces from the next one on. */
  most: number;
}

/**
 * Returns the seed that the next nonces must be sent with, or null where they need a fresh one. `shown` begins with the
 * next nonce.
 */
export function boundSeed(kept: KeptSeed | null, shown: readonly Commitment[]): BoundSeed | null {
  const next = shown[0];
  if (kept === null || next === undefined) return null;
  const { seed, firstNonce, hashes } = kept;
  const isKeptAt = (place: number) => {
    const commitment = shown[place];
    return commitment !== undefined && hashes[commitment.nonce - firstNonce] === commitment.serverSeedHash;
  };
  if (next.nonce > lastSent(kept, next.nonce) || !isKeptAt(0)) return null;
  let most = 0;
  while (isKeptAt(most)) most += 1;
  return { seed, most };
}

const lastSent = ({ lastNonce, unplaced }: KeptSeed, nextNonce: number) =>
  Math.max(lastNonce, unplaced === 0 ? 0 : nextNonce + unplaced - 1);

/** Returns what to keep when `count` nonces are sent; null where they must not go with the bound seed. */
export function sent(
  kept: KeptSeed | null,
  shown: readonly Commitment[],
  count: number,
  fresh: string,
): KeptSeed | null {
  const firstNonce = shown[0]?.nonce;
  if (firstNonce === undefined || shown.length < count) return null;
  const lastNonce = firstNonce + count - 1;
  const bound = boundSeed(kept, shown);
  if (kept === null || bound === null) {
    const hashes = shown.map(({ serverSeedHash }) => serverSeedHash);
    return { seed: fresh, firstNonce, hashes, lastNonce, unplaced: 0 };
  }
  if (count > bound.most) return null;
  return { ...kept, lastNonce: Math.max(lastSent(kept, firstNonce), lastNonce), unplaced: 0 };
}

/** The key is the stream: `user`, an event, or the bots of a battle. */
type KeptSeeds = Record<string, KeptSeed>;

const STREAMS = 20;
const nameOf = (userId: string) => `lisura:seeds:${userId}`;

const keptSeed = (userId: string, stream: string): KeptSeed | null =>
  readKept<KeptSeeds>(nameOf(userId), {})[stream] ?? null;

function keepSeed(userId: string, stream: string, kept: KeptSeed): void {
  const { [stream]: _before, ...others } = readKept<KeptSeeds>(nameOf(userId), {});
  // The one used last stands last.
  const all = [...Object.entries(others), [stream, kept] as const];
  writeKept(nameOf(userId), Object.fromEntries(all.slice(-STREAMS)));
}

/** Reads what binds the next play of a stream. */
export function peekSeed(userId: string, stream: string, shown: readonly Commitment[]): BoundSeed | null {
  return boundSeed(keptSeed(userId, stream), shown);
}

/** Says how many nonces the next play of a stream may take. */
export const mostFor = (bound: BoundSeed | null): number => bound?.most ?? NO_BOUND;

/**
 * Returns the seed for a play of `count` nonces. It is stored before it is sent, and every tab gets the same one.
 * Throws where the play needs hashes that were shown after the server knew a bound seed; a smaller play is possible
 * then.
 */
export function takeSeed(
  userId: string,
  stream: string,
  shown: readonly Commitment[],
  count: number,
  fresh: string,
): Promise<string> {
  return underLock(nameOf(userId), () => {
    const kept = sent(keptSeed(userId, stream), shown, count, fresh);
    if (kept === null) throw new ApiError({ code: 'SEED_IS_BOUND', status: 0, message: '' });
    keepSeed(userId, stream, kept);
    return kept.seed;
  });
}

/** A play of `count` nonces has failed: the server may have seen its seed for any nonces up to those that are next now. */
export const rememberFailure = (userId: string, stream: string, seed: string, count: number): Promise<void> =>
  underLock(nameOf(userId), () => {
    const kept = keptSeed(userId, stream);
    if (kept?.seed === seed) keepSeed(userId, stream, { ...kept, unplaced: Math.max(kept.unplaced, count) });
  });

const LONGEST_OWN = 95;

/** A seed of the player's own, which the server may know, goes in front of fresh randomness: together they have 128 characters. */
export const seedWith = (own: string | null, random: string = newClientSeed()): string =>
  own === null || own === '' ? random : `${[...own].slice(0, LONGEST_OWN).join('')}:${random}`;
