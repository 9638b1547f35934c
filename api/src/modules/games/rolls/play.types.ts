import type { ClientSeedSource } from '@lisura/fairness';
import type { Tx } from '../../../platform/database/db.ts';
import type { Sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import type { Cents } from '../../../platform/money.ts';
import type { Refused } from '../../../platform/refusals.ts';
import type { ChosenSeed } from './client-seeds.ts';
import type { CommittedSeed, SeedAsk } from './commitments.types.ts';

/** What a user has wagered in a play. */
export interface Stake {
  userId: Id<'user'>;
  stakeCents: Cents;
}

/** What stakes earn beside their game, in the transaction that took them. */
export type Earn = (tx: Tx, stakes: readonly Stake[]) => Promise<void>;

/** Rolls that somebody has paid for. */
export interface PaidRolls extends SeedAsk, ChosenSeed {}

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
export interface Game<Command, Paid extends PaidRolls, Drawn, Result> {
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

/** The plays of a game, as figures are made of them. */
export interface GamePlays {
  readonly game: string;
  /** Selects user_id, nonce, created_at, wagered_cents, won_cents and is_won: a row for each play. */
  readonly plays: Sql;
  /**
   * Its nonces are taken before it is played, so that they do not rise with the time of the plays as those of other games
   * do. Such plays are found by their time, for which their table has an index on the user and that time.
   */
  readonly takesNoncesAhead?: true;
}

/** The plays of a game beside what was to be expected of them, for a game whose odds are known. */
export interface GameOdds {
  readonly game: string;
  /**
   * Selects user_id, created_at, won_cents, expected_cents, variance (in squared cents) and largest_cents, which is the most
   * that it could have given: a row for each play. What was won and what was expected are valued at one moment.
   */
  readonly odds: Sql;
}

/** What a game shows everybody of what is won in it. */
export interface GameDrops {
  readonly game: string;
  /**
   * Selects id, user_id, case_id, version_id, item_id, item_value_cents, chance_width, battle_id and created_at of one
   * table: a row for each. Ids rise with time, and the table has an index for the newest of all and of the rare ones.
   */
  readonly drops: Sql;
}

/** What a game says about itself beside what every module does. */
export interface GameModule<Given> extends Module<Given> {
  readonly plays?: GamePlays;
  readonly odds?: GameOdds;
  readonly drops?: GameDrops;
  /**
   * Selects stream, nonce, server_seed, server_seed_hash, client_seed, client_seed_source, committed_at and created_at: a
   * row for each roll.
   */
  readonly rolls?: Sql;
  /**
   * Selects user_id, first_nonce, last_nonce and stake_cents: what is paid and not played yet. Its nonces are taken, and
   * its stake counts as wagered until it is given back.
   */
  readonly awaited?: Sql;
  /**
   * Selects user_id, created_at, wagered_cents and won_cents of what is staked and is no play, such as tickets: a row for
   * each purchase and each prize, below zero for what was given back.
   */
  readonly sales?: Sql;
}
