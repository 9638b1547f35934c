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

export interface Cost {
  userId: Id<'user'>;
  /** It is 0 where items alone are staked. */
  amountCents: Cents;
  itemsCents: Cents;
  rolls: number;
  /** Null takes the seed of the account. */
  clientSeed: string | null;
  reason: string;
  /** It is null where a later record names the transfer. */
  reference: Payment['reference'] | null;
}

export interface Stake extends PaidRolls {
  userId: Id<'user'>;
  /** Balance and items. */
  stakeCents: Cents;
  transferId: Id<'transfer'> | null;
  /** After the stake. */
  balanceCents: Cents;
  hasLimits: boolean;
}

export interface Payment {
  amountCents: Cents;
  reason: string;
  reference: { type: string; id: string };
}

export type Prize = { item: Parameters<typeof addItems>[1][number] } | { payment: Payment };

export interface Winning {
  userId: Id<'user'>;
  wonCents: Cents;
  prizes: readonly Prize[];
}

export interface Played<Result> {
  results: readonly Result[];
  stakeCents: Cents;
  balanceCents: Cents;
}

export type Earn = (tx: Tx, stakes: readonly Pick<Stake, 'userId' | 'stakeCents'>[]) => Promise<void>;

/** Tells all connected users of drops; never throws and is never awaited. */
export type ShowDrops = (won: readonly { game: string; id: string }[]) => void;

export interface StakeDeps {
  clock: Clock;
  games: readonly Game[];
}

export interface PlayDeps extends StakeDeps, SeedDeps {
  earn: Earn;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
  showDrops: ShowDrops;
}

/** A game states these rules; `play` does everything else. */
export interface Rules<Command, Ids, Drawn, Result> {
  readonly game: WagerGame;
  costOf(command: Command): Cost;
  /** Ids are taken first, so records and items can name each other. */
  takeIds(tx: Tx, rolls: number): Promise<readonly Ids[]>;
  draw(command: Command, roll: { roll: DrawnRoll; ids: Ids; paid: Stake }): Drawn;
  prizeOf(drawn: Drawn): Prize | null;
  /** Writes all players' draws after the items won; the results are in the same order. */
  write(tx: Tx, drawn: readonly Drawn[]): Promise<readonly Result[]>;
  wonCents(result: Result): Cents;
  saidOf(results: readonly Result[]): {
    balance: boolean;
    /** A page may hold back news about these records, which would spoil its reel. */
    plays: readonly string[];
    notices: readonly NotificationContent[];
    drops: readonly string[];
  };
}
