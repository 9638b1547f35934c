import type { Tx } from '../database/db.ts';
import type { Id } from '../ids.ts';

/** What is kept of who closes their account. */
export interface StoredFact<Value extends object = object> {
  /** As JSON, so neither money nor moments of their own kind; and nothing that names the person. */
  value: Value;
  /** From when on it matters to nobody; null: never. */
  until: Date | null;
}

/** Something that follows a person from an account that they close to the one that they come back with. */
export interface PersonFact {
  /** In the transaction of the closing, whose account is locked; null where there is nothing to keep. */
  keep(tx: Tx, userId: Id<'user'>, now: Date): Promise<StoredFact | null>;
  /** Puts it where the new account has it. Without this it is stored beside the account as it is, to be looked at there. */
  bring?(tx: Tx, userId: Id<'user'>, fact: StoredFact, now: Date): Promise<void>;
}

/** By the names under which they are kept. */
export type PersonFacts = Readonly<Record<string, PersonFact>>;

/**
 * Moves what sits on accounts that a person has closed to the one that they come back with, in the transaction that makes
 * it. The closed accounts and their users are locked: whatever comes to light of them later finds who came back. What is
 * thrown keeps the person out.
 */
export type TakeOver = (tx: Tx, userId: Id<'user'>, closedIds: readonly Id<'user'>[]) => Promise<void>;
