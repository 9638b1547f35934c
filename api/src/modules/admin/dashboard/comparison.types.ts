import type { Day } from '../../../platform/days.ts';
import type { Cents } from '../../../platform/money.ts';

/** What a day came to, also one on which nothing happened. */
export interface DayFigures {
  day: Day;
  /** What was paid from balances to play. */
  revenueCents: Cents;
  depositsCents: Cents;
  withdrawalsCents: Cents;
  /** Of games alone, items that were staked included. */
  wageredCents: Cents;
  wonCents: Cents;
  activeUsers: number;
  newUsers: number;
}

/** A range of days: each of them, and who was there on any. */
export interface RangeFigures {
  days: readonly DayFigures[];
  /** Each user once, however many days. */
  activeUsers: number;
}
