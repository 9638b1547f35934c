import type { Tx } from '../database/db.ts';
import type { Id } from '../ids.ts';

export interface StoredFact<Value extends object = object> {
  /** It is JSON without a name of the person. */
  value: Value;
  /** Null: the fact never loses its use. */
  until: Date | null;
}

export interface PersonFact {
  /** The closing transaction holds the account's lock. Returns null without a fact. */
  keep(tx: Tx, userId: Id<'user'>, now: Date): Promise<StoredFact | null>;
  /** Without it the stored fact stays as it is. */
  bring?(tx: Tx, userId: Id<'user'>, fact: StoredFact, now: Date): Promise<void>;
}

export type PersonFacts = Readonly<Record<string, PersonFact>>;

/** The closed accounts are locked, so that later findings reach the new one. An error keeps the person out. */
export type TakeOver = (tx: Tx, userId: Id<'user'>, closedIds: readonly Id<'user'>[]) => Promise<void>;
