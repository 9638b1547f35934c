import type { ClientSeedSource } from '@lisura/fairness';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { BeaconRound } from '../../beacon/index.ts';
import type { CommittedSeed, DrawnRoll } from '../../rolls/index.ts';
import type { Battle, BattleItem } from '../battles.types.ts';

/** What a seat drew in a round. */
export interface Drop extends DrawnRoll, BattleItem {
  seat: number;
  round: number;
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

/** What a battle came to, and by what. */
export interface Ending {
  battle: Battle;
  outcome: Outcome;
  tieSeed: CommittedSeed;
  /** Null where none decides. */
  beacon: BeaconRound | null;
}

/** A drop as it is written: with who gets it, and as which item where that is a person. */
export interface WonDrop extends Omit<Drop, 'inventoryItemId'> {
  wonBySeat: number | null;
  /** Both null: nobody gets it, or a bot. */
  winnerId: Id<'user'> | null;
  inventoryItemId: Id<'inventoryItem'> | null;
}

/** What everybody is shown of what a person won in a public battle. */
export interface ShownDrop {
  battleId: Id<'battle'>;
  seat: number;
  userId: Id<'user'>;
  caseId: Id<'case'>;
  versionId: Id<'case-version'>;
  itemId: Id<'item'>;
  valueCents: Cents;
  /** Of 10000000: how many rolls give this item. */
  chanceWidth: number;
}
