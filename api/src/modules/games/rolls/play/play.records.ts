import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import type { addItems } from '../../../assets/inventory/index.ts';
import type { NotificationContent, NotifyUser } from '../../../people/notifications/index.ts';
import type { SeedDeps } from '../commitments/commitments.ts';
import type { Game, WagerGame } from '../game.ts';
import type { DrawnRoll, PaidRolls } from '../rolls.records.ts';

/** The price of a play. */
export interface Cost {
  userId: Id<'user'>;
  /** From the balance; 0 where items alone are staked. */
  amountCents: Cents;
  /** Value of the staked items. */
  itemsCents: Cents;
  /** How many of the user's next nonces it takes; 0 where tickets are sold. */
  rolls: number;
  /** Of the request; null: the one of the account. */
  clientSeed: string | null;
  /** 1 to 500 characters, shown to the user. */
  reason: string;
  /** Null where the record is made later, and names the transfer. */
  reference: Payment['reference'] | null;
}

/** A cost that was paid, with the rolls that it bought. */
export interface Stake extends PaidRolls {
  userId: Id<'user'>;
  /** From the balance and in items. */
  stakeCents: Cents;
  /** Null where nothing was paid from the balance. */
  transferId: Id<'transfer'> | null;
  /** After the stake. */
  balanceCents: Cents;
  hasLimits: boolean;
}

/** Money that a game pays, or gives back. */
export interface Payment {
  amountCents: Cents;
  /** 1 to 500 characters, shown to the user. */
  reason: string;
  /** The record that the transfer names. */
  reference: { type: string; id: string };
}

export type Prize = { item: Parameters<typeof addItems>[1][number] } | { payment: Payment };

/** Everything that a play has brought a user. */
export interface Winning {
  userId: Id<'user'>;
  /** Value of all of it, as the plays of the game state it. */
  wonCents: Cents;
  prizes: readonly Prize[];
}

/** A play that is over. */
export interface Played<Result> {
  results: readonly Result[];
  stakeCents: Cents;
  /** After the stake and the winnings. */
  balanceCents: Cents;
}

/** Counts stakes for running events, in the transaction that took them. */
export type Earn = (tx: Tx, stakes: readonly Pick<Stake, 'userId' | 'stakeCents'>[]) => Promise<void>;

/** Tells all connected users of drops; never throws and is never awaited. */
export type ShowDrops = (won: readonly { game: string; id: string }[]) => void;

export interface StakeDeps {
  clock: Clock;
  /** All registered games: no other is played. */
  games: readonly Game[];
}

export interface PlayDeps extends StakeDeps, SeedDeps {
  earn: Earn;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
  showDrops: ShowDrops;
}

/** A game says these things; `play` does everything else. Nothing can be left out. */
export interface Rules<Command, Ids, Drawn, Result> {
  readonly game: WagerGame;
  costOf(command: Command): Cost;
  /** Takes ids for the results of each roll, so that records and items name each other without waiting. */
  takeIds(tx: Tx, rolls: number): Promise<readonly Ids[]>;
  /** Decides the outcome of one roll, without input or output. */
  draw(command: Command, roll: { roll: DrawnRoll; ids: Ids; paid: Stake }): Drawn;
  /** Null where nothing is won. */
  prizeOf(drawn: Drawn): Prize | null;
  /** Writes everything that was drawn, for all players, after the items won. The results are in the same order. */
  write(tx: Tx, drawn: readonly Drawn[]): Promise<readonly Result[]>;
  /** Value of the prize in figures. */
  wonCents(result: Result): Cents;
  /** Says whom to tell of the results of one command, once they are committed. */
  saidOf(results: readonly Result[]): {
    /** Whether the balance has changed, which the player's other pages show. */
    balance: boolean;
    /** Ids of the game's records, so that a page may hold back news that would spoil its reel. */
    plays: readonly string[];
    notices: readonly NotificationContent[];
    /** Ids of the game's drops, which everybody is shown. */
    drops: readonly string[];
  };
}
