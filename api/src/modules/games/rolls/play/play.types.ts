import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import type { addItems } from '../../../assets/inventory/index.ts';
import type { NotificationContent, NotifyUser } from '../../../people/notifications/index.ts';
import type { SeedDeps } from '../commitments/commitments.ts';
import type { Game, WagerGame } from '../game.types.ts';
import type { DrawnRoll, PaidRolls } from '../roll.types.ts';

/** What a user has wagered in a play. */
export interface Stake {
  userId: Id<'user'>;
  stakeCents: Cents;
}

/** What stakes earn beside their game, in the transaction that took them. */
export type Earn = (tx: Tx, stakes: readonly Stake[]) => Promise<void>;

/** What stakes and winnings pass through. */
export interface StakeDeps {
  clock: Clock;
  /** Every game that is registered: no other is played. */
  games: readonly Game[];
}

/** What every game is played with; the composition root gives it whole. */
export interface PlayDeps extends StakeDeps, SeedDeps {
  earn: Earn;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
  showDrops: ShowDrops;
}

/** Tells everybody who is connected of what was won; never throws and is never awaited. */
export type ShowDrops = (won: readonly { game: string; id: string }[]) => void;

/** What a record of ours is named by in the books. */
interface Reference {
  type: string;
  id: string;
}

/** What somebody pays to play. */
export interface Cost {
  userId: Id<'user'>;
  /** From the balance; 0 where items alone are staked. */
  amountCents: Cents;
  /** What staked items are worth. */
  itemsCents: Cents;
  /** Rolls that it is for, of the user's next nonces; 0 where tickets are sold. */
  rolls: number;
  /** Of the request; null: the one of the account. */
  clientSeed: string | null;
  /** 1 to 500 characters, shown to the user. */
  reason: string;
  /** Null where the record is made later, and names the transfer. */
  reference: Reference | null;
}

/** What was paid. */
export interface PaidStake extends PaidRolls {
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
  reference: Reference;
}

type NewItem = Parameters<typeof addItems>[1][number];

/** What is won: an item, or money. */
export type Prize = { item: NewItem } | { payment: Payment };

/** What of a play is said to whom, once it is committed. */
interface Said {
  /** Whether the balance has changed, which the player's other pages are to know. */
  balance: boolean;
  /** Ids of the game's records, so that a page may hold back what spoils its reel. */
  plays: readonly string[];
  notices: readonly NotificationContent[];
  /** Ids of the game's drops, which everybody is shown. */
  drops: readonly string[];
}

/** One roll of a play that is paid. */
interface PlayedRoll<Ids> {
  roll: DrawnRoll;
  ids: Ids;
  paid: PaidStake;
}

/**
 * How a game is played: what it costs, what its rolls come to, what is won. Everything else is done by `play`. Nothing can
 * be left out.
 */
export interface Rules<Command, Ids, Drawn, Result> {
  readonly game: WagerGame;
  costOf(command: Command): Cost;
  /** For each roll ids of what comes of it, so that records and items name each other without waiting. */
  takeIds(tx: Tx, rolls: number): Promise<readonly Ids[]>;
  /** The outcome of one roll. A decision: no input, no output. */
  draw(command: Command, roll: PlayedRoll<Ids>): Drawn;
  /** Null where nothing is won. */
  prizeOf(drawn: Drawn): Prize | null;
  /** Writes everything that was drawn, whoever played it, after the items won. The results are in the same order. */
  write(tx: Tx, drawn: readonly Drawn[]): Promise<readonly Result[]>;
  /** What the prize is worth, as figures tell it. */
  wonCents(result: Result): Cents;
  /** Of one command. */
  saidOf(results: readonly Result[]): Said;
}

export interface PlayedCommand<Result> {
  results: readonly Result[];
  /** After everything that was paid and won. */
  balanceCents: Cents;
  stakeCents: Cents;
}
