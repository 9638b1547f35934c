import type { ClientSeedSource } from '@lisura/fairness';
import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { Refused } from '../../../platform/refusals.ts';
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

/** A roll, with ids for what comes of it. */
export interface PlayedRoll {
  drawn: DrawnRoll;
  /** Null where the game takes no ids for its records. */
  recordId: string | null;
  inventoryItemId: Id<'inventoryItem'>;
}

/** A roll as it is kept. */
export interface KeptRoll extends Omit<DrawnRoll, 'committedAt' | 'clientSeedSource'> {
  /** Null: from before it was recorded. */
  clientSeedSource: ClientSeedSource | null;
  committedAt: Date;
  createdAt: Date;
}

/** What is its own in how a game is played; see `play`. */
export interface EarlierRules<Command, Paid extends PaidRolls, Drawn, Result> {
  /** Takes stakes and nonces. For each command in its place what was paid, or why nothing was. */
  charge(tx: Tx, commands: readonly Command[]): Promise<readonly (Paid | Refused)[]>;
  /** What was staked of what was paid; absent where nothing is earned by it. */
  stakeOf?(paid: Paid): Stake;
  earn?: Earn;
  /** Ids of records to be written, so that the items won can name them without waiting; absent where they are known. */
  takeRecordIds?(tx: Tx, count: number): Promise<readonly string[]>;
  /** The outcome of one roll. A decision: no input, no output. */
  draw(command: Command, paid: Paid, roll: PlayedRoll): Drawn;
  /** Writes everything that was drawn, whoever played it, and gives the results in the same order. */
  write(tx: Tx, drawn: readonly Drawn[]): Promise<readonly Result[]>;
}

export interface Played<Paid, Result> {
  paid: Paid;
  results: readonly Result[];
}
