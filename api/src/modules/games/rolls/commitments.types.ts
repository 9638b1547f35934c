/** A server seed and the hash that binds the server to it. */
interface SeedPair {
  /** 64 hex characters. */
  serverSeed: string;
  serverSeedHash: string;
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
