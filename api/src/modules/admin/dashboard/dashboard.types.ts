import type { Day } from '../../../platform/days.ts';
import type { Cents } from '../../../platform/money.ts';

/** From one day to another, both included. */
export interface Days {
  from: Day;
  to: Day;
}

/** What was booked on a day, of what a chart shows. */
export interface BookedDay {
  day: Day;
  revenueCents: Cents;
  depositsCents: Cents;
  withdrawalsCents: Cents;
}

export interface UserCounts {
  total: number;
  /** Since the first day of the range, with no end. */
  active: number;
  /** Within the range of the same length just before. */
  activeBefore: number;
  /** Since the first day of the range, with no end. */
  created: number;
}

export interface TopItem {
  id: string;
  name: string;
  imageUrl: string;
  rarity: string;
  drops: number;
  bestValueCents: Cents;
}

export interface TopCase {
  id: string;
  name: string;
  imageUrl: string;
  openings: number;
}

/** What a range of days came to. */
export interface Stats {
  users: UserCounts;
  days: readonly BookedDay[];
  pendingWithdrawals: number;
  /** By the name of the game; what was not played is absent. */
  rounds: ReadonlyMap<string, number>;
  mostDropped: TopItem | null;
  highestValue: TopItem | null;
  mostOpened: TopCase | null;
}

export interface Activity {
  id: string;
  type: 'CASE_OPEN' | 'DEPOSIT' | 'WITHDRAWAL_REQUEST';
  userId: string;
  username: string;
  description: string;
  valueCents: string;
  itemName: string | null;
  itemRarity: string | null;
  createdAt: Date;
}
