import type { Day } from '../../../platform/days.ts';
import type { Cents } from '../../../platform/money.ts';

/** What was staked and what was won. */
export interface Stakes {
  wageredCents: Cents;
  wonCents: Cents;
}

/** Of which an interval around a return follows. */
export interface ReturnSums extends Stakes {
  plays: number;
  wageredSquares: bigint;
  wonSquares: bigint;
  /** The sum of stake times win. */
  wageredWon: bigint;
}

export interface CaseReturns extends ReturnSums {
  caseId: string;
  name: string;
  status: string;
  priceCents: Cents;
  /** What all rolls of its contents give together, at the prices of now; null without contents. */
  worthCents: Cents | null;
}

export interface ModeFigures extends Stakes {
  mode: string;
  battles: number;
  botSeats: number;
  botWageredCents: Cents;
  botWonCents: Cents;
}

export interface BandFigures extends Stakes {
  /** Tenths of the chance, rounded down. */
  band: number;
  upgrades: number;
  upgradesWon: number;
  /** The sum of the chances, in millionths. */
  chanceUnits: bigint;
}

export interface ActivityDay {
  day: Day;
  activeUsers: number;
  newUsers: number;
  retainedUsers: number;
}

export interface ActivityTotals extends Omit<ActivityDay, 'day'> {
  users: number;
}

export interface TypeFigures extends Stakes {
  day: Day;
  type: string;
  plays: number;
}

export interface UserFigures extends Stakes {
  userId: string;
  username: string;
  plays: number;
}

/** How often, and how much. */
export interface Amount {
  count: number;
  cents: Cents;
}

export interface Finances {
  deposits: Amount;
  withdrawals: Amount;
  holdsMade: Amount;
  holdsReleased: Amount;
  holdsOpen: Amount;
  balances: Amount;
  inventory: Amount;
}
