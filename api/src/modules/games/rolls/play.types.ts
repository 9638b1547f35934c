import type { ClientSeedSource } from '@lisura/fairness';
import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { ChosenSeed } from './client-seeds.ts';
import type { CommittedSeed } from './commitments.types.ts';
import type { NonceRange } from './runs.ts';

/** What a user has wagered in a play. */
export interface Stake {
  userId: Id<'user'>;
  stakeCents: Cents;
}

/** What stakes earn beside their game, in the transaction that took them. */
export type Earn = (tx: Tx, stakes: readonly Stake[]) => Promise<void>;

/** Rolls that somebody has paid for. */
export interface PaidRolls extends NonceRange, ChosenSeed {}

/** What has decided an outcome, all of it but the roll fixed before, and is revealed with it. */
export interface DrawnRoll extends CommittedSeed {
  clientSeed: string;
  clientSeedSource: ClientSeedSource;
  nonce: number;
  roll: number;
}

/** A roll as it is kept. */
export interface KeptRoll extends Omit<DrawnRoll, 'committedAt' | 'clientSeedSource'> {
  /** Null: from before it was recorded. */
  clientSeedSource: ClientSeedSource | null;
  committedAt: Date;
  createdAt: Date;
}
