import { sha256Hex } from '../hash/sha256.ts';

/** What is known of a seat before the last one is taken. */
export interface FixedSeat {
  /**
   * Public since the battle was created, by round: those of its creator in the first seat, in each other those that a bot
   * would have there, whether a bot took it or not.
   */
  hashes: readonly string[];
  /** Given by a person, with the request that took the seat or on the account; null where none was. */
  clientSeed: string | null;
}

/**
 * The client seed of every roll of a battle for which nobody gave one: SHA-256, in hex, of lines that each end with a line
 * feed. First `tie:` and the hash of the tie; then for each seat in its order its number, a colon and its hashes, one right after
 * another; then for each seat its number, a colon and the client seed given, or nothing. Hashes of people who came later
 * are not in it: the server makes them last, and could try many until the rolls of others suit it.
 */
export function derivedBattleSeed(tieSeedHash: string, seats: readonly FixedSeat[]): string {
  const lines = [
    `tie:${tieSeedHash}`,
    ...seats.map(({ hashes }, index) => `${index + 1}:${hashes.join('')}`),
    ...seats.map(({ clientSeed }, index) => `${index + 1}:${clientSeed ?? ''}`),
  ];
  return sha256Hex(lines.map((line) => `${line}\n`).join(''));
}
