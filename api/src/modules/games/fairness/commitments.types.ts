import type { Id } from '../../../platform/ids.ts';

/** A server seed and the hash that binds the server to it. */
export interface SeedPair {
  /** 64 hex characters. */
  serverSeed: string;
  serverSeedHash: string;
}

/** The nonces of a user that are about to be played. */
export interface SeedAsk {
  userId: Id<'user'>;
  firstNonce: number;
  count: number;
}

export interface CommittedSeed extends SeedPair {
  /** As PostgreSQL prints it, to the microsecond; null: in this transaction, at its `now()`. */
  committedAt: string | null;
}
