import { sha256Hex } from '../hash/sha256.ts';

export interface FixedSeat {
  /**
   * They are public since the battle was created, by round: the creator's in the first seat, and in each other seat
   * those that a bot would use there, whether a bot took it or not.
   */
  hashes: readonly string[];
  /** A person gave it with the request or has it on the account; null where there was none. */
  clientSeed: string | null;
}

/**
 * Returns the client seed of the rolls for which nobody gave one: SHA-256, in hex, of lines that each end with a line
 * feed. First `tie:` and the hash of the tie; then for each seat its number, a colon and its hashes, one right after
 * another; then for each seat its number, a colon and the given client seed, or nothing. Hashes of later players are
 * left out: the server makes them last, and could try many until they suit the rolls of others.
 */
export function derivedBattleSeed(tieSeedHash: string, seats: readonly FixedSeat[]): string {
  const lines = [
    `tie:${tieSeedHash}`,
    ...seats.map(({ hashes }, index) => `${index + 1}:${hashes.join('')}`),
    ...seats.map(({ clientSeed }, index) => `${index + 1}:${clientSeed ?? ''}`),
  ];
  return sha256Hex(lines.map((line) => `${line}\n`).join(''));
}
