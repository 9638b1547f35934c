import type { StoredSeeds } from './sealed-seeds.ts';
import type { Stream } from './streams.ts';

/** A server seed and the hash that binds the server to it. */
interface SeedPair {
  /** 64 hex characters. */
  serverSeed: string;
  serverSeedHash: string;
}

/** Nonces that follow each other and were committed to together, with their seeds as they are stored. */
export interface StoredRun extends StoredSeeds {
  stream: Stream;
  firstNonce: string;
}

/** Nonces of a stream that are about to be played. */
export interface SeedAsk {
  stream: Stream;
  firstNonce: number;
  count: number;
}

export interface CommittedSeed extends SeedPair {
  /** As PostgreSQL prints it, to the microsecond; null: in this transaction, with what is played. */
  committedAt: string | null;
}

/** What is shown of a commitment before its roll. */
export interface ShownCommitment {
  nonce: number;
  serverSeedHash: string;
}
