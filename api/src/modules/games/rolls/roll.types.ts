import type { ClientSeedSource } from '@lisura/fairness';
import type { Stream } from './streams.ts';

/** Nonces of a stream that follow each other. */
export interface NonceRange {
  stream: Stream;
  firstNonce: number;
  count: number;
}

/** A server seed, and the hash that binds the server to it. */
export interface CommittedSeed {
  /** 64 hex characters. */
  serverSeed: string;
  serverSeedHash: string;
  /** As PostgreSQL prints it, to the microsecond; null: in this transaction, with what is played. */
  committedAt: string | null;
}

/** The client seed of some rolls, and who chose it. */
export interface ChosenSeed {
  /** Null: the server draws one for each roll. */
  clientSeed: string | null;
  clientSeedSource: ClientSeedSource;
}

/** Rolls that somebody has paid for. */
export interface PaidRolls extends NonceRange, ChosenSeed {}

/** What has decided an outcome, all of it but the roll fixed before, and is revealed with it. */
export interface DrawnRoll extends CommittedSeed {
  clientSeed: string;
  clientSeedSource: ClientSeedSource;
  nonce: number;
  roll: number;
}

/** A roll as it is stored. */
export interface StoredRoll extends Omit<DrawnRoll, 'committedAt' | 'clientSeedSource'> {
  /** Null: from before it was recorded. */
  clientSeedSource: ClientSeedSource | null;
  committedAt: Date;
  createdAt: Date;
}
