import type { ClientSeedSource } from '@lisura/fairness';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { DrawnRoll } from '../../rolls/index.ts';

/** What a seat drew in a round. */
export interface Drop extends DrawnRoll {
  seat: number;
  round: number;
  itemId: Id<'item'>;
  valueCents: Cents;
  isFlip: boolean;
  /** For the item, where somebody gets it. */
  inventoryItemId: Id<'inventoryItem'>;
}

export interface SeatOutcome {
  seat: number;
  totalCents: Cents;
  isWinner: boolean;
  /** The drops that it gets. */
  drops: readonly { seat: number; round: number }[];
  paidCents: Cents;
  /** What the drops that it gets are worth, and what it is paid. */
  wonCents: Cents;
}

export interface Outcome {
  potCents: Cents;
  /** Null where the pot is shared. */
  winningTeam: number | null;
  /** Null where there was none. */
  tie: {
    contenders: readonly number[];
    roll: number;
    clientSeed: string;
    clientSeedSource: ClientSeedSource;
  } | null;
  seats: readonly SeatOutcome[];
}

/** A drop as it is written: with who gets it, and as which item where that is a person. */
export interface WrittenDrop extends Omit<Drop, 'inventoryItemId'> {
  wonBySeat: number | null;
  inventoryItemId: Id<'inventoryItem'> | null;
}
