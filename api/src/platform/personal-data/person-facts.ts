import type { Tx } from '../database/db.ts';
import type { Id } from '../ids.ts';

/** A fact that is stored about a person who closes their account. */
export interface StoredFact<Value extends object = object> {
  /** The fact is JSON, so it has no bigint and no Date; and it must not name the person. */
  value: Value;
  /** When the fact loses its use; null: never. */
  until: Date | null;
}

/** A fact that follows a person from a closed account to the one that they come back with. */
export interface PersonFact {
  /**
   * Reads the fact in the transaction of the closing, which holds the lock of the account; returns null without one.
   */
  keep(tx: Tx, userId: Id<'user'>, now: Date): Promise<StoredFact | null>;
  /** Writes the fact to the new account. Without this it is stored beside the account as it is. */
  bring?(tx: Tx, userId: Id<'user'>, fact: StoredFact, now: Date): Promise<void>;
}

/** The facts, by the names under which they are stored. */
export type PersonFacts = Readonly<Record<string, PersonFact>>;

/**
 * Moves the facts of a person's closed accounts to their new one, in the transaction that makes it. The closed accounts
 * and their users are locked, so that later findings about them reach the new account. An error keeps the person out.
 */
export type TakeOver = (tx: Tx, userId: Id<'user'>, closedIds: readonly Id<'user'>[]) => Promise<void>;
