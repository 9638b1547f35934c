import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { Protection } from '../../assets/limits/index.ts';
import type { UserFigures } from '../../games/statistics/index.ts';
import type { EntryRow } from '../../people/audit/index.ts';
import type { User, UserStatus } from '../../people/users/index.ts';
import type { OddsSums, Suspicion } from './fraud.types.ts';

/** What a user has put in, taken out, and holds; items at the values of now. */
export interface RiskMoney {
  depositedCents: Cents;
  /** Of what was deposited, by banks or by us. */
  returnedCents: Cents;
  withdrawnCents: Cents;
  itemsWithdrawnCents: Cents;
  /** By administrators; negative where more was taken than given. */
  adjustedCents: Cents;
  balanceCents: Cents;
  heldCents: Cents;
  /** Owed for what was given back and is not paid yet. */
  debtCents: Cents;
  inventoryCents: Cents;
}

export interface RiskSession {
  ip: string;
  /** Others that it was seen from. */
  otherAddresses: readonly string[];
  userAgent: string;
  createdAt: Date;
  lastActivity: Date;
}

/** Somebody who came from an address of the user's. */
export interface SharingUser {
  id: Id<'user'>;
  username: string;
  status: UserStatus;
  addresses: readonly string[];
}

export interface SharedAddresses {
  /** How many others there are; some of them are named. */
  total: number;
  users: readonly SharingUser[];
}

/** Everything about a user that shows whether something is wrong. */
export interface Risk {
  user: User;
  money: RiskMoney;
  plays: UserFigures;
  /** Of the watched days that are over; null where nothing was played on them whose odds are known. */
  odds: OddsSums | null;
  sessions: readonly RiskSession[];
  sharing: SharedAddresses;
  /** What is under way, by name: how often. */
  unsettled: Readonly<Record<string, number>>;
  protection: Protection;
  security: readonly EntryRow[];
  suspicions: readonly Suspicion[];
}
